/** How many protocols may be mailed. Announcements of visits are counted by themselves. */
import type { Deps } from '../../deps.ts';
import type { Limit, Throttle } from '../../platform/throttle.ts';

/** A busy office mails the protocols of a week at once. Anybody can register a company that pays nothing. */
const mailsPerAccount: Limit = { points: 500, seconds: 3600 };
const mailsPerFreeAccount: Limit = { points: 30, seconds: 24 * 3600 };
/** A customer with many machines gets many protocols on one day. */
const mailsPerAddress: Limit = { points: 100, seconds: 3600 };

type Counter = Parameters<Throttle['take']>;

/** Counts mails once, also if the transaction that sends them runs again. */
export interface MailCount {
  /** @throws AppError TOO_MANY_ATTEMPTS */
  take(addresses: readonly string[], isFree: boolean): Promise<void>;
}

/** Runs work that mails; if it fails, nothing was counted. */
export async function countingMails<Result>(
  { throttle }: Pick<Deps, 'throttle'>,
  { accountId }: { accountId: number },
  work: (count: MailCount) => Promise<Result>,
): Promise<Result> {
  const counted: Counter[] = [];
  const take = async (addresses: readonly string[], isFree: boolean) => {
    if (counted.length > 0) return;
    const numbers = Map.groupBy(addresses, (address) => address);
    const counters: Counter[] = [
      isFree
        ? ['protocol-mail-free-account', String(accountId), mailsPerFreeAccount, addresses.length]
        : ['protocol-mail-account', String(accountId), mailsPerAccount, addresses.length],
      ...[...numbers].map(
        ([address, { length }]): Counter => [
          'protocol-mail-address',
          `${accountId} ${address}`,
          mailsPerAddress,
          length,
        ],
      ),
    ];
    for (const counter of counters) {
      // A refused attempt is counted too.
      counted.push(counter);
      await throttle.take(...counter);
    }
  };
  try {
    return await work({ take });
  } catch (error) {
    for (const counter of counted) await throttle.giveBack(...counter);
    throw error;
  }
}
