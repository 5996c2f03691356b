/** All protocols of a period by customer, with amounts and everything an invoice needs, for the accountant. */
import { formatMoney, formatNumber } from '@servicebook/i18n/format.ts';
import { countryName } from '@servicebook/i18n/intl.ts';
import { joinPresent, nameOf } from '@servicebook/i18n/names.ts';
import type { BillingExport, BillingLine, LineKind } from '@servicebook/shared/billing';
import { toDecimal } from '@servicebook/shared/money';
import { documentNumber, type ServiceProtocol } from '@servicebook/shared/service';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { FileAnswer } from '../../platform/file-transfer.ts';
import { furtherSheet, mostSheetRows, tableColumns, tableFile } from '../../platform/table-file.ts';
import { textsOf } from '../../platform/texts.ts';
import { alsoPerformed, machinesOfProtocol, protocolTables } from '../service/service-rows.ts';
import {
  billingColumns,
  billingTables,
  type Computed,
  compute,
  dayOfService,
  type NamedRow,
} from './billing-rows.ts';
import { readPrices } from './price-list.service.ts';

interface Customer {
  id: number;
  shortName: string;
  fullName: string;
  streetAddress: string;
  zipCode: string;
  city: string;
  country: string;
  nip: string;
  regon: string;
  email: string;
  phoneNumber: string;
}

interface Row extends NamedRow {
  customer: Customer;
  type: ServiceProtocol['type'];
  devices: ServiceProtocol['devices'];
  performer: { firstName: string; lastName: string };
  alsoPerformedBy: Row['performer'][];
}

/** A protocol with its amounts in minor units. */
interface Entry {
  row: Row;
  computed: Computed;
  /** On the last row of a customer in one currency. */
  customerTotal: number | null;
}

/** What one customer is to pay in one currency. Unsigned and withdrawn protocols are not in the total. */
interface Totals {
  customer: Customer;
  currency: string;
  count: number;
  OPEN: number;
  INVOICED: number;
  UNSIGNED: number;
  /** On invoices, of protocols that were withdrawn since. */
  toCorrect: number;
}

const customerColumns = Prisma.sql`json_build_object('id', k.id, 'shortName', k.short_name, 'fullName', k.full_name,
  'streetAddress', k.street_address, 'zipCode', k.zip_code, 'city', k.city, 'country', k.country, 'nip', k.nip,
  'regon', k.regon, 'email', k.email, 'phoneNumber', k.phone_number) AS customer`;

/** @throws AppError EXPORT_TOO_LARGE */
async function readEntries(
  deps: Deps,
  ctx: Ctx,
  { dateFrom, dateTo, customerId }: BillingExport,
): Promise<Entry[]> {
  const prices = await readPrices(deps.db.of(ctx));
  const ofCustomer = customerId ? Prisma.sql`AND s.customer_id = ${customerId}` : Prisma.empty;
  const rows = await deps.db.read<Row>(
    ctx,
    Prisma.sql`SELECT ${billingColumns}, ${customerColumns}, to_json(s.types) AS type,
        ${machinesOfProtocol} AS devices, ${alsoPerformed},
        json_build_object('firstName', u.first_name, 'lastName', u.last_name) AS performer
      ${protocolTables} ${billingTables}
      WHERE s.account_id = ${ctx.accountId} ${ofCustomer}
        AND s.date >= ${dateFrom}::date::timestamp AT TIME ZONE a.timezone
        AND s.date < (${dateTo}::date + 1)::timestamp AT TIME ZONE a.timezone
      ORDER BY lower(k.short_name), k.id, ${dayOfService}, s.year, s.month, s.number, s.number_extension
      LIMIT ${mostSheetRows + 1}`,
  );
  if (rows.length > mostSheetRows)
    throw new AppError('EXPORT_TOO_LARGE', { values: { limit: mostSheetRows } });
  const entries = rows.map((row) => ({ row, computed: compute(row, prices), customerTotal: null }));
  // One currency of a customer stands together; the sort keeps the order within.
  const first = new Map(
    entries.map(({ row }, index) => [row.customer.id, index]).reverse() as [number, number][],
  );
  return entries.sort(
    (one, other) =>
      (first.get(one.row.customer.id) ?? 0) - (first.get(other.row.customer.id) ?? 0) ||
      (one.computed.currency < other.computed.currency
        ? -1
        : Number(one.computed.currency > other.computed.currency)),
  );
}

const noSums = { OPEN: 0, INVOICED: 0, UNSIGNED: 0, toCorrect: 0 };

function totalsOf(entries: readonly Entry[]): Totals[] {
  const totals = new Map<string, Totals>();
  for (const { row, computed } of entries) {
    const { customer } = row;
    const { currency, state, amount, invoice } = computed;
    const key = `${customer.id} ${currency}`;
    const sum = totals.get(key) ?? { customer, currency, count: 0, ...noSums };
    totals.set(key, sum);
    sum.count += 1;
    if (state === 'WITHDRAWN') sum.toCorrect += invoice?.amount ?? 0;
    else if (state !== 'FREE') sum[state] += amount;
  }
  return [...totals.values()];
}

const dueOf = ({ OPEN, INVOICED }: Totals) => OPEN + INVOICED;

/** Only these are in the amounts, so that adding up a column gives the totals. */
const isDue = ({ state }: Computed) => state !== 'UNSIGNED' && state !== 'WITHDRAWN';

/** What the amount differs from its lines by, because the office typed it. */
const adjustmentOf = ({ amount, proposed }: Computed) => (amount === proposed ? null : amount - proposed);

const hours = (minutes: number | null) => (minutes === null ? null : Math.round((minutes / 60) * 100) / 100);

export async function exportBilling(deps: Deps, ctx: Ctx, asked: BillingExport): Promise<FileAnswer> {
  const { language } = ctx;
  const texts = textsOf(language, 'billing');
  const names = textsOf(language, 'service');
  const labels = textsOf(language, 'customer');
  const entries = await readEntries(deps, ctx, asked);
  const totals = totalsOf(entries);
  entries.forEach((entry, index) => {
    const { row, computed } = entry;
    const next = entries[index + 1];
    const isLast = next?.row.customer.id !== row.customer.id || next.computed.currency !== computed.currency;
    const total = totals.find(
      (each) => each.customer.id === row.customer.id && each.currency === computed.currency,
    );
    if (isLast && total) entry.customerTotal = dueOf(total);
  });

  const money = (minor: number | null, currency: string) =>
    minor === null ? null : { amount: toDecimal(minor), currency };
  const moneyText = (minor: number, currency: string) => formatMoney(toDecimal(minor), currency, language);
  const own = tableColumns<Entry>((key) => texts(`table.${key}` as 'table.number'));
  const ofCustomer = <Of>(customerOf: (of: Of) => Customer) => {
    const field = tableColumns<Of>((key) => labels(key as 'nip'));
    return [
      tableColumns<Of>(() => texts('table.customer')).text('customer', (of) => customerOf(of).shortName),
      field.text('fullName', (of) => customerOf(of).fullName),
      field.text('nip', (of) => customerOf(of).nip),
      field.text('regon', (of) => customerOf(of).regon),
      field.text('streetAddress', (of) => customerOf(of).streetAddress),
      field.text('zipCode', (of) => customerOf(of).zipCode),
      field.text('city', (of) => customerOf(of).city),
      field.text('country', (of) => {
        const { country } = customerOf(of);
        return country && countryName(country, language);
      }),
      field.text('email', (of) => customerOf(of).email),
      field.text('phoneNumber', (of) => customerOf(of).phoneNumber),
    ];
  };
  /** Empty without such a line, or if one of them has no price. */
  const amountOfLines = (kind: LineKind) =>
    tableColumns<Entry>(() => texts('table.amountOf', { line: texts(`lines.${kind}`) })).money(
      kind,
      ({ computed }) => {
        if (!isDue(computed)) return null;
        const { lines, currency } = computed;
        const found = lines.filter((line) => line.kind === kind && line.amount !== null);
        const sum = found.reduce((total, { amount }) => total + (amount ?? 0), 0);
        return found.length > 0 ? money(sum, currency) : null;
      },
    );
  const partText = ({
    name,
    number,
    unit,
    quantity,
  }: Pick<BillingLine, 'name' | 'number' | 'unit' | 'quantity'>) =>
    joinPresent([`${formatNumber(quantity, language)} ${unit}`.trim(), name, number], ' ');
  const noteOf = ({ row: { stored }, computed }: Entry) =>
    joinPresent(
      [
        stored !== null && stored.amount !== null && texts('notes.typed'),
        computed.missingPrices && texts('notes.missingPrices'),
        computed.state === 'OPEN' &&
          computed.amount === 0 &&
          !computed.isFree &&
          texts('notes.zero', { amount: moneyText(0, computed.currency) }),
        computed.changedSince && computed.state !== 'WITHDRAWN' && texts('notes.changedSince'),
        computed.state === 'WITHDRAWN' && computed.invoice && texts('notes.withdrawnInvoiced'),
      ],
      '; ',
    );

  const sums = tableColumns<Totals>((key) => texts(`table.${key}` as 'table.number'));
  const customers = furtherSheet(
    texts('table.customers'),
    [
      ...ofCustomer<Totals>(({ customer }) => customer),
      sums.number('count', ({ count }) => count),
      sums.money('open', ({ OPEN, currency }) => money(OPEN, currency)),
      sums.money('invoiced', ({ INVOICED, currency }) => money(INVOICED, currency)),
      sums.money('total', (each) => money(dueOf(each), each.currency)),
      sums.money('unsigned', ({ UNSIGNED, currency }) => money(UNSIGNED, currency)),
      sums.money('toCorrect', ({ toCorrect, currency }) => money(toCorrect, currency)),
    ],
    totals,
  );

  interface Part {
    entry: Entry;
    line: BillingLine;
  }
  const part = tableColumns<Part>((key) => texts(`table.${key}` as 'table.number'));
  const parts = furtherSheet<Part>(
    texts('table.parts'),
    [
      part.text('customer', ({ entry }) => entry.row.customer.shortName),
      part.text('number', ({ entry }) => documentNumber(entry.row)),
      part.date('day', ({ entry }) => entry.row.day),
      part.text('part', ({ line }) => line.name),
      part.text('partNumber', ({ line }) => line.number),
      part.number('quantity', ({ line }) => line.quantity),
      part.text('unit', ({ line }) => line.unit),
      part.money('price', ({ entry, line }) => money(line.price, entry.computed.currency)),
      part.money('amount', ({ entry, line }) =>
        money(isDue(entry.computed) ? line.amount : null, entry.computed.currency),
      ),
    ],
    entries.flatMap((entry) =>
      entry.computed.lines.filter(({ kind }) => kind === 'PART').map((line) => ({ entry, line })),
    ),
  );

  async function* batches() {
    yield entries;
  }
  return tableFile<Entry>(deps, ctx, asked.format, {
    name: `${texts('table.title')} ${asked.dateFrom} – ${asked.dateTo}`,
    sheet: texts('table.protocols'),
    before: [customers],
    after: [parts],
    columns: [
      ...ofCustomer<Entry>(({ row }) => row.customer),
      own.text('number', ({ row }) => documentNumber(row)),
      own.date('day', ({ row }) => row.day),
      own.text('performers', ({ row }) => [row.performer, ...row.alsoPerformedBy].map(nameOf).join(', ')),
      own.text('machines', ({ row }) => row.devices.map(({ name }) => name).join(', ')),
      own.text('serialNumbers', ({ row }) =>
        joinPresent(
          row.devices.map((each) => each.serialNumber),
          ', ',
        ),
      ),
      own.text('types', ({ row }) => row.type.map((each) => names(`types.${each}`)).join(', ')),
      own.text('payment', ({ row }) => names(`payment.${row.paymentType}`)),
      own.text('state', ({ computed }) => texts(`states.${computed.state}`)),
      own.number('hours', ({ row }) => hours(row.workMinutes)),
      own.number('travelHours', ({ row }) => hours(row.travelMinutes)),
      own.number('kilometres', ({ row }) => row.kilometres),
      own.text('partsUsed', ({ row }) => row.parts.map(partText).join(', ')),
      amountOfLines('CALL_OUT'),
      amountOfLines('WORK'),
      amountOfLines('TRAVEL'),
      amountOfLines('KILOMETRES'),
      amountOfLines('PART'),
      own.money('adjustment', ({ computed }) =>
        money(isDue(computed) ? adjustmentOf(computed) : null, computed.currency),
      ),
      own.money('amount', ({ computed }) =>
        money(computed.state === 'UNSIGNED' ? null : computed.amount, computed.currency),
      ),
      own.text('currency', ({ computed }) => computed.currency),
      own.money('customerTotal', ({ customerTotal, computed }) => money(customerTotal, computed.currency)),
      own.money('unsignedAmount', ({ computed }) =>
        money(computed.state === 'UNSIGNED' ? computed.amount : null, computed.currency),
      ),
      own.money('toCorrect', ({ computed }) =>
        money((computed.state === 'WITHDRAWN' && computed.invoice?.amount) || null, computed.currency),
      ),
      own.date('invoiceDay', ({ computed }) => computed.invoice?.day),
      own.text('invoiceNumber', ({ computed }) => computed.invoice?.number),
      own.text('note', noteOf),
    ],
    batches: batches(),
  });
}
