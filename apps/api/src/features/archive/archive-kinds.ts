/** The jobs of archives. Apart from their work, because the service queues them. */
import { z } from 'zod';
import { jobKind } from '../../platform/jobs.ts';

/** The revision says which change of the archive's state began the work: what an earlier one began has ended. */
const payload = z.object({ accountId: z.number(), archiveId: z.number(), revision: z.number() });
export type ArchiveWork = z.output<typeof payload>;

export const checkArchiveJob = jobKind('archive.check', payload);
export const runArchiveJob = jobKind('archive.run', payload);
export const clearArchiveJob = jobKind(
  'archive.clear',
  z.object({ accountId: z.number(), archiveId: z.number() }),
);
