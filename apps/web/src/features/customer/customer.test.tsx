import type { Customer } from '@servicebook/shared/customer';
import { toPage } from '@servicebook/shared/primitives';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';
import { mill, press } from '../../testing/render-tab.tsx';

const report = {
  ...{ id: 31, date: '2026-11-20T10:00:00Z', type: ['REPAIR'], state: 'NEW' },
  ...{ number: 25, numberExtension: 'A', month: 11, year: 2026 },
  devices: [{ id: 5, name: 'Press', serialNumber: 'PR-1' }],
  user: { id: 2, firstName: 'Jan', lastName: 'Kowal' },
  alsoPerformedBy: [],
};

const search = 'POST /api/customer/search';
const oneCustomer = { [search]: { body: toPage([mill], 1, 0, 10) } };
const opened = { 'GET /api/customer/findById/7': { body: mill } };

describe('The customer list', () => {
  it('shows customers and opens one, with its fields in the address', async () => {
    const server = fakeServer({ ...oneCustomer, ...opened });
    const { user, router } = await renderApp('/customerList', sessionUser());
    await user.click(await screen.findByRole('link', { name: 'Mill' }));
    expect(await screen.findByLabelText(/Full name/)).toHaveValue('Mill and Sons Ltd');
    expect(router.state.location.pathname).toBe('/customerEdit');
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toMatchObject({
      id: '7',
      shortName: 'Mill',
      nip: '7770001234',
    });
    expect(server.sentTo(search)[0]).toMatchObject({
      text: '',
      sort: { by: 'id', direction: 'desc' },
      page: 0,
    });
  });

  it('changes the chosen ones after it has counted them, and exports only them', async () => {
    const plan = { changed: 1, same: 0, gone: 0, refused: [], notes: [] };
    const server = fakeServer({
      ...oneCustomer,
      'POST /api/bulk/check': { body: plan },
      'POST /api/bulk/run': { body: { ...plan, id: 9 } },
      'GET /api/bulk/recent': { body: [] },
      'POST /api/customer/export': { body: new Blob(['x']) },
    });
    const { user } = await renderApp('/customerList', sessionUser());
    await user.click(await screen.findByRole('checkbox', { name: 'Select Mill' }));
    await user.click(await screen.findByRole('button', { name: 'Export 1 selected' }));
    await user.click(await screen.findByRole('menuitem', { name: 'As a CSV file', hidden: true }));
    await waitFor(() =>
      expect(server.sentTo('POST /api/customer/export')).toEqual([
        { ids: [7], sort: { by: 'id', direction: 'desc' }, format: 'csv' },
      ]),
    );
    await user.click(screen.getByRole('button', { name: 'Change language of documents' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change language of documents' });
    await user.selectOptions(within(dialog).getByLabelText('Language of documents'), 'Deutsch');
    expect(await within(dialog).findByText('1 customer will change.')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Change' }));
    expect(await screen.findByText('Language of documents of 1 customer changed')).toBeVisible();
    const sent = { ids: [7], change: { action: 'customer.language', language: 'de' } };
    expect(server.sentTo('POST /api/bulk/check')).toEqual([sent]);
    expect(server.sentTo('POST /api/bulk/run')).toEqual([sent]);
  });

  it('searches on the server', async () => {
    const server = fakeServer(oneCustomer);
    const { user } = await renderApp('/customerList', sessionUser());
    await screen.findByText('Mill');
    await user.type(screen.getByRole('searchbox'), 'wharf');
    await waitFor(() =>
      expect(server.sentTo(search)).toContainEqual(expect.objectContaining({ text: 'wharf' })),
    );
  });

  it('keeps its rows if a refetch fails', async () => {
    const server = fakeServer({ ...oneCustomer });
    await renderApp('/customerList', sessionUser());
    await screen.findByText('Mill');
    server.handlers[search] = refusal(429, 'TOO_MANY_ATTEMPTS');
    await queryClient.refetchQueries({ type: 'active' });
    expect(server.sentTo(search).length).toBeGreaterThan(1);
    expect(screen.getByText('Mill')).toBeVisible();
  });

  it('says what to do if there are none yet', async () => {
    fakeServer({ [search]: { body: toPage([], 0, 0, 10) } });
    await renderApp('/customerList', sessionUser());
    expect(await screen.findByText('No customers yet')).toBeVisible();
  });

  it('offers a retry if the server fails', async () => {
    const server = fakeServer({ [search]: refusal(403, 'NO_PERMISSION') });
    const { user } = await renderApp('/customerList', sessionUser());
    expect(await screen.findByText('No permission for this operation.')).toBeVisible();
    Object.assign(server.handlers, oneCustomer);
    await user.click(screen.getByRole('button', { name: /again/i }));
    expect(await screen.findByText('Mill')).toBeVisible();
  });
});

describe('Adding a customer', () => {
  const insert = 'POST /api/customer/insert';
  const fill = async (user: Awaited<ReturnType<typeof renderApp>>['user']) => {
    await user.type(await screen.findByLabelText(/Short name/), 'Mill');
    await user.type(screen.getByLabelText(/Full name/), 'Mill and Sons Ltd');
  };
  const save = () => screen.getByRole('button', { name: 'Save' });

  it('stores it and opens it', async () => {
    const server = fakeServer({ ...opened, [insert]: { body: mill } });
    const { user, router } = await renderApp('/customerAdd', sessionUser('ROLE_USER'));
    await fill(user);
    await user.selectOptions(screen.getByLabelText('Country'), 'Poland');
    await user.click(save());
    await waitFor(() => expect(router.state.location.pathname).toBe('/customerEdit'));
    expect(await screen.findByText('Saved successfully')).toBeInTheDocument();
    expect(server.sentTo(insert)).toEqual([
      expect.objectContaining({ shortName: 'Mill', fullName: 'Mill and Sons Ltd', country: 'PL', city: '' }),
    ]);
  });

  it('shows errors at the fields, and sends nothing', async () => {
    const server = fakeServer({});
    const { user } = await renderApp('/customerAdd', sessionUser());
    await user.type(await screen.findByLabelText(/Full name/), 'Mi');
    await user.type(screen.getByLabelText('E-mail'), 'nowhere');
    await user.click(save());
    expect(await screen.findByText('Please fill in this field')).toBeVisible();
    expect(screen.getByLabelText(/Full name/)).toHaveAccessibleDescription(/At least 3 characters/);
    expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Incorrect e-mail address');
    expect(server.requests).toEqual([]);
  });

  it('reports a taken name at the short name', async () => {
    fakeServer({ [insert]: refusal(409, 'CUSTOMER_EXISTS') });
    const { user } = await renderApp('/customerAdd', sessionUser());
    await fill(user);
    await user.click(save());
    await waitFor(() =>
      expect(screen.getByLabelText(/Short name/)).toHaveAccessibleDescription(
        /A customer with the given name already exists/,
      ),
    );
  });

  it('reports a taken customer number at its field', async () => {
    const server = fakeServer({
      [insert]: refusal(400, 'VALIDATION_FAILED', { ownNumber: 'OWN_NUMBER_TAKEN' }),
    });
    const { user } = await renderApp('/customerAdd', sessionUser());
    await fill(user);
    const number = screen.getByLabelText('Customer number');
    await user.type(number, 'K 1017');
    await user.click(save());
    await waitFor(() => expect(number).toHaveAccessibleDescription('This number is already taken.'));
    expect(server.sentTo(insert)).toMatchObject([{ ownNumber: 'K 1017' }]);
  });

  it('keeps the input while the server is unreachable, and repeats the same key', async () => {
    const server = fakeServer({ ...opened, [insert]: 'no connection' });
    const { user, router } = await renderApp('/customerAdd', sessionUser());
    await fill(user);
    await user.click(save());
    expect(await screen.findByRole('alert')).toHaveTextContent('Server connection error');
    expect(screen.getByLabelText(/Short name/)).toHaveValue('Mill');
    server.handlers[insert] = { body: mill };
    await user.click(save());
    await waitFor(() => expect(router.state.location.pathname).toBe('/customerEdit'));
    const keys = server.requests
      .filter(({ call }) => call === insert)
      .map(({ headers }) => headers['Idempotency-Key']);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it('restores the input if the session has ended meanwhile', async () => {
    const server = fakeServer({
      ...opened,
      [insert]: refusal(401, 'NOT_SIGNED_IN'),
      'GET /api/user/auth': { body: sessionUser() },
    });
    const { user, router } = await renderApp('/customerAdd', sessionUser());
    await fill(user);
    await user.click(save());
    await screen.findByRole('heading', { name: 'Sign in' });
    await user.type(screen.getByLabelText('E-mail'), 'anna@example.com');
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByLabelText(/Short name/)).toHaveValue('Mill');
    server.handlers[insert] = { body: mill };
    await user.click(save());
    await waitFor(() => expect(router.state.location.pathname).toBe('/customerEdit'));
    expect(server.sentTo(insert)).toHaveLength(2);
  });

  it('asks for confirmation before unsaved input is lost', async () => {
    fakeServer(oneCustomer);
    const { user, router } = await renderApp('/customerAdd', sessionUser());
    await fill(user);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(router.state.location.pathname).toBe('/customerAdd');
    expect(screen.getByLabelText(/Short name/)).toHaveValue('Mill');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/customerList'));
  });
});

describe('A customer', () => {
  it('is changed', async () => {
    const update = 'PUT /api/customer/update';
    const server = fakeServer({ ...opened, [update]: { body: { ...mill, city: 'Gniezno' } } });
    const { user } = await renderApp('/customerEdit?id=7', sessionUser());
    const city = await screen.findByLabelText('City');
    await user.clear(city);
    await user.type(city, 'Gniezno');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved successfully')).toBeInTheDocument();
    expect(server.sentTo(update)).toEqual([
      expect.objectContaining({ id: 7, shortName: 'Mill', city: 'Gniezno' }),
    ]);
  });

  it('gets a position on the map, from the same picker as machines', async () => {
    const update = 'PUT /api/customer/update';
    const position = { latitude: 52.4, longitude: 16.93 };
    const placed = { ...mill, position, revision: 2 };
    const server = fakeServer({ ...opened, [update]: { body: placed } });
    const { user } = await renderApp('/customerEdit?id=7', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Set the position' }));
    const dialog = await screen.findByRole('dialog', { name: 'Position on the map' });
    expect(await within(dialog).findByLabelText('Search for a place')).toHaveValue(
      'Wharf Road 3, 61-001 Poznań',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
    const coordinates = within(dialog).getByRole('textbox', { name: 'Coordinates' });
    expect(coordinates).toHaveAccessibleDescription('Set the position');
    await user.type(coordinates, '52.4, 16.93');
    await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
    const group = screen.getByRole('group', { name: 'Position on the map' });
    expect(await within(group).findByText('52.4, 16.93')).toBeVisible();
    expect(server.sentTo(update)).toEqual([]);
    server.handlers['GET /api/customer/findById/7'] = { body: placed };
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.sentTo(update)).toMatchObject([{ position }]));
    expect(within(group).getByRole('link', { name: 'Navigate' })).toHaveAttribute(
      'href',
      expect.stringContaining('52.4%2C16.93'),
    );
    await waitFor(() =>
      expect(screen.getByRole('link', { name: /Wharf Road 3/ })).toHaveAttribute(
        'href',
        expect.stringContaining('52.4%2C16.93'),
      ),
    );
  });

  it('says that its position may be wrong once its address changes, and keeps it until it is removed', async () => {
    const update = 'PUT /api/customer/update';
    const placed = { ...mill, position: { latitude: 52.4, longitude: 16.93 } };
    const server = fakeServer({
      'GET /api/customer/findById/7': { body: placed },
      [update]: { body: { ...placed, position: null, revision: 2 } },
    });
    const { user } = await renderApp('/customerEdit?id=7', sessionUser());
    const street = await screen.findByLabelText('Street and number');
    const notice = /The address has changed/;
    const group = () => screen.findByRole('group', { name: 'Position on the map' });
    await user.type(street, '5');
    expect(await screen.findByText(notice)).toBeVisible();
    await user.type(street, '{Backspace}');
    await waitFor(() => expect(screen.queryByText(notice)).not.toBeInTheDocument());
    await user.type(street, '5');
    await user.click(within(await group()).getByRole('button', { name: 'Change' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByLabelText('Search for a place')).toHaveValue(
      'Wharf Road 35, 61-001 Poznań',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.click(within(await group()).getByRole('button', { name: 'Remove' }));
    expect(screen.queryByText(notice)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.sentTo(update)).toMatchObject([{ streetAddress: 'Wharf Road 35', position: null }]),
    );
  });

  describe('that another user changed meanwhile', () => {
    const update = 'PUT /api/customer/update';
    const theirs = { ...mill, city: 'Toruń', phoneNumber: '+48 600 999 999', revision: 2 };
    /** Like the server, refuses a save that is not based on the newest revision. */
    const keeping = (newest: Customer) => {
      let stored = newest;
      return {
        'GET /api/customer/findById/7': () => ({ body: stored }),
        [update]: ({ body }: { body: unknown }) => {
          const change = body as Customer;
          if (change.revision !== stored.revision) return refusal(409, 'RECORD_CHANGED');
          stored = { ...change, revision: stored.revision + 1 };
          return { body: stored };
        },
      };
    };
    const cityTyped = async () => {
      const server = fakeServer({ ...opened });
      const { user } = await renderApp('/customerEdit?id=7', sessionUser());
      await user.type(await screen.findByLabelText('City'), ' Old Town');
      Object.assign(server.handlers, keeping(theirs));
      await user.click(screen.getByRole('button', { name: 'Save' }));
      const notice = await screen.findByText('Other changes have been saved here in the meantime');
      expect(notice).toBeVisible();
      expect(screen.getByLabelText('City')).toHaveValue('Poznań Old Town');
      return { server, user };
    };

    it('brings their changes in, keeps what was typed, and lets the user choose', async () => {
      const { server, user } = await cityTyped();
      await user.click(screen.getByRole('button', { name: 'Add the other changes' }));
      expect(await screen.findByText(/These fields were changed on both sides/)).toBeVisible();
      expect(screen.getByLabelText('Phone')).toHaveValue('+48 600 999 999');
      expect(screen.getByLabelText('City')).toHaveValue('Poznań Old Town');
      await user.click(screen.getByRole('button', { name: 'Use this: City' }));
      expect(screen.getByLabelText('City')).toHaveValue('Toruń');
      await user.type(screen.getByLabelText('City'), ' 2');
      await user.click(screen.getByRole('button', { name: 'Save' }));
      expect(await screen.findByText('Saved successfully')).toBeInTheDocument();
      expect(server.sentTo(update).at(-1)).toMatchObject({
        city: 'Toruń 2',
        phoneNumber: '+48 600 999 999',
        revision: 2,
      });
    });

    it('is overwritten on request, and saved again after that', async () => {
      const { server, user } = await cityTyped();
      await user.click(screen.getByRole('button', { name: 'Overwrite with mine' }));
      expect(await screen.findByText('Saved successfully')).toBeInTheDocument();
      expect(
        screen.queryByText('Other changes have been saved here in the meantime'),
      ).not.toBeInTheDocument();
      await user.type(screen.getByLabelText('City'), ' 3');
      await user.click(screen.getByRole('button', { name: 'Save' }));
      await waitFor(() =>
        expect(server.sentTo(update).at(-1)).toMatchObject({ city: 'Poznań Old Town 3', revision: 3 }),
      );
      expect(server.sentTo(update)).toHaveLength(3);
      expect(
        screen.queryByText('Other changes have been saved here in the meantime'),
      ).not.toBeInTheDocument();
    });

    it('reports another conflict if they save first again', async () => {
      const { server, user } = await cityTyped();
      await user.click(screen.getByRole('button', { name: 'Add the other changes' }));
      await screen.findByText(/your entries are kept/);
      Object.assign(server.handlers, keeping({ ...theirs, revision: 3 }));
      await user.click(screen.getByRole('button', { name: 'Save' }));
      expect(await screen.findByText('Other changes have been saved here in the meantime')).toBeVisible();
    });
  });

  it('is deleted by an admin after a confirmation, unless machines belong to it', async () => {
    const remove = 'DELETE /api/customer/delete/7';
    const server = fakeServer({ ...opened, ...oneCustomer, [remove]: refusal(409, 'CUSTOMER_IN_USE') });
    const { user, router } = await renderApp('/customerEdit?id=7', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete customer?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(
      await within(dialog).findByText(/Customers associated with machines cannot be deleted/),
    ).toBeVisible();
    server.handlers[remove] = {};
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/customerList'));
  });

  it('with machines cannot be deleted, which is said instead of asking', async () => {
    const counts = { machines: 3, overdueInspections: 0, archivedMachines: 1, protocols: 2, visits: 0 };
    fakeServer({ ...opened, 'GET /api/customer/counts/7': { body: counts } });
    const { user } = await renderApp('/customerEdit?id=7', sessionUser());
    await screen.findByRole('link', { name: '3' });
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete customer?' });
    expect(dialog).toHaveTextContent(
      'Linked to Mill: 3 machines, 1 archived machine and 2 protocols. Customers associated with machines cannot be deleted.',
    );
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  });

  it('offers no deletion to users without permission', async () => {
    fakeServer(opened);
    await renderApp('/customerEdit?id=7', sessionUser('ROLE_USER'));
    await screen.findByLabelText('City');
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  });

  it('has contacts, which are added, changed and deleted; a conflict is shown', async () => {
    const jan = {
      id: 4,
      name: 'Jan',
      role: '',
      phone: '+48 601',
      email: '',
      note: '',
      isMain: true,
      revision: 1,
    };
    const [find, insert] = ['GET /api/customerContact/findByCustomer/7', 'POST /api/customerContact/insert'];
    const [update, remove] = ['PUT /api/customerContact/update', 'DELETE /api/customerContact/delete/4'];
    const server = fakeServer({
      ...opened,
      [find]: { body: [] },
      [insert]: () => {
        server.handlers[find] = { body: [jan] };
        return { body: jan };
      },
      [update]: refusal(409, 'RECORD_CHANGED'),
      [remove]: () => {
        server.handlers[find] = { body: [] };
        return {};
      },
    });
    const { user } = await renderApp('/customerEdit?id=7&activeTab=contacts', sessionUser('ROLE_USER'));
    await user.click(await screen.findByRole('button', { name: 'Add contact' }));
    let dialog = within(await screen.findByRole('dialog', { name: 'New contact' }));
    await user.click(dialog.getByRole('button', { name: 'Add contact' }));
    expect(await dialog.findByText('Enter a name')).toBeVisible();
    await user.type(dialog.getByLabelText(/^Name/), 'Jan');
    await user.type(dialog.getByLabelText('Phone'), '+48 601');
    await user.click(dialog.getByRole('button', { name: 'Add contact' }));
    const call = await screen.findByRole('link', { name: '+48 601' });
    expect(screen.getByText('Main contact')).toBeVisible();
    expect(server.sentTo(insert)).toEqual([
      { customer: { id: 7 }, name: 'Jan', role: '', phone: '+48 601', email: '', note: '', isMain: true },
    ]);
    expect(call).toHaveAttribute('href', 'tel:+48601');
    await user.click(screen.getByRole('button', { name: 'Edit Jan' }));
    dialog = within(await screen.findByRole('dialog', { name: 'Contact' }));
    await user.type(dialog.getByLabelText('Role'), 'Foreman');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Other changes have been saved here in the meantime')).toBeVisible();
    expect(server.sentTo(update)[0]).toMatchObject({ id: 4, revision: 1, role: 'Foreman', isMain: true });
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await user.click(screen.getByRole('button', { name: 'Delete Jan' }));
    const question = await screen.findByRole('dialog', { name: 'Delete contact?' });
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No contacts yet')).toBeVisible();
  });

  it('lists its protocols, with links to them at their machines', async () => {
    const protocols = 'POST /api/service/search';
    const server = fakeServer({ ...opened, [protocols]: { body: toPage([report], 1, 0, 10) } });
    await renderApp('/customerEdit?id=7&activeTab=protocols', sessionUser());
    const table = await screen.findByRole('table', { name: 'Protocols' });
    expect(await within(table).findAllByRole('link')).toHaveLength(1);
    expect(server.sentTo(protocols)).toContainEqual(expect.objectContaining({ customerId: 7, page: 0 }));
  });

  it('has a summary: contact, machines, due work and recent work', async () => {
    const protocols = 'POST /api/service/search';
    const server = fakeServer({
      ...opened,
      'GET /api/customer/counts/7': {
        body: { machines: 3, overdueInspections: 2, contacts: 1, protocols: 4 },
      },
      [protocols]: { body: toPage([report], 1, 0, 3) },
    });
    await renderApp('/customerEdit?id=7', sessionUser());
    const summary = await screen.findByRole('region', { name: 'At a glance' });
    const link = (name: string) => within(summary).findByRole('link', { name });
    expect(await link('+48 600 100 200')).toHaveAttribute('href', 'tel:+48600100200');
    expect(await link('office@mill.example')).toHaveAttribute('href', 'mailto:office@mill.example');
    expect(await link('Wharf Road 3, 61-001 Poznań')).toHaveAttribute(
      'href',
      expect.stringContaining('Wharf'),
    );
    expect(await link('3')).toHaveAttribute('href', '/customerEdit?id=7&activeTab=devices');
    expect(await link('2')).toHaveAttribute('href', '/machinePeriodicInspection?due=OVERDUE&q=Mill');
    expect(await link('New machine')).toHaveAttribute('href', '/machineAdd?customerId=7');
    expect(await link('25A/11/2026')).toHaveAttribute('href', expect.stringContaining('service=31'));
    expect(within(summary).getByText('Not signed')).toBeVisible();
    expect(within(summary).getByText('Press (PR-1)')).toBeVisible();
    expect(server.sentTo(protocols)[0]).toMatchObject({ customerId: 7, size: 3 });
  });

  it('links to its machines', async () => {
    const devices = 'POST /api/device/search';
    const server = fakeServer({ ...opened, [devices]: { body: toPage([], 0, 0, 10) } });
    const { user } = await renderApp('/customerEdit?id=7', sessionUser());
    await user.click(await screen.findByRole('tab', { name: 'Machines' }));
    expect(await screen.findByText('No machines for this customer')).toBeVisible();
    expect(server.sentTo(devices)[0]).toMatchObject({ customerId: 7 });
  });

  it('lists its machines with links', async () => {
    fakeServer({ ...opened, 'POST /api/device/search': { body: toPage([press], 1, 0, 10) } });
    await renderApp('/customerEdit?id=7&activeTab=devices', sessionUser());
    expect(await screen.findByRole('link', { name: 'Hydraulic press' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/machineEdit\?id=5&/),
    );
  });

  it.each([
    [409, 'CUSTOMER_EXISTS', 'A customer with the given name already exists.'],
    [403, 'NO_PERMISSION', 'No permission for this operation.'],
    [500, 'INTERNAL', 'Something went wrong on our side. Please try again.'],
  ] as const)('says why it is not changed: %i', async (status, code, message) => {
    fakeServer({ ...opened, 'PUT /api/customer/update': refusal(status, code) });
    const { user } = await renderApp('/customerEdit?id=7', sessionUser());
    await user.type(await screen.findByLabelText('City'), ' 2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText('City')).toHaveValue('Poznań 2');
  });

  it('that does not exist shows that', async () => {
    fakeServer({ 'GET /api/customer/findById/8': refusal(404, 'NOT_FOUND') });
    await renderApp('/customerEdit?id=8&shortName=Mill', sessionUser());
    expect(await screen.findByText('This no longer exists or never did.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Customer');
  });

  it('asks visitors to sign in, and returns here', async () => {
    fakeServer(opened);
    const { router } = await renderApp('/customerEdit?id=7', null);
    await screen.findByRole('heading', { name: 'Sign in' });
    expect(router.state.location).toMatchObject({
      pathname: '/login',
      state: { from: '/customerEdit?id=7' },
    });
  });
});
