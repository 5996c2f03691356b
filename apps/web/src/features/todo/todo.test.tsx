import { formatDay } from '@servicebook/i18n/format.ts';
import { toPage } from '@servicebook/shared/primitives';
import type { Todo } from '@servicebook/shared/todo';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { pageBox } from '../../testing/page-box.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const screenIs = vi.hoisted(() => ({ narrow: false }));
vi.mock('../../components/use-narrow-screen.ts', () => ({ useNarrowScreen: () => screenIs.narrow }));
afterEach(() => {
  screenIs.narrow = false;
});

const search = 'POST /api/todo/search';
const save = 'POST /api/todo/save';
const status = 'PATCH /api/todo/status';
const changeOfService = 'PATCH /api/service/changeTodoStatus';
const employees = 'GET /api/user/findAllFlatRoles';

const anna = { id: 1, firstName: 'Anna', lastName: 'Nowak' };
const employee = (id: number, firstName: string) => ({
  id,
  firstName,
  lastName: 'Nowak',
  position: '',
  email: `${firstName}@example.com`,
  country: '',
  active: true,
  expired: false,
  planExpired: null,
  accountPlan: { type: 'DEFAULT', name: 'Premium' },
  roles: [],
  vacationDays: 0,
  timezone: 'UTC',
});
const todo = (id: number, description: string, more: Partial<Todo> = {}): Todo => ({
  id,
  description,
  date: null,
  toDoStatus: 'TODO',
  userCreated: anna,
  assignee: null,
  service: null,
  ...more,
});
const day = (fromToday: number) => {
  const now = new Date();
  const local = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Warsaw' }).format(now);
  return new Date(Date.parse(local) + fromToday * 86_400_000).toISOString().slice(0, 10);
};
const oil = todo(3, 'Buy oil', { date: day(-3) });
const belt = todo(4, 'Order a belt', {
  date: day(0),
  service: {
    id: 12,
    date: '2026-11-02T08:00:00.000Z',
    number: '4/11/2026',
    customer: {
      id: 7,
      shortName: 'Bakery',
      fullName: 'Bakery at the Market',
      streetAddress: 'Market 1',
      zipCode: '02-100',
      city: 'Warsaw',
      country: 'PL',
      position: null,
    },
    devices: [
      {
        id: 5,
        name: 'Oven',
        serialNumber: '',
        streetAddress: '',
        zipCode: '',
        city: '',
        country: '',
        gpsLatitude: null,
        gpsLongitude: null,
        elsewhere: false,
      },
    ],
  },
});

function serve(...rows: Todo[]) {
  const server = fakeServer({
    [search]: { body: toPage(rows, rows.length, 0, 20) },
    [employees]: { body: [employee(1, 'Anna'), employee(2, 'Jan')] },
  });
  for (const row of rows) server.handlers[`GET /api/todo/findById/${row.id}`] = { body: row };
  return server;
}
const open = (role: 'ROLE_ADMIN' | 'ROLE_USER' = 'ROLE_ADMIN', query = '') =>
  renderApp(`/machineTodo${query}`, sessionUser(role));

describe('The to-do list', () => {
  it('shows open to-dos, overdue first, with overdue days marked and directions to the customer', async () => {
    const server = serve(belt, oil, todo(2, 'x'.repeat(310)));
    const { user } = await open();
    const row = (await screen.findByText('Buy oil')).closest('tr') as HTMLElement;
    expect(row).toHaveTextContent('3 days overdue');
    expect(screen.getByText('Order a belt').closest('tr')).toHaveTextContent('today');
    expect(screen.getByRole('link', { name: 'Directions to Market 1, 02-100 Warsaw' })).toHaveAttribute(
      'href',
      expect.stringContaining('Market%201'),
    );
    expect(screen.getByRole('link', { name: 'From protocol 4/11/2026' })).toHaveAttribute(
      'href',
      '/machineEdit?id=5&activeTab=service&service=12',
    );
    expect(screen.getByText(`${'x'.repeat(299)}…`)).toBeVisible();
    expect(server.sentTo(search)[0]).toMatchObject({
      toDoStatus: 'TODO',
      sort: { by: 'date', direction: 'asc' },
      assigneeId: null,
    });
    await user.click(screen.getByRole('switch', { name: 'Show completed' }));
    await waitFor(() => expect(server.sentTo(search).at(-1)).toMatchObject({ toDoStatus: 'ALL' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Whose to-dos' }), 'Jan Nowak');
    await waitFor(() => expect(server.sentTo(search).at(-1)).toMatchObject({ assigneeId: 2 }));
  });

  it('opens with a technician’s own to-dos, and shows everybody’s with one tap', async () => {
    const server = serve(belt);
    const { user, router } = await open('ROLE_USER');
    const onlyMine = await screen.findByRole('switch', { name: 'Only mine' });
    expect(onlyMine).toBeChecked();
    expect(screen.getByRole('combobox', { name: 'Whose to-dos' })).toHaveDisplayValue('Anna Nowak');
    expect(server.sentTo(search)).toMatchObject([
      { toDoStatus: 'TODO', assigneeId: 1, sort: { by: 'date', direction: 'asc' } },
    ]);
    await user.click(onlyMine);
    await waitFor(() => expect(server.sentTo(search).at(-1)).toMatchObject({ assigneeId: null }));
    expect(router.state.location.search).toBe('?assigneeId=everybody');
    await user.click(onlyMine);
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('shows everybody’s for a link that says so, and if nothing is assigned to the user', async () => {
    const server = serve();
    const { user, router } = await open('ROLE_USER', '?assigneeId=everybody');
    expect(await screen.findByRole('switch', { name: 'Only mine' })).not.toBeChecked();
    expect(server.sentTo(search)).toMatchObject([{ assigneeId: null }]);
    await user.click(screen.getByRole('switch', { name: 'Only mine' }));
    expect(await screen.findByText('No open to-do is assigned to you.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show everybody’s' }));
    expect(router.state.location.search).toBe('?assigneeId=everybody');
  });

  it('says that it is limited to a due date, as in links from home, and can show the rest', async () => {
    const server = serve(belt);
    const { user, router } = await open('ROLE_ADMIN', `?dueUntil=${day(-1)}`);
    const dueBy = await screen.findByRole('switch', { name: `Due by ${formatDay(day(-1), 'en')}` });
    expect(dueBy).toBeChecked();
    await waitFor(() => expect(server.sentTo(search).at(-1)).toMatchObject({ dueUntil: day(-1) }));
    await user.click(dueBy);
    await waitFor(() => expect(server.sentTo(search).at(-1)).toMatchObject({ dueUntil: null }));
    await user.click(screen.getByRole('switch', { name: `Due by ${formatDay(day(0), 'en')}` }));
    await waitFor(() => expect(router.state.location.search).toBe('?dueUntil=today'));
  });

  it('keeps “me” and “today” in its address and in a saved view, for whoever opens it and whenever', async () => {
    const server = serve(belt);
    server.handlers['POST /api/savedView/insert'] = {
      body: { id: 1, name: 'Mine', company: false, query: '' },
    };
    const { user, router } = await open('ROLE_ADMIN', '?dueUntil=today');
    await waitFor(() => expect(server.sentTo(search).at(-1)).toMatchObject({ dueUntil: day(0) }));
    await user.click(screen.getByRole('switch', { name: 'Only mine' }));
    await waitFor(() => expect(server.sentTo(search).at(-1)).toMatchObject({ assigneeId: 1 }));
    expect(router.state.location.search).toBe('?dueUntil=today&assigneeId=me');
    await user.click(screen.getByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Save as…', hidden: true }));
    await user.type(await screen.findByLabelText(/Name of the view/), 'Mine{Enter}');
    await waitFor(() => expect(server.sentTo('POST /api/savedView/insert')).toHaveLength(1));
    const [saved] = server.sentTo('POST /api/savedView/insert') as { query: string }[];
    const kept = new URLSearchParams(saved?.query);
    expect([kept.get('assigneeId'), kept.get('dueUntil')]).toEqual(['me', 'today']);
  });

  it('shows the due date on a phone only if there is one', async () => {
    screenIs.narrow = true;
    serve(oil, todo(2, 'Call back'));
    await open();
    const [dated, undated] = await screen.findAllByRole('listitem');
    expect(dated).toHaveTextContent(/Buy oil.*Due on/);
    expect(undated).toHaveTextContent('Call back');
    expect(undated).not.toHaveTextContent('Due on');
  });

  it('adds a to-do; a refusal keeps the input', async () => {
    const server = serve();
    server.handlers[save] = refusal(403, 'NO_PERMISSION');
    const { user } = await open();
    expect(await screen.findByText('Nothing to do')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Add to-do' })[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'New to-do' });
    await user.click(within(dialog).getByRole('button', { name: 'Add to-do' }));
    expect(await within(dialog).findByText('Enter a text')).toBeVisible();
    await user.type(within(dialog).getByLabelText(/What needs to be done/), 'Call back');
    await user.selectOptions(within(dialog).getByLabelText('Assigned to'), 'Jan Nowak');
    await user.click(within(dialog).getByRole('button', { name: 'Add to-do' }));
    expect(await within(dialog).findByText('No permission for this operation.')).toBeVisible();
    server.handlers[save] = { body: todo(9, 'Call back') };
    await user.click(within(dialog).getByRole('button', { name: 'Add to-do' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(server.sentTo(save).at(-1)).toEqual({
      id: null,
      description: 'Call back',
      date: null,
      assigneeId: 2,
      toDoStatus: 'TODO',
    });
  });

  it('changes a to-do planned from a protocol through the protocol, also when opened from a link', async () => {
    const server = serve(belt);
    server.handlers[changeOfService] = { body: { ...belt, toDoStatus: 'DONE' } };
    const { user, router } = await open('ROLE_ADMIN', '?todo=4');
    await screen.findByRole('button', { name: 'Save' });
    const dialog = screen.getByRole('dialog', { name: 'To-do' });
    expect(within(dialog).getByRole('link', { name: 'From protocol 4/11/2026' })).toHaveAttribute(
      'href',
      '/machineEdit?id=5&activeTab=service&service=12',
    );
    await user.click(within(dialog).getByRole('checkbox', { name: 'Done' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(server.sentTo(changeOfService)).toEqual([
      { id: 12, toDoStatus: 'DONE', todo: 'Order a belt', date: day(0), assigneeId: null },
    ]);
    expect(router.state.location.search).toBe('');
    expect(screen.queryByRole('button', { name: 'Delete Order a belt' })).not.toBeInTheDocument();
  });

  it('ticks off to-dos and removes them from the list', async () => {
    const server = serve(oil);
    server.handlers[status] = { body: { ...oil, toDoStatus: 'DONE' } };
    server.handlers['DELETE /api/todo/delete'] = refusal(403, 'NO_PERMISSION');
    const { user } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Done: Buy oil' }));
    await waitFor(() => expect(server.sentTo(status)).toEqual([{ id: 3, toDoStatus: 'DONE' }]));
    await user.click(screen.getByRole('button', { name: 'Delete Buy oil' }));
    const question = await screen.findByRole('dialog', { name: 'Delete to-do?' });
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await within(question).findByText('No permission for this operation.')).toBeVisible();
  });

  it('offers to take back what was ticked off', async () => {
    const server = serve(oil);
    server.handlers[status] = { body: { ...oil, toDoStatus: 'DONE' } };
    const { user } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Done: Buy oil' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(server.sentTo(status)).toEqual([
        { id: 3, toDoStatus: 'DONE' },
        { id: 3, toDoStatus: 'TODO' },
      ]),
    );
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('ticks off the chosen ones, and gives them to somebody', async () => {
    const plan = { changed: 2, same: 0, gone: 0, refused: [], notes: [] };
    const server = serve(belt, oil);
    Object.assign(server.handlers, {
      'POST /api/bulk/check': { body: plan },
      'POST /api/bulk/run': { body: { ...plan, id: 9 } },
      'GET /api/bulk/recent': { body: [] },
    });
    const { user } = await open();
    const chooseAll = async () => user.click(await pageBox());
    await chooseAll();
    await user.click(await screen.findByRole('button', { name: 'Mark as done' }));
    const done = await screen.findByRole('dialog', { name: 'Mark as done' });
    await within(done).findByText('2 to-dos will change.');
    await user.click(within(done).getByRole('button', { name: 'Change' }));
    expect(await screen.findByText('2 to-dos marked as done')).toBeVisible();
    await chooseAll();
    await user.click(await screen.findByRole('button', { name: 'Assign' }));
    const dialog = await screen.findByRole('dialog', { name: 'Assign' });
    const change = within(dialog).getByRole('button', { name: 'Change' });
    expect(change).toBeDisabled();
    await user.selectOptions(within(dialog).getByLabelText('Assigned to'), 'Nobody in particular');
    await waitFor(() => expect(change).toBeEnabled());
    await user.click(change);
    await waitFor(() =>
      expect(server.sentTo('POST /api/bulk/run')).toEqual([
        { ids: [belt.id, oil.id], change: { action: 'todo.complete' } },
        { ids: [belt.id, oil.id], change: { action: 'todo.assignee', assignee: null } },
      ]),
    );
  });

  it('is read-only for technicians, who can only mark their own as done, also on a phone', async () => {
    screenIs.narrow = true;
    const mine = { ...belt, assignee: anna };
    const server = serve(mine, oil);
    server.handlers[status] = { body: { ...mine, toDoStatus: 'DONE' } };
    const { user } = await open('ROLE_USER');
    expect(await screen.findAllByRole('checkbox', { name: /^Done: / })).toHaveLength(1);
    await user.click(screen.getByRole('checkbox', { name: 'Done: Order a belt' }));
    await waitFor(() => expect(server.sentTo(status)).toEqual([{ id: 4, toDoStatus: 'DONE' }]));
    await user.click(screen.getByRole('button', { name: 'Order a belt' }));
    expect(await screen.findByText('Bakery at the Market')).toBeVisible();
    const dialog = screen.getByRole('dialog', { name: 'To-do' });
    expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.queryByText('Add to-do')).not.toBeInTheDocument();
    await user.click(within(dialog).getByRole('checkbox', { name: 'Done' }));
    await waitFor(() => expect(server.sentTo(status)).toHaveLength(2));
  });

  it('links the pin in a row to the machine’s own address; the address itself opens the to-do', async () => {
    const [oven] = belt.service?.devices ?? [];
    const plant = { ...oven, streetAddress: 'Werkstr. 2', zipCode: '14770', city: 'Brandenburg' };
    const far = { ...plant, id: 6, city: 'Rathenow' };
    serve({ ...belt, service: { ...belt.service, devices: [plant, far] } } as Todo);
    const { user } = await open();
    const pin = await screen.findByRole('link', { name: 'Directions to Werkstr. 2, 14770 Brandenburg' });
    expect(pin).toHaveAttribute('href', expect.stringContaining('Werkstr.%202%2C%2014770%20Brandenburg'));
    expect(pin).toHaveTextContent('');
    await user.click(screen.getByText(/Werkstr. 2, 14770 Brandenburg and 1 more place/));
    // The dialog that shows the loading is replaced.
    const dialog = () => within(screen.getByRole('dialog', { name: 'To-do' }));
    for (const city of ['Brandenburg', 'Rathenow'])
      await waitFor(() =>
        expect(dialog().getByRole('link', { name: `Directions to Werkstr. 2, 14770 ${city}` })).toBeVisible(),
      );
  });
});
