/** What a protocol is to cost: prices times quantities, each line rounded half up. Amounts are minor units. */
import type { PaymentType } from './service-kinds.ts';

export const priceKinds = ['hour', 'travelHour', 'kilometre', 'callOut'] as const;
export type PriceKind = (typeof priceKinds)[number];

/** Minor units; null: none agreed. */
export type Prices = Record<PriceKind, number | null>;

/** Prices from a day on, of the company or of one customer. */
export interface PriceRow extends Prices {
  /** Null: the company's. */
  customerId: number | null;
  /** `YYYY-MM-DD` */
  validFrom: string;
  currency: string;
}

/** The currencies of countries where companies use the app. All have two decimal places. */
export const currencies = [
  'EUR',
  'PLN',
  'USD',
  'GBP',
  'CHF',
  'CZK',
  'DKK',
  'NOK',
  'SEK',
  'HUF',
  'RON',
  'RSD',
  'RUB',
  'BYN',
  'UAH',
  'AUD',
  'CAD',
] as const;
export type Currency = (typeof currencies)[number];

const currencyOfCountry: Record<string, Currency> = {
  PL: 'PLN',
  US: 'USD',
  GB: 'GBP',
  CH: 'CHF',
  CZ: 'CZK',
  DK: 'DKK',
  NO: 'NOK',
  SE: 'SEK',
  HU: 'HUF',
  RO: 'RON',
  RS: 'RSD',
  RU: 'RUB',
  BY: 'BYN',
  UA: 'UAH',
  AU: 'AUD',
  CA: 'CAD',
};

/** The currency to start with, for a company without prices. */
export const usualCurrency = (country: string): Currency => currencyOfCountry[country] ?? 'EUR';

/** The row of one owner that is valid on a day: the newest one that has started. */
const validOn = (rows: readonly PriceRow[], owner: number | null, day: string): PriceRow | undefined =>
  rows
    .filter(({ customerId, validFrom }) => customerId === owner && validFrom <= day)
    .reduce<PriceRow | undefined>(
      (newest, row) => (newest && newest.validFrom > row.validFrom ? newest : row),
      undefined,
    );

/**
 * The prices for a customer on the day of service. The customer's own prices come first; the company's fill the empty
 * ones, if both are in one currency.
 * @returns null if no prices are valid on that day
 */
export function pricesOn(
  rows: readonly PriceRow[],
  customerId: number,
  day: string,
): (Prices & { currency: string }) | null {
  const own = validOn(rows, customerId, day);
  const company = validOn(rows, null, day);
  const first = own ?? company;
  if (!first) return null;
  const second = company?.currency === first.currency ? company : undefined;
  const price = (kind: PriceKind) => first[kind] ?? second?.[kind] ?? null;
  return {
    currency: first.currency,
    hour: price('hour'),
    travelHour: price('travelHour'),
    kilometre: price('kilometre'),
    callOut: price('callOut'),
  };
}

export const lineKinds = ['CALL_OUT', 'WORK', 'TRAVEL', 'KILOMETRES', 'PART'] as const;
export type LineKind = (typeof lineKinds)[number];

export interface BillingLine {
  kind: LineKind;
  /** Of a part; empty for the others. */
  name: string;
  number: string;
  unit: string;
  /** Minutes, kilometres, pieces. */
  quantity: number;
  /** For an hour, a kilometre, a piece. Null: none is known. */
  price: number | null;
  /** Null: not known, because the price is not. */
  amount: number | null;
}

export interface WorkToBill {
  paymentType: PaymentType;
  /** Whether the flat rate is due: once per visit and day. */
  callOut: boolean;
  workMinutes: number | null;
  travelMinutes: number | null;
  kilometres: number | null;
  parts: readonly { name: string; number: string; unit: string; quantity: number }[];
}

/** A price typed for a part of one protocol. */
export interface PartPrice {
  name: string;
  number: string;
  unit: string;
  price: number;
}

/** Hours are counted in minutes. */
const perPrice = { CALL_OUT: 1, WORK: 60, TRAVEL: 60, KILOMETRES: 1, PART: 1 } as const;
/** Quantities have three decimal places at most. */
const thousandths = (quantity: number): bigint => BigInt(Math.round(quantity * 1000));

/** Quantity times price, rounded half up to the minor unit; exact at any size. */
export function lineAmount(kind: LineKind, quantity: number, price: number): number {
  const divisor = BigInt(1000 * perPrice[kind]);
  return Number((2n * thousandths(quantity) * BigInt(price) + divisor) / (2n * divisor));
}

const isSame = (one: Omit<PartPrice, 'price'>, other: Omit<PartPrice, 'price'>) =>
  one.name === other.name && one.number === other.number && one.unit === other.unit;

/**
 * The lines of a protocol and their sum. Work that the customer does not pay costs nothing: its lines show what was
 * done. A line without a price counts as zero and is reported as missing.
 */
export function propose(
  work: WorkToBill,
  prices: Prices | null,
  partPrices: readonly PartPrice[],
): { lines: BillingLine[]; amount: number; missingPrices: boolean } {
  const isFree = work.paymentType !== 'PAID';
  const line = (
    kind: LineKind,
    quantity: number | null,
    known: number | null | undefined,
    part = { name: '', number: '', unit: '' },
  ): BillingLine[] => {
    if (!quantity) return [];
    const price = isFree ? 0 : (known ?? null);
    const amount = price === null ? null : lineAmount(kind, quantity, price);
    const { name, number, unit } = part;
    return [{ kind, name, number, unit, quantity, price, amount }];
  };
  const lines = [
    ...(work.callOut && !isFree && prices?.callOut ? line('CALL_OUT', 1, prices.callOut) : []),
    ...line('WORK', work.workMinutes, prices?.hour),
    ...line('TRAVEL', work.travelMinutes, prices?.travelHour),
    ...line('KILOMETRES', work.kilometres, prices?.kilometre),
    ...work.parts.flatMap((part) =>
      line('PART', part.quantity, partPrices.find((each) => isSame(each, part))?.price, part),
    ),
  ];
  return {
    lines,
    amount: lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    missingPrices: lines.some(({ amount }) => amount === null),
  };
}
