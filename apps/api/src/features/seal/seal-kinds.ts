/** Apart from its work, because the process that brings archives back queues it. */
import { z } from 'zod';
import { jobKind } from '../../platform/jobs.ts';

export const readReturnedSealsJob = jobKind('seal.read-returned', z.object({ accountId: z.number() }));
