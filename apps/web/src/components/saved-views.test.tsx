import { toPage } from '@servicebook/shared/primitives';
import type { SavedView } from '@servicebook/shared/saved-view';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../lib/query-client.ts';
import { sessionQuery } from '../lib/use-session.ts';
import { fakeLayout } from '../testing/fake-layout.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { renderApp, sessionUser } from '../testing/render-app.tsx';
import { renderComponent } from '../testing/render-component.tsx';
import { mill } from '../testing/render-tab.tsx';

import { SavedViews } from './saved-views.tsx';
// The dialogs are loaded before a test begins.
import './manage-views-dialog.tsx';
import './save-view-dialog.tsx';

const screenIs = vi.hoisted(() => ({ narrow: false }));
vi.mock('./use-narrow-screen.ts', () => ({ useNarrowScreen: () => screenIs.narrow }));
beforeEach(() => {
  screenIs.narrow = false;
  fakeLayout();
});

const listCall = 'GET /api/savedView/list';
const insert = 'POST /api/savedView/insert';
const update = 'PATCH /api/savedView/update';
const order = 'PATCH /api/savedView/order';
const search = 'POST /api/customer/search';

const own: SavedView = { id: 1, name: 'Mills', company: false, query: 'cols=city&q=mill&size=20&sort=city' };
const shared: SavedView = { id: 2, name: 'All by name', company: true, query: 'size=50&sort=shortName' };

async function open(
  query = '',
  { views = [own, shared], role = 'ROLE_ADMIN' as Parameters<typeof sessionUser>[0], answers = {} } = {},
) {
  const server = fakeServer({
    [search]: { body: toPage([mill], 60, 0, 10) },
    [listCall]: { body: views },
    ...answers,
  });
  const app = await renderApp(`/customerList${query}`, sessionUser(role));
  await screen.findByRole('table', { name: 'Customers' });
  const menu = async (name: RegExp | string = /^Views/) => {
    await app.user.click(await screen.findByRole('button', { name }));
    return within(await screen.findByRole('menu'));
  };
  return { ...app, server, menu };
}

describe('The views of a list', () => {
  it('are listed as one’s own and the company’s; choosing one shows its rows, columns and name', async () => {
    const { menu, user, server, router } = await open();
    expect(server.requests.find(({ call }) => call === listCall)?.query).toEqual({ list: 'customers' });
    const items = await menu('Views');
    expect(
      within(items.getByRole('group', { name: 'Views of the company' })).getByText('All by name'),
    ).toBeVisible();
    await user.click(within(items.getByRole('group', { name: 'My views' })).getByText('Mills'));
    expect(await screen.findByRole('button', { name: 'Views: Mills' })).toBeVisible();
    expect(router.state.location.search).toBe(`?${own.query}`);
    expect(server.sentTo(search).at(-1)).toMatchObject({
      ...{ text: 'mill', size: 20, page: 0 },
      sort: { by: 'city', direction: 'asc' },
    });
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headers).toContain('City');
    expect(headers).not.toContain('E-mail');
  });

  it('are named while the list is in their state: another page still is, another column is not', async () => {
    const { user, router } = await open(`?${own.query}&page=2`);
    expect(await screen.findByRole('button', { name: 'Views: Mills' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'E-mail' }));
    expect(await screen.findByRole('button', { name: 'Views' })).toBeVisible();
    expect(new URLSearchParams(router.state.location.search).get('cols')).toBe('city,email');
  });

  it('are saved under a name, by an admin also for the company', async () => {
    const saved: SavedView = { id: 9, name: 'Late', company: true, query: '' };
    const { menu, user, server } = await open('?q=mill&page=2', {
      answers: { [insert]: { body: saved } },
    });
    await user.click((await menu()).getByText('Save as…'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
    await user.type(dialog.getByLabelText(/Name of the view/), 'Late');
    await user.click(dialog.getByLabelText('For the whole company'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.sentTo(insert)).toHaveLength(1));
    const [sent] = server.sentTo(insert) as { query: string }[];
    expect(sent).toMatchObject({ list: 'customers', name: 'Late', company: true });
    const kept = new URLSearchParams(sent?.query);
    expect([kept.get('q'), kept.get('size'), kept.get('page')]).toEqual(['mill', '10', null]);
    expect(kept.get('cols')).toContain('city');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('are overwritten by a name that exists, and by the menu after a change', async () => {
    const { menu, user, server } = await open('', { answers: { [update]: { body: own } } });
    await user.click((await menu()).getByText('Save as…'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
    await user.type(dialog.getByLabelText(/Name of the view/), 'mills');
    expect(dialog.getByText('The view “Mills” exists already. Saving replaces it.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Replace' }));
    await waitFor(() =>
      expect(server.sentTo(update)).toEqual([
        { id: 1, name: 'mills', query: expect.stringContaining('size=10') },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click((await menu()).getByText('Save changes to “Mills”'));
    await waitFor(() => expect(server.sentTo(update)).toHaveLength(2));
    expect(server.sentTo(update)[1]).toEqual({ id: 1, query: expect.stringContaining('size=10') });
  });

  it('are renamed, sorted and deleted; a taken name is told before saving', async () => {
    const second: SavedView = { ...own, id: 3, name: 'Near' };
    const { menu, user, server } = await open('', {
      views: [own, second, shared],
      answers: {
        [order]: { status: 204 },
        [update]: { body: second },
        'DELETE /api/savedView/delete/2': { status: 204 },
      },
    });
    await user.click((await menu()).getByText('Rename, sort, delete…'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Saved views' }));
    await user.click(dialog.getByRole('button', { name: 'Move Near up' }));
    await waitFor(() =>
      expect(server.sentTo(order)).toEqual([{ list: 'customers', company: false, ids: [3, 1] }]),
    );
    await user.click(dialog.getByRole('button', { name: 'Rename Near' }));
    const rename = within(await screen.findByRole('dialog', { name: 'Rename Near' }));
    const name = rename.getByLabelText(/Name of the view/);
    await user.clear(name);
    await user.type(name, 'MILLS');
    expect(rename.getByText('Another view has this name. Choose another one.')).toBeVisible();
    await user.type(name, ' 2');
    await user.click(rename.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.sentTo(update)).toEqual([{ id: 3, name: 'MILLS 2' }]));
    await user.click(dialog.getByRole('button', { name: 'Delete All by name' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete view?' }));
    expect(question.getByText(/for everybody in the company/)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(server.requests.map(({ call }) => call)).toContain('DELETE /api/savedView/delete/2'),
    );
  });

  it('of the company are only read by technicians', async () => {
    const { menu, user } = await open('', { views: [shared], role: 'ROLE_USER' });
    const items = await menu();
    expect(items.getByText('All by name')).toBeVisible();
    expect(items.queryByText('Rename, sort, delete…')).not.toBeInTheDocument();
    await user.click(items.getByText('Save as…'));
    await screen.findByRole('dialog', { name: 'Save view' });
    expect(screen.queryByLabelText('For the whole company')).not.toBeInTheDocument();
  });

  it('have an address to copy, with page size and columns', async () => {
    const { menu, user } = await open('?q=mill');
    await user.click((await menu()).getByText('Copy address'));
    await waitFor(async () => {
      const copied = new URL(await navigator.clipboard.readText());
      expect(copied.pathname).toBe('/customerList');
      expect(copied.searchParams.get('q')).toBe('mill');
      expect(copied.searchParams.get('size')).toBe('10');
    });
  });

  it('do not stand in the way of the list if they name values and columns that are gone', async () => {
    const stale: SavedView = { ...own, query: 'q=mill&size=7&sort=former&cols=former&zzz=1' };
    const { menu, user, server } = await open('', { views: [stale] });
    await user.click((await menu()).getByText('Mills'));
    expect(await screen.findByRole('button', { name: 'Views: Mills' })).toBeVisible();
    expect(server.sentTo(search).at(-1)).toMatchObject({
      text: 'mill',
      sort: { by: 'id', direction: 'desc' },
    });
    expect(screen.getByRole('columnheader', { name: /City/ })).toBeVisible();
  });

  it('are an icon on a phone, with the name below the search', async () => {
    screenIs.narrow = true;
    queryClient.clear();
    queryClient.setQueryData(sessionQuery.queryKey, sessionUser());
    fakeServer({ [listCall]: { body: [own] } });
    await renderComponent(
      <SavedViews list="customers" size={20} sizes={[10, 20]} columns={[{ key: 'city' }]} shown="city" />,
      `/customerList?${own.query}`,
    );
    expect(await screen.findByText('Views: Mills')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Views: Mills' })).toBeVisible();
  });
});
