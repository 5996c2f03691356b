/** Invoicing the work: price lists, the amount of a protocol, the mark "invoiced", and the list for the accountant. */
import { z } from 'zod';
import { currencies, lineKinds, priceKinds } from './billing-amount.ts';
import { endpoint } from './contract.ts';
import { exportFormat, tableAnswer } from './export-format.ts';
import { amount, maxMinor } from './money.ts';
import {
  date,
  id,
  idParams,
  idText,
  instant,
  optionalLine,
  reference,
  requiredText,
  revision,
} from './primitives.ts';

export * from './billing-amount.ts';

/** 100,000.00: the highest price of an hour, a kilometre or a visit. */
export const maxPrice = 10_000_000;
/** Protocols that are marked at once. */
export const maxMarked = 500;

const currency = z.enum(currencies, 'INVALID');
const price = amount
  .refine((minor) => minor <= maxPrice, 'TOO_LARGE')
  .nullish()
  .transform((minor) => minor ?? null);
const decimal = z.number();

const priced = { hour: price, travelHour: price, kilometre: price, callOut: price };

/** Prices from a day on. An empty price of a customer is the company's. */
export const PriceList = z.object({
  id: z.number(),
  /** Null: the company's. */
  customer: z.object({ id: z.number(), shortName: z.string() }).nullable(),
  validFrom: z.string(),
  currency,
  hour: decimal.nullable(),
  travelHour: decimal.nullable(),
  kilometre: decimal.nullable(),
  callOut: decimal.nullable(),
  revision: z.number(),
});
export type PriceList = z.infer<typeof PriceList>;

export const PriceListInput = z
  .strictObject({
    id: id.nullish().transform((value) => value ?? null),
    customer: z
      .strictObject({ id })
      .nullish()
      .transform((value) => value ?? null),
    validFrom: date,
    currency,
    ...priced,
    revision,
  })
  .refine((input) => priceKinds.some((kind) => input[kind] !== null), {
    path: ['hour'],
    message: 'REQUIRED',
  });
export type PriceListInput = z.output<typeof PriceListInput>;

const Line = z.object({
  kind: z.enum(lineKinds),
  name: z.string(),
  number: z.string(),
  unit: z.string(),
  quantity: z.number(),
  price: decimal.nullable(),
  amount: decimal.nullable(),
});

/** Withdrawn protocols cost nothing, nor does work under warranty. Unsigned ones are not billed yet. */
export const billingStates = ['UNSIGNED', 'WITHDRAWN', 'FREE', 'OPEN', 'INVOICED'] as const;
export type BillingState = (typeof billingStates)[number];

/** What a protocol costs. Fixed when it is marked as invoiced. */
export const Billing = z.object({
  /** With its number as documents show it. */
  service: z.object({ id: z.number(), number: z.string() }),
  customer: z.object({ id: z.number(), shortName: z.string() }),
  state: z.enum(billingStates),
  /** The customer does not pay: warranty, or the warrantor has not decided. */
  free: z.boolean(),
  currency: z.string(),
  /** Hours are of all technicians together. */
  severalPerformers: z.boolean(),
  lines: z.array(Line),
  /** The sum of the lines. */
  proposed: decimal,
  /** Typed by the office; it replaces the proposed amount. */
  typed: decimal.nullable(),
  amount: decimal,
  /** A line has no price and is not in the sum. */
  missingPrices: z.boolean(),
  invoice: z
    .object({
      day: z.string(),
      number: z.string(),
      amount: decimal,
      by: z.object({ id: z.number(), firstName: z.string(), lastName: z.string() }),
      at: instant,
    })
    .nullable(),
  /** The protocol was signed again or withdrawn after it was marked. */
  changedSince: z.boolean(),
  /** Incremented by every change; 0: nothing is stored yet. */
  revision: z.number(),
});
export type Billing = z.infer<typeof Billing>;

const sum = amount.refine((minor) => minor <= maxMinor, 'TOO_LARGE');
const seen = z.number('REQUIRED').int('INVALID').min(0, 'INVALID').optional();

export const BillingInput = z.strictObject({
  service: z.strictObject({ id }),
  /** The currency that the user saw. */
  currency,
  /** Null: the proposed amount. */
  amount: sum.nullable(),
  /** Prices of this protocol's parts. */
  partPrices: z
    .array(
      z.strictObject({
        name: requiredText(255),
        number: optionalLine(100),
        unit: optionalLine(20),
        price: amount.refine((minor) => minor <= maxPrice, 'TOO_LARGE'),
      }),
    )
    .max(200, 'TOO_MANY')
    .default([]),
  revision: seen,
});
export type BillingInput = z.output<typeof BillingInput>;

const several = <Item extends z.ZodType<{ id: number }>>(item: Item) =>
  z
    .array(item)
    .min(1, 'REQUIRED')
    .max(maxMarked, 'TOO_MANY')
    .refine((items) => new Set(items.map((each) => each.id)).size === items.length, 'LISTED_TWICE');

export const InvoicedInput = z.strictObject({
  /**
   * Each with the amount and customer that the user saw, and the number of its invoice, which belongs to one customer and
   * one currency.
   */
  services: several(
    z.strictObject({
      id,
      amount: sum,
      currency,
      number: optionalLine(100),
      customer: reference.optional(),
    }),
  ),
  day: date,
});
export type InvoicedInput = z.output<typeof InvoicedInput>;

export const NotInvoicedInput = z.strictObject({
  /** Each with the revision that the user saw. */
  services: several(z.strictObject({ id, revision: id })),
});
export type NotInvoicedInput = z.output<typeof NotInvoicedInput>;

export const BillingExport = z
  .strictObject({
    /** Days of service, in the company's timezone. */
    dateFrom: date,
    dateTo: date,
    customerId: id.nullish().transform((value) => value ?? null),
    format: exportFormat,
  })
  .refine(({ dateFrom, dateTo }) => dateFrom <= dateTo, { path: ['dateTo'], message: 'DATE_BEFORE_START' });
export type BillingExport = z.output<typeof BillingExport>;

export const billingContract = {
  prices: endpoint({
    method: 'get',
    path: '/api/billing/prices',
    summary: "All price lists: the company's first, then those of customers, newest first",
    access: 'billing.manage',
    response: z.array(PriceList),
  }),
  savePrices: endpoint({
    method: 'post',
    path: '/api/billing/prices',
    summary: 'Adds prices from a day on, or changes those whose id is given; invoiced amounts stay',
    access: 'billing.manage',
    body: PriceListInput,
    response: PriceList,
    idempotent: true,
    errors: ['RECORD_CHANGED', 'PRICES_EXIST'],
  }),
  deletePrices: endpoint({
    method: 'delete',
    path: '/api/billing/prices/{id}',
    summary: 'Deletes a price list; invoiced amounts stay',
    access: 'billing.manage',
    params: idParams,
    response: 'empty',
  }),
  find: endpoint({
    method: 'get',
    path: '/api/billing/protocol/{serviceId}',
    summary: 'What a protocol costs, and whether it was invoiced',
    access: 'billing.manage',
    params: z.strictObject({ serviceId: idText }),
    response: Billing,
  }),
  findSeveral: endpoint({
    method: 'post',
    path: '/api/billing/protocols',
    summary: 'What several protocols cost, in the order in which they were asked for',
    access: 'billing.manage',
    body: z.strictObject({ services: several(z.strictObject({ id })) }),
    response: z.array(Billing),
  }),
  save: endpoint({
    method: 'put',
    path: '/api/billing/protocol',
    summary: 'Sets the amount of a protocol, or the prices of its parts, before it is invoiced',
    access: 'billing.manage',
    body: BillingInput,
    response: Billing,
    idempotent: true,
    errors: ['RECORD_CHANGED', 'ALREADY_INVOICED', 'WITHDRAWN_PROTOCOL'],
  }),
  markInvoiced: endpoint({
    method: 'post',
    path: '/api/billing/invoiced',
    summary: 'Marks signed protocols as invoiced, all or none, and fixes their amounts',
    access: 'billing.manage',
    body: InvoicedInput,
    response: z.array(Billing),
    idempotent: true,
    errors: ['ALREADY_INVOICED', 'NOT_BILLABLE', 'AMOUNT_CHANGED', 'INVOICE_OF_SEVERAL_CUSTOMERS'],
  }),
  markNotInvoiced: endpoint({
    method: 'post',
    path: '/api/billing/notInvoiced',
    summary: 'Takes the mark away, from all or none',
    access: 'billing.manage',
    body: NotInvoicedInput,
    response: z.array(Billing),
    idempotent: true,
    errors: ['RECORD_CHANGED'],
  }),
  export: endpoint({
    method: 'post',
    path: '/api/billing/export',
    summary: 'All protocols of a period by customer, with amounts, as a table for the accountant',
    access: 'billing.manage',
    body: BillingExport,
    ...tableAnswer,
  }),
};
