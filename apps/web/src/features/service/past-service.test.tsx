import type { PastService } from '@servicebook/shared/past-service';
import { toPage } from '@servicebook/shared/primitives';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { sessionUser } from '../../testing/render-app.tsx';
import { forgetDrafts, history, machine, open, protocol } from '../../testing/service-story.ts';

forgetDrafts();

const past: PastService = {
  id: 8,
  device: { id: 5 },
  date: '2026-03-04',
  types: ['PERIODIC_INSPECTION'],
  performedBy: 'Old Works Ltd',
  number: '17/2026',
  description: 'All in order',
  userCreated: { id: 9, firstName: 'Ewa', lastName: 'Lis' },
  createdAt: '2026-11-20T10:00:00.000Z',
  revision: 3,
};
const both = {
  body: toPage(
    [
      { protocol, past: null },
      { protocol: null, past },
    ],
    2,
    0,
    15,
  ),
};
const insert = 'POST /api/pastService/insert';
const update = 'PUT /api/pastService/update';
const remove = 'DELETE /api/pastService/delete/8';
const dialogNamed = (name: string) => screen.findByRole('dialog', { name });

describe('A service entered afterwards', () => {
  it('stands with the protocols, marked as none of them', async () => {
    fakeServer({ ...machine, [history]: both });
    await open();
    const row = (await screen.findByRole('button', { name: 'Earlier service 17/2026' })).closest('tr');
    for (const text of ['4 Mar 2026', 'Old Works Ltd', 'All in order', 'No protocol'])
      expect(within(row as HTMLElement).getByText(text)).toBeVisible();
    expect(row).toHaveTextContent('Periodic inspectionEntered afterwards, no protocol');
    expect(within(row as HTMLElement).queryByRole('button', { name: /PDF/ })).toBeNull();
  });

  it('is added; an empty form and a refusal are shown beside the fields', async () => {
    const server = fakeServer({
      ...machine,
      [insert]: refusal(400, 'VALIDATION_FAILED', { date: 'PAST_SERVICE_LISTED' }),
    });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Add an earlier service' }));
    const dialog = await dialogNamed('Add an earlier service');
    const save = within(dialog).getByRole('button', { name: 'Save' });
    await user.click(within(dialog).getByRole('checkbox', { name: 'Periodic inspection' }));
    await user.click(save);
    const date = within(dialog).getByRole('textbox', { name: /^Date of service/ });
    await waitFor(() => expect(date).toBeInvalid());
    expect(within(dialog).getByRole('checkbox', { name: 'Periodic inspection' })).toBeInvalid();
    expect(server.sentTo(insert)).toEqual([]);
    await user.type(date, '4 Mar 2026');
    await user.click(within(dialog).getByRole('checkbox', { name: 'Repair' }));
    await user.type(within(dialog).getByLabelText('Number of the paper'), '17/2026');
    await user.type(within(dialog).getByLabelText('Performed by'), 'Old Works Ltd');
    await user.click(save);
    await waitFor(() =>
      expect(date).toHaveAccessibleDescription(/This service is already entered: same day, type and number/),
    );
    server.handlers[insert] = { body: past };
    server.handlers[history] = both;
    await user.click(save);
    expect(await screen.findByText('No protocol')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.sentTo(insert).at(-1)).toEqual({
      device: { id: 5 },
      date: '2026-03-04',
      types: ['REPAIR'],
      performedBy: 'Old Works Ltd',
      number: '17/2026',
      description: '',
    });
  });

  it('is changed from its row, starting from the version that was shown', async () => {
    const server = fakeServer({ ...machine, [history]: both, [update]: refusal(409, 'RECORD_CHANGED') });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Earlier service 17/2026' }));
    const dialog = await dialogNamed('Earlier service');
    const description = within(dialog).getByLabelText('Description');
    await user.type(description, ', oil changed');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByRole('alert')).toBeVisible();
    expect(description).toHaveValue('All in order, oil changed');
    server.handlers[update] = { body: past };
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.sentTo(update).at(-1)).toMatchObject({
      id: 8,
      revision: 3,
      date: '2026-03-04',
      description: 'All in order, oil changed',
    });
  });

  it('is deleted after a question, by its author or an admin', async () => {
    const server = fakeServer({ ...machine, [history]: both, [remove]: { status: 204 } });
    const { user } = await open(sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Delete the service of 4 Mar 2026' }));
    const question = await dialogNamed('Delete the earlier service?');
    expect(question).toHaveTextContent('The next inspection will be worked out again.');
    server.handlers[history] = { body: toPage([{ protocol, past: null }], 1, 0, 15) };
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('No protocol')).toBeNull());
  });

  it('is not deleted by a technician who did not enter it', async () => {
    fakeServer({ ...machine, [history]: both });
    await open(sessionUser('ROLE_USER'));
    await screen.findByText('No protocol');
    expect(screen.queryByRole('button', { name: /^Delete the service/ })).toBeNull();
  });
});
