import type { Absence } from '@servicebook/shared/absence';
import type { Employee } from '@servicebook/shared/employee';
import { toPage } from '@servicebook/shared/primitives';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type FakeRequest, fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const tomasz: Employee = {
  id: 2,
  position: 'Service technician',
  email: 'tomasz@example.com',
  firstName: 'Tomasz',
  lastName: 'Żuk',
  country: 'PL',
  active: true,
  invited: false,
  expired: false,
  planExpired: null,
  accountPlan: { type: 'DEFAULT', name: 'Premium' },
  roles: [{ id: 2, role: 'ROLE_USER' }],
  vacationDays: 26,
  timezone: 'UTC',
};
const summer: Absence = {
  id: 5,
  user: { id: 2, firstName: 'Tomasz', lastName: 'Żuk' },
  kind: 'VACATION',
  from: '2026-07-06',
  to: '2026-07-17',
  note: 'By the sea',
};
const ofColleague: Absence = { ...summer, id: 6, user: { id: 3, firstName: 'Olga', lastName: 'Brandt' } };

/** A server with these absences, which can be added, changed and deleted. */
function serve(stored = [summer, ofColleague]) {
  let absences = stored;
  const touches = ({ query }: FakeRequest) => {
    const { from, to } = query as { from: string; to: string };
    return absences.filter((each) => each.from <= to && each.to >= from);
  };
  return fakeServer({
    'GET /api/user/findAllFlatRoles': { body: [tomasz] },
    'GET /api/user/findById/2': { body: tomasz },
    'GET /api/user/sessionsOf/2': { body: [] },
    'POST /api/visit/search': { body: toPage([], 0, 0, 1) },
    'GET /api/absence/list': (request) => ({ body: touches(request) }),
    'GET /api/absence/balance': ({ query }) => ({
      body: [{ userId: 2, allowed: 26, taken: query.year === 2026 ? 10 : 0 }],
    }),
    'POST /api/absence/save': ({ body }) => {
      const saved = { ...summer, ...(body as Absence), id: 7 };
      absences = [...absences.filter(({ id }) => id !== saved.id), saved];
      return { body: saved };
    },
    'DELETE /api/absence/delete/5': () => {
      absences = absences.filter(({ id }) => id !== 5);
      return { status: 204 };
    },
  });
}

const section = () => screen.findByRole('list', { name: 'Absences' });

describe('The absences of an employee', () => {
  afterEach(() => vi.useRealTimers());

  it('are on the employee’s page by year, with the vacation left', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z'), toFake: ['Date'] });
    serve();
    const { user } = await renderApp('/userEdit?id=2', sessionUser());
    expect(await within(await section()).findAllByRole('listitem')).toHaveLength(1);
    expect(await section()).toHaveTextContent('6 Jul 2026 – 17 Jul 2026Vacation, 10 working daysBy the sea');
    expect(await screen.findByText('16 of 26 vacation days left')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: '2027' }));
    expect(await screen.findByText('26 of 26 vacation days left')).toBeVisible();
    expect(await screen.findByText('No absences in 2027')).toBeVisible();
  });

  it('are added by an admin; the last day follows the first', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z'), toFake: ['Date'] });
    const server = serve([]);
    const { user } = await renderApp('/userEdit?id=2', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Add absence' }));
    const dialog = await screen.findByRole('dialog', { name: 'New absence' });
    expect(within(dialog).queryByLabelText('Employee')).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Add absence' }));
    expect(await within(dialog).findAllByText('Complete the date')).toHaveLength(2);
    await user.type(within(dialog).getByRole('textbox', { name: /First day/ }), '21.12.2026');
    await user.tab();
    expect(within(dialog).getByRole('textbox', { name: /Last day/ })).toHaveValue('21 Dec 2026');
    const last = within(dialog).getByRole('textbox', { name: /Last day/ });
    await user.clear(last);
    await user.type(last, '21.12.2062');
    await user.click(within(dialog).getByRole('button', { name: 'Add absence' }));
    await waitFor(() => expect(last).toHaveAccessibleDescription(/At most 1200 days/));
    await user.clear(last);
    await user.type(last, '21.12.2026');
    await user.click(within(dialog).getByRole('button', { name: 'Add absence' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.sentTo('POST /api/absence/save')).toEqual([
      { id: null, user: { id: 2 }, kind: 'VACATION', from: '2026-12-21', to: '2026-12-21', note: '' },
    ]);
    expect(await within(await section()).findByText('21 Dec 2026')).toBeVisible();
  });

  it('say before and after saving how many visits are on their days, and lead there', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z'), toFake: ['Date'] });
    const server = serve([]);
    server.handlers['POST /api/visit/search'] = { body: toPage([], 3, 0, 1) };
    const { user, router } = await renderApp('/userEdit?id=2', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Add absence' }));
    const dialog = await screen.findByRole('dialog', { name: 'New absence' });
    expect(within(dialog).queryByText(/visits on these days/)).toBeNull();
    await user.type(within(dialog).getByRole('textbox', { name: /First day/ }), '21.12.2026');
    await user.tab();
    expect(await within(dialog).findByText('3 visits on these days')).toBeVisible();
    expect(server.sentTo('POST /api/visit/search').at(-1)).toMatchObject({
      ...{ userId: 2, dateFrom: '2026-12-21', dateTo: '2026-12-21' },
      states: ['TO_PLAN', 'PLANNED', 'STARTED'],
    });
    await user.click(within(dialog).getByRole('button', { name: 'Add absence' }));
    expect(await screen.findByText('Vacation entered. 3 visits on these days')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show the visits' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/visitList'));
    expect(router.state.location.search).toBe('?userId=2&dateFrom=2026-12-21&dateTo=2026-12-21');
  });

  it('are deleted from the dialog, after a question that names the days', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z'), toFake: ['Date'] });
    serve();
    const { user } = await renderApp('/userEdit?id=2', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Edit: 6 Jul 2026 – 17 Jul 2026' }));
    const dialog = await screen.findByRole('dialog', { name: 'Absence' });
    await user.click(await within(dialog).findByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('dialog', { name: 'Delete the absence?' });
    expect(question).toHaveTextContent('Tomasz Żuk, Vacation, 6 Jul 2026 – 17 Jul 2026');
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No absences in 2026')).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Absence' })).toBeNull();
  });

  it('are entered by employees for themselves in My account', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z'), toFake: ['Date'] });
    const server = serve([]);
    Object.assign(server.handlers, { 'GET /api/user/sessions': refusal(500, 'INTERNAL') });
    const { user } = await renderApp('/myAccount', { ...sessionUser('ROLE_USER'), id: 2 });
    expect(await screen.findByText('16 of 26 vacation days left')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add absence' }));
    const dialog = await screen.findByRole('dialog', { name: 'New absence' });
    await user.type(within(dialog).getByRole('textbox', { name: /First day/ }), '21.12.2026');
    await user.tab();
    await user.click(within(dialog).getByRole('button', { name: 'Add absence' }));
    expect(await within(await section()).findByText('21 Dec 2026')).toBeVisible();
    expect(server.sentTo('POST /api/absence/save')).toMatchObject([{ user: { id: 2 } }]);
  });
});
