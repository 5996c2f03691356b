/**
 * Reads uploaded spreadsheets in separate processes: a file may be made to take all the memory and time there is. An
 * account has one of two or more processes at a time, so another company's file never waits for it.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ImportSheet } from '@servicebook/shared/import';
import { AppError } from '../../platform/app-error.ts';
import { createFairQueue, type WorkFor } from '../../platform/work/fair-queue.ts';
import { openWorkProcesses, WorkStopped } from '../../platform/work/work-process.ts';
import type { SheetTask } from './describe-sheet.ts';
import type { ReadOutcome, ReadTask, TablesFound } from './read-tables.ts';

/** The tables of a file. Its rows wait in a file of their own until `remove`. */
export interface ReadTables extends TablesFound {
  /**
   * The rows of all sheets in their order, each a `TableRow` in JSON, some hundred at a time, so that a large file is
   * never in memory. The database reads them; the server need not.
   */
  batches(): AsyncGenerator<string[]>;
  /** Deletes the rows. */
  remove(): Promise<void>;
}
export type TablesOrRefusal = ReadTables | Extract<ReadOutcome, { refusal: unknown }>;

export interface TableReader {
  /**
   * Reads a file when it is its account's turn. A file that cannot be read is an answer, not an error.
   * @throws AppError TOO_MUCH_WORK if the account has too many files in progress; WORK_INTERRUPTED if the process died
   */
  read(path: string, of: WorkFor): Promise<TablesOrRefusal>;
  /**
   * Finds the fields of a sheet's columns with another header.
   * @throws AppError TOO_MUCH_WORK, WORK_INTERRUPTED
   */
  describe(task: SheetTask, of: WorkFor): Promise<ImportSheet>;
  /** Waits for the files in progress, then ends the processes. */
  close(): Promise<void>;
}

const module = import.meta.resolve('./read-tables.ts');
const describing = import.meta.resolve('./describe-sheet.ts');
/** 200,000 rows of 20 columns take some 12 seconds of CPU time and 200 MB. */
const limits = { processorSeconds: 30, seconds: 180, memoryMegabytes: 384 };
const batchRows = 500;
/** A batch of rows with long texts ends earlier. */
const batchCharacters = 4_000_000;

/** @param folder for the rows of a file between reading and storing them */
export function openTableReader({
  processes: places,
  folder = tmpdir(),
  seconds = limits.seconds,
  memoryMegabytes = limits.memoryMegabytes,
}: {
  processes: number;
  folder?: string;
  seconds?: number;
  memoryMegabytes?: number;
}): TableReader {
  const queue = createFairQueue({ places, waitingPerAccount: 2, waitingInAll: 20 });
  const processes = openWorkProcesses({ ...limits, seconds, memoryMegabytes, niceness: 10 });
  return {
    async read(from, of) {
      const to = join(folder, `rows-${randomUUID()}.ndjson`);
      const input: ReadTask = { from, to };
      const remove = () => rm(to, { force: true });
      let outcome: ReadOutcome;
      try {
        outcome = (await queue.run(of, () =>
          processes.run({ module, export: 'readTables', input }, of.gone),
        )) as ReadOutcome;
      } catch (error) {
        await remove();
        if (!(error instanceof WorkStopped)) throw error;
        if (error.by === 'accident') throw new AppError('WORK_INTERRUPTED', {}, error);
        return { refusal: error.by === 'time' ? 'TOOK_TOO_LONG' : 'FILE_TOO_LARGE', place: {} };
      }
      if ('refusal' in outcome) {
        await remove();
        return outcome;
      }
      return { ...outcome, batches: () => batchesOf(to), remove };
    },
    async describe(input, of) {
      const task = { module: describing, export: 'describeAgain', input };
      try {
        return (await queue.run(of, () => processes.run(task, of.gone))) as ImportSheet;
      } catch (error) {
        if (error instanceof WorkStopped) throw new AppError('WORK_INTERRUPTED', {}, error);
        throw error;
      }
    },
    async close() {
      await queue.close();
      await processes.close();
    },
  };
}

async function* batchesOf(path: string): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let characters = 0;
  for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
    batch.push(line);
    characters += line.length;
    if (batch.length < batchRows && characters < batchCharacters) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
