/** The job that keeps the bin small. It is declared here, because emptying the bin needs features that fill it. */
import { z } from 'zod';
import { jobKind } from '../../platform/jobs.ts';

export const trimBin = jobKind('bin.trim', z.object({ accountId: z.number() }));
