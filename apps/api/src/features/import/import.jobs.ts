/** Checks, runs and takes back imports, and removes what nobody needs any more. */
import { abandonedDays } from '@servicebook/shared/import';
import type { ApartDeps, Deps } from '../../deps.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import { handles, runsAt } from '../../platform/jobs.ts';
import { type AccountTransaction, inPatientTransaction } from '../../platform/tenancy.ts';
import { checkRows } from './import-check.ts';
import { withHistory } from './import-history.ts';
import { checkImport, type ImportWork, runImport, undoImport } from './import-kinds.ts';
import { endRun, runRows } from './import-run.ts';
import { undoRows } from './import-undo.ts';

const dayLength = 24 * 3_600_000;

type Work = (deps: ApartDeps, work: ImportWork, signal: AbortSignal) => Promise<void>;

/** Work that fails tells its user so; a server that stops leaves it to another one. */
const watched =
  (deps: ApartDeps, state: 'CHECKING' | 'RUNNING' | 'UNDOING', work: Work) =>
  async (payload: ImportWork, signal: AbortSignal): Promise<void> => {
    try {
      await work(deps, payload, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      const { accountId, importId, revision } = payload;
      deps.log.imports.error({ err: error, accountId, importId }, 'import failed');
      const errorCode = error instanceof AppError ? error.code : 'INTERNAL';
      await deps.db.of({ accountId }).$transaction(async (tx) => {
        const mine = { revision, state };
        if (state === 'RUNNING') {
          await endRun(tx, { accountId, importId }, deps.clock(), 'FAILED', mine, errorCode);
          return;
        }
        await tx.import.updateMany({
          where: { id: importId, ...mine },
          data: { state: state === 'CHECKING' ? 'MAPPING' : 'FAILED', errorCode, revision: { increment: 1 } },
        });
      });
    }
  };

/** Removes imports that were left before they ran, and the rows of those that can no longer be taken back. */
export async function removeOldImports(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = deps.clock();
  await inEach(
    deps,
    {
      state: { in: ['MAPPING', 'CHECKING', 'CHECKED'] },
      updatedAt: { lt: new Date(now.getTime() - abandonedDays * dayLength) },
    },
    (tx, where) => tx.import.deleteMany({ where }),
  );
  await inEach(
    deps,
    { undoUntil: { lte: now }, state: { notIn: ['RUNNING', 'UNDOING'] } },
    async (tx, where) => {
      const { accountId, id: importId } = where;
      const { count } = await tx.import.updateMany({
        where,
        data: { undoUntil: null, sheets: [], revision: { increment: 1 } },
      });
      if (count === 0) return;
      await tx.importRow.deleteMany({ where: { importId } });
      // That it created or changed a machine or customer is still told by their history.
      await tx.importChange.deleteMany({
        where: { importId, OR: [{ entity: { notIn: [...withHistory] } }, { undo: 'REVERSED' }] },
      });
      await tx.$executeRaw`
        UPDATE import_change SET after = '{}', before = CASE WHEN before IS NOT NULL THEN '{}'::jsonb END
         WHERE account_id = ${accountId} AND import_id = ${importId}`;
    },
  );
}

/** One that fails is told to the log, and keeps none of the others. */
async function inEach(
  deps: Pick<Deps, 'db' | 'log'>,
  where: Prisma.ImportWhereInput,
  work: (
    tx: AccountTransaction,
    where: Prisma.ImportWhereInput & { accountId: number; id: number },
  ) => Promise<unknown>,
): Promise<void> {
  const imports = await deps.db.global.import.findMany({ where, select: { accountId: true, id: true } });
  for (const key of imports) {
    try {
      await inPatientTransaction(deps, key, (tx) => work(tx, { ...where, ...key }));
    } catch (error) {
      deps.log.imports.error(
        { err: error, accountId: key.accountId, importId: key.id },
        'an old import stays',
      );
    }
  }
}

/** The work on rows; it runs in a process of its own. */
export const importWork = (deps: ApartDeps) => [
  handles(checkImport, watched(deps, 'CHECKING', checkRows), { isLong: true }),
  handles(runImport, watched(deps, 'RUNNING', runRows), { isLong: true }),
  handles(undoImport, watched(deps, 'UNDOING', undoRows), { isLong: true }),
];

export const importJobs = (deps: Deps) => [
  runsAt('import.remove-old', '45 1 * * *', () => removeOldImports(deps), { isLong: true }),
];
