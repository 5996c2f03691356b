import type { Export } from '@servicebook/shared/export';
import { toPage } from '@servicebook/shared/primitives';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fieldsSet, readAddress, writeAddress } from '../../lib/address.ts';
import { noteUnsent } from '../../lib/unsent.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';
import { press, protocol, saw, search, signed } from '../../testing/service-story.ts';
import { OverviewFilter } from './service-overview-filter.ts';

const both: ServiceProtocol = {
  ...signed,
  id: 32,
  number: 26,
  numberExtension: '',
  fullNumber: '26',
  devices: [press, saw].map(({ id, name, serialNumber }) => ({ id, name, serialNumber })),
  faultDescription: '',
};
const colleague = { id: 9, email: 'piotr@example.com', firstName: 'Piotr', lastName: 'Lis' };
const server = (total = 2, more: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    [search]: { body: toPage([both, protocol], total, 0, 20) },
    'GET /api/user/findAllFlatRoles': { body: [colleague] },
    'GET /api/customer/findById/7': { body: { ...press.customer, city: 'Poznań' } },
    'GET /api/export/findAll': { body: [] },
    ...more,
  });
const open = (query = '') => renderApp(`/servicesList${query}`, sessionUser('ROLE_USER'));
const row = async (number: string) => (await screen.findByText(number)).closest('tr') as HTMLElement;

describe('The service events overview', () => {
  it('shows the newest number first, with customer, machines, work, technician and state', async () => {
    const { sentTo } = server();
    await open();
    const first = await row('26/11/2026');
    for (const text of [
      'Mill',
      'Hydraulic press (HP-1), Band saw (BS-1)',
      'Repair',
      'Chargeable',
      'Anna Nowak',
      'Signed',
    ])
      expect(first).toHaveTextContent(text);
    expect(await row('25A/11/2026')).toHaveTextContent('The pump leaks.');
    expect(sentTo(search).at(-1)).toMatchObject({ sort: { by: 'fullNumber', direction: 'desc' }, page: 0 });
  });

  it('says of which protocols something waits on this phone, also of those that have a number', async () => {
    server();
    await open();
    const [one, other] = [await row('26/11/2026'), await row('25A/11/2026')];
    // The app counts what waits when it starts, which is nothing here.
    const note = (id: number, told: HTMLElement, text: string) =>
      waitFor(() => {
        act(() => noteUnsent('1:1', 1, [id]));
        expect(told).toHaveTextContent(text);
      });
    await note(32, one, 'Signed, not sent yet');
    expect(other).not.toHaveTextContent('not sent yet');
    await note(31, other, 'Not signed, not sent yet');
    expect(one).not.toHaveTextContent('not sent yet');
  });

  it('opens the protocol at its machine, and asks which one if there are several', async () => {
    server();
    const { user, router } = await open();
    const address = (id: number, service: number) =>
      `/machineEdit?id=${id}&prev=servicesList&customerId=7&activeTab=service&service=${service}`;
    expect(await screen.findByRole('link', { name: '25A/11/2026' })).toHaveAttribute('href', address(5, 31));
    await user.click(screen.getByRole('button', { name: '26/11/2026' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Which machine?' }));
    expect(dialog.getByRole('link', { name: 'Hydraulic press' })).toHaveAttribute('href', address(5, 32));
    await user.click(dialog.getByRole('link', { name: 'Band saw' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/machineEdit'));
    expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(address(6, 32));
  });

  it('distinguishes machines with the same name by serial number and place', async () => {
    const twin = { ...press, id: 8, serialNumber: 'HP-2', city: 'Gniezno' };
    const twins = {
      ...both,
      devices: [press, twin, saw].map(({ id, name, serialNumber }) => ({ id, name, serialNumber })),
    };
    server(1, {
      [search]: { body: toPage([twins], 1, 0, 20) },
      'GET /api/device/findById/5': { body: press },
      'GET /api/device/findById/8': { body: twin },
    });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: '26/11/2026' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Which machine?' }));
    for (const name of ['Hydraulic press HP-1, Poznań', 'Hydraulic press HP-2, Gniezno', 'Band saw'])
      expect(await dialog.findByRole('link', { name })).toBeVisible();
  });

  it('is filtered by the address, and reports a reversed range of days', async () => {
    const { sentTo } = server();
    const { user, router } = await open(
      '?type=REPAIR&state=SIGNED&userId=9&customerId=7&dateFrom=2026-11-10',
    );
    await row('26/11/2026');
    expect(sentTo(search).at(-1)).toMatchObject({
      types: ['REPAIR'],
      states: ['SIGNED'],
      userId: 9,
      customerId: 7,
      dateFrom: '2026-11-10',
      dateTo: null,
    });
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Customer' })).toHaveValue('Mill'));
    const asked = sentTo(search).length;
    const to = screen.getByLabelText('To');
    await user.type(to, '2026-11-09');
    await user.tab();
    expect(await screen.findByText('The end is before the beginning')).toBeVisible();
    expect(sentTo(search)).toHaveLength(asked);
    expect(screen.queryByRole('button', { name: /^PDFs as ZIP \(/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: /Show all/ }));
    await waitFor(() => expect(router.state.location.search).not.toMatch(/dateFrom|userId/));
    await row('26/11/2026');
  });

  it('is refetched after a customer was renamed', async () => {
    let stored: object = { ...press.customer, city: 'Poznań' };
    const { sentTo } = server(2, {
      'GET /api/customer/findById/7': () => ({ body: stored }),
      'PUT /api/customer/update': ({ body }: { body: unknown }) => {
        stored = body as object;
        return { body: stored };
      },
    });
    const { user, router } = await open();
    await row('26/11/2026');
    await router.navigate('/customerEdit?id=7');
    await user.type(await screen.findByLabelText(/Short name/), ' 2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved successfully');
    const asked = sentTo(search).length;
    await router.navigate('/servicesList');
    await waitFor(() => expect(sentTo(search).length).toBeGreaterThan(asked));
  });

  it('shows the document of a row', async () => {
    server();
    const { user } = await open();
    await user.click(within(await row('26/11/2026')).getByRole('button', { name: 'PDF of 26/11/2026' }));
    expect(
      await screen.findByRole('dialog', { name: /^Service protocol 26-11-2026 .+\.pdf$/ }),
    ).toBeVisible();
  });

  it('exports the documents of all results as an archive, up to the limit', async () => {
    const made: Export = {
      id: 4,
      kind: 'SERVICE_PDFS',
      status: 'DONE',
      deviceId: null,
      errorCode: null,
      done: 2,
      total: 2,
      filename: 'Service protocols 2026-11-21.zip',
      size: 120_000,
      createdAt: '2026-11-21T10:00:00Z',
      expiresAt: '2026-11-22T10:00:00Z',
    };
    const ask = 'POST /api/export/foundServicePdfs';
    const { sentTo } = server(2, { [ask]: { body: made }, 'GET /api/export/findAll': { body: [made] } });
    const { user } = await open('?state=SIGNED');
    await row('26/11/2026');
    await user.click(screen.getByRole('button', { name: /^PDFs as ZIP \(\d+\)$/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/2 protocols will be added to one ZIP archive/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Create archive' }));
    const link = await dialog.findByRole('link', { name: 'Download archive' });
    expect(link).toHaveAttribute('href', '/api/export/download/4');
    expect(sentTo(ask)).toEqual([expect.objectContaining({ text: '', states: ['SIGNED'] })]);
  });

  it('exports the documents of the chosen ones, and deletes what may be deleted', async () => {
    const plan = {
      changed: 1,
      same: 0,
      gone: 0,
      refused: [{ id: 32, name: '26/11/2026', reason: 'SIGNED' }],
      notes: [],
    };
    const { sentTo } = server(2, {
      'POST /api/export/foundServicePdfs': refusal(429, 'EXPORT_LIMIT'),
      'POST /api/bulk/check': { body: plan },
      'POST /api/bulk/run': { body: { ...plan, id: 9 } },
      'GET /api/bulk/recent': { body: [] },
    });
    const { user } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select 25A/11/2026' }));
    await user.click(await screen.findByRole('button', { name: 'PDFs as ZIP (1)' }));
    const pdfs = await screen.findByRole('dialog', { name: 'Protocols as PDF' });
    await user.click(within(pdfs).getByRole('button', { name: 'Create archive' }));
    await waitFor(() => expect(sentTo('POST /api/export/foundServicePdfs')).toEqual([{ ids: [31] }]));
    await user.click(within(pdfs).getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select 26/11/2026' }));
    // Withdrawing is never done to several at once.
    await user.click(screen.getByRole('button', { name: 'More actions for the selected' }));
    expect(
      (await screen.findAllByRole('menuitem', { hidden: true })).map((item) => item.textContent),
    ).toEqual(['Send by e-mail', 'Export selected as Excel', 'Export selected as CSV', 'Delete']);
    await user.click(screen.getByRole('menuitem', { name: 'Delete', hidden: true }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete' });
    expect(await within(dialog).findByText('1 protocol will be deleted.')).toBeVisible();
    expect(within(dialog).getByText(/26\/11\/2026/)).toHaveTextContent(
      'Signed once, kept as evidence: 26/11/2026',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(/1 protocol deleted/)).toBeVisible();
  });

  it('offers to mark chosen ones as invoiced only if one of them was signed', async () => {
    const signed = { ...both, id: 33, fullNumber: '27/11/2026', number: 27, version: 1 };
    const unsigned = { ...both, id: 34, fullNumber: '28/11/2026', number: 28, version: 0, signature: null };
    server(2, { [search]: { body: toPage([signed, unsigned], 2, 0, 20) } });
    const { user } = await renderApp('/servicesList', sessionUser('ROLE_ADMIN'));
    await user.click(await screen.findByRole('checkbox', { name: 'Select 28/11/2026' }));
    expect(await screen.findByRole('button', { name: 'PDFs as ZIP (1)' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Mark as invoiced' })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Select 27/11/2026' }));
    expect(await screen.findByRole('button', { name: 'Mark as invoiced' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'More actions for the selected' }));
    expect(
      (await screen.findAllByRole('menuitem', { hidden: true })).map((item) => item.textContent),
    ).toEqual([
      'Send by e-mail',
      'Take the mark away',
      'Export selected as Excel',
      'Export selected as CSV',
      'Delete',
    ]);
  });

  it('says by what numbers of deleted ones were taken, before these get others', async () => {
    const plan = { changed: 1, same: 0, gone: 0, refused: [], notes: [] };
    const name = '25A/11/2026';
    const { sentTo } = server(2, {
      'POST /api/bulk/check': { body: plan },
      'POST /api/bulk/run': { body: { ...plan, id: 9 } },
      'GET /api/bulk/recent': { body: [] },
      'GET /api/bulk/undoCheck/9': {
        body: { taken: [{ id: 31, name, by: { id: 40, customer: 'Mill', who: 'Jan Kowal' } }] },
      },
      'POST /api/bulk/undo/9': {
        body: { reversed: 1, kept: [], renumbered: [{ id: 31, name, next: '27/11/2026' }] },
      },
    });
    const { user } = await open();
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    await user.click(await screen.findByRole('button', { name: 'More actions for the selected' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete', hidden: true }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete' });
    await within(dialog).findByText('1 protocol will be deleted.');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const question = await screen.findByRole('dialog', { name: 'Numbers taken meanwhile' });
    expect(question).toHaveTextContent('25A/11/2026: Mill, Jan Kowal');
    expect(question).toHaveTextContent('with the next free numbers of their month');
    expect(sentTo('POST /api/bulk/undo/9')).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Restore with new numbers' }));
    expect(await screen.findByText('Undone. New numbers: 25A/11/2026 → 27/11/2026')).toBeVisible();
  });

  it('says if there are too many results for an archive, and offers none for an empty list', async () => {
    server(501);
    const { user } = await open();
    await row('26/11/2026');
    await user.click(screen.getByRole('button', { name: /^PDFs as ZIP \(\d+\)$/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/one archive can have at most 500/)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Create archive' })).toBeNull();
  });

  it('explains the empty list', async () => {
    server(0, { [search]: { body: toPage([], 0, 0, 20) } });
    await open();
    expect(await screen.findByText('No service events yet')).toBeVisible();
    expect(screen.getByRole('button', { name: /^PDFs as ZIP \(\d+\)$/ })).toBeDisabled();
  });
});

describe('The filter in the address', () => {
  it('survives a round trip, ignores invalid values, and starts on the first page', () => {
    const none = OverviewFilter.parse({});
    const filter = { ...none, type: 'REPAIR' as const, userId: 9, dateTo: '2026-11-10' };
    const written = writeAddress(OverviewFilter, new URLSearchParams('text=mill'), filter);
    expect(written.toString()).toBe('text=mill&type=REPAIR&userId=9&dateTo=2026-11-10');
    expect(readAddress(OverviewFilter, written)).toEqual(filter);
    expect(fieldsSet(OverviewFilter, filter)).toHaveLength(3);
    const nonsense = new URLSearchParams('type=CAKE&state=&userId=-1&customerId=x');
    expect(readAddress(OverviewFilter, nonsense)).toEqual(none);
  });
});
