/** Announcing visits to customers, and what was announced. */
import type {
  Announcement,
  AnnouncementInput,
  AnnouncementPreview,
  Announcements,
} from '@servicebook/shared/announcement';
import { dateIn } from '@servicebook/shared/calendar';
import type { Language } from '@servicebook/shared/primitives';
import { clockOf, isOpenVisit, minuteOfDay, type Visit } from '@servicebook/shared/visit';
import type { Deps } from '../../deps.ts';
import type { VisitAnnouncement } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import {
  type AccountDatabase,
  type AccountTransaction,
  inTransaction,
  rowKey,
} from '../../platform/tenancy.ts';
import type { Limit, Throttle } from '../../platform/throttle.ts';
import { recipientsOf } from '../customer-contact/recipients.ts';
import { readVisit } from '../visit-news/visit-rows.ts';
import { sendAnnouncement } from './announcement.job.ts';
import { announcementMail } from './announcement.mail.ts';

/** A busy office announces a week at once; nobody needs more. Anybody can register a company that pays nothing. */
const mailsPerAccount: Limit = { points: 300, seconds: 3600 };
const mailsPerFreeAccount: Limit = { points: 30, seconds: 24 * 3600 };
const mailsPerAddress: Limit = { points: 10, seconds: 3600 };

type Counter = Parameters<Throttle['take']>;

type Reader = AccountDatabase | AccountTransaction;

export async function findAnnouncements(deps: Deps, ctx: Ctx, visitId: number): Promise<Announcements> {
  const db = deps.db.of(ctx);
  const visit = await db.visit.findUniqueOrThrow({
    where: rowKey(ctx, visitId),
    select: {
      account: { select: { language: true } },
      announcements: { orderBy: { id: 'desc' } },
      customer: {
        select: {
          shortName: true,
          email: true,
          language: true,
          contacts: { orderBy: [{ isMain: 'desc' }, { id: 'asc' }], select: { name: true, email: true } },
        },
      },
    },
  });
  const { customer, account, announcements } = visit;
  return {
    sent: announcements.map(toAnnouncement),
    recipients: recipientsOf(customer),
    language: (customer.language ?? account.language) as Language,
  };
}

/** @throws AppError NOT_FOUND, VISIT_STATE, VISIT_DAY_PAST */
export async function previewAnnouncement(
  deps: Deps,
  ctx: Ctx,
  { visit: { id }, email, language }: AnnouncementPreview,
): Promise<{ subject: string; text: string }> {
  const db = deps.db.of(ctx);
  const visit = await requireDay(db, ctx, await readVisit(db, ctx, id), deps.clock());
  const { subject, text } = await composeAnnouncement(db, ctx, { visit, email, language });
  return { subject, text };
}

/**
 * Only what is sent counts towards the limits: not a refused call, and not one that is repeated.
 * @throws AppError NOT_FOUND, RECORD_CHANGED, VISIT_STATE, VISIT_DAY_PAST, TOO_MANY_ATTEMPTS
 */
export async function announceVisit(deps: Deps, ctx: Ctx, input: AnnouncementInput): Promise<Announcement> {
  const { accountId, userId: userCreatedId } = ctx;
  const { email, language, revision } = input;
  const visitId = input.visit.id;
  const { accountPlan } = await deps.db.of(ctx).user.findUniqueOrThrow({
    where: rowKey(ctx, userCreatedId),
    select: { accountPlan: { select: { type: true } } },
  });
  const counters: Counter[] = [
    accountPlan.type === 'FREE'
      ? ['announcement-free-account', String(accountId), mailsPerFreeAccount]
      : ['announcement-account', String(accountId), mailsPerAccount],
    ['announcement-address', `${accountId} ${email}`, mailsPerAddress],
  ];
  const counted: Counter[] = [];
  const count = async () => {
    // The transaction may run again after a deadlock.
    for (const counter of counters.slice(counted.length)) {
      await deps.throttle.take(...counter);
      counted.push(counter);
    }
  };
  try {
    return await inTransaction(deps, ctx, async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM visit WHERE account_id = ${accountId} AND id = ${visitId} FOR SHARE`;
      const visit = await requireDay(tx, ctx, await readVisit(tx, ctx, visitId), deps.clock());
      if (visit.revision !== revision) throw new AppError('RECORD_CHANGED');
      await count();
      const row = await tx.visitAnnouncement.create({
        data: {
          accountId,
          visitId,
          email,
          language,
          day: new Date(visit.day),
          fromMinute: minuteOf(visit.from),
          toMinute: minuteOf(visit.to),
          userCreatedId,
          createdAt: deps.clock(),
        },
      });
      await deps.jobs.enqueue(tx, sendAnnouncement, { accountId, announcementId: row.id });
      return toAnnouncement(row);
    });
  } catch (error) {
    for (const counter of counted) await deps.throttle.giveBack(...counter);
    throw error;
  }
}

const minuteOf = (clock: string | null): number | null => (clock === null ? null : minuteOfDay(clock));

/** A visit that is to take place on a day. */
type Dated = Visit & { day: string };

async function requireDay(db: Reader, { accountId }: Ctx, visit: Visit, now: Date): Promise<Dated> {
  const { day, state } = visit;
  if (!day || !isOpenVisit({ state })) throw new AppError('VISIT_STATE');
  const { timezone } = await db.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { timezone: true },
  });
  if (day < dateIn(now.toISOString(), timezone)) throw new AppError('VISIT_DAY_PAST');
  return { ...visit, day };
}

/** The mail to the customer. Its reader greets whom the customer's contacts name for the address. */
export async function composeAnnouncement(
  db: Reader,
  of: { accountId: number; userId: number },
  { visit, email, language }: { visit: Dated; email: string; language: Language },
) {
  const { companyName, phone } = await db.account.findUniqueOrThrow({
    where: { id: of.accountId },
    select: { companyName: true, phone: true },
  });
  const contact = email
    ? await db.customerContact.findFirst({
        where: { customerId: visit.customer.id, email },
        orderBy: { id: 'asc' },
        select: { name: true },
      })
    : null;
  const sender = await db.user.findUniqueOrThrow({
    where: rowKey(of, of.userId),
    select: { email: true },
  });
  return announcementMail({ visit, email, language, companyName, phone, contact, replyTo: sender.email });
}

const toAnnouncement = ({
  id,
  email,
  day,
  fromMinute,
  toMinute,
  createdAt,
}: VisitAnnouncement): Announcement => ({
  id,
  email,
  day: day.toISOString().slice(0, 10),
  from: fromMinute === null ? null : clockOf(fromMinute),
  to: toMinute === null ? null : clockOf(toMinute),
  createdAt: createdAt.toISOString(),
});
