/** What happens by itself at the end of a contract: closing, a warning, erasure. */
import { addDays } from '@servicebook/shared/calendar';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { handles, runsAt } from '../../platform/jobs.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { dayText } from '../../platform/today.ts';
import { eraseAccount } from '../account/account-erasure.jobs.ts';
import { type AccountStep, inEachAccount, morning } from '../account/each-account.ts';
import { type ClosureNews, mailClosure, queueMails, reachableAdmin } from './closure.job.ts';
import { closureMail } from './closure.mail.ts';
import { close } from './closure.service.ts';

/** Days before the erasure on which the admins are told. */
const warningDays = 3;

const nobody = { userId: null, who: 'Servicebook' };

/**
 * Takes every step whose time has come, in all accounts. A server that was down takes it later; an account whose admins
 * could not be told of the erasure in time is kept until they were.
 */
export async function advanceClosures(deps: Deps): Promise<void> {
  await advance(deps, { endsOn: { not: null } }, closeIfOver);
  await advance(deps, { closedAt: { not: null }, erasureWarnedAt: null }, warnIfNear);
  await advance(deps, { erasureWarnedAt: { not: null } }, eraseIfOver);
}

type Step = (deps: Deps) => AccountStep;

const advance = (deps: Deps, state: Prisma.AccountWhereInput, step: Step): Promise<void> =>
  inEachAccount(deps, { ...state, deletedAt: null }, 'the end of a contract stays at its step', step(deps));

const isPast = (day: Date | null, today: string): day is Date => day !== null && dayText(day) < today;

const closeIfOver: Step =
  (deps) =>
  async (tx, account, { today }) => {
    if (isPast(account.endsOn, today)) await close(deps, tx, account, nobody);
  };

const warnIfNear: Step =
  (deps) =>
  async (tx, account, { today, hour }) => {
    const { id, retrievalUntil } = account;
    // Three days for everybody: whoever is told late, because no server ran, has longer.
    const until = addDays(today, warningDays);
    if (!retrievalUntil || dayText(retrievalUntil) > until || hour < morning) return;
    await queueMails(deps, tx, account, { news: 'ERASED_SOON', until, byId: null });
    await tx.account.update({
      where: { id },
      data: { retrievalUntil: new Date(until), erasureWarnedAt: deps.clock() },
    });
  };

const eraseIfOver: Step =
  (deps) =>
  async (tx, { id, retrievalUntil }, { today }) => {
    if (!isPast(retrievalUntil, today)) return;
    await deps.jobs.enqueue(tx, eraseAccount, { accountId: id });
    await tx.account.update({ where: { id }, data: { deletedAt: deps.clock() } });
    deps.log.accounts.info({ accountId: id }, 'time to fetch the data is over');
  };

/** The states of an account in which news still hold. */
function inWhich(news: ClosureNews, until: Date): Prisma.AccountWhereInput {
  switch (news) {
    case 'NOTICE':
      return { endsOn: until };
    case 'TAKEN_BACK':
      return { endsOn: null, closedAt: null };
    case 'REOPENED':
      return { closedAt: null };
    default:
      return { retrievalUntil: until };
  }
}

/** Mails what still holds: nothing of a closing once the account was reopened or deleted. */
async function mail(
  deps: Deps,
  { accountId, userId, news, until, byId }: z.output<typeof mailClosure.payload>,
): Promise<void> {
  const db = deps.db.of({ accountId });
  const user = await db.user.findUnique({
    where: {
      ...rowKey({ accountId }, userId),
      ...reachableAdmin,
      account: { ...inWhich(news, new Date(until ?? 0)), deletedAt: null },
    },
    include: { account: { select: { language: true } } },
  });
  if (!user) return;
  const by = byId === null ? null : await db.user.findUnique({ where: rowKey({ accountId }, byId) });
  await deps.mailer.send(closureMail(user, { news, until: until ?? '', by }, deps.config.publicUrl));
}

export const closureJobs = (deps: Deps) => [
  runsAt('closure.advance', '*/5 * * * *', () => advanceClosures(deps)),
  handles(mailClosure, (payload) => mail(deps, payload)),
];
