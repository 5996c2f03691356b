/** Mails a user's news about visits: one mail for everything that happened within five minutes. */
import { NotificationContent } from '@servicebook/shared/notification';
import type { Deps } from '../../deps.ts';
import { inUse } from '../../platform/account-in-use.ts';
import { inHandOver } from '../../platform/hand-over.ts';
import { handles } from '../../platform/jobs.ts';
import { isExpired } from '../../platform/paid-access.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { sendNews } from '../visit-news/visit-news.job.ts';
import { readVisits } from '../visit-news/visit-rows.ts';
import { collapse } from './collapsed-news.ts';
import { newsMail } from './notification.mail.ts';

/** Clocks of servers differ. */
const slackSeconds = 60;

/**
 * The oldest news decide when to mail, and all others go with them: their own jobs then find nothing to do. The mails
 * of a user are one after the other, so that no two servers mail the same news. Users who were deactivated or have no
 * access meanwhile get no mail. Neither do those who have not signed in yet: the address may be a stranger's, and the mail
 * contains what others typed.
 */
export const mailNews = (deps: Deps, of: { accountId: number; userId: number }): Promise<void> =>
  inHandOver(deps.db, of, async (tx) => {
    const { accountId, userId } = of;
    // No lock of the rows: their reader, who marks them as read, must not wait for the mail server.
    const [turn] = await tx.$queryRaw<{ mine: boolean }[]>`
      SELECT pg_try_advisory_xact_lock('notification'::regclass::integer, ${userId}::int) AS mine
       WHERE ${accountId}::int > 0`;
    if (!turn?.mine) {
      // What is being handed over may be older than the news of this job.
      await deps.jobs.enqueue(tx, sendNews, of, 60);
      return;
    }
    const rows = await tx.notification.findMany({
      where: { userId, toMail: true },
      orderBy: { id: 'asc' },
    });
    const [oldest] = rows;
    const now = deps.clock();
    if (
      !oldest ||
      now.getTime() - oldest.createdAt.getTime() < (deps.config.visitMailSeconds - slackSeconds) * 1000
    )
      return;
    const user = await tx.user.findUnique({
      where: {
        ...rowKey({ accountId }, userId),
        active: true,
        identity: { claimedAt: { not: null } },
        account: inUse,
      },
      include: { account: { select: { language: true } }, accountPlan: { select: { type: true } } },
    });
    if (user && !isExpired({ paid: user.accountPlan.type !== 'FREE', planExpired: user.planExpired }, now)) {
      // What is about a protocol has a mail of its own.
      const news = rows.flatMap(({ kind, visitId, content }) =>
        visitId === null ? [] : { ...NotificationContent.parse(content), kind, visitId },
      );
      const ids = [...new Set(news.map(({ visitId }) => visitId))];
      const visits = await readVisits(tx, { accountId }, ids);
      const mail = newsMail(user, collapse(news, visits, userId), deps.config.publicUrl);
      if (mail) await deps.mailer.send(mail);
    }
    await tx.notification.updateMany({
      where: { id: { in: rows.map(({ id }) => id) } },
      data: { toMail: false },
    });
  });

export const notificationJobs = (deps: Deps) => [handles(sendNews, (payload) => mailNews(deps, payload))];
