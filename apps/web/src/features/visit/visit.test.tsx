import { toPage } from '@servicebook/shared/primitives';
import type { Visit } from '@servicebook/shared/visit';
import { screen, waitFor, within } from '@testing-library/react';
import type { AxiosAdapter } from 'axios';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { http } from '../../lib/api-client.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';
import { mill, press } from '../../testing/render-tab.tsx';

const search = 'POST /api/visit/search';
const find = 'GET /api/visit/findById/9';
const save = 'POST /api/visit/save';
const step = 'POST /api/visit/step';
const check = 'PATCH /api/visit/check';
const notes = 'GET /api/visit/notes/9';
const announcements = 'GET /api/visit/announcements/9';
const preview = 'POST /api/visit/previewAnnouncement';
const announce = 'POST /api/visit/announce';
const board = 'GET /api/planning/board';
const emptyBoard = { today: '2026-12-01', technicians: [], visits: [], absences: [] };
const employees = 'GET /api/user/findAllFlatRoles';

const jan = { id: 2, firstName: 'Jan', lastName: 'Kowal', active: true };
const visit: Visit = {
  id: 9,
  customer: { ...mill },
  devices: [
    {
      ...press,
      streetAddress: 'Dock 4',
      zipCode: '61-002',
      city: 'Poznań',
      elsewhere: false,
      archived: false,
    },
  ],
  types: ['REPAIR'],
  text: 'Bring the gasket',
  checklist: [
    { name: 'Filter', done: false },
    { name: 'Belt', done: true },
  ],
  priority: 'URGENT',
  state: 'PLANNED',
  cancelReason: '',
  source: 'OFFICE',
  sourceService: null,
  day: '2026-12-07',
  from: '08:00',
  to: '10:00',
  minutes: 90,
  technicians: [jan],
  protocols: [],
  startedAt: null,
  endedAt: null,
  userCreated: { id: 1, firstName: 'Anna', lastName: 'Nowak' },
  notes: 0,
  files: 0,
  told: null,
  revision: 3,
  createdAt: '2026-11-20T10:00:00.000Z',
};
/** A protocol of its machine. */
const written = {
  ...{ id: 30, number: '1/12/2026', state: 'SIGNED' as const, withdrawn: false, followed: false },
  devices: [5],
};
const office = {
  [employees]: { body: [] },
  [notes]: { body: [] },
  'GET /api/visit/files/9': { body: [] },
  [announcements]: { body: { sent: [], recipients: [], language: 'en' } },
  'GET /api/absence/list': { body: [] },
  [board]: { body: emptyBoard },
  [find]: { body: visit },
};

describe('The list of visits', () => {
  it('says when, where and who, and opens a visit', async () => {
    const server = fakeServer({ ...office, [search]: { body: toPage([visit], 1, 0, 20) } });
    const { user } = await renderApp('/visitList', sessionUser());
    const row = (await screen.findByText('Mill')).closest('tr') as HTMLElement;
    expect(within(row).getByText('Mon, 7 Dec 2026, 08:00–10:00')).toBeVisible();
    expect(within(row).getByText('Hydraulic press (HP-1)')).toBeVisible();
    expect(within(row).getByText('Dock 4, 61-002 Poznań')).toBeVisible();
    expect(within(row).getByText('Jan Kowal')).toBeVisible();
    expect(server.sentTo(search)).toEqual([
      expect.objectContaining({ states: ['TO_PLAN', 'PLANNED', 'STARTED'] }),
    ]);
    await user.selectOptions(screen.getByLabelText('Show'), 'Done');
    await waitFor(() =>
      expect(server.sentTo(search).at(-1)).toEqual(expect.objectContaining({ states: ['DONE'] })),
    );
    await user.click(screen.getByText('Mill'));
    expect(await screen.findByRole('heading', { name: 'Mill' })).toBeVisible();
  });

  it('moves the chosen ones to a day, and says before who cannot go there', async () => {
    const plan = {
      changed: 1,
      same: 0,
      gone: 0,
      refused: [{ id: 8, name: 'Mill (1 Dec 2026)', reason: 'VISIT_OVER' }],
      notes: [
        { note: 'ABSENT', count: 1 },
        { note: 'TOLD_OTHERWISE', count: 2 },
      ],
    };
    const server = fakeServer({
      ...office,
      [search]: { body: toPage([visit], 1, 0, 20) },
      'POST /api/bulk/check': { body: plan },
      'POST /api/bulk/run': { body: { ...plan, id: 9 } },
      'GET /api/bulk/recent': { body: [] },
    });
    const { user } = await renderApp('/visitList', sessionUser());
    await user.click(
      await screen.findByRole('checkbox', { name: 'Select Mill, Mon, 7 Dec 2026, 08:00–10:00' }),
    );
    await user.click(await screen.findByRole('button', { name: 'Move to a day' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move to a day' });
    await user.type(within(dialog).getByLabelText('Day'), '9/12/2026{Tab}');
    expect(await within(dialog).findByText('1 visit will change.')).toBeVisible();
    expect(within(dialog).getByText(/1 visit is on a day on which a technician is absent/)).toBeVisible();
    expect(within(dialog).getByText(/2 customers were told something else/)).toBeVisible();
    expect(within(dialog).getByText(/Mill \(1 Dec 2026\)/)).toHaveTextContent(
      'Already done or cancelled: Mill',
    );
    const change = within(dialog).getByRole('button', { name: 'Change' });
    await waitFor(() => expect(change).toBeEnabled());
    await user.click(change);
    expect(await screen.findByText(/Day of 1 visit changed/)).toBeVisible();
    expect(server.sentTo('POST /api/bulk/run')).toEqual([
      { ids: [9], change: { action: 'visit.day', day: '2026-12-09' } },
    ]);
  });

  it('asks for the technicians and the reason of the chosen ones', async () => {
    const plan = { changed: 1, same: 0, gone: 0, refused: [], notes: [] };
    const server = fakeServer({
      ...office,
      [employees]: { body: [{ ...jan, email: 'jan@example.com', roles: [] }] },
      [search]: { body: toPage([visit], 1, 0, 20) },
      'POST /api/bulk/check': { body: plan },
      'POST /api/bulk/run': { body: { ...plan, id: 9 } },
      'GET /api/bulk/recent': { body: [] },
    });
    const { user } = await renderApp('/visitList', sessionUser());
    await user.click(await screen.findByRole('checkbox', { name: /^Select Mill/ }));
    await user.click(await screen.findByRole('button', { name: 'Change technicians' }));
    const team = await screen.findByRole('dialog', { name: 'Change technicians' });
    await user.click(within(team).getByLabelText('Replace all who go now'));
    await user.click(within(team).getByRole('combobox', { name: 'Technicians' }));
    const people = await screen.findByRole('listbox', { hidden: true });
    await user.click(within(people).getByRole('option', { name: 'Jan Kowal', hidden: true }));
    await within(team).findByText('1 visit will change.');
    await user.click(within(team).getByRole('button', { name: 'Change' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(await screen.findByRole('button', { name: 'More actions for the selected' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Cancel visits', hidden: true }));
    const cancel = await screen.findByRole('dialog', { name: 'Cancel visits' });
    const button = within(cancel).getByRole('button', { name: 'Cancel visits' });
    expect(button).toBeDisabled();
    expect(within(cancel).getByRole('button', { name: 'Back' })).toBeVisible();
    await user.type(within(cancel).getByLabelText(/Reason/), 'Holidays');
    expect(await within(cancel).findByText('1 visit will be cancelled.')).toBeVisible();
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    await waitFor(() =>
      expect(server.sentTo('POST /api/bulk/run')).toEqual([
        { ids: [9], change: { action: 'visit.technicians', mode: 'REPLACE', technicians: [{ id: 2 }] } },
        { ids: [9], change: { action: 'visit.cancel', reason: 'Holidays' } },
      ]),
    );
  });

  it('plans a visit; a refusal keeps the input', async () => {
    const server = fakeServer({
      ...office,
      [search]: { body: toPage([], 0, 0, 20) },
      'POST /api/customer/search': { body: toPage([mill], 1, 0, 50) },
      'POST /api/device/search': { body: toPage([press], 1, 0, 50) },
      [save]: refusal(400, 'VALIDATION_FAILED', { technicians: 'PERFORMER_NOT_SELECTED' }),
    });
    const { user } = await renderApp('/visitList', sessionUser());
    await user.click((await screen.findAllByRole('button', { name: 'Plan visit' }))[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'New visit' });
    const plan = () => user.click(within(dialog).getByRole('button', { name: 'Plan visit' }));
    await plan();
    expect(await within(dialog).findByText('Customer not selected')).toBeVisible();
    await user.click(within(dialog).getByLabelText(/Customer/));
    await user.click(await screen.findByRole('option', { name: /Mill/, hidden: true }));
    await user.click(within(dialog).getByLabelText(/Machines/));
    await user.click(await screen.findByRole('option', { name: /Hydraulic press/, hidden: true }));
    await user.click(within(dialog).getByLabelText('Repair'));
    await user.type(within(dialog).getByLabelText('What to do'), 'Check the pump');
    await user.type(within(dialog).getByLabelText('Expected time'), '1:30');
    await plan();
    await waitFor(() =>
      expect(server.sentTo(save)).toEqual([
        expect.objectContaining({
          customer: { id: 7 },
          devices: [{ id: 5 }],
          types: ['REPAIR'],
          text: 'Check the pump',
          minutes: 90,
          day: null,
          technicians: [],
        }),
      ]),
    );
    expect(within(dialog).getByLabelText('What to do')).toHaveValue('Check the pump');
    server.handlers[save] = { body: visit };
    await plan();
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(await screen.findByText('Visit planned')).toBeVisible();
  });
});

describe('A visit', () => {
  const open = (handlers = {}, user = sessionUser()) => {
    const server = fakeServer({ ...office, ...handlers });
    return renderApp('/visit?id=9', user).then((app) => ({ ...app, server }));
  };

  it('shows whom to call, where to go and what to do', async () => {
    await open();
    expect(await screen.findByText('Mon, 7 Dec 2026, 08:00–10:00')).toBeVisible();
    expect(screen.getByRole('link', { name: '+48 600 100 200' })).toHaveAttribute(
      'href',
      'tel:+48 600 100 200',
    );
    expect(screen.getByRole('link', { name: 'Dock 4, 61-002 Poznań' })).toHaveAttribute(
      'href',
      expect.stringContaining('Dock'),
    );
    expect(screen.getByText('Bring the gasket')).toBeVisible();
    expect(screen.getByText('urgent')).toBeVisible();
  });

  it('leads to the customer where the machine stands there and has no point, and says so', async () => {
    const { streetAddress, zipCode, city, country } = visit.customer;
    const [machine] = visit.devices;
    const body = {
      ...visit,
      customer: { ...visit.customer, position: { latitude: 52.4, longitude: 16.93 } },
      devices: [
        { ...machine, id: 5, streetAddress, zipCode, city, country },
        // It stands elsewhere, so the position says nothing about it.
        { ...machine, id: 6, name: 'Far press' },
      ],
    };
    fakeServer({ ...office, [find]: { body } });
    await renderApp('/visit?id=9', sessionUser());
    expect(await screen.findByText('Position of the customer')).toBeVisible();
    const ways = screen
      .getAllByRole('link')
      .flatMap((link) => link.getAttribute('href')?.match(/destination=(.*)/)?.[1] ?? []);
    expect(ways).toEqual(['52.4%2C16.93', expect.stringContaining('Dock')]);
  });

  it('is started with its protocol', async () => {
    const { user, server, router } = await open({ [step]: { body: { ...visit, state: 'STARTED' } } });
    server.handlers['GET /api/device/findById/5'] = { body: press };
    await user.click(await screen.findByRole('button', { name: 'Start and write the protocol' }));
    await waitFor(() => expect(server.sentTo(step)).toEqual([{ id: 9, step: 'START', revision: 3 }]));
    await waitFor(() => expect(router.state.location.pathname).toBe('/machineEdit'));
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      id: '5',
      activeTab: 'service',
      service: 'new',
      visit: '9',
    });
  });

  it('goes on with the protocol that was begun', async () => {
    const unsent = { id: -3, number: '', state: 'NEW', withdrawn: false, followed: false, devices: [5] };
    const begun = { ...visit, state: 'STARTED', protocols: [unsent] };
    const { user, server, router } = await open({ 'GET /api/visit/findById/9': { body: begun } });
    server.handlers['GET /api/device/findById/5'] = { body: press };
    await user.click(await screen.findByRole('button', { name: 'Continue the protocol' }));
    await waitFor(() => expect(router.state.location.search).toContain('service=-3'));
  });

  it('is cancelled with a reason, and shows another user’s change', async () => {
    const { user, server } = await open({ [step]: refusal(409, 'RECORD_CHANGED') });
    await user.click(await screen.findByRole('button', { name: 'Cancel visit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel the visit?' });
    const confirm = within(dialog).getByRole('button', { name: 'Cancel visit' });
    await user.click(confirm);
    expect(await within(dialog).findByText('Enter a text')).toBeVisible();
    await user.type(within(dialog).getByLabelText(/Reason/), 'Customer closed');
    await user.click(confirm);
    expect(await within(dialog).findByText(/Somebody else/)).toBeVisible();
    expect(within(dialog).getByLabelText(/Reason/)).toHaveValue('Customer closed');
    expect(server.sentTo(step)).toEqual([{ id: 9, step: 'CANCEL', reason: 'Customer closed', revision: 3 }]);
  });

  it('goes back to the list to plan if nobody was there', async () => {
    const { user, server } = await open({ [step]: { body: { ...visit, state: 'TO_PLAN', day: null } } });
    await user.click(await screen.findByRole('button', { name: 'Cancel visit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel the visit?' });
    await user.click(within(dialog).getByRole('radio', { name: 'Nobody there' }));
    await user.type(within(dialog).getByLabelText('Details'), 'gate closed');
    expect(within(dialog).getByRole('checkbox', { name: 'Plan it again' })).toBeChecked();
    await user.click(within(dialog).getByRole('button', { name: 'Have it planned again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.sentTo(step)).toEqual([
      { id: 9, step: 'PLAN_AGAIN', reason: 'Nobody there: gate closed', revision: 3 },
    ]);
  });

  it('is cancelled if nobody was there and it is not planned again', async () => {
    const { user, server } = await open({ [step]: { body: { ...visit, state: 'CANCELLED' } } });
    await user.click(await screen.findByRole('button', { name: 'Cancel visit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel the visit?' });
    await user.click(within(dialog).getByRole('radio', { name: 'Nobody there' }));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Plan it again' }));
    await user.click(within(dialog).getByRole('button', { name: 'Cancel visit' }));
    await waitFor(() =>
      expect(server.sentTo(step)).toEqual([{ id: 9, step: 'CANCEL', reason: 'Nobody there', revision: 3 }]),
    );
  });

  it('is read again when a note is deleted that has the same id', async () => {
    const note = { id: 9, text: 'Key', userCreated: visit.userCreated, createdAt: visit.createdAt };
    const { user, server } = await open({
      [notes]: { body: [note] },
      'DELETE /api/visit/deleteNote/9': {},
    });
    await user.click(await screen.findByRole('button', { name: 'Delete note “Key”' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete note?' });
    const reads = server.sentTo(find).length;
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.sentTo(find)).toHaveLength(reads + 1));
  });

  it('takes the next note as soon as one is saved, also while its lists wait for the network', async () => {
    const { user } = await open({ 'POST /api/visit/addNote': { body: { id: -3 } } });
    await screen.findByText('Bring the gasket');
    const answers = http.defaults.adapter as AxiosAdapter;
    http.defaults.adapter = (config) => (config.method === 'get' ? new Promise(() => {}) : answers(config));
    await user.type(screen.getByLabelText('New note'), 'Key at the gate');
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    await waitFor(() => expect(screen.getByLabelText('New note')).toHaveValue(''));
    await user.type(screen.getByLabelText('New note'), 'Beware of the dog');
    expect(screen.getByRole('button', { name: 'Add note' })).toBeEnabled();
  });

  it('ticks its checklist line by line', async () => {
    const done = { ...visit, checklist: visit.checklist.map((line) => ({ ...line, done: true })) };
    const { user, server } = await open({ [check]: { body: done } });
    expect(await screen.findByRole('checkbox', { name: 'Belt' })).toBeChecked();
    await user.click(screen.getByRole('checkbox', { name: 'Filter' }));
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Filter' })).toBeChecked());
    expect(server.sentTo(check)).toEqual([{ id: 9, position: 0, name: 'Filter', done: true }]);
  });

  it('whose protocol was withdrawn says so, and is planned again', async () => {
    const protocol = {
      id: 7,
      number: '3/12/2026',
      state: 'SIGNED' as const,
      withdrawn: true,
      followed: false,
      devices: [5],
    };
    const { user, server } = await open({
      [find]: { body: { ...visit, state: 'DONE', protocols: [protocol] } },
      [save]: { body: { ...visit, id: 10 } },
    });
    expect(await screen.findByText('withdrawn')).toBeVisible();
    expect(screen.getByText('protocol withdrawn')).toBeVisible();
    expect(screen.getByText(/the work does not count as done/).closest('[data-not-printed]')).toBeNull();
    expect(screen.getByText(/the work does not count as done/)).toHaveTextContent(/Hydraulic press \(HP-1\)/);
    await user.click(screen.getByRole('button', { name: 'Plan visit' }));
    const dialog = await screen.findByRole('dialog', { name: 'New visit' });
    await user.click(within(dialog).getByRole('button', { name: 'Plan visit' }));
    await waitFor(() =>
      expect(server.sentTo(save)).toMatchObject([
        {
          customer: { id: visit.customer.id },
          devices: [{ id: 5 }],
          source: 'FOLLOW_UP',
          sourceService: { id: 7 },
          text: 'Bring the gasket',
          minutes: 90,
          day: null,
        },
      ]),
    );
  });

  it('with a second, valid protocol needs no other visit', async () => {
    const of = (id: number, withdrawn: boolean, followed = false) => ({
      ...{ id, withdrawn, followed, number: `${id}/12/2026`, state: 'SIGNED' as const, devices: [5] },
    });
    await open({ [find]: { body: { ...visit, state: 'DONE', protocols: [of(7, true), of(8, false)] } } });
    expect(await screen.findByText('withdrawn')).toBeVisible();
    expect(screen.queryByText(/the work does not count as done/)).toBeNull();
  });

  it('that another visit follows up is not planned twice', async () => {
    const protocol = { id: 7, number: '7/12/2026', state: 'SIGNED' as const, devices: [5] };
    const followed = { ...protocol, withdrawn: true, followed: true };
    await open({ [find]: { body: { ...visit, state: 'DONE', protocols: [followed] } } });
    expect(await screen.findByText('withdrawn')).toBeVisible();
    expect(screen.queryByText(/the work does not count as done/)).toBeNull();
  });

  it('says at once that a window ends on the next day', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Visit' });
    const enter = async (label: string, time: string) => {
      await user.clear(within(dialog).getByLabelText(label));
      await user.type(within(dialog).getByLabelText(label), time);
    };
    await enter('From', '17:00');
    await enter('To', '18:00');
    expect(within(dialog).queryByText(/Ends on the next day/)).toBeNull();
    await enter('To', '16:00');
    expect(within(dialog).getByText(/Ends on the next day \(23:00\sh\)/)).toBeVisible();
  });

  it('says which other visit of its technicians overlaps', async () => {
    const other = { ...visit, id: 12, from: '11:00', to: '12:00', minutes: null };
    const own = { ...visit, from: '08:00', to: '09:00', minutes: null };
    const { user } = await open({
      [find]: { body: own },
      [board]: { body: { ...emptyBoard, visits: [own, other] } },
    });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Visit' });
    expect(within(dialog).queryByText(/overlaps/)).toBeNull();
    await user.clear(within(dialog).getByLabelText('To'));
    await user.type(within(dialog).getByLabelText('To'), '12:00');
    await user.clear(within(dialog).getByLabelText('From'));
    await user.type(within(dialog).getByLabelText('From'), '11:00');
    expect(
      await within(dialog).findByText('The time overlaps with another visit: 11:00–12:00 Mill'),
    ).toBeVisible();
  });

  it('asks before it is marked as done with machines that have no protocol, and names them', async () => {
    const [machine] = visit.devices;
    const body = {
      ...visit,
      devices: [
        { ...machine, id: 5 },
        { ...machine, id: 6, name: 'Far press' },
      ],
      protocols: [written],
    };
    const { user, server } = await open({
      [find]: { body },
      [step]: { body: { ...body, state: 'DONE', revision: 4 } },
    });
    await user.click(await screen.findByRole('button', { name: 'Mark as done' }));
    const question = await screen.findByRole('dialog', { name: 'End without a protocol?' });
    expect(within(question).getByText(/^Still without a protocol on this visit: Far press/)).toBeVisible();
    expect(server.sentTo(step)).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Mark as done' }));
    await waitFor(() => expect(server.sentTo(step)).toEqual([{ id: 9, step: 'FINISH', revision: 3 }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('is marked as done at once if every machine has a protocol', async () => {
    const body = { ...visit, protocols: [written] };
    const { user, server } = await open({
      [find]: { body },
      [step]: { body: { ...body, state: 'DONE', revision: 4 } },
    });
    await user.click(await screen.findByRole('button', { name: 'Mark as done' }));
    await waitFor(() => expect(server.sentTo(step)).toEqual([{ id: 9, step: 'FINISH', revision: 3 }]));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('that is over can only be reopened', async () => {
    await open({ [find]: { body: { ...visit, state: 'CANCELLED', cancelReason: 'Closed' } } });
    expect(await screen.findByText('Closed')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reopen' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Mark as done' })).not.toBeInTheDocument();
  });
});

describe('One’s own visits on the home page', () => {
  const days = { today: '2026-12-07', tomorrow: '2026-12-08' };
  const late = { ...visit, id: 8, day: '2026-12-04', state: 'STARTED' as const };
  const next = { ...visit, id: 10, day: '2026-12-08', from: null, to: null, files: 2, notes: 1 };

  it('name three machines, and how many more there are', async () => {
    const devices = [1, 2, 3, 4, 5].flatMap((id) =>
      visit.devices.map((machine) => ({ ...machine, id, name: `Press ${id}`, serialNumber: '' })),
    );
    fakeServer({ 'GET /api/planning/myDays': { body: { ...days, visits: [{ ...visit, devices }] } } });
    await renderApp('/home', { ...sessionUser('ROLE_USER'), id: jan.id });
    expect(await screen.findByText('Repair: Press 1, Press 2, Press 3 and 2 more')).toBeVisible();
  });

  it('lead a technician through the day: when, where, what, whom to call', async () => {
    const server = fakeServer({
      'GET /api/planning/myDays': { body: { ...days, visits: [late, visit, next] } },
      [step]: { body: { ...visit, state: 'DONE', revision: 4 } },
    });
    const { user } = await renderApp('/home', { ...sessionUser('ROLE_USER'), id: jan.id });
    const today = await screen.findByRole('list', { name: 'Today' });
    expect(within(today).getByText('08:00–10:00')).toBeVisible();
    expect(within(today).getByText('Bring the gasket')).toBeVisible();
    expect(within(today).getByText('Dock 4, 61-002 Poznań')).toBeVisible();
    expect(within(today).queryByText(/with Jan/)).not.toBeInTheDocument();
    expect(within(today).getByRole('link', { name: 'Call Mill' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^tel:\+?\d+$/),
    );
    expect(within(today).getByRole('link', { name: 'Navigate to Mill' })).toHaveAttribute(
      'href',
      expect.stringContaining('destination='),
    );
    expect(
      within(screen.getByRole('list', { name: 'Still open' })).getByText('Fri, 4 Dec 2026, 08:00–10:00'),
    ).toBeVisible();
    const tomorrow = within(screen.getByRole('list', { name: 'Tomorrow' }));
    expect(tomorrow.getByText('any time')).toBeVisible();
    expect(tomorrow.getByText('2 files · 1 note')).toBeVisible();
    // One stop needs no route.
    expect(screen.queryByRole('link', { name: 'Route on the map' })).not.toBeInTheDocument();
    await user.click(within(today).getByRole('button', { name: 'Done: Mill' }));
    const question = await screen.findByRole('dialog', { name: 'End without a protocol?' });
    expect(server.sentTo(step)).toEqual([]);
    expect(
      within(question).getByText(/^Still without a protocol on this visit: Hydraulic press/),
    ).toBeVisible();
    await user.click(within(question).getByRole('button', { name: 'Mark as done' }));
    await waitFor(() => expect(server.sentTo(step)).toEqual([{ id: 9, step: 'FINISH', revision: 3 }]));
  });

  it('are marked as done without a question if every machine has a protocol', async () => {
    const server = fakeServer({
      'GET /api/planning/myDays': { body: { ...days, visits: [{ ...visit, protocols: [written] }] } },
      [step]: { body: { ...visit, state: 'DONE', revision: 4 } },
    });
    const { user } = await renderApp('/home', { ...sessionUser('ROLE_USER'), id: jan.id });
    await user.click(await screen.findByRole('button', { name: 'Done: Mill' }));
    await waitFor(() => expect(server.sentTo(step)).toEqual([{ id: 9, step: 'FINISH', revision: 3 }]));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('open the way through the stops that are left', async () => {
    const at = (id: number, gpsLatitude: number, state: Visit['state'] = 'PLANNED') => ({
      ...visit,
      ...{ id, state },
      devices: visit.devices.map((device) => ({ ...device, gpsLatitude, gpsLongitude: 17 })),
    });
    const visits = [at(1, 52.1), at(2, 52.2, 'DONE'), at(3, 52.3)];
    fakeServer({ 'GET /api/planning/myDays': { body: { ...days, visits } } });
    await renderApp('/home', sessionUser('ROLE_USER'));
    const way = new URL(
      (await screen.findByRole('link', { name: 'Route on the map' })).getAttribute('href') ?? '',
    );
    expect(way.searchParams.get('waypoints')).toBe('52.1,17');
    expect(way.searchParams.get('destination')).toBe('52.3,17');
  });

  it('are not shown to the office, which has none', async () => {
    fakeServer({ 'GET /api/planning/myDays': { body: { ...days, visits: [] } } });
    await renderApp('/home', sessionUser());
    await screen.findByRole('heading', { name: /Hello/ });
    expect(screen.queryByRole('region', { name: 'My visits' })).not.toBeInTheDocument();
  });
});

describe('The announcement to the customer', () => {
  beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-30T12:00:00Z'), toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());
  const known = { sent: [], recipients: [{ name: 'Ola', email: 'ola@mill.example' }], language: 'de' };
  const told = {
    id: 1,
    email: 'ola@mill.example',
    day: '2026-12-04',
    from: '08:00',
    to: null,
    createdAt: '2026-11-30T10:00:00.000Z',
  };

  it('is shown before it is sent, to the contact and in the language of the customer', async () => {
    const server = fakeServer({
      ...office,
      [announcements]: { body: known },
      [preview]: ({ body }) => ({ body: { subject: 'Unser Besuch', text: JSON.stringify(body) } }),
      [announce]: { body: told },
    });
    const { user } = await renderApp('/visit?id=9', sessionUser());
    expect(await screen.findByText('The customer has not been told yet.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Announce to the customer' }));
    const dialog = await screen.findByRole('dialog', { name: 'Announce the visit' });
    expect(await within(dialog).findByText('Unser Besuch')).toBeVisible();
    expect(server.sentTo(preview)).toEqual([{ visit: { id: 9 }, email: 'ola@mill.example', language: 'de' }]);
    server.handlers[announcements] = { body: { ...known, sent: [told] } };
    await user.dblClick(within(dialog).getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Announcement sent')).toBeVisible();
    expect(server.sentTo(announce)).toEqual([
      { visit: { id: 9 }, email: 'ola@mill.example', language: 'de', revision: 3 },
    ]);
    expect(
      await screen.findByText(/^The customer was told another time: Fri, 4 Dec 2026, 08:00/),
    ).toBeVisible();
  });

  it('warns before it is sent if the technician is absent that day', async () => {
    fakeServer({
      ...office,
      [announcements]: { body: known },
      [preview]: { body: { subject: 'Our visit', text: 'Hello' } },
      'GET /api/absence/list': ({ query }) => ({
        body: [{ id: 1, user: jan, kind: 'OTHER', ...query, note: '' }],
      }),
    });
    const { user } = await renderApp('/visit?id=9', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Announce to the customer' }));
    const dialog = await screen.findByRole('dialog', { name: 'Announce the visit' });
    expect(await within(dialog).findByText('Absent on this day: Jan Kowal')).toBeVisible();
  });

  it('needs an address', async () => {
    const server = fakeServer({
      ...office,
      [announcements]: { body: { ...known, recipients: [] } },
      [preview]: { body: { subject: 'Our visit', text: 'Hello' } },
    });
    const { user } = await renderApp('/visit?id=9', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Announce to the customer' }));
    const dialog = await screen.findByRole('dialog', { name: 'Announce the visit' });
    await user.click(within(dialog).getByRole('button', { name: 'Send' }));
    expect(await within(dialog).findByText('Incorrect e-mail address')).toBeVisible();
    expect(server.sentTo(announce)).toEqual([]);
  });

  it('is not offered for a day that is past', async () => {
    fakeServer({
      ...office,
      [find]: { body: { ...visit, day: '2026-11-29' } },
      [announcements]: { body: { ...known, sent: [told] } },
    });
    await renderApp('/visit?id=9', sessionUser());
    expect(await screen.findByText(/^The customer was told another time/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Announce the new time' })).toBeNull();
  });

  it('is recalled before the visit is deleted, cancelled or moved', async () => {
    fakeServer({ ...office, [find]: { body: { ...visit, told: { ...told, day: '2026-12-07' } } } });
    const { user } = await renderApp('/visit?id=9', sessionUser());
    const when = 'The customer was told Mon, 7 Dec 2026, 08:00.';
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('dialog', { name: 'Delete visit?' });
    const gone = `${when} Please tell them that nobody will come.`;
    expect(await within(question).findByText(gone)).toBeVisible();
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Cancel visit' }));
    const reason = await screen.findByRole('dialog', { name: 'Cancel the visit?' });
    expect(await within(reason).findByText(gone)).toBeVisible();
    await user.click(within(reason).getByRole('button', { name: 'Back' }));
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const form = await screen.findByRole('dialog', { name: 'Visit' });
    const moved = `${when} Announce the new time after saving.`;
    expect(await within(form).findByText(moved)).toBeVisible();
    await user.clear(within(form).getByLabelText('To'));
    await waitFor(() => expect(within(form).queryByText(moved)).toBeNull());
  });

  it('is not recalled when its day is past', async () => {
    fakeServer({
      ...office,
      [find]: { body: { ...visit, told: { ...told, day: '2026-11-29' } } },
    });
    const { user } = await renderApp('/visit?id=9', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('dialog', { name: 'Delete visit?' });
    expect(within(question).queryByText(/nobody will come/)).toBeNull();
  });

  it('says after a cancellation that the customer must be told', async () => {
    fakeServer({
      ...office,
      [find]: { body: { ...visit, state: 'CANCELLED', cancelReason: 'Ill' } },
      [announcements]: { body: { ...known, sent: [told] } },
    });
    await renderApp('/visit?id=9', sessionUser());
    expect(await screen.findByText(/The visit is cancelled: please tell them/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Announce the new time' })).toBeNull();
  });
});

describe('Chosen inspections', () => {
  const inspections = 'POST /api/device/periodicInspections/search';
  const row = (id: number, customer: { id: number; shortName: string }, planned: object | null = null) => ({
    device: {
      id,
      name: `Machine ${id}`,
      status: 'OK',
      serialNumber: `S-${id}`,
      category: { id: 2, name: 'Presses' },
      customer,
      streetAddress: '',
      zipCode: '',
      city: '',
      country: '',
      transferDate: '2025-01-01',
    },
    lastInspection: null,
    nextInspection: '2026-12-01',
    daysToNextInspection: 8,
    daysToEndWarranty: null,
    lastWarrantyInspectionDone: false,
    planned,
  });
  const acme = { id: 8, shortName: 'Acme' };
  const miller = { id: 7, shortName: 'Mill' };
  const rows = [row(1, miller), row(2, acme), row(3, miller, { id: 4, day: null, technicians: [jan] })];

  it('plans one visit for each customer of the chosen inspections', async () => {
    const server = fakeServer({
      ...office,
      [employees]: { body: [jan] },
      [inspections]: { body: toPage(rows, 3, 0, 20) },
      [save]: { body: visit },
    });
    const { user } = await renderApp('/machinePeriodicInspection', sessionUser());
    expect(await screen.findByText('no day yet, Jan Kowal')).toBeVisible();
    for (const name of ['Machine 1', 'Machine 2', 'Machine 3'])
      await user.click(screen.getByRole('checkbox', { name: new RegExp(name) }));
    await user.click(await screen.findByRole('button', { name: 'Plan visit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Plan 2 visits' });
    expect(server.sentTo(inspections).at(-1)).toMatchObject({ ids: [1, 2, 3] });
    expect(within(dialog).getByText(/already planned to inspect: Machine 3/)).toBeVisible();
    // The second visit is refused once. Trying again plans only the second.
    server.handlers[save] = () =>
      server.sentTo(save).length === 2 ? refusal(409, 'RECORD_CHANGED') : { body: visit };
    await user.click(within(dialog).getByRole('button', { name: 'Plan visit' }));
    await waitFor(() => expect(server.sentTo(save)).toHaveLength(2));
    await user.click(await within(dialog).findByRole('button', { name: 'Plan visit' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(server.sentTo(save)).toEqual(
      [miller, acme, acme].map(({ id }) =>
        expect.objectContaining({ customer: { id }, types: ['PERIODIC_INSPECTION'], source: 'INSPECTION' }),
      ),
    );
    expect(server.sentTo(save)[0]).toMatchObject({ devices: [{ id: 1 }, { id: 3 }] });
  });
});
