import type { BinEntry } from '@servicebook/shared/bin';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { i18n } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query-client.ts';
import { offerUndo } from '../../lib/undo-deletion.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const search = 'POST /api/bin/search';
const undo = 'POST /api/bin/undo';

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();
const machine: BinEntry = {
  id: 7,
  kind: 'device',
  title: 'Press 5',
  parent: 'Mill',
  files: 0,
  who: 'Jan Kowal',
  deletedAt: '2026-11-20T09:05:00.000Z',
  erasedAt: inDays(11.5),
};
const visit: BinEntry = {
  ...machine,
  id: 8,
  kind: 'visit',
  title: 'Mill #12',
  parent: '2026-12-01 · Belt',
  files: 2,
  erasedAt: inDays(-1),
};
const page = (content: BinEntry[]) => ({
  body: { content, number: 0, size: 20, totalElements: content.length, totalPages: 1 },
});
const back = { kind: 'device', id: 3, title: 'Press 5', isRenumbered: false } as const;
const rowOf = (name: string) => screen.getByText(name).closest('tr') as HTMLElement;

describe('The bin', () => {
  it('is in the menu of admins, and lists what was deleted, by whom, when and for how long', async () => {
    fakeServer({
      [search]: page([machine, visit]),
      'POST /api/log/search': page([]),
      'GET /api/user/findAllFlatRoles': { body: [] },
    });
    const { user } = await renderApp('/logs', sessionUser());
    await user.click(await screen.findByRole('button', { name: /Anna Nowak/ }));
    await user.click(await screen.findByRole('link', { name: 'Bin' }));
    await screen.findByText('Press 5');
    for (const text of ['Mill', 'Machine', 'Jan Kowal', '20 Nov 2026', '10:05', '12 days'])
      expect(rowOf('Press 5')).toHaveTextContent(text);
    for (const text of ['1 Dec 2026 · Belt · 2 files', 'Visit', 'until today'])
      expect(rowOf('Mill #12')).toHaveTextContent(text);
  });

  it('gives a record back, or says why it cannot', async () => {
    const restore = 'POST /api/bin/restore/7';
    const server = fakeServer({
      [search]: page([machine]),
      [restore]: {
        status: 409,
        body: { code: 'BIN_PARENT_DELETED', message: '“Mill” is in the bin too. Restore that first.' },
      },
    });
    const { user } = await renderApp('/bin', sessionUser());
    const button = await screen.findByRole('button', { name: 'Restore: Press 5' });
    await user.click(button);
    expect(await screen.findByText('“Mill” is in the bin too. Restore that first.')).toBeVisible();
    server.handlers[restore] = { body: back };
    server.handlers[search] = page([]);
    await user.click(screen.getByRole('button', { name: 'Restore: Press 5' }));
    expect(await screen.findByText('Restored')).toBeVisible();
    expect(await screen.findByText('The bin is empty')).toBeVisible();
  });

  it('erases a record for good after a question', async () => {
    const erase = 'DELETE /api/bin/erase/8';
    const server = fakeServer({ [search]: page([visit]), [erase]: {} });
    const { user } = await renderApp('/bin', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Erase: Mill #12' }));
    const dialog = await screen.findByRole('dialog', { name: 'Erase for good?' });
    expect(within(dialog).getByText(/cannot be undone/)).toBeVisible();
    expect(within(dialog).queryByText(/goes to the bin/)).toBeNull();
    server.handlers[search] = page([]);
    await user.click(within(dialog).getByRole('button', { name: 'Erase' }));
    expect(await screen.findByText('The bin is empty')).toBeVisible();
    expect(server.sentTo(erase)).toHaveLength(1);
  });

  it('is for admins', async () => {
    const server = fakeServer({ [search]: page([machine]) });
    await renderApp('/bin', sessionUser('ROLE_USER'));
    expect(await screen.findByText('Only administrators can see the bin')).toBeVisible();
    expect(server.sentTo(search)).toEqual([]);
  });
});

describe('After a deletion', () => {
  /** On a page that has nothing to do with it. */
  async function deleted(...ids: number[]) {
    const server = fakeServer({ [search]: page([]), [undo]: { body: back } });
    const rendered = await renderApp('/bin', sessionUser());
    await screen.findByText('The bin is empty');
    for (const id of ids)
      await act(() => offerUndo(queryClient, { kind: 'device', id, name: `Press ${id}` }));
    return { ...rendered, server };
  }

  it('a notice offers to undo it, each deletion its own', async () => {
    const { user, server } = await deleted(3, 4);
    const first = (await screen.findByText('Deleted: Press 3')).closest('[role="status"]') as HTMLElement;
    expect(await screen.findByText('Deleted: Press 4')).toBeVisible();
    await user.click(within(first).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Restored')).toBeVisible();
    expect(server.sentTo(undo)).toEqual([{ kind: 'device', id: 3 }]);
  });

  it('Ctrl+Z undoes the last one, except where text is typed', async () => {
    const { user, server } = await deleted(3, 4);
    await screen.findByText('Deleted: Press 4');
    const field = screen.getByRole('searchbox');
    await user.click(field);
    await user.keyboard('{Control>}z{/Control}');
    expect(server.sentTo(undo)).toEqual([]);
    act(() => field.blur());
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    await waitFor(() => expect(server.sentTo(undo)).toEqual([{ kind: 'device', id: 4 }]));
  });

  it('says so if the number of a protocol is another one now, or if it is too late', async () => {
    const { user, server } = await deleted(3);
    server.handlers[undo] = { body: { ...back, kind: 'service', title: '6/11/2026', isRenumbered: true } };
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(/Restored with a new number: 6\/11\/2026/)).toBeVisible();
    const message = 'It is too late to undo this.';
    server.handlers[undo] = { status: 409, body: { code: 'UNDO_TOO_LATE', message } };
    await act(() => offerUndo(queryClient, { kind: 'note', id: 5 }));
    expect(await screen.findByText(i18n.t('deleted'))).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(message)).toBeVisible();
  });
});
