import type { LogRow } from '@servicebook/shared/log';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { isReversed } from '../../components/day-range.tsx';
import { readAddress, writeAddress } from '../../lib/address.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';
import { LogFilter } from './log-filter.ts';

const search = 'POST /api/log/search';
const users = 'GET /api/user/findAllFlatRoles';

const deleted: LogRow = {
  eventId: 7,
  timestmp: '2026-11-20T09:05:00.000Z',
  arg0: 'anna@example.com',
  arg1: 'Mill 5',
  formattedMessage: 'Deleted: machine “Mill 5”',
  kind: 'DELETED',
  entity: 'device',
  writtenAt: null,
  name: 'Anna Nowak',
  changes: [],
};
const demoted: LogRow = {
  ...deleted,
  eventId: 8,
  arg0: 'gone@example.com',
  arg1: 'tomasz@example.com',
  formattedMessage: 'Roles changed: tomasz@example.com',
  kind: 'ROLES_CHANGED',
  entity: 'user',
  name: '',
  changes: [{ field: 'isAdmin', before: 'true', after: 'false' }],
};
const anna = { id: 1, email: 'anna@example.com', firstName: 'Anna', lastName: 'Nowak' };
const page = (content: LogRow[]) => ({
  body: { content, number: 0, size: 20, totalElements: content.length, totalPages: 1 },
});
const log = { [search]: page([demoted, deleted]), [users]: { body: [anna] } };

describe('The log', () => {
  it('shows number, time, message, user and object, and links back home', async () => {
    fakeServer(log);
    const { user, router } = await renderApp('/logs', sessionUser());
    await screen.findByRole('button', { name: 'Roles changed: tomasz@example.com' });
    const [first, second] = screen.getAllByRole('row').slice(1);
    expect(first).toHaveTextContent('gone@example.com');
    for (const text of [
      '7',
      '20 Nov 2026',
      '10:05',
      'Deleted: machine “Mill 5”',
      'Anna Nowak',
      'anna@example.com',
    ])
      expect(second).toHaveTextContent(text);
    await user.click(screen.getByRole('link', { name: 'Back' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  });

  it('tells when something was entered that was sent later', async () => {
    fakeServer({ ...log, [search]: page([{ ...demoted, writtenAt: '2026-11-20T07:30:00.000Z' }]) });
    const { user } = await renderApp('/logs', sessionUser());
    await user.click(await screen.findByRole('button', { name: demoted.formattedMessage }));
    const details = within(await screen.findByRole('dialog'));
    expect(details.getByText('Entered without a network').nextSibling).toHaveTextContent(
      '20 Nov 2026, 08:30',
    );
  });

  it('is filtered by event, user and days, which are in the address', async () => {
    const server = fakeServer(log);
    const { user, router } = await renderApp('/logs', sessionUser());
    await user.selectOptions(await screen.findByLabelText('Event'), 'Deleted');
    await user.selectOptions(
      screen.getByLabelText('User'),
      await screen.findByText('Anna Nowak (anna@example.com)'),
    );
    await user.type(screen.getByLabelText('From'), '2026-11-01{Enter}');
    await user.type(screen.getByLabelText('To'), '2026-11-20{Enter}');
    await waitFor(() =>
      expect(server.sentTo(search).at(-1)).toMatchObject({
        kinds: ['DELETED'],
        userId: 1,
        dateFrom: '2026-11-01',
        dateTo: '2026-11-20',
        sort: { by: 'timestmp', direction: 'desc' },
      }),
    );
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      kind: 'DELETED',
      userId: '1',
      dateFrom: '2026-11-01',
      dateTo: '2026-11-20',
    });
  });

  it('reports a reversed range of days, and requests nothing', async () => {
    const server = fakeServer(log);
    const { user } = await renderApp('/logs?dateFrom=2026-11-20&dateTo=2026-11-01', sessionUser());
    expect(await screen.findByLabelText('To')).toHaveAccessibleDescription('The end is before the beginning');
    expect(server.sentTo(search)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('Deleted: machine “Mill 5”')).toBeVisible();
  });

  it('clears all filters with one click', async () => {
    const server = fakeServer({ ...log, [search]: page([]) });
    const { user, router } = await renderApp('/logs?q=mill&kind=DELETED&page=2&size=50', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(router.state.location.search).toBe('?size=50'));
    expect(server.sentTo(search).at(-1)).toMatchObject({ text: '', kinds: [], page: 0 });
  });

  it('is exported as filtered and sorted', async () => {
    const save = 'POST /api/log/export';
    const server = fakeServer({ ...log, [save]: refusal(413, 'EXPORT_TOO_LARGE') });
    const { user } = await renderApp('/logs?kind=DELETED&q=mill&sort=arg0', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await user.click(await screen.findByText('As a CSV file'));
    await waitFor(() =>
      expect(server.sentTo(save)).toEqual([
        {
          format: 'csv',
          text: 'mill',
          kinds: ['DELETED'],
          userId: null,
          dateFrom: null,
          dateTo: null,
          sort: { by: 'arg0', direction: 'asc' },
        },
      ]),
    );
  });

  it('shows the changed fields of an entry with old and new values', async () => {
    fakeServer(log);
    const { user } = await renderApp('/logs', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Roles changed: tomasz@example.com' }));
    const dialog = await screen.findByRole('dialog', { name: 'Roles changed: tomasz@example.com' });
    expect(within(dialog).getByText('Administrator')).toBeVisible();
    expect(dialog).toHaveTextContent(/from\s*on.*to\s*off/);
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'Deleted: machine “Mill 5”' }));
    expect(await screen.findByText('No fields were changed here.')).toBeVisible();
  });

  it('is refetched when the user changes the language', async () => {
    const server = fakeServer({ ...log, 'PATCH /api/user/language': {} });
    const { user } = await renderApp('/logs', sessionUser());
    expect(await screen.findByText('Deleted: machine “Mill 5”')).toBeVisible();
    server.handlers[search] = page([{ ...deleted, formattedMessage: 'Gelöscht: Maschine „Mill 5“' }]);
    await user.selectOptions(screen.getByLabelText('Language'), 'Deutsch');
    expect(await screen.findByText('Gelöscht: Maschine „Mill 5“')).toBeVisible();
    const last = server.requests.findLast(({ call }) => call === search);
    expect(last?.headers).toMatchObject({ 'Accept-Language': 'de' });
  });

  it('is closed to users who are not admins, and not in their menu', async () => {
    const server = fakeServer(log);
    const { user } = await renderApp('/logs', sessionUser('ROLE_USER'));
    expect(await screen.findByText('Only administrators can read the log')).toBeVisible();
    expect(server.sentTo(search)).toEqual([]);
    await user.click(screen.getByRole('button', { name: /Anna Nowak/ }));
    expect(await screen.findByRole('link', { name: 'My account' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Log' })).not.toBeInTheDocument();
  });

  it('is in the menu of admins', async () => {
    fakeServer(log);
    const { user, router } = await renderApp('/logs?kind=SIGNED', sessionUser());
    await user.click(await screen.findByRole('button', { name: /Anna Nowak/ }));
    await user.click(await screen.findByRole('link', { name: 'Log' }));
    expect(router.state.location).toMatchObject({ pathname: '/logs', search: '' });
  });

  it('shows the reason if it cannot be loaded', async () => {
    fakeServer({ ...log, [search]: refusal(500, 'INTERNAL') });
    await renderApp('/logs', sessionUser());
    expect(await screen.findByText('Something went wrong on our side. Please try again.')).toBeVisible();
  });
});

describe('The filter of the log', () => {
  it('is restored from the address, without invalid values', () => {
    const filter = { kind: 'SIGNED', userId: 3, dateFrom: '2026-11-01', dateTo: null } as const;
    const written = writeAddress(LogFilter, new URLSearchParams('q=x'), filter);
    expect(readAddress(LogFilter, written)).toEqual(filter);
    const nonsense = readAddress(LogFilter, new URLSearchParams('kind=NONSENSE&userId=-1'));
    expect(nonsense).toEqual(LogFilter.parse({}));
  });

  it.each([
    ['2026-11-02', '2026-11-01', true],
    ['2026-11-01', '2026-11-01', false],
    ['nonsense', '2026-11-01', false],
    [null, '2026-11-01', false],
  ])('from %s to %s is upside down: %s', (dateFrom, dateTo, answer) => {
    expect(isReversed({ dateFrom, dateTo })).toBe(answer);
  });
});
