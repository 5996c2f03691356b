import type { ChangeEntry } from '@servicebook/shared/log';
import type { HistoryEntry } from '@servicebook/shared/service-book';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refresh } from '../../lib/freshness.ts';
import { queryClient } from '../../lib/query-client.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';
import { mill, renderTab } from '../../testing/render-tab.tsx';
import { ChangeList } from './change-list.tsx';
import { HistoryTab } from './history-tab.tsx';

// pdf.js draws on a canvas, which jsdom does not have.
vi.mock('../../components/pdf-preview.tsx', () => ({ PdfPreview: () => null }));

const history = 'GET /api/device/history/5';

const entry = (key: string, changes: Partial<HistoryEntry>): HistoryEntry => ({
  key,
  kind: 'NOTE',
  at: '2026-03-07T22:30:00.000Z',
  text: '',
  who: 'Jan Kowal',
  changes: [],
  day: null,
  service: null,
  past: null,
  ...changes,
});
const moved = entry('change-9', {
  kind: 'CHANGE',
  text: 'Hydraulic press',
  who: 'anna@example.com',
  changes: [
    { field: 'status', before: 'OK', after: 'FAULT' },
    { field: 'transferDate', before: '', after: '2026-03-01T00:00:00.000Z' },
    { field: 'inspectionPeriodInMonths', before: '12', after: '1' },
    { field: 'isPeriodicInspectionEnabled', before: 'false', after: 'true' },
    { field: 'gpsLatitude', before: '', after: '52.2297' },
    { field: 'country', before: 'PL', after: 'DE' },
    { field: 'unheardOf', before: 'a', after: 'b' },
  ],
});
const protocol = entry('service-12', {
  kind: 'SERVICE',
  at: '2025-12-31T23:30:00.000Z',
  text: 'Pump leaks',
  service: { id: 12, number: '3A/01/2026', signed: true, withdrawn: false },
});
const note = entry('note-1', { text: 'Key at the gate', at: '2025-06-01T10:00:00.000Z' });
const all = { [history]: { body: [moved, protocol, note] } };

describe('The history of a machine', () => {
  it('offers the warranty dossier beside the service book', async () => {
    fakeServer({
      ...all,
      'GET /api/device/dossier/5': refusal(404, 'NOT_FOUND'),
      'GET /api/export/findAll': { body: [] },
    });
    const { user } = await renderTab(HistoryTab);
    await user.click(await screen.findByRole('button', { name: 'Warranty dossier' }));
    expect(await screen.findByRole('dialog', { name: 'Warranty dossier' })).toBeVisible();
  });

  it('is a timeline, with years in the user’s timezone', async () => {
    fakeServer({ ...all });
    await renderTab(HistoryTab);
    const year = within(await screen.findByRole('list', { name: 'History 2026' }));
    expect(year.getByText('Protocol 3A/01/2026')).toBeVisible();
    expect(year.getByText('1 Jan 2026, 00:30 · Jan Kowal')).toBeVisible();
    expect(year.getByText('Pump leaks')).toBeVisible();
    expect(
      within(screen.getByRole('list', { name: 'History 2025' })).getByText('Key at the gate'),
    ).toBeVisible();
  });

  it('marks a service that was entered afterwards, and shows its day without a time', async () => {
    const past = entry('past-3', {
      kind: 'PAST_SERVICE',
      // The company's midnight, which is still the last evening of the year before here.
      at: '2025-12-31T22:00:00.000Z',
      day: '2026-01-01',
      text: 'All in order',
      who: 'Old Works Ltd',
      past: { id: 3, types: ['REPAIR'], number: '17/2026' },
    });
    fakeServer({ ...all, [history]: { body: [past] } });
    await renderTab(HistoryTab);
    const year = await screen.findByRole('list', { name: 'History 2026' });
    expect(year).toHaveTextContent(
      'Earlier service 17/2026Entered afterwards, no protocolRepairAll in order1 Jan 2026 · Old Works Ltd',
    );
    expect(within(year).queryByRole('button')).toBeNull();
  });

  it('shows changes field by field, in the user’s language', async () => {
    fakeServer({ ...all });
    await renderTab(HistoryTab);
    const line = (await screen.findByText('Machine details changed')).closest('li') as HTMLElement;
    const rows = [...line.querySelectorAll('dl > div')].map((row) => row.textContent);
    expect(rows).toEqual([
      'StatusfromOKtoFault',
      'Handover datefromemptyto1 Mar 2026',
      'Inspection frequencyfrom12 monthsto1 month',
      'Periodic inspectionsfromofftoon',
      'Latitudefromemptyto52.2297',
      'CountryfromPolandtoGermany',
      'unheardOffromatob',
    ]);
    expect(within(line).queryByText('Hydraulic press')).not.toBeInTheDocument();
  });

  it('is filtered by kinds', async () => {
    fakeServer({ ...all });
    const { user } = await renderTab(HistoryTab);
    await user.click(await screen.findByRole('button', { name: 'Notes 1' }));
    expect(screen.getByText('Key at the gate')).toBeVisible();
    expect(screen.queryByText('Protocol 3A/01/2026')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Protocols 1' }));
    expect(screen.getByText('Protocol 3A/01/2026')).toBeVisible();
    expect(screen.queryByText('Machine details changed')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Protocols 1', pressed: true }));
    await user.click(screen.getByRole('button', { name: 'Notes 1', pressed: true }));
    expect(screen.getByText('Machine details changed')).toBeVisible();
  });

  it('opens a protocol in its tab', async () => {
    fakeServer({ ...all });
    const { user, router } = await renderTab(HistoryTab);
    await user.click(await screen.findByRole('button', { name: 'Protocol 3A/01/2026' }));
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toMatchObject({
      activeTab: 'service',
      service: '12',
    });
    await router.navigate(-1);
    expect(router.state.location.search).not.toContain('service=12');
  });

  it('shows changes saved elsewhere on the screen', async () => {
    const server = fakeServer({ ...all });
    await renderTab(HistoryTab);
    await screen.findByText('Key at the gate');
    server.handlers[history] = { body: [entry('note-2', { text: 'Beware of the dog' })] };
    await refresh(queryClient, 'note');
    expect(await screen.findByText('Beware of the dog')).toBeVisible();
  });

  it('shows the last hundred entries of a long history, then more', async () => {
    const many = Array.from({ length: 130 }, (_, index) => entry(`note-${index}`, { text: `Note ${index}` }));
    fakeServer({ [history]: { body: many } });
    const { user } = await renderTab(HistoryTab);
    await screen.findByText('Note 99');
    expect(screen.queryByText('Note 100')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show older entries' }));
    expect(screen.getByText('Note 129')).toBeVisible();
  });

  it('offers the service book as a PDF', async () => {
    fakeServer({ [history]: { body: [] } });
    const { user } = await renderTab(HistoryTab);
    expect(await screen.findByText('No entries yet')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Service book (PDF)' }));
    const download = await screen.findAllByRole('link', { name: 'Download' });
    expect(download[0]).toHaveAttribute('href', '/api/device/serviceBook/5');
    expect(download[0]).toHaveAttribute('download', 'Service book Hydraulic press.pdf');
  });

  it('can be retried if the server refuses', async () => {
    const server = fakeServer({ [history]: refusal(403, 'NO_PERMISSION') });
    const { user } = await renderTab(HistoryTab);
    expect(await screen.findByText('No permission for this operation.')).toBeVisible();
    Object.assign(server.handlers, all);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Key at the gate')).toBeVisible();
  });
});

describe('The changes of an object', () => {
  const change = (kind: string, changes: ChangeEntry['changes'], file = ''): ChangeEntry => ({
    id: kind.length * 100 + changes.length,
    at: '2026-03-07T22:30:00.000Z',
    who: 'anna@example.com',
    kind,
    file,
    changes,
  });

  it('show who signed a protocol and what was changed', async () => {
    fakeServer({
      'GET /api/log/changes/service/12': {
        body: [
          change('SIGNED', []),
          change('CHANGED', [
            { field: 'types', before: '["REPAIR"]', after: '["REPAIR","INSTALLATION"]' },
            { field: 'paymentType', before: 'PAID', after: 'WARRANTY' },
          ]),
          change('CREATED', []),
        ],
      },
    });
    await renderTab(() => <ChangeList entity="service" id={12} />);
    const lines = within(await screen.findByRole('list', { name: 'Changes' })).getAllByRole('listitem');
    expect(lines[0]).toHaveTextContent('Signed7 Mar 2026, 23:30 · anna@example.com');
    expect(lines[1]).toHaveTextContent(
      'Type of servicefromRepairtoRepair, InstallationPaymentfromChargeabletoUnder warranty',
    );
    expect(lines[2]).toHaveTextContent('Created');
  });

  it('name a customer’s fields as the form does', async () => {
    fakeServer({
      'GET /api/log/changes/customer/7': {
        body: [
          change('CHANGED', [
            { field: 'nip', before: '', after: '777' },
            { field: 'language', before: '', after: 'de' },
          ]),
        ],
      },
    });
    await renderTab(() => <ChangeList entity="customer" id={7} />);
    const [line] = within(await screen.findByRole('list', { name: 'Changes' })).getAllByRole('listitem');
    expect(line).toHaveTextContent('Tax numberfromemptyto777');
    expect(line).toHaveTextContent('Language of documentsfromemptytoDeutsch');
  });

  it('name the file of an import', async () => {
    fakeServer({
      'GET /api/log/changes/customer/7': { body: [change('IMPORTED', [], 'customers.xlsx')] },
    });
    await renderTab(() => <ChangeList entity="customer" id={7} />);
    const [line] = within(await screen.findByRole('list', { name: 'Changes' })).getAllByRole('listitem');
    expect(line).toHaveTextContent('Created by an import7 Mar 2026, 23:30 · anna@example.comcustomers.xlsx');
  });

  it('are on a tab of the customer', async () => {
    fakeServer({
      'GET /api/customer/findById/7': { body: mill },
      'GET /api/log/changes/customer/7': { body: [change('CREATED', [])] },
    });
    const { user, router } = await renderApp('/customerEdit?id=7', sessionUser('ROLE_USER'));
    await user.click(await screen.findByRole('tab', { name: 'Changes' }));
    expect(await screen.findByText('Created')).toBeVisible();
    expect(router.state.location.search).toContain('activeTab=changes');
  });

  it('may be empty', async () => {
    fakeServer({ 'GET /api/log/changes/customer/7': { body: [] } });
    await renderTab(() => <ChangeList entity="customer" id={7} />);
    await waitFor(() => expect(screen.getByText('No changes recorded')).toBeVisible());
  });
});
