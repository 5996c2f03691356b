/** Tells every company of changed terms, once, as long before as the terms promise. */
import { addDays } from '@servicebook/shared/calendar';
import { termsNoticeDays, termsVersions } from '@servicebook/shared/terms';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { inUse } from '../../platform/account-in-use.ts';
import { handles, remoteKind, runsAt } from '../../platform/jobs.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { dayText } from '../../platform/today.ts';
import { inEachAccount, morning } from '../account/each-account.ts';
import { reachableAdmin } from '../closure/closure.job.ts';
import { termsMail } from './terms.mail.ts';

const mailTerms = remoteKind(
  'terms.mail',
  z.object({
    accountId: z.number(),
    userId: z.number(),
    /** The version that the company knew, and the one that it is told of. */
    known: z.string(),
    version: z.string(),
    from: z.string(),
  }),
);

/**
 * Queues the mails to all companies that do not know the newest terms. A company's mails and the note that it was told
 * are one transaction, so a killed server tells nobody twice.
 */
export async function announceTerms(deps: Deps, versions: readonly string[] = termsVersions): Promise<void> {
  const version = versions.at(-1) as string;
  const uninformed = { ...inUse, termsVersion: { lt: new Date(version) } };
  const failure = 'a company is not told of the terms yet';
  await inEachAccount(
    deps,
    uninformed,
    failure,
    async (tx, { id: accountId, termsVersion }, { today, hour }) => {
      if (hour < morning) return;
      const from = addDays(today, termsNoticeDays);
      const known = dayText(termsVersion);
      const data = { termsVersion: new Date(version), termsFrom: new Date(from) };
      await tx.account.update({ where: { id: accountId }, data });
      const admins = await tx.user.findMany({ where: reachableAdmin, select: { id: true } });
      for (const { id: userId } of admins)
        await deps.jobs.enqueue(tx, mailTerms, { accountId, userId, known, version, from });
    },
  );
}

async function mail(
  deps: Deps,
  { accountId, userId, known, version, from }: z.output<typeof mailTerms.payload>,
): Promise<void> {
  const admin = await deps.db.of({ accountId }).user.findUnique({
    where: { ...rowKey({ accountId }, userId), ...reachableAdmin, account: inUse },
    include: { account: { select: { language: true } } },
  });
  if (!admin) return;
  const versions = termsVersions.filter((each) => each > known && each <= version);
  await deps.mailer.send(termsMail(admin, { from, versions }, deps.config));
}

export const termsJobs = (deps: Deps) => [
  runsAt('terms.announce', '25 * * * *', () => announceTerms(deps)),
  handles(mailTerms, (payload) => mail(deps, payload)),
];
