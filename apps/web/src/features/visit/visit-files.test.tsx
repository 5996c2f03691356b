/** Files of a visit: seen, added and deleted on its page, and counted where the technician looks first. */
import type { Visit, VisitFile } from '@servicebook/shared/visit';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { planningVisit } from '../../testing/planning-samples.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';
// Loaded before the tests, so that a slow machine does not exceed their timeouts.
import './visit-files.tsx';

const files = 'GET /api/visit/files/9';
const add = 'POST /api/visit/addFile/9';
const remove = 'DELETE /api/visit/deleteFile/4';
const anna = { id: 1, firstName: 'Anna', lastName: 'Nowak' };
const plan: VisitFile = {
  id: 4,
  filename: 'plan.png',
  key: 'plan-key',
  contentType: 'image/png',
  size: 2000,
  userCreated: anna,
  createdAt: '2026-11-20T10:00:00.000Z',
};

async function openVisit(given: Partial<Visit>, handlers: Parameters<typeof fakeServer>[0]) {
  const server = fakeServer({
    'GET /api/visit/findById/9': { body: planningVisit({ id: 9, ...given }) },
    'GET /api/visit/notes/9': { body: [] },
    'GET /api/visit/announcements/9': { body: { sent: [], recipients: [], language: 'en' } },
    ...handlers,
  });
  const { user } = await renderApp('/visit?id=9', sessionUser('ROLE_USER'));
  const section = (await screen.findByRole('heading', { name: 'Files' })).closest('section') as HTMLElement;
  return { server, user, section };
}

describe('A file of a visit', () => {
  it('is opened on the page of the visit', async () => {
    const { user, section } = await openVisit({ files: 1 }, { [files]: { body: [plan] } });
    await user.click(await within(section).findByRole('button', { name: /^plan\.png/ }));
    const preview = await screen.findByRole('dialog', { name: 'plan.png' });
    expect(preview.querySelector('img')).toHaveAttribute(
      'src',
      '/api/storage/downloadFile?fileName=plan-key',
    );
  });

  it('is added, and deleted after a confirmation; only one’s own, for a technician', async () => {
    const office = { ...plan, id: 3, filename: 'office.png', userCreated: { ...anna, id: 7 } };
    const { server, user, section } = await openVisit(
      {},
      { [files]: { body: [office] }, [add]: { body: plan }, [remove]: refusal(403, 'NO_PERMISSION') },
    );
    await within(section).findByText('office.png');
    expect(within(section).queryByRole('button', { name: 'Delete office.png' })).not.toBeInTheDocument();

    server.handlers[files] = { body: [office, plan] };
    const input = section.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail('no file input');
    await user.upload(input, new File(['picture'], 'plan.png', { type: 'image/png' }));
    await user.click(await within(section).findByRole('button', { name: 'Delete plan.png' }));
    expect(server.sentTo(add).map((form) => ((form as FormData).get('file') as File).name)).toEqual([
      'plan.png',
    ]);
    const question = await screen.findByRole('dialog', { name: 'Delete attachment?' });
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await within(question).findByText('No permission for this operation.')).toBeVisible();
    server.handlers[remove] = {};
    server.handlers[files] = { body: [office] };
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(within(section).queryByText('plan.png')).not.toBeInTheDocument());
    expect(within(section).getByText('office.png')).toBeVisible();
  });

  it('that was refused stays with the reason', async () => {
    const { user, section } = await openVisit(
      {},
      { [files]: { body: [] }, [add]: refusal(409, 'TOO_MANY_FILES') },
    );
    const input = section.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail('no file input');
    await user.upload(input, new File(['picture'], 'late.png', { type: 'image/png' }));
    expect(await within(section).findByText('A visit can have at most 100 files.')).toBeVisible();
    expect(within(section).getByText('late.png')).toBeVisible();
  });
});
