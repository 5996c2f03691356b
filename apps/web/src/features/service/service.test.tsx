import { Modal } from '@mantine/core';
import { toPage } from '@servicebook/shared/primitives';
import { screen, waitFor, within } from '@testing-library/react';
import type { AxiosAdapter } from 'axios';
import { describe, expect, it } from 'vitest';
import { http } from '../../lib/api-client.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { sessionUser } from '../../testing/render-app.tsx';
import { renderTab } from '../../testing/render-tab.tsx';
import {
  add,
  forgetDrafts,
  history,
  machine,
  one,
  open,
  page,
  photo,
  press,
  protocol,
  repair,
  save,
  saw,
  sent,
  signed,
  startNew,
  storing,
} from '../../testing/service-story.ts';

import { DialogHeader } from './dialog-header.tsx';

forgetDrafts();

describe('The protocols of a machine', () => {
  it('are listed with the main facts, and requested by machine', async () => {
    const long = `${'x'.repeat(80)} and the rest`;
    const file = { ...photo, filename: 'leak.jpg', key: 'k1', contentType: 'image/jpeg' };
    const server = fakeServer({
      ...machine,
      [history]: page({ ...protocol, faultDescription: long, fileDtos: [file] }),
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
    expect(server.sentTo(history)[0]).toMatchObject({
      deviceId: 5,
      sort: { by: 'date', direction: 'desc' },
      page: 0,
      size: 15,
    });
  });

  it('are searched on the server, in pages of 15 to 100', async () => {
    const server = fakeServer({
      ...machine,
      [history]: { body: toPage([{ protocol, past: null }], 31, 0, 15) },
    });
    const { user } = await open();
    const group = await screen.findByRole('group', { name: 'Rows per page' });
    const sizes = within(group).getAllByRole('button');
    expect(sizes.map((size) => size.textContent)).toEqual(['15', '30', '50', '100']);
    await user.type(screen.getByRole('searchbox'), 'pump');
    await waitFor(() =>
      expect(server.sentTo(history).at(-1)).toMatchObject({ deviceId: 5, text: 'pump', page: 0 }),
    );
  });

  it('invite the user to write the first one', async () => {
    fakeServer(machine);
    await open();
    expect(await screen.findByText('No service protocols yet')).toBeVisible();
  });
});

describe('A new protocol', () => {
  it('names its machine before its form is there, in the words of the form', async () => {
    fakeServer(machine);
    const { user } = await open();
    const names = new Set<string | null>();
    const customer = new RegExp(` · ${protocol.customer.shortName}$`);
    const look = () => {
      const dialog = screen.queryByRole('dialog');
      const name = dialog && within(dialog).queryByText(customer);
      if (name) names.add(name.textContent);
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { childList: true, characterData: true, subtree: true });
    const dialog = await startNew(user);
    await within(dialog).findByRole('checkbox', { name: 'Oil change' });
    watch.disconnect();
    expect([...names]).toEqual([`Hydraulic press (HP-1 · Poznań) · ${protocol.customer.shortName}`]);
  });

  it('names all machines of the protocol once that is there', async () => {
    const stored = { ...signed, devices: [press, saw] };
    const close = () => {};
    await renderTab(() => (
      <Modal.Root opened onClose={close}>
        <DialogHeader device={press} protocol={stored} isNew onClose={close} />
      </Modal.Root>
    ));
    expect(await screen.findByText('Hydraulic press (HP-1), Band saw (BS-1) · Mill')).toBeVisible();
  });

  it('is saved with the ticked actions, their quantities and values', async () => {
    const server = fakeServer({ ...machine, [add]: storing, [one]: { body: protocol } });
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    await user.click(await within(dialog).findByRole('checkbox', { name: 'Oil change' }));
    await user.click(within(dialog).getByRole('button', { name: 'Oil change: one more' }));
    await user.type(within(dialog).getByLabelText('Oil change: Amount, l'), '4.5');
    await user.click(within(dialog).getByRole('button', { name: /Add another action/ }));
    expect(within(dialog).getByRole('button', { name: 'Service action: one more' })).toBeVisible();
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

  it('requires a type, and hides its number', async () => {
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

  it('asks for the interval only for an inspection, in whole months', async () => {
    const server = fakeServer({ ...machine, [add]: storing, [one]: { body: protocol } });
    const { user } = await open();
    const dialog = await startNew(user);
    expect(within(dialog).queryByLabelText(/Inspection interval/)).not.toBeInTheDocument();
    await user.click(within(dialog).getByRole('checkbox', { name: 'Periodic inspection' }));
    const period = within(dialog).getByLabelText(/Inspection interval/);
    expect(period).toHaveValue('6');
    await user.clear(period);
    await user.type(period, '2.5');
    expect(period).toHaveValue('2.5');
    await user.click(await repair(dialog));
    await user.click(save(dialog));
    await waitFor(() => expect(period).toHaveAccessibleDescription(/Enter a whole number/));
    expect(sent(server)).toEqual([]);
    await user.click(await repair(dialog));
    await user.clear(period);
    await user.type(period, '0012');
    expect(period).toHaveValue('12');
    await user.click(save(dialog));
    await waitFor(() => expect(sent(server)[0]).toMatchObject({ type: ['PERIODIC_INSPECTION'], period: 12 }));
  });

  it('keeps the interval of the last inspection', async () => {
    fakeServer({
      ...machine,
      'GET /api/device/get-last-signed-periodic-inspection': {
        body: { id: 30, date: '2026-05-03T08:15:00.000Z', period: 3 },
      },
    });
    const { user } = await open();
    const dialog = await startNew(user);
    await repair(dialog);
    await user.click(within(dialog).getByRole('checkbox', { name: 'Periodic inspection' }));
    await waitFor(() => expect(within(dialog).getByLabelText(/Inspection interval/)).toHaveValue('3'));
  });

  it('keeps the interval of the last inspection if it is known only after the choice', async () => {
    const call = 'GET /api/device/get-last-signed-periodic-inspection';
    const known = { id: 30, date: '2026-05-03T08:15:00.000Z', period: 3 };
    const { requests } = fakeServer({ ...machine, [call]: { body: known } });
    const { adapter } = http.defaults;
    let answer = () => {};
    http.defaults.adapter = async (config) => {
      if (config.url?.endsWith('get-last-signed-periodic-inspection'))
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
      return (adapter as AxiosAdapter)(config);
    };
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(within(dialog).getByRole('checkbox', { name: 'Periodic inspection' }));
    const period = within(dialog).getByLabelText(/Inspection interval/);
    expect(period).toHaveValue('6');
    expect(requests.some((request) => request.call === call)).toBe(false);
    answer();
    await waitFor(() => expect(period).toHaveValue('3'));
  });

  it('is stored once, however often Save is clicked', async () => {
    const server = fakeServer({ ...machine, [add]: storing, [one]: { body: protocol } });
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    await user.dblClick(save(dialog));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent(server)).toHaveLength(1);
  });

  it('returns the user to the machine once it is saved, one step back', async () => {
    fakeServer({ ...machine, [add]: storing, [one]: { body: protocol } });
    const { user, router } = await open();
    await router.navigate('/elsewhere');
    await router.navigate('/machineEdit?id=5');
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    const steps: string[] = [];
    router.subscribe(({ location, historyAction }) =>
      steps.push(`${historyAction} ${location.pathname}${location.search}`),
    );
    await user.click(save(dialog));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(steps.at(-1)).toBe('POP /machineEdit?id=5'));
    expect(steps.filter((step) => step.startsWith('POP'))).toHaveLength(1);
  });

  it('accepts more machines of the customer, each with its own actions', async () => {
    const server = fakeServer({ ...machine, [add]: storing, [one]: { body: protocol } });
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    await user.click(within(dialog).getByRole('button', { name: 'Another machine' }));
    await user.click(within(dialog).getByRole('combobox', { name: 'Machines at Mill' }));
    // Without a layout, the list counts as scrolled out of view.
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

  it('is not saved while a name is typed that was not chosen, which the field says', async () => {
    const server = fakeServer({ ...machine, [add]: storing, [one]: { body: protocol } });
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    const others = await within(dialog).findByRole('combobox', { name: 'Also performed by' });
    await user.type(others, 'Somebody');
    await user.click(save(dialog));
    expect(await within(dialog).findByText('Choose from the list, or delete the text.')).toBeVisible();
    expect(sent(server)).toEqual([]);
    await user.clear(others);
    await user.click(save(dialog));
    await waitFor(() => expect(sent(server)).toHaveLength(1));
  });

  it('names the machine that remains, and leads to it, if the opened one is taken off', async () => {
    const other = { ...protocol, devices: [{ id: 6, name: 'Band saw', serialNumber: 'BS-2' }] };
    const server = fakeServer({ ...machine, [add]: { body: other }, [one]: { body: other } });
    const { user, router } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    await user.click(within(dialog).getByRole('button', { name: 'Another machine' }));
    await user.click(within(dialog).getByRole('combobox', { name: 'Machines at Mill' }));
    await user.click(await screen.findByRole('option', { name: /Band saw/, hidden: true }));
    await user.click(within(dialog).getByRole('button', { name: /Remove.*Hydraulic press/ }));
    expect(await within(dialog).findByText(/^Band saw .*Mill$/)).toBeVisible();
    await user.click(save(dialog));
    await waitFor(() => expect(sent(server)).toMatchObject([{ devices: [{ id: 6 }] }]));
    await waitFor(() => expect(router.state.location.search).toMatch(/^\?id=6&/));
  });

  it('signed on paper asks for confirmation, and accepts a typed number', async () => {
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

  it('says in a dialog that the plan’s limit of signed protocols is reached', async () => {
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

describe('A to-do', () => {
  it('is planned with the protocol by an admin', async () => {
    const server = fakeServer({ ...machine, [add]: storing, [one]: { body: protocol } });
    const { user } = await open(sessionUser('ROLE_ADMIN'));
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Plan as to-do' }));
    await user.type(within(dialog).getByRole('textbox', { name: /Due on/ }), '1.12.2026');
    await user.type(within(dialog).getByLabelText(/What needs to be done/), 'Bring the new pump');
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
