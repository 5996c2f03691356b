/** Reads many tables as they were at one moment. */
import type { AccountDatabase, AccountTransaction } from '../../platform/tenancy.ts';

/** Rows only; files are read afterwards. */
const longest = { maxWait: 60_000, timeout: 2 * 3_600_000 };

/**
 * Runs a generator in one transaction that sees the database as it was at its beginning. The transaction ends when the
 * generator does, or when nobody wants to read on.
 */
export async function* atOneMoment<Item>(
  db: AccountDatabase,
  { accountId }: { accountId: number },
  read: (tx: AccountTransaction) => AsyncIterable<Item>,
): AsyncGenerator<Item> {
  let begin: (tx: AccountTransaction) => void = () => {};
  let end = () => {};
  const begun = new Promise<AccountTransaction>((resolve) => {
    begin = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const running = db.$transaction(
    async (tx) => {
      // The reader may be slow between two batches.
      await tx.$queryRaw`
        SELECT set_config('idle_in_transaction_session_timeout', '0', true) WHERE ${accountId}::int > 0`;
      begin(tx);
      await ended;
    },
    { ...longest, isolationLevel: 'RepeatableRead' },
  );
  try {
    const tx = await Promise.race([begun, running]);
    if (tx) yield* read(tx);
  } finally {
    end();
    await running;
  }
}
