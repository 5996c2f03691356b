import type { StatisticsOverview, UserServices } from '@servicebook/shared/statistics';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';
import { presetSpan, spanOf } from './span.ts';

const usersCall = 'GET /api/statistics/servicesUsers';
const overviewCall = 'GET /api/statistics/overview';

const users: UserServices[] = [
  { userId: 1, lastName: 'Nowak', firstName: 'Anna', countUserServices: 7, countUserSignedServices: 5 },
  { userId: 2, lastName: 'Lis', firstName: 'Zofia', countUserServices: 0, countUserSignedServices: 0 },
];
const press = {
  id: 5,
  name: 'Press 5',
  serialNumber: 'P-5',
  customer: { id: 3, shortName: 'Acme' },
  category: { id: 2, name: 'Presses' },
  repairs: 3,
  daysBetweenRepairs: 12.5,
};
const overview: StatisticsOverview = {
  totals: { all: 7, signed: 5, customers: 2, machines: 4, repairs: 3, daysBetweenRepairs: 12.5 },
  months: [
    { month: '2026-09', all: 4, signed: 4 },
    { month: '2026-10', all: 3, signed: 1 },
  ],
  types: [{ type: 'REPAIR', all: 3, signed: 1 }],
  categories: [{ id: 2, name: 'Presses', machines: 6, repairs: 3, daysBetweenRepairs: 12.5 }],
  mostRepaired: [press],
  shortestBetweenRepairs: [press],
};
const answers = { [usersCall]: { body: users }, [overviewCall]: { body: overview } };

describe('The statistics', () => {
  it('show totals, the protocols per user, and the numbers of every chart', async () => {
    fakeServer(answers);
    const { user } = await renderApp('/statistics', sessionUser());
    const totals = await screen.findByRole('region', { name: 'Totals' });
    await waitFor(() => expect(totals).toHaveTextContent(/Protocols7Signed571%Not signed229%/));
    expect(totals).toHaveTextContent('Days between repairs12.5');
    expect(await screen.findByRole('img', { name: /^Bar chart: protocols by month/ })).toBeVisible();
    for (const view of screen.getAllByRole('radio', { name: 'Table' })) await user.click(view);
    const table = (name: string) => within(screen.getByRole('table', { name }));
    expect(table('Protocols by employee').getByRole('row', { name: 'Nowak Anna 7 5 2' })).toBeVisible();
    expect(table('Protocols by month').getByRole('row', { name: 'October 2026 3 1 2' })).toBeVisible();
    expect(table('Protocols by type').getByRole('row', { name: 'Repair 3 1 2' })).toBeVisible();
    expect(table('Repairs by category').getByRole('row', { name: 'Presses 6 3 12.5' })).toBeVisible();
    expect(
      table('Shortest time between repairs').getByRole('link', { name: 'Press 5 (P-5)' }),
    ).toHaveAttribute('href', '/machineEdit?id=5&customerId=3&prev=statistics');
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
  });

  it('request the chosen days, which are in the address', async () => {
    const server = fakeServer(answers);
    const { user, router } = await renderApp(
      '/statistics?dateFrom=2026-09-01&dateTo=2026-09-30',
      sessionUser(),
    );
    await screen.findByRole('region', { name: 'Totals' });
    expect(server.requests.filter(({ call }) => call === usersCall).at(-1)?.query).toEqual({
      dateFrom: '2026-09-01T00:00',
      dateTo: '2026-09-30T00:00',
    });
    await user.click(screen.getByRole('button', { name: 'This year' }));
    expect(router.state.location.search).toMatch(/dateFrom=\d{4}-01-01&dateTo=\d{4}-12-31/);
    expect(screen.getByRole('button', { name: 'This year' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('report a reversed range of days, and request nothing', async () => {
    const server = fakeServer(answers);
    await renderApp('/statistics?dateFrom=2026-11-20&dateTo=2026-11-01', sessionUser());
    expect(await screen.findByLabelText('To')).toHaveAccessibleDescription('The end is before the beginning');
    expect(server.requests.filter(({ call }) => call.includes('statistics'))).toEqual([]);
  });

  it('show a failure instead of an empty list', async () => {
    fakeServer({ [usersCall]: refusal(500, 'INTERNAL'), [overviewCall]: refusal(500, 'INTERNAL') });
    await renderApp('/statistics', sessionUser());
    expect((await screen.findAllByRole('alert', {}, { timeout: 8000 })).length).toBeGreaterThan(0);
    expect(screen.queryByText('Nowak')).not.toBeInTheDocument();
  });

  it('offer the most common ranges', () => {
    expect(presetSpan('THIS_MONTH', '2028-02-10')).toEqual({ dateFrom: '2028-02-01', dateTo: '2028-02-29' });
    expect(presetSpan('LAST_MONTH', '2026-01-31')).toEqual({ dateFrom: '2025-12-01', dateTo: '2025-12-31' });
    expect(presetSpan('THIS_YEAR', '2026-11-21')).toEqual({ dateFrom: '2026-01-01', dateTo: '2026-12-31' });
    const year = { dateFrom: '2025-12-01', dateTo: '2026-11-30' };
    expect(presetSpan('LAST_12_MONTHS', '2026-11-21')).toEqual(year);
    expect(spanOf({}, '2026-11-21')).toEqual(year);
    expect(spanOf({ dateFrom: '', dateTo: '' }, '2026-11-21')).toEqual({
      dateFrom: null,
      dateTo: null,
    });
  });
});
