import type { Incident } from '@servicebook/shared/incident';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { sessionUser } from '../../testing/render-app.tsx';
import { renderTab } from '../../testing/render-tab.tsx';
import { IncidentsTab } from './incidents-tab.tsx';

const list = 'GET /api/incident/findByParameters';
const insert = 'POST /api/incident/insert';

const event = (id: number, date: string, text: string, by = 1): Incident => ({
  id,
  idWithAlias: `E${id}`,
  date,
  text,
  device: { id: 5 },
  service: null,
  user: { id: by, firstName: by === 1 ? 'Anna' : 'Jan', lastName: 'Nowak' },
  alsoPerformedBy: [],
});
const protocol: Incident = {
  ...event(8, '2026-02-01T08:00:00.000Z', 'Leaking hose'),
  idWithAlias: 'S8',
  service: { id: 8, number: '4/2/2026', type: ['REPAIR'], state: 'NEW', withdrawn: false },
  alsoPerformedBy: [{ id: 3, firstName: 'Ola', lastName: 'Lis' }],
};
const fire = event(1, '2026-03-28T23:30:00.000Z', 'Short circuit');

const queries = (server: ReturnType<typeof fakeServer>) =>
  server.requests.filter(({ call }) => call === list).map(({ query }) => query);

describe('The events of a machine', () => {
  it('are listed newest first in the user’s timezone, including protocols', async () => {
    fakeServer({ [list]: { body: [protocol, fire] } });
    const { user, router } = await renderTab(IncidentsTab);
    await screen.findByText('Short circuit');
    const [first, second] = screen.getAllByRole('row').slice(1);
    // Half an hour past midnight in Warsaw, in the night when the clocks change.
    expect(first).toHaveTextContent('29 Mar 2026, 00:30');
    expect(second).toHaveTextContent('Not signed');
    expect(second).toHaveTextContent('Leaking hose');
    expect(within(second as HTMLElement).queryByRole('button', { name: /Delete/ })).toBeNull();
    expect(screen.getByText('Anna Nowak and Ola Lis')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Service protocol 4/2/2026' }));
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      id: '5',
      prev: 'machineList',
      activeTab: 'service',
      service: '8',
    });
  });

  it('name a protocol that waits on this phone and has no number yet', async () => {
    const service = { id: -8, number: '–/2/2026', type: ['REPAIR' as const], state: 'NEW' as const };
    fakeServer({ [list]: { body: [{ ...protocol, service: { ...service, withdrawn: false } }] } });
    await renderTab(IncidentsTab);
    expect(await screen.findByRole('link', { name: 'Service protocol (number follows)' })).toBeVisible();
  });

  it('are filtered by text, days and whether protocols are shown', async () => {
    const server = fakeServer({ [list]: { body: [protocol, fire] } });
    const { user } = await renderTab(IncidentsTab);
    await screen.findByText('Short circuit');
    expect(queries(server)).toEqual([{ deviceId: 5, showService: true }]);
    server.handlers[list] = { body: [] };
    await user.type(screen.getByRole('searchbox'), 'hose');
    await user.type(screen.getByRole('textbox', { name: 'From' }), '1.3.2026');
    await user.type(screen.getByRole('textbox', { name: 'Until' }), '31.3.2026{Enter}');
    await user.click(screen.getByRole('switch', { name: 'Show service protocols' }));
    await waitFor(() =>
      expect(queries(server)).toContainEqual({
        deviceId: 5,
        showService: false,
        text: 'hose',
        dateFrom: '2026-03-01',
        dateTo: '2026-03-31',
      }),
    );
    expect(await screen.findByText('Nothing found')).toBeVisible();
    server.handlers[list] = { body: [fire] };
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('Short circuit')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'From' })).toHaveValue('');
  });

  it('marks an invalid day, and does not send it', async () => {
    const server = fakeServer({ [list]: { body: [fire] } });
    const { user } = await renderTab(IncidentsTab);
    await screen.findByText('Short circuit');
    await user.type(screen.getByRole('textbox', { name: 'From' }), 'soon{Enter}');
    expect(await screen.findByText('This value is not valid')).toBeVisible();
    expect(queries(server)).toEqual([{ deviceId: 5, showService: true }]);
  });

  it('are paged', async () => {
    const many = Array.from({ length: 16 }, (_, index) =>
      event(index, `2026-01-${String(index + 1).padStart(2, '0')}T12:00:00.000Z`, `Event no. ${index + 1}.`),
    );
    fakeServer({ [list]: { body: many } });
    const { user } = await renderTab(IncidentsTab);
    await screen.findByText('Event no. 16.');
    expect(screen.queryByText('Event no. 1.')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Event no. 1.')).toBeVisible();
    const sizes = within(screen.getByRole('group', { name: 'Rows per page' })).getAllByRole('button');
    expect(sizes.map((size) => size.textContent)).toEqual(['15', '30', '50', '100']);
    await user.click(screen.getByRole('button', { name: '30' }));
    expect(screen.getAllByRole('row')).toHaveLength(17);
  });

  it('are added with the current time by default', async () => {
    const server = fakeServer({ [list]: { body: [] }, [insert]: 'no connection' });
    const { user } = await renderTab(IncidentsTab);
    expect(await screen.findByText('No events yet')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add event' }));
    const dialog = await screen.findByRole('dialog', { name: 'New event' });
    await user.click(within(dialog).getByRole('button', { name: 'Add event' }));
    expect(await within(dialog).findByText('Enter a text')).toBeVisible();
    await user.type(within(dialog).getByLabelText(/^Event/), 'Short circuit');
    await user.click(within(dialog).getByRole('checkbox', { name: 'Set the machine’s status to “Fault”' }));
    await user.click(within(dialog).getByRole('button', { name: 'Add event' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Server connection error');
    const [now] = server.sentTo(insert) as { date: string }[];
    expect(Math.abs(Date.parse(now?.date ?? '') - Date.now())).toBeLessThan(120_000);

    const date = within(dialog).getByRole('textbox', { name: /^Date/ });
    await user.clear(date);
    await user.type(date, '29.3.2026');
    const time = within(dialog).getByLabelText('Time');
    await user.clear(time);
    await user.type(time, '00:30');
    server.handlers[insert] = { body: fire };
    server.handlers[list] = { body: [fire] };
    await user.click(within(dialog).getByRole('button', { name: 'Add event' }));
    expect(await screen.findByText('29 Mar 2026, 00:30')).toBeVisible();
    expect(server.sentTo(insert)[1]).toEqual({
      device: { id: 5 },
      date: '2026-03-28T23:30:00.000Z',
      text: 'Short circuit',
      setsFault: true,
    });
  });

  it('need a date', async () => {
    const server = fakeServer({ [list]: { body: [] } });
    const { user } = await renderTab(IncidentsTab);
    await user.click(await screen.findByRole('button', { name: 'Add event' }));
    const dialog = await screen.findByRole('dialog', { name: 'New event' });
    await user.type(within(dialog).getByLabelText(/^Event/), 'Short circuit');
    await user.clear(within(dialog).getByRole('textbox', { name: /^Date/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Add event' }));
    expect(await within(dialog).findByText('Complete the date')).toBeVisible();
    expect(server.sentTo(insert)).toEqual([]);
  });

  it('are deleted by their author or an admin', async () => {
    const remove = 'DELETE /api/incident/delete/1';
    const other = event(2, '2026-01-01T12:00:00.000Z', 'Moved', 9);
    const server = fakeServer({ [list]: { body: [fire, other] }, [remove]: refusal(403, 'NO_PERMISSION') });
    const { user } = await renderTab(IncidentsTab, sessionUser('ROLE_USER'));
    await screen.findByText('Short circuit');
    const buttons = screen.getAllByRole('button', { name: /^Delete/ });
    expect(buttons).toHaveLength(1);
    await user.click(buttons[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Delete event?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByText('No permission for this operation.')).toBeVisible();
    server.handlers[remove] = {};
    server.handlers[list] = { body: [other] };
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Short circuit')).not.toBeInTheDocument());
  });
});
