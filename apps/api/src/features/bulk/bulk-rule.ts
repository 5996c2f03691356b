/**
 * How an action on several records is told to the mechanism (`bulk.service.ts`, `bulk-undo.ts`).
 *
 * To add an action:
 * 1. `packages/shared/src/bulk.ts`: its name and input in `BulkChange`; new reasons and notes.
 * 2. Here in `features/bulk`: a rule, listed in `bulk-rules.ts`. It judges rows and names the values to be written; counting,
 *    naming, comparing and taking back are done by the mechanism. For a new kind of record, `BulkRecords` says how its rows
 *    are read and written: share the function with the single edit, so that log, news, limits and revisions are the same.
 * 3. `packages/i18n/src/<lang>/bulk.json`: its texts. `apps/web/src/features/bulk`: its entry in the menu, and its fields.
 * 4. A case in `bulk.test.ts`.
 */
import type { Permission } from '@servicebook/shared/access';
import type { BinKind } from '@servicebook/shared/bin';
import type { BulkChange, BulkKind, BulkNote, BulkReason, TakenNumber } from '@servicebook/shared/bulk';
import type { LogEntity } from '@servicebook/shared/log';
import type { Deps } from '../../deps.ts';
import type { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';

export interface Work {
  deps: Deps;
  tx: AccountTransaction;
  ctx: Ctx;
}

/** A record as the rules know it. All its values can be written as JSON; dates come back as ISO text. */
// biome-ignore lint/suspicious/noExplicitAny: each kind of record has its own row
export type Row = any;

export interface Change<R = Row> {
  before: R;
  values: Partial<R>;
}

/** A kind of record. */
export interface BulkRecords<R = Row> {
  /** Where its rows are locked, in the order of their ids. */
  table: string;
  entity: LogEntity;
  /** The ids that exist, in any order. */
  read(work: Work, ids: readonly number[]): Promise<R[]>;
  idOf(row: R): number;
  /** How people call it. */
  nameOf(row: R, ctx: Ctx): string;
  /** Locks that come before those of the rows. */
  begin?(work: Work, ids: readonly number[]): Promise<unknown>;
  /** Writes values of locked rows, with the log, the news and everything else that a single edit brings about. */
  write(work: Work, changes: readonly Change<R>[]): Promise<void>;
  /** What a broken constraint means to the user, by its name. */
  refusals?: Record<string, () => AppError>;
  /** What its deletion puts into the bin. */
  bin?: BinKind;
  /** What former values name that is gone: its name, or empty if that is unknown. Undefined: nothing. */
  findMissing?(work: Work, values: Partial<R>): Promise<string | undefined>;
  /** Which numbers of those in the bin, by their entries there, are taken by now. */
  findTaken?(work: Work, entries: readonly number[]): Promise<TakenNumber[]>;
  /** Puts locked rows into the bin, which the rule has let through. */
  remove?(work: Work, rows: readonly R[]): Promise<void>;
}

/** What becomes of a record. Values that it has already are not written; if none is left, it is counted as the same. */
export type Verdict<R = Row> =
  | { values: Partial<R> }
  | { refused: BulkReason }
  | { isDeleted: true }
  | { isSame: true };

/** An action. */
export interface BulkRule<Input = never, R = Row> {
  records: BulkRecords<R>;
  access: Permission;
  /**
   * Judges each row, in their order. Runs before anything is written, to tell what would happen, and again on locked rows.
   * @throws AppError for an input that fits no row, such as a customer that is not the account's
   */
  judge(work: Work, rows: readonly R[], input: Input): Promise<Verdict<R>[]> | Verdict<R>[];
  /** What comes along with the change of these rows. */
  notes?(work: Work, rows: readonly R[], input: Input): Promise<{ note: BulkNote; count: number }[]>;
}

/** The rules of the actions on one kind of record, which the first word of an action names. */
export type RulesFor<Kind extends string, R> = {
  [Name in BulkKind as Name extends `${Kind}.${string}` ? Name : never]: BulkRule<
    Extract<BulkChange, { action: Name }>,
    R
  >;
};

/** Values as they are stored and compared: as JSON. */
export const asJson = (values: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(values));

/** What a deleted record is called in the bin; empty if it was erased. */
export async function nameInBin({ tx }: Work, kind: BinKind, recordId: number): Promise<string> {
  const entry = await tx.binEntry.findFirst({ where: { kind, recordId }, orderBy: { id: 'desc' } });
  return entry?.title ?? '';
}
