import type { Language } from '@servicebook/shared/primitives';
import { clockOf } from '@servicebook/shared/visit';
import type { Deps } from '../../deps.ts';
import { inUse } from '../../platform/account-in-use.ts';
import { handles } from '../../platform/jobs.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { readVisits } from '../visit-news/visit-rows.ts';
import { sendAnnouncement } from './announcement.job.ts';
import { composeAnnouncement } from './announcement.service.ts';

/** The mail names the day and time that were recorded, even if the visit is moved before it leaves. */
async function mailAnnouncement(
  deps: Deps,
  { accountId, announcementId }: { accountId: number; announcementId: number },
): Promise<void> {
  const db = deps.db.of({ accountId });
  const row = await db.visitAnnouncement.findUnique({
    where: { ...rowKey({ accountId }, announcementId), account: inUse },
  });
  const [visit] = row ? await readVisits(db, { accountId }, [row.visitId]) : [];
  if (!row || !visit) return;
  const { email, day, fromMinute, toMinute, userCreatedId: userId } = row;
  const announced = {
    ...visit,
    day: day.toISOString().slice(0, 10),
    from: fromMinute === null ? null : clockOf(fromMinute),
    to: toMinute === null ? null : clockOf(toMinute),
  };
  const language = row.language as Language;
  await deps.mailer.send(
    await composeAnnouncement(db, { accountId, userId }, { visit: announced, email, language }),
  );
}

export const announcementJobs = (deps: Deps) => [
  handles(sendAnnouncement, (payload) => mailAnnouncement(deps, payload)),
];
