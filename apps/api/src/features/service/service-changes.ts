/** The log entries of a changed protocol. */
import type { Service } from '../../generated/prisma/client.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';
import { type Changes, changeOfPerson, changesBetween } from '../audit/audit.service.ts';
import { nameOf } from './service-rows.ts';

type Before = Omit<Service, 'search'>;

/** Field by field, with the performer by name and the number as documents show it. */
export async function changesOf(
  tx: AccountTransaction,
  before: Before,
  data: Partial<Before>,
): Promise<Changes> {
  const { userId, number, numberExtension, year, month, ...changes } = changesBetween(before, data);
  if (number || numberExtension || year || month)
    changes.number = [nameOf(before), nameOf({ ...before, ...data })];
  if (userId) changes.performedBy = await changeOfPerson(tx, before.userId, data.userId ?? null);
  return changes;
}
