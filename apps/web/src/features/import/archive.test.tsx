import type { Archive, ArchiveSituation } from '@servicebook/shared/archive';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const archive = (given: Partial<Archive> = {}): Archive => ({
  id: 3,
  state: 'CHECKED',
  filename: 'all.zip',
  size: 200,
  received: 200,
  user: { id: 1, firstName: 'Anna', lastName: 'Nowak' },
  done: 0,
  total: 0,
  content: {
    companyName: 'Pump Service',
    madeAt: '2026-11-20T10:00:00Z',
    rows: { machines: 12 },
    files: 4,
    bytes: 5000,
    lostFiles: 0,
    counted: 5000,
    room: 1_000_000,
    people: [
      { name: 'Anna Nowak', email: 'anna@example.com', as: 'HERE' },
      { name: 'Jan Kowal', email: 'jan@example.com', as: 'INVITABLE' },
    ],
  },
  fault: null,
  createdAt: '2026-11-20T10:00:00Z',
  finishedAt: null,
  ...given,
});
const situation = 'GET /api/archive/situation';
const page = '/import?from=archive';
const found = (given: Partial<Archive> | null, obstacles: ArchiveSituation['obstacles'] = []) => ({
  [situation]: { body: { archive: given && archive(given), obstacles } },
});

describe('Coming back with an archive', () => {
  it('sends the archive in parts and has it checked', async () => {
    const begin = 'POST /api/archive/begin';
    const part = 'POST /api/archive/part';
    const check = 'POST /api/archive/check/3';
    const uploading = { body: archive({ state: 'UPLOADING' }) };
    const server = fakeServer({
      ...found(null),
      [begin]: uploading,
      [part]: uploading,
      [check]: { body: archive({ state: 'CHECKING' }) },
    });
    const { user } = await renderApp(page, sessionUser());
    await screen.findByRole('button', { name: 'Choose the archive' });
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    await user.upload(input as HTMLInputElement, new File(['archive'], 'all.zip'));
    await expect.poll(() => server.sentTo(check)).toHaveLength(1);
    expect(server.sentTo(begin)).toEqual([{ filename: 'all.zip', size: 7 }]);
    expect(server.sentTo(part)).toHaveLength(1);
  });

  it('names what is in the way of it', async () => {
    fakeServer(found(null, [{ name: 'Customers', rows: 2 }]));
    await renderApp(page, sessionUser());
    expect(await screen.findByText('This account is not empty')).toBeVisible();
    expect(screen.getByText(/^Customers:/)).toHaveTextContent('Customers: 2');
    expect(screen.getByRole('button', { name: 'Choose the archive' })).toBeDisabled();
  });

  it('shows what comes back before it does', async () => {
    const run = 'POST /api/archive/run/3';
    const server = fakeServer({ ...found({}), [run]: { body: archive({ state: 'RUNNING' }) } });
    const { user } = await renderApp(page, sessionUser());
    expect(await screen.findByText('Pump Service')).toBeVisible();
    expect(screen.getByText('12')).toBeVisible();
    expect(screen.getByText(/Employees come back without access/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Bring everything back' }));
    expect(server.sentTo(run)).toHaveLength(1);
  });

  it('says why an archive is refused, and where', async () => {
    fakeServer(found({ state: 'FAILED', fault: { code: 'BAD_ROW', file: 'data/machines.json', row: 7 } }));
    await renderApp(page, sessionUser());
    expect(await screen.findByRole('alert')).toHaveTextContent('(data/machines.json, row 7)');
    expect(screen.getByRole('button', { name: 'Choose the archive' })).toBeEnabled();
  });

  it('names those who can be invited once everything is back', async () => {
    fakeServer(found({ state: 'DONE' }));
    await renderApp(page, sessionUser());
    expect(await screen.findByText('Your data is back')).toBeVisible();
    expect(screen.getByText('Jan Kowal, jan@example.com')).toBeVisible();
    expect(screen.queryByText(/Anna Nowak, /)).toBeNull();
  });
});
