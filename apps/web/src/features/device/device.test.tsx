import type { Category } from '@servicebook/shared/category';
import {
  type Device,
  DeviceInsert,
  deviceStatuses,
  maxNames,
  statusColours,
} from '@servicebook/shared/device';
import { toPage } from '@servicebook/shared/primitives';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import type { AxiosAdapter } from 'axios';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { http } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { fakeLayout } from '../../testing/fake-layout.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';
import { press as anyPress, mill } from '../../testing/render-tab.tsx';
// The form is loaded before a test begins, like the pages.
import './device-form.tsx';
import { deviceQuery } from './device.queries.ts';
import { useDeviceFields } from './device-fields.tsx';

const presses: Category = {
  id: 4,
  name: 'Presses',
  count: 1,
  inspectionPeriodInMonths: null,
  serviceReviewOperationsList: '[]',
  revision: 1,
};
const press: Device = {
  ...anyPress,
  id: 30,
  name: 'Press 100',
  status: 'FAULT',
  statusWeight: 6,
  category: { id: 4, name: 'Presses' },
  manufacturer: 'Ganzmetall',
  model: 'P 100',
  serialNumber: 'SN-1',
  yearBuilt: 2019,
  sourcePower: '3 × 400 V',
  transferDate: '2026-03-07',
  warranty: 'installation',
  warrantyLength: 24,
  streetAddress: 'Quay 1',
  zipCode: '61-002',
  city: 'Gniezno',
  country: 'PL',
};

const search = 'POST /api/device/search';
const insert = 'POST /api/device/insert';
const update = 'PUT /api/device/update';
const remove = 'DELETE /api/device/delete/30';
const attention = 'GET /api/device/needingAttention/count';
const list = {
  [search]: { body: toPage([press], 31, 0, 10) },
  [attention]: { body: 3 },
};
const sameNumber = 'POST /api/device/findBySerialNumber';
const choices = {
  [sameNumber]: { body: [] },
  'POST /api/category/search': { body: toPage([presses], 1, 0, 50) },
  'POST /api/customer/search': { body: toPage([mill], 1, 0, 50) },
  'GET /api/category/findAll': { body: [presses] },
  'GET /api/customer/findById/7': { body: mill },
};
const counts = {
  ...{ nameplates: 0, notes: 0, files: 0, parts: 0, events: 0, protocols: 0 },
  ...{ pastServices: 0, visits: 0 },
};
const overview = {
  counts,
  openVisits: { count: 0, first: [] as object[] },
  lastEvent: null,
  newestParts: [],
  nextInspection: null,
  daysToNextInspection: null,
  warrantyEnd: null,
  lastService: null,
  lastPastService: null as object | null,
  customer: { phoneNumber: '', email: '', contacts: [] },
};
const counted = (given: Partial<typeof counts>) => ({
  body: { ...overview, counts: { ...counts, ...given } },
});
const opened = {
  'GET /api/device/overview/30': { body: overview },
  'GET /api/device/findById/30': { body: press },
  'POST /api/pastService/history': { body: toPage([], 0, 0, 15) },
  'GET /api/file/findByDeviceAndType/30/MACHINE_NAMEPLATE': { body: [] },
  ...choices,
};
const save = () => screen.getByRole('button', { name: 'Save' });
const asPhone = () =>
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        matches: media.includes('max-width'),
        media,
        addEventListener: () => {},
        removeEventListener: () => {},
        addListener: () => {},
        removeListener: () => {},
      }) as unknown as MediaQueryList,
  );

beforeEach(fakeLayout);

describe('The machine list', () => {
  it('names the day of archiving by the clock of its reader', async () => {
    fakeServer(list);
    await renderApp('/machineList', sessionUser());
    const { result } = renderHook(useDeviceFields, {
      wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
    });
    const by = { id: 1, firstName: 'Anna', lastName: 'Nowak' };
    const archived = { at: '2026-11-22T23:30:00Z', reason: 'SCRAPPED' as const, note: '', by };
    const field = result.current.find(({ key }) => key === 'archived');
    // In Warsaw it was half past midnight.
    expect(field?.text?.({ ...press, archived })).toMatch(/^23 Nov 2026/);
  });

  it('sorts by status weight, and opens a machine with its customer in the address', async () => {
    const server = fakeServer({ ...list, ...opened });
    const { user, router } = await renderApp('/machineList', sessionUser());
    expect(await screen.findByText('Fault')).toBeVisible();
    expect(screen.getByText('7 Mar 2026')).toBeVisible();
    expect(server.sentTo(search)[0]).toMatchObject({
      text: '',
      statuses: [],
      sort: { by: 'status', direction: 'asc' },
      page: 0,
      size: 10,
    });
    await user.click(screen.getByRole('link', { name: 'Press 100' }));
    expect(await screen.findByRole('button', { name: 'Edit details' })).toBeVisible();
    expect(screen.queryByLabelText(/^Name\b/)).toBeNull();
    expect(router.state.location.search).toBe('?id=30&customerId=7&prev=machineList');
  });

  it('filters immediately, and removes a filter by its chip', async () => {
    const server = fakeServer({ ...list, ...choices });
    const { user, router } = await renderApp('/machineList?page=3', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    await user.click(await screen.findByRole('button', { name: 'Fault' }));
    await user.click(screen.getByRole('button', { name: 'Danger' }));
    await user.type(screen.getByLabelText('City'), 'gniez');
    await user.click(screen.getByRole('combobox', { name: 'Categories' }));
    await user.click(await screen.findByRole('option', { name: 'Presses' }));
    await waitFor(() =>
      expect(server.sentTo(search).at(-1)).toMatchObject({
        statuses: ['FAULT', 'DANGER'],
        city: 'gniez',
        categories: [4],
        page: 0,
      }),
    );
    expect(screen.getByRole('button', { name: 'Filters: 4' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove filter “Danger”' }));
    await user.click(screen.getByRole('button', { name: 'Remove filter “City: gniez”' }));
    expect(screen.getByLabelText('City')).toHaveValue('');
    await waitFor(() =>
      expect(server.sentTo(search).at(-1)).toMatchObject({ statuses: ['FAULT'], city: '', categories: [4] }),
    );
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('does not carry a filter that is still being typed to the page opened next', async () => {
    fakeServer({ ...list, ...choices, 'POST /api/customer/search': { body: toPage([], 0, 0, 10) } });
    const { user, router } = await renderApp('/machineList', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    await user.type(await screen.findByLabelText('City'), 'gniez');
    await user.click(screen.getAllByRole('link', { name: 'Customers' })[0] as HTMLElement);
    expect(await screen.findByRole('heading', { name: 'Customers' })).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: '/customerList', search: '' });
  });

  it('shows the machines that need attention on one click, combined with the other filters', async () => {
    const server = fakeServer({ ...list, ...choices });
    const { user, router } = await renderApp('/machineList?city=gniez', sessionUser());
    const chip = await screen.findByRole('button', { name: 'Needs attention 3' });
    expect(chip).toHaveAttribute('aria-pressed', 'false');
    await user.click(chip);
    await waitFor(() =>
      expect(server.sentTo(search).at(-1)).toMatchObject({ needsAttention: true, city: 'gniez' }),
    );
    expect(router.state.location.search).toBe('?city=gniez&needsAttention=true');
    expect(chip).toHaveAttribute('aria-pressed', 'true');
    await user.click(chip);
    await waitFor(() => expect(router.state.location.search).toBe('?city=gniez'));
  });

  it('is exported as it is shown', async () => {
    const server = fakeServer({ ...list, 'POST /api/device/export': { body: new Blob(['x']) } });
    const { user } = await renderApp('/machineList?q=press&statuses=FAULT&sort=-name', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: /Excel/ }));
    await waitFor(() =>
      expect(server.sentTo('POST /api/device/export')[0]).toMatchObject({
        format: 'xlsx',
        text: 'press',
        statuses: ['FAULT'],
        sort: { by: 'name', direction: 'desc' },
      }),
    );
  });

  it('offers pages of 5 to 100 machines', async () => {
    const server = fakeServer(list);
    const { user } = await renderApp('/machineList', sessionUser());
    const sizes = await screen.findByRole('group', { name: 'Rows per page' });
    const buttons = within(sizes).getAllByRole('button');
    expect(buttons.map((button) => button.textContent)).toEqual(['5', '10', '20', '50', '100']);
    await user.click(within(sizes).getByRole('button', { name: '50' }));
    await waitFor(() => expect(server.sentTo(search).at(-1)).toMatchObject({ size: 50 }));
  });

  it('shows all again if search and filters find nothing', async () => {
    const server = fakeServer({
      ...list,
      [search]: ({ body }) => {
        const { text } = body as { text: string };
        return { body: text ? toPage([], 0, 0, 10) : toPage([press], 1, 0, 10) };
      },
    });
    const { user, router } = await renderApp('/machineList?q=nowhere&statuses=OK', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('Press 100')).toBeVisible();
    expect(router.state.location.search).toBe('');
    expect(server.sentTo(search).at(-1)).toMatchObject({ text: '', statuses: [] });
  });

  it('shows again at once what was found before', async () => {
    const named = (name: string) => ({ body: toPage([{ ...press, name }], 1, 0, 10) });
    const server = fakeServer({ ...list, [search]: named('Press 100') });
    const { user } = await renderApp('/machineList', sessionUser());
    expect(await screen.findByText('Press 100')).toBeVisible();
    server.handlers[search] = named('Band saw');
    await user.type(screen.getByRole('searchbox'), 's');
    expect(await screen.findByText('Band saw')).toBeVisible();
    await user.keyboard('{Backspace}');
    expect(await screen.findByText('Press 100')).toBeVisible();
    expect(server.sentTo(search)).toHaveLength(2);
  });

  it('keeps its state after returning from a machine', async () => {
    fakeServer({ ...list, ...opened });
    const { user, router } = await renderApp('/machineList?q=press&statuses=FAULT&page=2', sessionUser());
    await user.click(await screen.findByRole('link', { name: 'Press 100' }));
    await screen.findByRole('button', { name: 'Edit details' });
    await user.click(screen.getByRole('link', { name: 'Back' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/machineList'));
    expect(router.state.location.search).toBe('?q=press&statuses=FAULT&page=2');
  });
});

describe('Adding a machine', () => {
  it('starts with the customer from whose screen it was opened', async () => {
    fakeServer({ ...opened, 'GET /api/customer/findById/7': { body: mill } });
    await renderApp('/machineAdd?customerId=7', sessionUser());
    expect(await screen.findByRole('combobox', { name: 'Customer' })).toHaveValue('Mill');
  });

  it('stores the machine and opens it', async () => {
    const server = fakeServer({ ...opened, [insert]: { body: 30 } });
    const { user, router } = await renderApp('/machineAdd', sessionUser('ROLE_USER'));
    await user.type(await screen.findByLabelText(/^Name\b/), 'Press 100');
    await user.click(screen.getByRole('combobox', { name: 'Category' }));
    await screen.findByRole('option', { name: 'Presses' });
    expect(screen.queryByRole('option', { name: 'Add category' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('option', { name: 'Presses' }));
    await user.click(screen.getByRole('combobox', { name: 'Customer' }));
    await user.click(await screen.findByRole('option', { name: /Mill/ }));
    await user.click(screen.getByRole('button', { name: 'Use the customer’s address' }));
    await waitFor(() => expect(screen.getByLabelText('City')).toHaveValue('Poznań'));
    await user.type(screen.getByLabelText('Warranty (months)'), '2.5');
    await user.click(save());
    await waitFor(() =>
      expect(screen.getByLabelText('Warranty (months)')).toHaveAccessibleDescription(/Enter a whole number/),
    );
    expect(screen.getByLabelText('Warranty (months)')).toHaveValue('2.5');
    expect(server.sentTo(insert)).toEqual([]);
    await user.clear(screen.getByLabelText('Warranty (months)'));
    await user.type(screen.getByLabelText('Warranty (months)'), '-5');
    await user.tab();
    expect(screen.getByLabelText('Warranty (months)')).toHaveValue('');
    await user.click(save());
    await waitFor(() => expect(router.state.location.pathname).toBe('/machineEdit'));
    expect(router.state.location.search).toBe('?id=30&prev=machineList&customerId=7');
    expect(server.sentTo(insert)).toEqual([
      DeviceInsert.parse({
        name: 'Press 100',
        category: { id: 4 },
        customer: { id: 7 },
        streetAddress: 'Wharf Road 3',
        zipCode: '61-001',
        city: 'Poznań',
        country: 'PL',
        inspectionPeriodInMonths: null,
      }),
    ]);
  });

  it('shows what is missing, and sends nothing', async () => {
    const server = fakeServer(choices);
    const { user } = await renderApp('/machineAdd', sessionUser());
    await user.type(await screen.findByLabelText(/^Name\b/), 'Pr');
    await user.click(save());
    await waitFor(() =>
      expect(screen.getByLabelText(/^Name\b/)).toHaveAccessibleDescription('At least 3 characters'),
    );
    expect(screen.getByLabelText(/^Name\b/)).toHaveFocus();
    expect(screen.getByRole('combobox', { name: 'Category' })).toHaveAccessibleDescription(
      'Category not selected',
    );
    expect(screen.getByRole('combobox', { name: 'Customer' })).toHaveAccessibleDescription(
      'Customer not selected',
    );
    expect(server.sentTo(insert)).toEqual([]);
  });

  it('adds category and customer in dialogs, and selects them', async () => {
    const made = { ...presses, id: 9, name: 'Robots' };
    const server = fakeServer({
      ...opened,
      'POST /api/category/insert': { body: made },
      'POST /api/customer/insert': { body: { ...mill, id: 8, shortName: 'Alfa' } },
      [insert]: { body: 30 },
    });
    const { user } = await renderApp('/machineAdd', sessionUser());
    await user.type(await screen.findByLabelText(/^Name\b/), 'Arm');
    await user.type(screen.getByRole('combobox', { name: 'Category' }), 'Robots');
    await user.click(await screen.findByRole('option', { name: 'Add category' }));
    const category = await screen.findByRole('dialog', { name: 'New category' });
    expect(await within(category).findByLabelText(/^Name\b/)).toHaveValue('Robots');
    await user.click(within(category).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(category).not.toBeInTheDocument());
    expect(screen.getByRole('combobox', { name: 'Category' })).toHaveValue('Robots');

    await user.click(screen.getByRole('combobox', { name: 'Customer' }));
    await user.click(await screen.findByRole('option', { name: 'Add customer' }));
    const customer = await screen.findByRole('dialog', { name: 'New customer' });
    await user.type(await within(customer).findByLabelText(/Short name/), 'Alfa');
    await user.type(within(customer).getByLabelText(/Full name/), 'Alfa Ltd');
    await user.click(within(customer).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(customer).not.toBeInTheDocument());
    expect(screen.getByRole('combobox', { name: 'Customer' })).toHaveValue('Alfa');

    await user.click(save());
    await waitFor(() => expect(server.sentTo(insert)).toHaveLength(1));
    expect(server.sentTo(insert)[0]).toMatchObject({ category: { id: 9 }, customer: { id: 8 } });
  });

  it('warns about another machine with the same serial number, but stores it', async () => {
    const twin = { id: 31, name: 'Old press', serialNumber: 'SN 1', customer: { id: 8, shortName: 'Alfa' } };
    const server = fakeServer({ ...opened, [sameNumber]: { body: [twin] }, [update]: { body: press } });
    const { user } = await renderApp('/machineEdit?id=30&edit=true', sessionUser());
    const link = await screen.findByRole('link', { name: 'Old press (Alfa)' });
    expect(link).toHaveAttribute('href', '/machineEdit?id=31&customerId=8&prev=machineList');
    const nextField = screen.getByLabelText('Year built');
    expect(link.compareDocumentPosition(nextField)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(server.sentTo(sameNumber)).toEqual([{ serialNumber: 'SN-1', except: 30 }]);
    server.handlers[sameNumber] = { body: [] };
    await user.type(screen.getByLabelText('Serial number'), '7');
    expect(server.sentTo(sameNumber)).toHaveLength(1);
    await user.tab();
    await waitFor(() => expect(link).not.toBeInTheDocument());
    expect(server.sentTo(sameNumber).at(-1)).toEqual({ serialNumber: 'SN-17', except: 30 });
    server.handlers[sameNumber] = { body: [twin] };
    await user.type(screen.getByLabelText('Serial number'), '{Backspace}{Enter}');
    expect(await screen.findByText('Saved successfully')).toBeInTheDocument();
    expect(server.sentTo(update)[0]).toMatchObject({ serialNumber: 'SN-1' });
  });

  it('takes the inspection interval of its category, unless one was typed', async () => {
    const spare = { ...presses, id: 9, name: 'Spare', inspectionPeriodInMonths: 6 };
    fakeServer({
      ...choices,
      'POST /api/category/search': {
        body: toPage([{ ...presses, inspectionPeriodInMonths: 12 }, spare], 2, 0, 50),
      },
    });
    const { user } = await renderApp('/machineAdd', sessionUser());
    const choose = async (name: string) => {
      await user.click(await screen.findByRole('combobox', { name: /^Category/ }));
      await user.click(await screen.findByRole('option', { name }));
    };
    const interval = await screen.findByLabelText('Inspection interval (months)');
    expect(screen.getByText(/Without an interval, the machine has no due date/)).toBeVisible();
    await choose('Presses');
    expect(interval).toHaveValue('12');
    await user.clear(interval);
    await user.type(interval, '3');
    await choose('Spare');
    expect(interval).toHaveValue('3');
  });

  it('copies an existing name', async () => {
    // The crane is not among the first hundred.
    fakeServer({
      ...choices,
      'GET /api/device/findAllDevicesNames': ({ query }) => ({
        body:
          query.text === 'zur'
            ? ['Żuraw 5']
            : Array.from({ length: maxNames }, (_, at) => `Press ${100 + at}`),
      }),
    });
    const { user } = await renderApp('/machineAdd', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Choose an existing name' }));
    const dialog = await screen.findByRole('dialog', { name: 'Choose an existing name' });
    expect(await within(dialog).findByText(/^The first 100 are shown/)).toBeVisible();
    await user.type(within(dialog).getByRole('searchbox'), 'zur');
    await waitFor(() => expect(within(dialog).queryByText('Press 100')).not.toBeInTheDocument());
    await user.click(await within(dialog).findByRole('button', { name: 'Żuraw 5' }));
    expect(screen.getByLabelText(/^Name\b/)).toHaveValue('Żuraw 5');
  });

  it('offers all eight statuses, each in its colours', async () => {
    fakeServer(choices);
    const { user } = await renderApp('/machineAdd', sessionUser());
    const status = await screen.findByLabelText('Status');
    expect(status).toHaveValue('OK');
    const options = within(status).getAllByRole('option');
    expect(options.map((option) => option.getAttribute('value'))).toEqual([...deviceStatuses]);
    for (const next of ['DANGER', 'PRODUCTION', 'FAULT'] as const) {
      await user.selectOptions(status, next);
      const field = status.closest<HTMLElement>('.mantine-NativeSelect-wrapper');
      expect(field?.querySelector('.mantine-ColorSwatch-colorOverlay')).toHaveStyle({
        backgroundColor: statusColours[next].background,
      });
    }
  });

  it('offers three kinds of warranty, and accepts any other text', async () => {
    fakeServer(choices);
    const { user } = await renderApp('/machineAdd', sessionUser());
    const warranty = await screen.findByRole('combobox', { name: 'Warranty' });
    await user.click(warranty);
    for (const kind of ['Production', 'Transport', 'Installation'])
      expect(await screen.findByRole('option', { name: kind, hidden: true })).toBeInTheDocument();
    await user.type(warranty, 'Five years, extended');
    await user.tab();
    expect(warranty).toHaveValue('Five years, extended');
  });

  it('shows the name of the warranty kind, and sends its code in any typed language', async () => {
    const server = fakeServer({ ...opened, [update]: { body: press } });
    const { user } = await renderApp('/machineEdit?id=30&edit=true', sessionUser());
    const warranty = await screen.findByRole('combobox', { name: 'Warranty' });
    expect(warranty).toHaveValue('Installation');
    await user.clear(warranty);
    await user.type(warranty, 'produkcja');
    await user.click(save());
    await waitFor(() => expect(server.sentTo(update)).toMatchObject([{ warranty: 'production' }]));
  });

  it('reports a failure of the server, and keeps the input', async () => {
    fakeServer({ ...choices, [insert]: refusal(500, 'INTERNAL') });
    const { user } = await renderApp('/machineAdd', sessionUser());
    await user.type(await screen.findByLabelText(/^Name\b/), 'Press 100');
    await user.click(screen.getByRole('combobox', { name: 'Category' }));
    await user.click(await screen.findByRole('option', { name: 'Presses' }));
    await user.click(screen.getByRole('combobox', { name: 'Customer' }));
    await user.click(await screen.findByRole('option', { name: /Mill/ }));
    await user.click(save());
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on our side');
    expect(screen.getByLabelText(/^Name\b/)).toHaveValue('Press 100');
  });

  it('keeps the input while the server is unreachable', async () => {
    fakeServer({ ...choices, [insert]: 'no connection' });
    const { user } = await renderApp('/machineAdd', sessionUser());
    await user.type(await screen.findByLabelText(/^Name\b/), 'Press 100');
    await user.click(screen.getByRole('combobox', { name: 'Category' }));
    await user.click(await screen.findByRole('option', { name: 'Presses' }));
    await user.click(screen.getByRole('combobox', { name: 'Customer' }));
    await user.click(await screen.findByRole('option', { name: /Mill/ }));
    await user.click(save());
    expect(await screen.findByRole('alert')).toHaveTextContent('Server connection error');
    expect(screen.getByLabelText(/^Name\b/)).toHaveValue('Press 100');
    expect(screen.getByRole('combobox', { name: 'Customer' })).toHaveValue('Mill');
  });
});

describe('A machine', () => {
  it('can be changed, and needs a name', async () => {
    const server = fakeServer({ ...opened, [update]: { body: { ...press, name: 'P', status: 'OK' } } });
    const { user } = await renderApp('/machineEdit?id=30&edit=true', sessionUser('ROLE_USER'));
    const name = await screen.findByLabelText(/^Name\b/);
    await user.clear(name);
    await user.selectOptions(screen.getByLabelText('Status'), 'OK');
    await user.click(save());
    await waitFor(() => expect(name).toHaveAccessibleDescription('Name cannot be empty'));
    await user.type(name, 'P');
    await user.click(save());
    expect(await screen.findByText('Saved successfully')).toBeInTheDocument();
    expect(server.sentTo(update)).toEqual([
      expect.objectContaining({ id: 30, name: 'P', status: 'OK', category: { id: 4 }, customer: { id: 7 } }),
    ]);
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  });

  it('changed by another user meanwhile shows their values next to the input', async () => {
    const server = fakeServer({ ...opened, [update]: refusal(409, 'RECORD_CHANGED') });
    const { user } = await renderApp('/machineEdit?id=30&edit=true', sessionUser());
    await user.selectOptions(await screen.findByLabelText('Status'), 'In repair');
    await user.click(save());
    const theirs = { ...press, status: 'OK' as const, serialNumber: 'SN-2', revision: 2 };
    server.handlers['GET /api/device/findById/30'] = { body: theirs };
    await user.click(await screen.findByRole('button', { name: 'Add the other changes' }));
    const choice = await screen.findByRole('button', { name: 'Use this: Status' });
    expect(choice.closest('li')).toHaveTextContent('OK');
    expect(screen.getByLabelText('Status')).toHaveValue('IN_REPAIR');
    expect(screen.getByLabelText('Serial number')).toHaveValue('SN-2');
    server.handlers[update] = ({ body }) => ({ body: { ...theirs, ...(body as object), revision: 3 } });
    await user.click(save());
    await waitFor(() => expect(server.sentTo(update)).toHaveLength(2));
    expect(server.sentTo(update)[1]).toMatchObject({
      status: 'IN_REPAIR',
      serialNumber: 'SN-2',
      revision: 2,
    });
  });

  it('takes an interval that was saved beside the form, keeps the input, and reports no conflict', async () => {
    const find = 'GET /api/device/findById/30';
    const server = fakeServer({
      ...opened,
      [update]: ({ body }) => ({ body: { ...press, ...(body as object) } }),
    });
    const { user } = await renderApp('/machineEdit?id=30&edit=true', sessionUser());
    await user.selectOptions(await screen.findByLabelText('Status'), 'In repair');
    const refetch = () => queryClient.refetchQueries({ queryKey: deviceQuery(30).queryKey });
    server.handlers[find] = { body: { ...press, inspectionPeriodInMonths: 6, revision: 2 } };
    await act(refetch);
    await waitFor(() => expect(screen.getByLabelText(/Inspection interval/)).toHaveValue('6'));
    expect(screen.getByLabelText('Status')).toHaveValue('IN_REPAIR');
    // What somebody else changed is not taken unseen.
    server.handlers[find] = {
      body: { ...press, inspectionPeriodInMonths: 6, serialNumber: 'SN-2', revision: 3 },
    };
    await act(refetch);
    expect(screen.getByLabelText('Serial number')).not.toHaveValue('SN-2');
    await user.click(save());
    await waitFor(() =>
      expect(server.sentTo(update)).toMatchObject([
        { status: 'IN_REPAIR', inspectionPeriodInMonths: 6, revision: 2 },
      ]),
    );
  });

  it('is deleted after a confirmation, unless other records depend on it, which are listed', async () => {
    const message = 'A machine with a history cannot be deleted. Linked to it: 3 protocols.';
    const archive = 'POST /api/device/archive';
    const inUse = { status: 409, body: { code: 'DEVICE_IN_USE', message, linked: { protocols: 3 } } };
    const server = fakeServer({ ...opened, ...list, [remove]: inUse });
    const { user, router } = await renderApp('/machineEdit?id=30&edit=true&prev=machineList', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete machine?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByText(message)).toBeVisible();
    // Archiving is offered in the same dialog.
    server.handlers[archive] = refusal(403, 'NO_PERMISSION');
    await user.click(within(dialog).getByRole('button', { name: 'Archive' }));
    expect(await within(dialog).findByText('No permission for this operation.')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    server.handlers[remove] = {};
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/machineList'));
  });

  it('with a history is archived instead of deleted, with one press, and can be restored', async () => {
    const by = { id: 1, firstName: 'Anna', lastName: 'Nowak' };
    const archived = { at: '2026-11-22T09:00:00Z', reason: 'SCRAPPED' as const, note: 'Rusted', by };
    const server = fakeServer({
      ...opened,
      'GET /api/device/overview/30': {
        body: {
          ...overview,
          counts: { ...counts, protocols: 3, notes: 1 },
          openVisits: { count: 2, first: [] },
        },
      },
      'POST /api/device/archive': { body: { ...press, archived } },
      'POST /api/device/restore': { body: press },
    });
    const { user } = await renderApp('/machineEdit?id=30&edit=true', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete machine?' });
    expect(await within(dialog).findByText(/cannot be deleted.*\(3 protocols and 1 note\)/)).toBeVisible();
    expect(within(dialog).getByText(/^2 open visits are planned for it/)).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText(/Archived on .* by Anna Nowak: Scrapped/)).toBeVisible();
    expect(screen.getByText('Rusted')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'New service protocol' })).toBeNull();
    expect(server.sentTo('POST /api/device/archive')).toEqual([{ id: 30, reason: 'SCRAPPED', note: '' }]);
    expect(server.sentTo(remove)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(screen.queryByText('Rusted')).toBeNull());
    expect(screen.getByRole('link', { name: 'New service protocol' })).toBeVisible();
  });

  it.each([
    ['prev=customerEdit&customerId=7', '/customerEdit?id=7&activeTab=devices'],
    ['prev=categoryEdit&categoryId=4', '/categoryEdit?id=4&activeTab=devices'],
    ['prev=https://elsewhere.example', '/machineList'],
  ])('opened with %s leads back to %s', async (query, origin) => {
    fakeServer(opened);
    await renderApp(`/machineEdit?id=30&${query}`, sessionUser());
    await screen.findByRole('button', { name: 'Edit details' });
    expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute(
      'href',
      // The list may still have the query of its last visit.
      expect.stringContaining(origin),
    );
  });

  it('shows a count on each tab, and updates it after a change', async () => {
    const asked = 'GET /api/device/overview/30';
    const server = fakeServer({
      ...opened,
      [asked]: counted({ nameplates: 2, notes: 1, events: 4, protocols: 12 }),
      'GET /api/deviceNote/findByIdDevice/30': { body: [] },
      'POST /api/deviceNote/insert': {
        body: { id: 1, text: 'Key', device: { id: 30 }, userCreated: null, userUpdated: null },
      },
    });
    const { user } = await renderApp('/machineEdit?id=30', sessionUser());
    expect(await screen.findByRole('tab', { name: 'Nameplates 2' })).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Events 16' })).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Service 12' })).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Files' })).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Notes 1' }));
    await user.type(await screen.findByRole('textbox', { name: 'New note' }), 'Key');
    server.handlers[asked] = counted({ notes: 2 });
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    expect(await screen.findByRole('tab', { name: 'Notes 2' })).toBeVisible();
  });

  it('works without its counts', async () => {
    fakeServer({ ...opened, 'GET /api/device/overview/30': refusal(500, 'INTERNAL') });
    await renderApp('/machineEdit?id=30', sessionUser());
    expect(await screen.findByRole('tab', { name: 'Service' })).toBeVisible();
  });

  it('says that its service and dates could not be loaded, not that there are none, and loads them again', async () => {
    const asked = 'GET /api/device/overview/30';
    const server = fakeServer({ ...opened, [asked]: refusal(500, 'INTERNAL') });
    const { user } = await renderApp('/machineEdit?id=30', sessionUser());
    const summary = await screen.findByRole('region', { name: 'At a glance' });
    const notice = await within(summary).findByRole('alert');
    expect(notice).toHaveTextContent('The history and dates of this machine could not be loaded');
    expect(within(summary).queryByText('–')).toBeNull();
    expect(within(summary).queryByText('Last service')).toBeNull();
    server.handlers[asked] = { body: overview };
    await user.click(within(notice).getByRole('button', { name: 'Try again' }));
    expect(await within(summary).findByText('Last service')).toBeVisible();
    expect(within(summary).queryByRole('alert')).toBeNull();
  });

  it('says nothing of its service and contacts before they are known', async () => {
    asPhone();
    fakeServer(opened);
    const answer = http.defaults.adapter as AxiosAdapter;
    http.defaults.adapter = (config) =>
      config.url === '/api/device/overview/30' ? new Promise(() => {}) : answer(config);
    await renderApp('/machineEdit?id=30', sessionUser());
    const summary = await screen.findByRole('region', { name: 'At a glance' });
    expect(within(summary).getByText('Last service')).toBeVisible();
    expect(within(summary).queryByText('–')).toBeNull();
    expect(within(summary).queryByRole('button', { name: 'Call' })).toBeNull();
  });

  it('links to its protocols on a phone, with their number', async () => {
    asPhone();
    fakeServer({ ...opened, 'GET /api/device/overview/30': counted({ protocols: 12 }) });
    const { user } = await renderApp('/machineEdit?id=30', sessionUser());
    await user.click(await screen.findByRole('link', { name: '12 Protocols' }));
    expect(await screen.findByRole('tab', { name: 'Service 12', selected: true })).toBeVisible();
  });

  it.each([
    ['', 'Nameplates'],
    ['nameplates', 'Nameplates'],
    ['notes', 'Notes'],
    ['files', 'Files'],
    ['equipments', 'Parts'],
    ['incident', 'Events'],
    ['service', 'Service'],
    ['periodicInspection', 'Inspections'],
    ['Map', 'Map'],
    ['hotels', 'Hotels'],
    ['nothing-like-it', 'Nameplates'],
  ])('opened with the tab “%s” shows %s', async (key, tab) => {
    fakeServer(opened);
    await renderApp(`/machineEdit?id=30&activeTab=${key}`, sessionUser());
    expect(await screen.findByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
  });

  it('opens the protocols’ tab for a link to a protocol', async () => {
    fakeServer({ ...opened, 'GET /api/service/findById/31': refusal(404, 'NOT_FOUND') });
    const { router } = await renderApp('/machineEdit?id=30&service=31', sessionUser());
    const tab = await screen.findByRole('tab', { name: 'Service', hidden: true });
    expect(tab).toHaveAttribute('aria-selected', 'true');
    expect(router.state.location.search).toContain('activeTab=service');
  });

  it('asks for confirmation before unsaved input is lost', async () => {
    fakeServer({ ...opened, ...list });
    const { user, router } = await renderApp('/machineEdit?id=30', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Edit details' }));
    await user.type(await screen.findByLabelText('Serial number'), '2');
    await user.click(screen.getByRole('link', { name: 'Back' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(dialog).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/machineList'));
  });

  it('that does not exist shows that', async () => {
    fakeServer({ 'GET /api/device/findById/8': refusal(404, 'NOT_FOUND') });
    await renderApp('/machineEdit?id=8', sessionUser());
    expect(await screen.findByText('This no longer exists or never did.')).toBeVisible();
  });

  it('has a summary: customer, last service and due work', async () => {
    fakeServer({
      ...opened,
      'GET /api/device/overview/30': {
        body: {
          ...overview,
          ...{
            openVisits: {
              count: 4,
              first: [
                {
                  id: 71,
                  day: '2026-11-09',
                  types: ['REPAIR'],
                  technicians: [
                    { id: 2, firstName: 'Ada', lastName: 'Kowal', active: true },
                    { id: 3, firstName: 'Max', lastName: 'Wolf', active: false },
                  ],
                },
                { id: 72, day: null, types: ['REPAIR'], technicians: [] },
              ],
            },
            lastEvent: { id: 9, date: '2026-10-12T10:00:00Z', text: 'Leak at the pump' },
            newestParts: [{ id: 1, name: 'Belt' }],
            counts: { ...counts, parts: 5 },
            nextInspection: '2026-11-01',
            daysToNextInspection: -4,
            warrantyEnd: '2020-10-01',
            daysToEndWarranty: -40,
          },
          lastService: {
            id: 31,
            date: '2026-10-10T10:00:00Z',
            type: ['REPAIR'],
            user: { id: 2, firstName: 'Ada', lastName: 'Kowal' },
            alsoPerformedBy: [{ id: 3, firstName: 'Ola', lastName: 'Lis' }],
          },
          customer: {
            phoneNumber: '+48 600 100 200',
            email: 'mill@example.com',
            contacts: [
              {
                id: 4,
                name: 'Jan Nowak',
                role: 'Foreman',
                phone: '+48 601',
                email: 'j@mill.example',
                isMain: true,
              },
              { id: 3, name: 'Ola Lis', role: '', phone: '', email: '', isMain: false },
              { id: 5, name: 'Max', role: '', phone: '', email: '', isMain: false },
            ],
          },
        },
      },
    });
    await renderApp('/machineEdit?id=30', sessionUser());
    const summary = await screen.findByRole('region', { name: 'At a glance' });
    const link = (name: string | RegExp) => within(summary).getByRole('link', { name });
    expect(await within(summary).findByText('Leak at the pump')).toBeVisible();
    expect(summary).toHaveTextContent(/Last service10.*2026.*Repair · Ada Kowal and Ola LisNext/);
    expect(link(/^10/)).toHaveAttribute('href', expect.stringContaining('service=31'));
    expect(link('Mill and Sons Ltd')).toHaveAttribute('href', '/customerEdit?id=7');
    expect(link('+48 600 100 200')).toHaveAttribute('href', 'tel:+48600100200');
    expect(link('mill@example.com')).toHaveAttribute('href', 'mailto:mill@example.com');
    expect(link('+48 601')).toHaveAttribute('href', 'tel:+48601');
    expect(link('j@mill.example')).toHaveAttribute('href', 'mailto:j@mill.example');
    expect(link('All 3 contacts')).toHaveAttribute('href', '/customerEdit?id=7&activeTab=contacts');
    expect(link(/Gniezno/)).toHaveAttribute('href', expect.stringContaining('Gniezno'));
    expect(summary).toHaveTextContent('9 Nov 2026 Repair, Ada Kowal, Max Wolf (inactive)');
    expect(summary).toHaveTextContent('To be planned Repair2 more');
    expect(link('9 Nov 2026')).toHaveAttribute('href', '/visit?id=71');
    expect(link(/^12/)).toHaveAttribute('href', expect.stringContaining('activeTab=incident'));
    expect(summary).toHaveTextContent('Leak at the pump');
    expect(link('Belt, …')).toHaveAttribute('href', expect.stringContaining('activeTab=equipments'));
    expect(link('New service protocol')).toHaveAttribute('href', expect.stringContaining('service=new'));
    expect(within(summary).getByText('4 days overdue')).toBeVisible();
    expect(within(summary).getByText('over')).toBeVisible();
    expect(summary).toHaveTextContent('SN-1');
    expect(screen.queryByLabelText('Serial number')).toBeNull();
  });

  it('gets its last service from before: three presses and a date', async () => {
    const entered = 'POST /api/pastService/insert';
    const server = fakeServer({ ...opened, [entered]: { body: { id: 1 } } });
    const { user } = await renderApp('/machineEdit?id=30', sessionUser('ROLE_USER'));
    const summary = await screen.findByRole('region', { name: 'At a glance' });
    await user.click(await within(summary).findByRole('button', { name: 'Add an earlier service' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add an earlier service' });
    await user.type(within(dialog).getByRole('textbox', { name: /^Date of service/ }), '4 Mar 2026');
    server.handlers['GET /api/device/overview/30'] = {
      body: {
        ...overview,
        counts: { ...counts, pastServices: 1 },
        lastPastService: {
          id: 1,
          date: '2026-03-04',
          types: ['PERIODIC_INSPECTION'],
          performedBy: 'Old Works Ltd',
        },
      },
    };
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(summary).toHaveTextContent(
        'Last service4 Mar 2026Periodic inspection · Old Works LtdEntered afterwards, no protocol',
      ),
    );
    expect(server.sentTo(entered)).toMatchObject([
      { device: { id: 30 }, date: '2026-03-04', types: ['PERIODIC_INSPECTION'] },
    ]);
    expect(within(summary).getByRole('link', { name: '4 Mar 2026' })).toHaveAttribute(
      'href',
      expect.not.stringContaining('service='),
    );
    expect(screen.getByRole('tab', { name: /Service/ })).toHaveTextContent('1');
  });

  it('has a summary on a phone, with contacts, and is edited in place', async () => {
    asPhone();
    const changed = { ...press, serialNumber: 'SN-12' };
    const server = fakeServer({
      ...opened,
      'GET /api/device/overview/30': {
        body: { ...overview, customer: { phoneNumber: '+48 600 100 200', email: '', contacts: [] } },
      },
    });
    server.handlers[update] = () => {
      server.handlers['GET /api/device/findById/30'] = { body: changed };
      return { body: changed };
    };
    const { user } = await renderApp('/machineEdit?id=30', sessionUser());
    const summary = await screen.findByRole('region', { name: 'At a glance' });
    expect(within(summary).getByText('Mill and Sons Ltd')).toBeVisible();
    expect(await within(summary).findByRole('link', { name: 'Call +48 600 100 200' })).toHaveAttribute(
      'href',
      'tel:+48600100200',
    );
    expect(within(summary).getByRole('link', { name: 'Navigate' })).toHaveAttribute(
      'href',
      expect.stringContaining('Gniezno'),
    );
    expect(screen.getByRole('tab', { name: 'Service' })).toBeVisible();
    const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
    await user.click(within(summary).getByRole('link', { name: /Protocols$/ }));
    expect(screen.getByRole('tab', { name: 'Service' })).toHaveAttribute('aria-selected', 'true');
    // The tabs are below the screen.
    expect(scroll.mock.contexts).toEqual([screen.getByRole('tablist')]);

    await user.click(within(summary).getByRole('button', { name: 'Edit details' }));
    await user.type(await screen.findByLabelText('Serial number'), '2');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    await user.click(save());
    expect(await screen.findByText('SN-12')).toBeVisible();
    expect(server.sentTo(update)).toEqual([expect.objectContaining({ serialNumber: 'SN-12' })]);
    expect(screen.queryByLabelText(/^Name\b/)).not.toBeInTheDocument();
  });
});
