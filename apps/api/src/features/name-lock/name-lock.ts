/**
 * The search text of a protocol contains names and towns of customers, nameplates and towns of machines, and names of
 * employees. Triggers keep it (the migration `search_words`): who writes a protocol shares a lock of the account, and
 * who changes those takes it alone.
 *
 * Both also lock machines, customers and protocols. So both take this lock first: taken later, by the trigger, it would
 * be held by one while it waits for a row of the other.
 */
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountTransaction, unwaited } from '../../platform/tenancy.ts';

/** Keeps names from changing. The first step of every transaction that writes a protocol or all fields of a machine. */
export const keepNames = (tx: AccountTransaction, { accountId }: Pick<Ctx, 'accountId'>) =>
  unwaited(tx)`SELECT pg_advisory_xact_lock_shared('service'::regclass::integer, ${accountId}::int)`;

/** Waits for all who use names. The first step of every transaction that changes what protocols are found by. */
export const lockNames = (tx: AccountTransaction, { accountId }: Pick<Ctx, 'accountId'>) =>
  unwaited(tx)`SELECT pg_advisory_xact_lock('service'::regclass::integer, ${accountId}::int)`;
