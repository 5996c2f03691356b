import type { Device } from '@servicebook/shared/device';
import { toPage } from '@servicebook/shared/primitives';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { formatServiceActions } from '@servicebook/shared/service-action';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeRequest, fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';
import { dropDraft, listDrafts } from './service-draft.ts';

const press: Device = {
  id: 5,
  name: 'Hydraulic press',
  status: 'OK',
  statusWeight: 4,
  category: { id: 2, name: 'Presses' },
  customer: { id: 7, shortName: 'Mill', fullName: 'Mill and Sons Ltd' },
  serialNumber: 'HP-1',
  sourcePower: '',
  transferDate: null,
  warranty: '',
  warrantyLength: null,
  streetAddress: '',
  zipCode: '',
  city: 'Poznań',
  country: '',
  gpsLatitude: null,
  gpsLongitude: null,
  isPeriodicInspectionEnabled: false,
  inspectionPeriodInMonths: 6,
};
const saw: Device = { ...press, id: 6, name: 'Band saw', serialNumber: 'BS-1' };

const actions = [
  { name: 'Oil change', fields: [{ name: 'Amount', unit: 'l' }] },
  { name: 'Check the guard', fields: [] },
];
const category = {
  id: 2,
  name: 'Presses',
  count: 1,
  serviceReviewOperationsList: formatServiceActions(actions),
};

const protocol: ServiceProtocol = {
  id: 31,
  date: '2026-11-03T08:15:00.000Z',
  number: 25,
  numberExtension: 'A',
  month: 11,
  year: 2026,
  fullNumber: '25A',
  devices: [{ id: 5, name: 'Hydraulic press' }],
  type: ['REPAIR'],
  paymentType: 'PAID',
  faultDescription: 'The pump leaks.',
  period: -1,
  user: { id: 1, firstName: 'Anna', lastName: 'Nowak' },
  state: 'NEW',
  fileDtos: [],
  customer: press.customer,
  isToSign: false,
  actions: [],
  version: 0,
  signature: null,
  revision: 1,
  todo: null,
};
const signed: ServiceProtocol = {
  ...protocol,
  state: 'SIGNED',
  isToSign: true,
  version: 1,
  signature: { kind: 'DRAWN', signerName: 'Jan Kowal', signedAt: '2026-11-03T09:00:00.000Z' },
};

const search = 'POST /api/service/search';
const add = 'POST /api/service/add';
const one = 'GET /api/service/findById/31';
const page = (...rows: ServiceProtocol[]) => ({ body: toPage(rows, rows.length, 0, 15) });
const machine = {
  'GET /api/device/findById/5': { body: press },
  'GET /api/device/findById/6': { body: saw },
  'GET /api/category/findById/2': { body: category },
  'POST /api/device/search': { body: toPage([saw, press], 2, 0, 50) },
  [search]: page(),
};

/** What went out as JSON beside a file. */
const jsonOf = (body: unknown, field = 'serviceJson') => JSON.parse((body as FormData).get(field) as string);
const sent = (server: ReturnType<typeof fakeServer>) => server.sentTo(add).map((body) => jsonOf(body));
/** The server as it stores what it is sent. */
const storing = ({ body }: FakeRequest) => {
  const input = jsonOf(body);
  return {
    body: {
      ...protocol,
      ...input,
      id: input.id ?? 31,
      number: input.number || 26,
      period: input.period ?? -1,
      fullNumber: '26',
      devices: protocol.devices,
      customer: press.customer,
      revision: (input.revision ?? 0) + 1,
      state: input.isToSign ? 'SIGNED' : 'NEW',
      version: input.isToSign ? 1 : 0,
      todo: null,
    },
  };
};

const address = '/machineEdit?id=5&customerId=7&activeTab=service';
const open = (user = sessionUser('ROLE_USER')) => renderApp(address, user);
type User = Awaited<ReturnType<typeof open>>['user'];
const startNew = async (user: User) => {
  await user.click((await screen.findAllByRole('button', { name: 'New protocol' }))[0] as HTMLElement);
  return screen.findByRole('dialog');
};
const save = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: 'Save' });
const repair = (dialog: HTMLElement) => within(dialog).findByRole('checkbox', { name: 'Repair' });

// Growing text fields listen for late fonts; jsdom has none.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

beforeEach(async () => {
  for (const { key } of await listDrafts({ accountId: 1, userId: 1, deviceId: 5 })) await dropDraft(key);
});

describe('The protocols of a machine', () => {
  it('are listed with what matters, and asked for by machine', async () => {
    const long = `${'x'.repeat(80)} and the rest`;
    const file = { id: 1, filename: 'leak.jpg', key: 'k1', contentType: 'image/jpeg', size: 10, userId: 1 };
    const server = fakeServer({
      ...machine,
      [search]: page({ ...protocol, faultDescription: long, fileDtos: [file] }),
    });
    const { user } = await open();
    const table = await screen.findByRole('table', { name: 'Service protocols' });
    expect(await within(table).findByText('25A/11/2026')).toBeVisible();
    for (const text of [
      '3 Nov 2026, 09:15',
      'Repair',
      'Chargeable',
      'Anna Nowak',
      'Not signed',
      `${'x'.repeat(80)}…`,
    ])
      expect(within(table).getByText(text)).toBeInTheDocument();
    expect(within(table).getByRole('button', { name: '1 attachment' })).toBeVisible();
    await user.hover(within(table).getByText(`${'x'.repeat(80)}…`));
    expect(await screen.findByRole('tooltip')).toHaveTextContent(long);
    expect(server.sentTo(search)[0]).toMatchObject({
      deviceId: 5,
      sort: { by: 'fullNumber', direction: 'desc' },
      page: 0,
      size: 15,
    });
  });

  it('are searched on the server, in pages of 15 to 100', async () => {
    const server = fakeServer({ ...machine, [search]: { body: toPage([protocol], 31, 0, 15) } });
    const { user } = await open();
    const group = await screen.findByRole('group', { name: 'Rows per page' });
    const sizes = within(group).getAllByRole('button');
    expect(sizes.map((size) => size.textContent)).toEqual(['15', '30', '50', '100']);
    await user.type(screen.getByRole('searchbox'), 'pump');
    await waitFor(() =>
      expect(server.sentTo(search).at(-1)).toMatchObject({ deviceId: 5, text: 'pump', page: 0 }),
    );
  });

  it('invite to write the first one', async () => {
    fakeServer(machine);
    await open();
    expect(await screen.findByText('No service protocols yet')).toBeVisible();
  });
});

describe('A new protocol', () => {
  it('is saved with the ticked actions, their quantities and values', async () => {
    const server = fakeServer({ ...machine, [add]: storing, [one]: { body: protocol } });
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    await user.click(await within(dialog).findByRole('checkbox', { name: 'Oil change' }));
    await user.click(within(dialog).getByRole('button', { name: 'Oil change: one more' }));
    await user.type(within(dialog).getByLabelText('Oil change: Amount, l'), '4.5');
    await user.click(within(dialog).getByRole('button', { name: /Add another action/ }));
    await user.type(within(dialog).getByLabelText('Service action'), 'Cleaned the tank');
    await user.type(within(dialog).getByLabelText('Fault description'), 'Low pressure');
    await user.click(save(dialog));

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent(server)).toEqual([
      expect.objectContaining({
        id: null,
        number: 0,
        type: ['REPAIR'],
        paymentType: 'PAID',
        customer: { id: 7 },
        devices: [{ id: 5 }],
        faultDescription: 'Low pressure',
        isToSign: false,
        period: null,
        actions: [
          {
            device: { id: 5 },
            name: 'Oil change',
            quantity: 2,
            fields: [{ name: 'Amount', unit: 'l', value: '4.5' }],
          },
          { device: { id: 5 }, name: 'Cleaned the tank', quantity: 1, fields: [] },
        ],
      }),
    ]);
    const { date } = sent(server)[0];
    expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(2 * 60_000);
  });

  it('asks for a type, and keeps its number to itself', async () => {
    const server = fakeServer(machine);
    const { user } = await open();
    const dialog = await startNew(user);
    const number = within(dialog).getByLabelText('Number');
    expect(number).toHaveAttribute('readonly');
    expect(number).toHaveAttribute('placeholder', 'auto');
    await user.click(save(dialog));
    expect(await within(dialog).findByText('Select a service type')).toBeVisible();
    expect(server.sentTo(add)).toEqual([]);
  });

  it('asks for the interval only after an inspection, in whole months', async () => {
    const server = fakeServer({ ...machine, [add]: storing, [one]: { body: protocol } });
    const { user } = await open();
    const dialog = await startNew(user);
    expect(within(dialog).queryByLabelText(/Inspection interval/)).not.toBeInTheDocument();
    await user.click(within(dialog).getByRole('checkbox', { name: 'Periodic inspection' }));
    const period = within(dialog).getByLabelText(/Inspection interval/);
    expect(period).toHaveValue('6');
    await user.clear(period);
    await user.type(period, '0012');
    expect(period).toHaveValue('12');
    await user.click(save(dialog));
    await waitFor(() => expect(sent(server)[0]).toMatchObject({ type: ['PERIODIC_INSPECTION'], period: 12 }));
  });

  it('is stored once however often Save is clicked', async () => {
    const server = fakeServer({ ...machine, [add]: storing, [one]: { body: protocol } });
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    await user.dblClick(save(dialog));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent(server)).toHaveLength(1);
  });

  it('takes more machines of the customer, each with its own actions', async () => {
    const server = fakeServer({ ...machine, [add]: storing, [one]: { body: protocol } });
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    await user.click(within(dialog).getByRole('button', { name: 'Another machine' }));
    await user.click(within(dialog).getByRole('combobox', { name: 'Machines at Mill' }));
    // Without a layout the list counts as scrolled out of sight.
    await user.click(await screen.findByRole('option', { name: /Band saw/, hidden: true }));
    expect(server.sentTo('POST /api/device/search')[0]).toMatchObject({ customerId: 7 });
    await user.click(within(dialog).getByRole('button', { name: /^Band saw/ }));
    await user.click(await within(dialog).findByRole('button', { name: 'All done: Band saw' }));
    await user.click(save(dialog));
    await waitFor(() => expect(sent(server)).toHaveLength(1));
    expect(sent(server)[0]).toMatchObject({
      devices: [{ id: 5 }, { id: 6 }],
      actions: [
        { device: { id: 6 }, name: 'Oil change' },
        { device: { id: 6 }, name: 'Check the guard' },
      ],
    });
  });

  it('signed on paper asks first, and takes a number of its own', async () => {
    const server = fakeServer({
      ...machine,
      [add]: refusal(409, 'SERVICE_NUMBER_EXISTS'),
      [one]: { body: signed },
      'GET /api/service/versions/31': { body: [] },
    });
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Signed on paper' }));
    const number = within(dialog).getByLabelText('Number');
    await user.type(number, '25AB');
    await user.click(save(dialog));
    expect(await within(dialog).findByText(/Incorrect protocol number/)).toBeVisible();

    await user.clear(number);
    await user.type(number, '25a');
    await user.click(save(dialog));
    const question = await screen.findByRole('dialog', { name: 'Sign the service event?' });
    expect(sent(server)).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Sign' }));
    expect(await within(dialog).findByText('A document with the given number already exists.')).toBeVisible();
    expect(number).toHaveValue('25a');

    server.handlers[add] = storing;
    await user.clear(number);
    await user.type(number, '26');
    await user.click(save(dialog));
    await user.click(await screen.findByRole('button', { name: 'Sign' }));
    expect(await screen.findByText('Signed. The document is ready.')).toBeVisible();
    expect(sent(server).at(-1)).toMatchObject({ isToSign: true, number: 26, numberExtension: '' });
  });

  it('says in a dialog when the plan’s signed protocols are used up', async () => {
    fakeServer({ ...machine, [add]: refusal(402, 'SIGNED_PROTOCOL_LIMIT') });
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Signed on paper' }));
    await user.click(save(dialog));
    await user.click(await screen.findByRole('button', { name: 'Sign' }));
    const limit = await screen.findByRole('dialog', { name: 'Plan limit reached' });
    await user.click(within(limit).getByRole('button', { name: 'Understood' }));
    expect(await repair(dialog)).toBeChecked();
  });
});

describe('A refusal', () => {
  it.each([
    [403, 'NO_PERMISSION', 'No permission for this operation.'],
    [500, 'INTERNAL', 'Something went wrong on our side. Please try again.'],
  ] as const)('with %i is told in the form, which stays', async (status, code, message) => {
    fakeServer({ ...machine, [add]: refusal(status, code) });
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    await user.click(save(dialog));
    expect(await within(dialog).findByText(message)).toBeVisible();
    expect(await repair(dialog)).toBeChecked();
  });
});

describe('A dead server', () => {
  it('costs nothing that was typed, and the same save is not stored twice', async () => {
    const server = fakeServer({ ...machine, [add]: 'no connection', [one]: { body: protocol } });
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    const fault = within(dialog).getByLabelText('Fault description');
    await user.type(fault, 'Noise');
    await user.click(save(dialog));
    expect(await within(dialog).findByText(/Server connection error/)).toBeVisible();
    expect(fault).toHaveValue('Noise');

    server.handlers[add] = storing;
    await user.type(fault, ' and smoke');
    await user.click(save(dialog));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const [lost, repeated, changed] = server.requests.filter(({ call }) => call === add);
    const keyOf = (request: FakeRequest | undefined) => request?.headers['Idempotency-Key'];
    // The lost one is found again first; what was typed since is a change of it, no second protocol.
    expect(keyOf(repeated)).toBe(keyOf(lost));
    expect(jsonOf(repeated?.body)).toEqual(jsonOf(lost?.body));
    expect(jsonOf(changed?.body)).toMatchObject({ id: 31, faultDescription: 'Noise and smoke', revision: 1 });
  });
});

describe('What was typed', () => {
  it('is asked about before the popup closes', async () => {
    fakeServer(machine);
    const { user } = await open();
    const dialog = await startNew(user);
    await user.type(within(dialog).getByLabelText('Fault description'), 'Noise');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(within(dialog).getByLabelText('Fault description')).toHaveValue('Noise');
  });

  it('outlives the page, and is offered again', async () => {
    fakeServer(machine);
    const { user, router } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    await user.type(within(dialog).getByLabelText('Fault description'), 'Noise');
    // Gone without a word, as when a phone ends the tab.
    window.dispatchEvent(new Event('pagehide'));
    await waitFor(async () =>
      expect(await listDrafts({ accountId: 1, userId: 1, deviceId: 5 })).toHaveLength(1),
    );
    router.dispose();
    document.body.innerHTML = '';

    const again = await open();
    expect(await screen.findByText(/An unfinished protocol of .* was kept/)).toBeVisible();
    await again.user.click(screen.getByRole('button', { name: 'Continue' }));
    const restored = await screen.findByRole('dialog');
    expect(await within(restored).findByLabelText('Fault description')).toHaveValue('Noise');
    expect(await repair(restored)).toBeChecked();
  });
});

describe('A stored protocol', () => {
  const opened = async (stored: ServiceProtocol, user = sessionUser('ROLE_USER'), more = {}) => {
    const server = fakeServer({
      ...machine,
      [search]: page(stored),
      [one]: { body: stored },
      'GET /api/service/versions/31': { body: [version] },
      ...more,
    });
    const app = await open(user);
    await app.user.click(await screen.findByRole('button', { name: '25A/11/2026' }));
    return { ...app, server, dialog: await screen.findByRole('dialog', { name: 'Protocol 25A/11/2026' }) };
  };
  const version = {
    version: 1,
    createdAt: '2026-11-03T09:00:00.000Z',
    user: { id: 1, firstName: 'Anna', lastName: 'Nowak' },
    signature: signed.signature,
    snapshotSha256: 'abcdef0123456789'.repeat(4),
    pdfSha256: '0123456789abcdef'.repeat(4),
  };

  it('shows what somebody else saved meanwhile, and keeps what was typed', async () => {
    const theirs = { ...protocol, faultDescription: 'Theirs', paymentType: 'WARRANTY' as const, revision: 2 };
    const { user, dialog, server } = await opened(protocol, undefined, {
      [add]: refusal(409, 'SERVICE_CHANGED'),
    });
    const fault = await within(dialog).findByLabelText('Fault description');
    await user.clear(fault);
    await user.type(fault, 'Mine');
    await user.click(save(dialog));
    expect(await within(dialog).findByText(/Somebody else has changed this protocol/)).toBeVisible();

    server.handlers[one] = { body: theirs };
    await user.click(within(dialog).getByRole('button', { name: 'Bring in the changes' }));
    expect(await within(dialog).findByText(/changed on both sides/)).toBeVisible();
    expect(within(dialog).getByLabelText('Fault description')).toHaveValue('Mine');
    expect(within(dialog).getByLabelText('Payment')).toHaveValue('WARRANTY');
    expect(within(dialog).getByText('Theirs')).toBeVisible();

    server.handlers[add] = storing;
    await user.click(save(dialog));
    await waitFor(() => expect(sent(server)).toHaveLength(2));
    expect(sent(server)[1]).toMatchObject({ faultDescription: 'Mine', paymentType: 'WARRANTY', revision: 2 });
  });

  it('that is not the month’s last cannot be deleted', async () => {
    const { user, dialog } = await opened(protocol, undefined, {
      'DELETE /api/service/delete/31': { status: 304 },
    });
    await user.click(await within(dialog).findByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('dialog', { name: 'Delete protocol?' });
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(
      await within(question).findByText('Only the last protocol of the month can be deleted.'),
    ).toBeInTheDocument();
  });

  it('of a colleague has no delete button for a technician', async () => {
    const theirs = { ...protocol, user: { id: 9, firstName: 'Ewa', lastName: 'Lis' } };
    const { dialog } = await opened(theirs);
    await within(dialog).findByLabelText('Fault description');
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  });

  it('is locked once signed, with its document and versions', async () => {
    const { dialog } = await opened(signed);
    expect(await within(dialog).findByText('Version 1')).toBeVisible();
    expect(within(dialog).getByText(/abcdef012345…/)).toBeVisible();
    expect(within(dialog).getByText('The pump leaks.')).toBeVisible();
    expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument();
    expect(within(dialog).queryByRole('button', { name: 'Change' })).not.toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Show PDF' })).toBeVisible();
  });

  it('can be changed by an admin, who is told that a new version arises', async () => {
    const { user, dialog, server } = await opened(signed, sessionUser('ROLE_ADMIN'), { [add]: storing });
    await user.click(await within(dialog).findByRole('button', { name: 'Change' }));
    const warning = await screen.findByRole('dialog', { name: 'Change a signed protocol?' });
    expect(within(warning).getByText(/your changes become version 2/)).toBeInTheDocument();
    await user.click(within(warning).getByRole('button', { name: 'Change' }));
    const number = await within(dialog).findByLabelText('Number');
    expect(number).not.toHaveAttribute('readonly');
    await user.click(within(dialog).getByRole('checkbox', { name: 'Signed' }));
    await user.click(save(dialog));
    await user.click(await screen.findByRole('button', { name: 'Reopen' }));
    await waitFor(() => expect(sent(server)).toHaveLength(1));
    expect(sent(server)[0]).toMatchObject({
      id: 31,
      isToSign: false,
      number: 25,
      numberExtension: 'A',
      revision: 1,
    });
  });
});

describe('A to-do', () => {
  it('is planned with the protocol by an admin', async () => {
    const server = fakeServer({ ...machine, [add]: storing, [one]: { body: protocol } });
    const { user } = await open(sessionUser('ROLE_ADMIN'));
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Plan as to-do' }));
    await user.type(within(dialog).getByRole('textbox', { name: /Due on/ }), '1.12.2026');
    await user.type(within(dialog).getByLabelText(/What is to be done/), 'Bring the new pump');
    await user.click(save(dialog));
    await waitFor(() => expect(sent(server)).toHaveLength(1));
    expect(sent(server)[0].todo).toEqual({ date: '2026-12-01', description: 'Bring the new pump' });
  });

  it('is not offered to others', async () => {
    fakeServer(machine);
    const { user } = await open();
    const dialog = await startNew(user);
    await repair(dialog);
    expect(within(dialog).queryByRole('checkbox', { name: 'Plan as to-do' })).not.toBeInTheDocument();
  });
});

describe('Attachments', () => {
  const attach = 'PATCH /api/service/addFile/31';
  const photo = () => new File(['picture'], 'leak.png', { type: 'image/png' });
  const stored = {
    ...protocol,
    fileDtos: [{ id: 1, filename: 'leak.png', key: 'k', contentType: 'image/png', size: 7, userId: 1 }],
  };

  it('are added from the row, looked at, and deleted after a question', async () => {
    const remove = 'DELETE /api/service/deleteFile/1';
    const server = fakeServer({
      ...machine,
      [search]: page(protocol),
      [one]: { body: protocol },
      [attach]: { body: stored },
      [remove]: refusal(403, 'NO_PERMISSION'),
    });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Add an attachment to 25A/11/2026' }));
    const dialog = await screen.findByRole('dialog', { name: 'Attachments of 25A/11/2026' });
    server.handlers[one] = { body: stored };
    await user.upload(dialog.querySelector('input[type=file]') as HTMLInputElement, photo());
    await user.click(await within(dialog).findByRole('button', { name: 'Show leak.png' }));
    const preview = await screen.findByRole('dialog', { name: 'leak.png' });
    expect(preview.querySelector('img')).toHaveAttribute('src', '/api/storage/downloadFile?fileName=k');
    await user.click(within(preview).getByRole('button', { name: 'Close preview' }));
    expect(server.sentTo(attach).map((form) => ((form as FormData).get('file') as File).name)).toEqual([
      'leak.png',
    ]);

    await user.click(within(dialog).getByRole('button', { name: 'Delete leak.png' }));
    const question = await screen.findByRole('dialog', { name: 'Delete attachment?' });
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await within(question).findByText('No permission for this operation.')).toBeVisible();
    server.handlers[remove] = {};
    server.handlers[one] = { body: protocol };
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(within(dialog).queryByRole('button', { name: 'Show leak.png' })).not.toBeInTheDocument(),
    );
  });

  it('of a new protocol follow it, and one that fails can be tried again', async () => {
    const server = fakeServer({
      ...machine,
      [add]: storing,
      [one]: { body: protocol },
      [attach]: 'no connection',
    });
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    const input = dialog.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('no file input');
    await user.upload(input, photo());
    expect(await within(dialog).findByText('leak.png')).toBeVisible();
    expect(server.sentTo(attach)).toEqual([]);
    await user.click(save(dialog));
    const retry = await within(dialog).findByRole('button', { name: 'Try again: leak.png' });

    server.handlers[attach] = { body: stored };
    await user.click(retry);
    await within(dialog).findByRole('button', { name: 'Show leak.png' });
    const keys = server.requests
      .filter(({ call }) => call === attach)
      .map(({ headers }) => headers['Idempotency-Key']);
    expect(new Set(keys).size).toBe(1);
    expect(sent(server)).toHaveLength(1);
  });
});
