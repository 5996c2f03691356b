/** The dependencies of handlers and services. */
import type { Config } from './config.ts';
import type { TableReader } from './features/import/table-reader.ts';
import type { pdfKinds } from './features/pdf-kinds.ts';
import type { Clock } from './platform/ctx.ts';
import type { FileStore } from './platform/file-store.ts';
import type { FileState } from './platform/file-watch.ts';
import type { Jobs } from './platform/jobs.ts';
import type { Logs } from './platform/logger.ts';
import type { Mailer } from './platform/mailer.ts';
import type { PdfRenderer } from './platform/pdf/renderer.ts';
import type { Pictures } from './platform/pictures.ts';
import type { Przelewy24 } from './platform/przelewy24.ts';
import type { SealKey } from './platform/seal/seal-key.ts';
import type { SessionCache } from './platform/session-cache.ts';
import type { SigningKey } from './platform/signing-key.ts';
import type { Databases } from './platform/tenancy.ts';
import type { Throttle } from './platform/throttle.ts';
import type { AccountShare } from './platform/work/account-share.ts';

/** What work needs that runs in a process of its own. */
export interface ApartDeps extends Pick<Deps, 'clock' | 'db' | 'exportKey' | 'files' | 'log'> {
  jobs: Pick<Jobs, 'enqueue'>;
}

export interface Deps {
  config: Config;
  db: Databases;
  jobs: Jobs;
  mailer: Mailer;
  files: FileStore;
  /** Whether files can be stored and read now. */
  fileState: () => Promise<FileState>;
  pdf: PdfRenderer<typeof pdfKinds>;
  pictures: Pictures;
  tables: TableReader;
  throttle: Throttle;
  share: AccountShare;
  /** Null without a merchant's keys; nothing can be bought then. */
  payments: Przelewy24 | null;
  sessions: SessionCache;
  clock: Clock;
  /** Signs archives of all data, so that only unchanged ones of this installation come back. */
  exportKey: SigningKey;
  /** Seals documents, so that anybody can tell a genuine one. */
  seal: SealKey;
  log: Logs;
}
