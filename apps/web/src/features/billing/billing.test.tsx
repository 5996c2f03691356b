import type { Billing } from '@servicebook/shared/billing';
import { toPage } from '@servicebook/shared/primitives';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { i18n } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query-client.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { pageBox } from '../../testing/page-box.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';
import { renderComponent } from '../../testing/render-component.tsx';
import { search, signed } from '../../testing/service-story.ts';
import { BillingPanel } from './billing-panel.tsx';

const billing = (id: number, given: Partial<Billing> = {}): Billing => ({
  service: { id, number: `${id}/11/2026` },
  customer: { id: 7, shortName: 'Mill' },
  ...{ state: 'OPEN', free: false, currency: 'PLN', lines: [], proposed: 100, typed: null, amount: 100 },
  severalPerformers: false,
  ...{ missingPrices: false, invoice: null, changedSince: false, revision: 0 },
  ...given,
});
const bakery = { id: 8, shortName: 'Bakery' };
const invoiced = {
  state: 'INVOICED',
  revision: 2,
  invoice: {
    ...{ day: '2026-11-30', number: 'FV/1', amount: 100, at: '2026-11-30T10:00:00.000Z' },
    by: { id: 1, firstName: 'Anna', lastName: 'Nowak' },
  },
} as const;
const markCall = 'POST /api/billing/invoiced';
const undoCall = 'POST /api/billing/notInvoiced';

/** Chooses all protocols of the list and presses a button of the selection. */
async function choose(billings: Billing[], button: string, query = '') {
  const rows = billings.map(({ service: { id } }) => ({ ...signed, id, number: id, numberExtension: '' }));
  const server = fakeServer({
    [search]: { body: toPage(rows, rows.length, 0, 20) },
    'GET /api/user/findAllFlatRoles': { body: [] },
    'GET /api/export/findAll': { body: [] },
    'POST /api/billing/protocols': { body: billings },
    [markCall]: { body: billings },
    [undoCall]: { body: billings },
  });
  const { user } = await renderApp(`/servicesList${query}`, sessionUser());
  await user.click(await pageBox());
  await user.click(screen.getByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog', { name: button }));
  return { server, user, dialog };
}

describe('Marking as invoiced', () => {
  it('asks for a number for each customer, because an invoice is for one', async () => {
    const { server, user, dialog } = await choose(
      [billing(1), billing(2), billing(3, { customer: bakery, amount: 20 })],
      'Mark as invoiced',
    );
    await user.type(await dialog.findByRole('textbox', { name: 'Mill' }), 'FV/1');
    expect(dialog.getByText(/Protocols: 2, 200\.00/)).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Bakery' })).toHaveValue('');
    await user.click(dialog.getByRole('button', { name: 'Mark as invoiced' }));
    await screen.findByText('Marked as invoiced: 3');
    expect(server.sentTo(markCall)).toMatchObject([
      {
        services: [
          { id: 1, amount: 100, number: 'FV/1' },
          { id: 2, amount: 100, number: 'FV/1' },
          { id: 3, amount: 20, number: '' },
        ],
      },
    ]);
  });

  it('names work that would be invoiced for nothing', async () => {
    const many = Array.from({ length: 7 }, (_, index) => billing(index + 1, { amount: 0 }));
    const typed = billing(20, { amount: 0, typed: 0 });
    const { dialog } = await choose([...many, typed, billing(21)], 'Mark as invoiced');
    expect(
      await dialog.findByText(
        /^Protocols with the amount 0\.00.PLN: 7 \(1\/11\/2026, .*, 5\/11\/2026 and 2 more\)/,
      ),
    ).toBeVisible();
  });

  it('shows the first of many protocols, and all on request', async () => {
    const many = Array.from({ length: 12 }, (_, index) => billing(index + 1));
    const { user, dialog } = await choose(many, 'Mark as invoiced');
    const list = await dialog.findByRole('list', { name: 'Protocols' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(5);
    await user.click(dialog.getByRole('button', { name: 'Show all: 12' }));
    expect(within(list).getAllByRole('listitem')).toHaveLength(12);
    expect(list).toHaveFocus();
  });

  it('leaves out work that is free of charge, unless it is chosen on purpose', async () => {
    const free = billing(2, { state: 'FREE', free: true, amount: 0 });
    const { server, user, dialog } = await choose([billing(1), free], 'Mark as invoiced');
    expect(await dialog.findByText(/^Protocols: 1,/)).toBeVisible();
    expect(dialog.queryByText(/with the amount/)).toBeNull();
    await user.click(dialog.getByRole('checkbox', { name: 'Also mark those free of charge: 1' }));
    expect(await dialog.findByText(/^Protocols: 2,/)).toBeVisible();
    await user.click(dialog.getByRole('checkbox', { name: 'Also mark those free of charge: 1' }));
    await user.click(dialog.getByRole('button', { name: 'Mark as invoiced' }));
    await screen.findByText('Marked as invoiced: 2');
    expect(server.sentTo(markCall)).toMatchObject([{ services: [{ id: 1 }] }]);
  });

  it('is taken back in the list, from those that are marked', async () => {
    const { server, user, dialog } = await choose(
      [billing(1, invoiced), billing(2)],
      'Take the mark away',
      '?invoicing=INVOICED',
    );
    expect(await dialog.findByText(/1 \(1\/11\/2026 \(FV\/1\)\)/)).toBeVisible();
    expect(dialog.getByText('Not invoiced, unchanged: 2/11/2026')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Take the mark away' }));
    await screen.findByText('The mark was taken away');
    expect(server.sentTo(undoCall)).toEqual([{ services: [{ id: 1, revision: 2 }] }]);
  });
});

describe('The first prices', () => {
  it('are in the currency of the company’s country, whatever the language of the screen', async () => {
    fakeServer({
      'GET /api/billing/prices': { body: [] },
      'GET /api/account/getAccount': { body: { id: 1, country: 'PL' } },
    });
    const { user } = await renderApp('/myAccount?tab=prices', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Add prices' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('Currency')).toHaveValue('PLN');
  });
});

describe('The amount of a protocol', () => {
  const work = {
    kind: 'WORK',
    name: '',
    number: '',
    unit: '',
    quantity: 60,
    price: 100,
    amount: 100,
  } as const;
  const shown = async (given: Partial<Billing>) => {
    fakeServer({ 'GET /api/billing/protocol/1': { body: billing(1, { lines: [work], ...given }) } });
    await i18n.loadNamespaces('billing');
    queryClient.clear();
    await renderComponent(<BillingPanel serviceId={1} />);
    return (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  };

  it('that was withdrawn later is the one on the invoice, which has to be corrected', async () => {
    const withdrawn = { ...invoiced, state: 'WITHDRAWN', amount: 0, changedSince: true } as const;
    expect((await shown(withdrawn)).at(-1)).toMatch(/^Amount on the invoice100\.00/);
    expect(
      screen.getByText(/^The protocol was withdrawn .* the invoice has to be corrected\.$/),
    ).toBeVisible();
  });

  it('says that hours are of all technicians together', async () => {
    expect((await shown({ severalPerformers: true }))[0]).toMatch(
      /1:00.h \(all technicians together\) × 100/,
    );
  });
});

it('The list of protocols names what is to be invoiced as it names other filters', async () => {
  await choose([billing(1)], 'Mark as invoiced');
  const invoicing = screen.getByLabelText('Invoicing');
  const options = within(invoicing).getAllByRole('option', { hidden: true });
  expect(options.map(({ textContent }) => textContent)).toEqual(['All', 'To invoice', 'Invoiced']);
});
