/** The interface between an export kind and its job. A new kind is one file with a producer and a line in export-kinds.ts. */
import type { LogEntity } from '@servicebook/shared/log';
import type { Language } from '@servicebook/shared/primitives';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';
import type { ZipEntry } from '../../platform/zip-file.ts';

/** For whom a job works. */
export interface Requester {
  accountId: number;
  userId: number;
  language: Language;
  timezone: string;
  companyName: string;
}

export interface ReadyMail {
  /** Its texts in `mail`. */
  texts: 'exportReady' | 'booksReady';
  /** The tab of My account where the archive lies. */
  tab: 'user' | 'management';
}

export interface ExportProducer<Params> {
  /**
   * The log's description of the export; runs before the export is accepted.
   * @throws AppError if the parameters name objects of another account
   */
  describe(
    tx: AccountTransaction,
    ctx: Ctx,
    params: Params,
  ): Promise<{ entity: LogEntity; entityId: number | null; what: string }>;
  /** How the archive is called, without the day and the ending. */
  title(deps: Deps, of: Requester, params: Params): Promise<string> | string;
  /** How many entries there will be, as far as can be told. */
  count(deps: Deps, of: Requester, params: Params): Promise<number>;
  /** The archive's content, one entry after the other. */
  entries(deps: Deps, of: Requester, params: Params): AsyncIterable<ZipEntry>;
  /** The mail that tells that it is ready, where it takes longer than one looks at a screen. */
  mail: ReadyMail | null;
}
