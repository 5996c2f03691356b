/** Money: whole minor units (cents) inside, decimal numbers on the wire. Nothing here ever rounds a sum twice. */
import { z } from 'zod';

/** The most that one amount may be, in minor units: what the database's integer holds. */
export const maxMinor = 2_147_483_647;

/** Minor units as the wire's decimal number: 1107 is 11.07. */
export const toDecimal = (minor: number): number => minor / 100;

/** A decimal number of the wire in minor units. @throws RangeError when it has more than two places, or is no amount */
export function toMinor(decimal: number): number {
  const minor = Math.round(decimal * 100);
  // 11.07 * 100 is 1107.0000000000001: a real third place is a thousand times further away.
  if (!Number.isFinite(minor) || Math.abs(minor) > maxMinor || Math.abs(decimal * 100 - minor) > 1e-4) {
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

/** An amount in a body: a decimal number with two places at most, not negative; read as minor units. */
export const amount = z.number('REQUIRED').refine(isAmount, 'INVALID').transform(toMinor);

/** VAT of a net amount, in minor units, rounded half up. @param rate percent, whole */
export const vatOf = (net: number, rate: number): number => Math.floor((net * rate + 50) / 100);
