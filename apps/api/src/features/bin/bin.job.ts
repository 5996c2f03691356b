/** The job that keeps the bin small. It is declared alone, because filling and emptying the bin need each other. */
import { z } from 'zod';
import { jobKind } from '../../platform/jobs.ts';

export const trimBin = jobKind('bin.trim', z.object({ accountId: z.number() }));
