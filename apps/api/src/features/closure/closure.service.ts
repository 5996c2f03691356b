/** The end of a company's contract, step by step. Steps of one account run one after another. */
import { dateIn } from '@servicebook/shared/calendar';
import { type Closure, latestEnd, retrievalEnd } from '@servicebook/shared/closure';
import type { LogKind } from '@servicebook/shared/log';
import type { Deps } from '../../deps.ts';
import type { Account } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { accountClosed } from '../../platform/session.ts';
import { type AccountTransaction, oneAtATime } from '../../platform/tenancy.ts';
import { dayText } from '../../platform/today.ts';
import { type Changes, recordAs } from '../audit/audit.service.ts';
import { queueMails } from './closure.job.ts';

/** How the contract of the caller's company stands. */
export async function readClosure(deps: Deps, { accountId }: Pick<Ctx, 'accountId'>): Promise<Closure> {
  const db = deps.db.of({ accountId });
  const now = deps.clock();
  const account = await db.account.findUniqueOrThrow({ where: { id: accountId } });
  const paid = await db.user.aggregate({
    where: { active: true, accountPlan: { type: { not: 'FREE' } }, planExpired: { gt: now } },
    _max: { planExpired: true },
  });
  const onCalendar = (at: Date | null) => at && dateIn(at.toISOString(), account.timezone);
  const today = onCalendar(now) as string;
  return {
    today,
    endsOn: account.endsOn && dayText(account.endsOn),
    closedOn: onCalendar(account.closedAt),
    retrievalUntil: account.retrievalUntil && dayText(account.retrievalUntil),
    paidUntil: onCalendar(paid._max.planExpired),
    termsFrom: account.termsFrom && dayText(account.termsFrom) > today ? dayText(account.termsFrom) : null,
  };
}

/**
 * Ends the contract after this day, or at once. A later notice replaces an earlier one. All admins are told.
 * @throws AppError VALIDATION_FAILED for a day that is past or more than two months away, ACCOUNT_CLOSED
 */
export async function giveNotice(deps: Deps, ctx: Ctx, endsOn: string | null): Promise<Closure> {
  await step(deps, ctx, async (tx, account, who) => {
    if (account.retrievalUntil) throw accountClosed(dayText(account.retrievalUntil), ctx);
    if (endsOn === null) return close(deps, tx, account, who);
    const today = dateIn(deps.clock().toISOString(), account.timezone);
    if (endsOn < today || endsOn > latestEnd(today)) throw refuseFields({ endsOn: 'INVALID' });
    if (lastDay(account) === endsOn) return;
    await tx.account.update({ where: { id: account.id }, data: { endsOn: new Date(endsOn) } });
    await queueMails(deps, tx, account, { news: 'NOTICE', until: endsOn, byId: who.userId });
    await log(tx, account, who, 'NOTICE_GIVEN', { endsOn: [lastDay(account), endsOn] });
  });
  return readClosure(deps, ctx);
}

/** Takes the notice back, if there is one. @throws AppError ACCOUNT_CLOSED when its day has passed */
export async function takeBackNotice(deps: Deps, ctx: Ctx): Promise<Closure> {
  await step(deps, ctx, async (tx, account, who) => {
    if (account.retrievalUntil) throw accountClosed(dayText(account.retrievalUntil), ctx);
    if (!account.endsOn) return;
    await tx.account.update({ where: { id: account.id }, data: { endsOn: null } });
    await queueMails(deps, tx, account, { news: 'TAKEN_BACK', until: null, byId: who.userId });
    await log(tx, account, who, 'NOTICE_TAKEN_BACK', { endsOn: [lastDay(account), null] });
  });
  return readClosure(deps, ctx);
}

/** Opens a closed account again; nothing in it has changed. An open one stays as it is. */
export async function reopen(deps: Deps, ctx: Ctx): Promise<Closure> {
  await step(deps, ctx, async (tx, account, who) => {
    if (!account.closedAt) return;
    const data = { closedAt: null, retrievalUntil: null, erasureWarnedAt: null };
    await tx.account.update({ where: { id: account.id }, data });
    await queueMails(deps, tx, account, { news: 'REOPENED', until: null, byId: who.userId });
    await log(tx, account, who, 'ACCOUNT_REOPENED');
  });
  return readClosure(deps, ctx);
}

/** Closes an account: from its commit on nobody works in it. Its admins are told until when its data can be fetched. */
export async function close(
  deps: Deps,
  tx: AccountTransaction,
  account: Account,
  who: Acting,
): Promise<void> {
  const closedAt = deps.clock();
  const until = retrievalEnd(dateIn(closedAt.toISOString(), account.timezone));
  await queueMails(deps, tx, account, { news: 'CLOSED', until, byId: who.userId });
  const data = { endsOn: null, closedAt, retrievalUntil: new Date(until) };
  await tx.account.update({ where: { id: account.id }, data });
  await log(tx, account, who, 'ACCOUNT_CLOSED');
}

/** Who takes a step: a user, or nobody when its day has come. */
export interface Acting {
  userId: number | null;
  who: string;
}

/**
 * Runs one step for an account that is not deleted, after all others of the account.
 * @throws AppError NOT_SIGNED_IN for a deleted account
 */
const step = (
  deps: Deps,
  ctx: Ctx,
  work: (tx: AccountTransaction, account: Account, who: Acting) => Promise<void>,
): Promise<void> =>
  oneAtATime(deps, ctx, async (tx) => {
    const { accountId, userId } = ctx;
    const account = await tx.account.findUnique({ where: { id: accountId, deletedAt: null } });
    const user = await tx.user.findFirst({ where: { id: userId }, select: { email: true } });
    if (!account || !user) throw new AppError('NOT_SIGNED_IN');
    await work(tx, account, { userId, who: user.email });
  });

const log = (
  tx: AccountTransaction,
  { id, companyName }: Account,
  who: Acting,
  kind: LogKind,
  changes: Changes = {},
): Promise<void> =>
  recordAs(
    tx,
    { accountId: id, ...who },
    { kind, entity: 'account', entityId: id, what: companyName, changes },
  );

const lastDay = ({ endsOn }: Account) => endsOn && dayText(endsOn);
