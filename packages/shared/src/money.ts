/** Money: whole minor units (cents) internally, decimal numbers on the wire. No sum is rounded twice. */
import { z } from 'zod';

/** The maximum of an amount in minor units, given by the database's integer type. */
export const maxMinor = 2_147_483_647;

/** Minor units as a decimal number for the wire: 1107 is 11.07. */
export const toDecimal = (minor: number): number => minor / 100;

/**
 * A decimal number from the wire in minor units.
 * @throws RangeError if it has more than two decimal places or is not an amount
 */
export function toMinor(decimal: number): number {
  const minor = Math.round(decimal * 100);
  // 11.07 * 100 is 1107.0000000000001, but the way back is exact: any other number than 11.07 has more decimal places.
  if (Math.abs(minor) > maxMinor || toDecimal(minor) !== decimal) {
    throw new RangeError(`not an amount of money: ${decimal}`);
  }
  return minor;
}

function isAmount(decimal: number): boolean {
  try {
    return toMinor(decimal) >= 0;
  } catch {
    return false;
  }
}

/** An amount in a body: a decimal number with at most two places, not negative; parsed to minor units. */
export const amount = z.number('REQUIRED').refine(isAmount, 'INVALID').transform(toMinor);

/** VAT of a net amount, in minor units, rounded half up. @param rate percent, whole */
export const vatOf = (net: number, rate: number): number => Math.floor((net * rate + 50) / 100);
