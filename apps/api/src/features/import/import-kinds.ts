/** The jobs of imports. Apart from their work, because the service queues them. */
import { z } from 'zod';
import { jobKind } from '../../platform/jobs.ts';

/** The revision says which change of the import's state began the work: what an earlier one began has ended. */
const payload = z.object({ accountId: z.number(), importId: z.number(), revision: z.number() });
export type ImportWork = z.output<typeof payload>;

export const checkImport = jobKind('import.check', payload);
export const runImport = jobKind('import.run', payload);
export const undoImport = jobKind('import.undo', payload);
