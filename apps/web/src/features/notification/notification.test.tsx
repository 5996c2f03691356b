import type { Notification } from '@servicebook/shared/notification';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const unread = 'GET /api/notification/unread';
const search = 'POST /api/notification/search';
const readAll = 'PATCH /api/notification/readAll';
const settings = 'GET /api/notification/settings';
const choose = 'PATCH /api/notification/settings';

const row = (given: Partial<Notification>): Notification => ({
  id: 1,
  kind: 'ASSIGNED',
  visit: { id: 7 },
  service: null,
  by: 'Olga Office',
  customer: 'Mill',
  day: '2026-11-24',
  window: '08:00–10:00',
  changes: [],
  text: '',
  createdAt: '2026-11-21T12:00:00Z',
  readAt: null,
  ...given,
});
const rows = [
  row({ id: 3, kind: 'CHANGED', changes: [{ field: 'day', before: '2026-11-23', after: '2026-11-24' }] }),
  row({ id: 2, kind: 'CANCELLED', visit: null, text: 'Customer is ill' }),
  row({ id: 1, readAt: '2026-11-21T13:00:00Z' }),
  row({
    id: 0,
    kind: 'CHANGED',
    readAt: '2026-11-21T13:00:00Z',
    changes: [
      { field: 'state', before: 'CANCELLED', after: 'STARTED' },
      { field: 'address', before: 'Quay 1, Kiel', after: '' },
      { field: 'point', before: '', after: '' },
    ],
  }),
];
const page = { content: rows, number: 0, size: 20, totalElements: 3, totalPages: 1 };

const server = (handlers: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    'GET /api/app/timezones': { body: {} },
    'GET /api/calendar/feed': { body: { createdAt: null, lastReadAt: null } },
    'GET /api/user/reminders': { body: { weeklyDigest: false, dailyTodos: true } },
    [settings]: { body: { inApp: ['ASSIGNED'], byMail: [] } },
    [unread]: { body: { count: 2 } },
    [search]: { body: page },
    ...handlers,
  });
const open = () => renderApp('/myAccount?tab=user', sessionUser());
/** Its code and texts are loaded after the page. */
const findBell = () => screen.findByRole('button', { name: 'Notifications: 2 unread' }, { timeout: 10_000 });

describe('The bell', () => {
  it('counts what is unread, lists it, and leads to the visit', async () => {
    const { sentTo } = server({ 'PATCH /api/notification/read/3': {} });
    const { user, router } = await open();
    await user.click(await findBell());
    const drawer = await screen.findByRole('dialog', { name: 'Notifications' });
    const items = await within(drawer).findAllByRole('listitem');
    expect(items[0]).toHaveTextContent(
      'Visit changedMillTue, 24 Nov 2026, 08:00–10:00Day: Mon, 23 Nov 2026 → Tue, 24 Nov 2026',
    );
    expect(items[1]).toHaveTextContent('Customer is illThis visit was deleted.');
    expect(within(items[2] as HTMLElement).queryByRole('img', { name: 'Unread' })).toBeNull();
    expect(items[3]).toHaveTextContent(
      'State: cancelled → startedAddress: Quay 1, Kiel → –Point on the map: changed',
    );
    await user.click(within(items[0] as HTMLElement).getByRole('link'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/visit'));
    expect(router.state.location.search).toBe('?id=7');
    expect(sentTo('PATCH /api/notification/read/3')).toHaveLength(1);
  });

  it('says which protocol a customer has signed, and leads to it', async () => {
    const signed = row({
      ...{ id: 9, kind: 'SIGNED', visit: null, service: { id: 31, device: { id: 4 } } },
      ...{ by: 'Ute Mill', window: '', text: '25A/11/2026' },
    });
    const { sentTo } = server({
      [search]: { body: { ...page, content: [signed] } },
      'PATCH /api/notification/read/9': {},
    });
    const { user, router } = await open();
    await user.click(await findBell());
    const drawer = await screen.findByRole('dialog', { name: 'Notifications' });
    const item = await within(drawer).findByRole('listitem');
    expect(item).toHaveTextContent(
      'Protocol signed at a distanceMill25A/11/2026 · Tue, 24 Nov 2026Ute Mill · ',
    );
    await user.click(within(item).getByRole('link'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/machineEdit'));
    expect(router.state.location.search).toBe('?id=4&activeTab=service&service=31');
    await waitFor(() => expect(sentTo('PATCH /api/notification/read/9')).toHaveLength(1));
  });

  it('marks everything as read up to the newest one that is shown', async () => {
    const fake = server({ [readAll]: {} });
    const { user } = await open();
    await user.click(await findBell());
    const mark = await screen.findByRole('button', { name: 'Mark all as read' });
    fake.handlers[unread] = { body: { count: 0 } };
    await user.click(mark);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull());
    expect(fake.sentTo(readAll)).toEqual([{ upTo: 3 }]);
  });

  it('keeps its number when asking again fails', async () => {
    const fake = server();
    await open();
    await findBell();
    fake.handlers[unread] = 'no connection';
    await queryClient.refetchQueries({ queryKey: ['notification', 'unread'] });
    expect(fake.sentTo(unread).length).toBeGreaterThan(1);
    expect(screen.getByRole('button', { name: 'Notifications: 2 unread' })).toBeVisible();
  });
});

it('What to be told is chosen by kind, in the app and by mail', async () => {
  const { sentTo } = server({ [choose]: { body: { inApp: ['ASSIGNED', 'NOTE'], byMail: [] } } });
  const { user } = await open();
  const note = await screen.findByRole('checkbox', { name: 'A note on a visit: In the app' });
  expect(note).not.toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'A visit is assigned to me: In the app' })).toBeChecked();
  await user.click(note);
  expect(await screen.findByText('Saved successfully')).toBeVisible();
  expect(sentTo(choose)).toEqual([{ inApp: ['ASSIGNED', 'NOTE'] }]);
  expect(note).toBeChecked();
});
