import type { SearchHit } from '@servicebook/shared/global-search';
import { toPage } from '@servicebook/shared/primitives';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';
import { readRecent, rememberRecord } from './recent-records.ts';
import { linkOfHit } from './search-links.ts';
// Loaded with the first press of the key.
import './search-dialog.tsx';

const search = 'POST /api/search';
const hit = (given: Partial<SearchHit>): SearchHit => ({
  kind: 'device',
  id: 7,
  title: 'Presso X2',
  details: ['P/77', 'Rösterei Nord', 'Berlin'],
  day: null,
  mark: null,
  deviceId: null,
  customerId: 3,
  ...given,
});
const protocol = hit({
  ...{
    kind: 'service',
    id: 9,
    title: '5/11/2026',
    details: ['Mill', 'Press'],
    day: '2026-11-10',
    deviceId: 4,
  },
});
const server = (handlers: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    'GET /api/app/timezones': { body: {} },
    'GET /api/calendar/feed': { body: { createdAt: null, lastReadAt: null } },
    'GET /api/user/reminders': { body: { weeklyDigest: false, dailyTodos: true } },
    'GET /api/notification/settings': { body: { inApp: [], byMail: [] } },
    'GET /api/notification/unread': { body: { count: 0 } },
    [search]: {
      body: { hits: [hit({}), hit({ id: 8, title: 'Presso', mark: 'ARCHIVED' }), protocol], similar: false },
    },
    // As the server knows them: the same.
    'POST /api/search/records': { body: [hit({ details: ['Berlin'] })] },
    ...handlers,
  });
/** Any page with little on it. */
const open = async (role?: 'ROLE_USER') => {
  const app = await renderApp('/myAccount?tab=user', sessionUser(role));
  await screen.findByRole('button', { name: 'Search…' }, { timeout: 10_000 });
  return app;
};
const findField = () => screen.findByRole('textbox', { name: 'Search everything' });
const inDialog = () => within(screen.getByRole('dialog'));
const options = () =>
  inDialog()
    .getAllByRole('option')
    .map((option) => option.textContent);

beforeEach(() => localStorage.clear());

it('goes on with the text of a list in which nothing was found', async () => {
  const { sentTo } = server({
    'POST /api/customer/search': { body: toPage([], 0, 0, 10) },
    [search]: { body: { hits: [hit({})], similar: true } },
  });
  const { user } = await renderApp('/customerList', sessionUser());
  await user.type(await screen.findByRole('searchbox'), 'Pressso');
  await user.click(await screen.findByRole('button', { name: 'Search everything' }));
  expect(await findField()).toHaveValue('Pressso');
  expect(await screen.findByRole('option', { name: /Presso X2/ })).toBeVisible();
  expect(sentTo(search)).toEqual([{ text: 'Pressso' }]);
  // Opened by its key, it begins empty.
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.keyboard('{Control>}k{/Control}');
  expect(await findField()).toHaveValue('');
});

describe('The search of the app', () => {
  it('opens by Ctrl-K, finds while typing, and opens what the keys chose', async () => {
    const { sentTo } = server();
    const { user, router } = await open();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await findField(), 'presso berlin');
    const machines = await screen.findByRole('group', { name: 'Machines' });
    expect(within(machines).getAllByRole('option')[0]).toHaveTextContent(
      'Presso X2P/77 · Rösterei Nord · Berlin',
    );
    expect(machines).toHaveTextContent('archived');
    expect(screen.getByRole('group', { name: 'Protocols' })).toHaveTextContent(
      '5/11/202610 Nov 2026 · Mill · Press',
    );
    await waitFor(() => expect(sentTo(search).at(-1)).toEqual({ text: 'presso berlin' }));
    expect(await screen.findByText('3 results')).toBeInTheDocument();
    await waitFor(() => expect(options()[0]).toContain('Presso X2'));
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/machineEdit'));
    // The next keys go to the page.
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
    expect(router.state.location.search).toContain('service=9');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(readRecent(sessionUser())).toEqual([{ kind: 'service', id: 9 }]);
  });

  it('opens by a slash where nothing is typed, and closes by Esc', async () => {
    server();
    const { user } = await open();
    await user.keyboard('/');
    expect(await findField()).toHaveFocus();
    await user.keyboard('a/b');
    expect(await findField()).toHaveValue('a/b');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('keeps the keys when it was opened before the next page had come', async () => {
    server({ 'POST /api/customer/search': { body: toPage([], 0, 0, 10) } });
    const { user, router } = await open();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await findField(), 'imp');
    await router.navigate('/customerList');
    await waitFor(() => expect(document.title).toMatch(/^Customers/));
    await user.keyboard('ort');
    expect(await findField()).toHaveValue('import');
  });

  it('shows what was opened last, then pages and actions, by role', async () => {
    server();
    rememberRecord(sessionUser(), { kind: 'device', id: 7 });
    const { user } = await open('ROLE_USER');
    await user.click(screen.getByRole('button', { name: 'Search…' }));
    expect(await screen.findByRole('group', { name: 'Recently opened' })).toHaveTextContent(
      'Presso X2Berlin',
    );
    const pages = screen.getByRole('group', { name: 'Pages and actions' });
    expect(pages).toHaveTextContent('Add machine');
    expect(pages).not.toHaveTextContent('Add employee');
    expect(pages).not.toHaveTextContent('Log');
  });

  it('shows what was opened last as it is now, without what is gone', async () => {
    const { sentTo } = server({
      'POST /api/search/records': { body: [hit({ title: 'Presso X2 new', details: ['P/78'] })] },
    });
    rememberRecord(sessionUser(), { kind: 'device', id: 8 });
    rememberRecord(sessionUser(), { kind: 'device', id: 7 });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Search…' }));
    expect(await screen.findByRole('group', { name: 'Recently opened' })).toHaveTextContent(
      'Presso X2 newP/78',
    );
    expect(sentTo('POST /api/search/records')).toEqual([
      {
        records: [
          { kind: 'device', id: 7 },
          { kind: 'device', id: 8 },
        ],
      },
    ]);
  });

  it('keeps no name of what was opened in the browser', async () => {
    server({ 'POST /api/device/search': { body: toPage([], 0, 0, 10) } });
    const { user, router } = await open();
    await user.click(screen.getByRole('button', { name: 'Search…' }));
    await user.type(await findField(), 'presso{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/machineEdit'));
    expect(readRecent(sessionUser())).toEqual([{ kind: 'device', id: 7 }]);
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/Presso|Rösterei/);
  });

  it('finds actions by other words, also when no record matches', async () => {
    server({ [search]: { body: { hits: [], similar: true } } });
    const { user, router } = await open();
    await user.click(screen.getByRole('button', { name: 'Search…' }));
    await user.type(await findField(), 'new customer');
    expect(await screen.findByText('1 result')).toBeInTheDocument();
    expect(options()).toEqual(['Add customer']);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/customerAdd'));
  });

  it('begins with the record that is called as it was typed: the customer before its machines', async () => {
    const customer = hit({ kind: 'customer', id: 3, title: 'Rösterei Nord', details: ['Berlin'] });
    server({ [search]: { body: { hits: [hit({}), customer], similar: false } } });
    const { user, router } = await open();
    await user.click(screen.getByRole('button', { name: 'Search…' }));
    await user.type(await findField(), 'rosterei nord');
    expect(await screen.findByText('2 results')).toBeInTheDocument();
    expect(options()[0]).toContain('Rösterei Nord');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/customerEdit'));
  });

  it('says plainly that nothing is found', async () => {
    server({ [search]: { body: { hits: [], similar: true } } });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Search…' }));
    await user.type(await findField(), 'qqq');
    expect(await screen.findByText('Check the spelling, or type fewer words.')).toBeVisible();
    expect(inDialog().queryAllByRole('option')).toEqual([]);
  });

  it('says that records are only similar', async () => {
    server({ [search]: { body: { hits: [hit({})], similar: true } } });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Search…' }));
    await user.type(await findField(), 'preso');
    expect(await screen.findByText('Nothing matches exactly. Similar:')).toBeVisible();
  });

  it('waits for the answer when Enter is pressed early, and opens its first record', async () => {
    server();
    const { user, router } = await open();
    await user.click(screen.getByRole('button', { name: 'Search…' }));
    await user.type(await findField(), 'presso{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/machineEdit'));
    expect(router.state.location.search).toContain('id=7');
  });

  it('says that the search failed, and searches again', async () => {
    const { handlers } = server({ [search]: 'no connection' });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Search…' }));
    await user.type(await findField(), 'presso');
    expect(await screen.findByText('The search failed.')).toBeVisible();
    handlers[search] = { body: { hits: [hit({})], similar: false } };
    await user.click(inDialog().getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Presso X2')).toBeVisible();
  });
});

it('what was opened last is kept by user, a few', () => {
  const other = { ...sessionUser(), id: 2 };
  for (let id = 1; id <= 10; id++) rememberRecord(sessionUser(), { kind: 'visit', id });
  rememberRecord(sessionUser(), { kind: 'visit', id: 9 });
  expect(readRecent(sessionUser()).map(({ id }) => id)).toEqual([9, 10, 8, 7, 6, 5, 4, 3]);
  expect(readRecent(other)).toEqual([]);
});

it.each([
  [hit({}), '/machineEdit?id=7&customerId=3&prev=machineList'],
  [hit({ kind: 'customer', id: 3 }), '/customerEdit?id=3'],
  [hit({ kind: 'contact', id: 5 }), '/customerEdit?id=3&activeTab=contacts'],
  [protocol, '/machineEdit?id=4&activeTab=service&service=9&prev=servicesList'],
  [hit({ kind: 'visit', id: 2 }), '/visit?id=2'],
  [hit({ kind: 'todo', id: 2 }), '/machineTodo?todo=2'],
  [hit({ kind: 'incident', id: 2, deviceId: 4 }), '/machineEdit?id=4&activeTab=incident'],
  [hit({ kind: 'employee', id: 2 }), '/userEdit?id=2'],
])('leads to the page of a %j', (found, link) => {
  expect(linkOfHit(found, true)).toBe(link);
  if (found.kind === 'employee') expect(linkOfHit(found, false)).toBe('/userList');
});
