import type { AccountTransaction, Databases } from './tenancy.ts';
import { createFairQueue } from './work/fair-queue.ts';

/** As long as a mail server may take for one mail, and no longer than the queue waits for the job. */
const limit = 10 * 60_000;

/** Each holds a connection of the pool while the mail server takes its time. */
const turns = createFairQueue({ places: 3, waitingPerAccount: 0, waitingInAll: 0 });

/**
 * Gives a mail to the mail server in a transaction that holds a lock. Servers see by it who has the mail, and one that dies
 * loses it with its connection. What takes long and needs no lock comes before.
 * @param work takes the lock first, of nothing that requests wait for
 */
export const inHandOver = <Result>(
  db: Pick<Databases, 'of'>,
  { accountId }: { accountId: number },
  work: (tx: AccountTransaction) => Promise<Result>,
): Promise<Result> =>
  turns.run({ accountId }, () =>
    db.of({ accountId }).$transaction(
      async (tx) => {
        await tx.$executeRaw`
          SELECT set_config('idle_in_transaction_session_timeout', ${`${limit}ms`}, TRUE) WHERE ${accountId}::int > 0`;
        return work(tx);
      },
      { maxWait: 10_000, timeout: limit },
    ),
  );
