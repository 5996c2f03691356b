/** What handlers and services are given: who calls, and what they may use. */
import type { Role } from '@servicebook/shared/access';
import type { Language } from '@servicebook/shared/primitives';
import type { Config } from './config.ts';
import type { pdfKinds } from './features/pdf-kinds.ts';
import type { SessionCache } from './http/session-cache.ts';
import type { FileStore } from './platform/file-store.ts';
import type { Jobs } from './platform/jobs.ts';
import type { Logger } from './platform/logger.ts';
import type { Mailer } from './platform/mailer.ts';
import type { PdfRenderer } from './platform/pdf/renderer.ts';
import type { Pictures } from './platform/pictures.ts';
import type { Przelewy24 } from './platform/przelewy24.ts';
import type { Databases } from './platform/tenancy.ts';
import type { Throttle } from './platform/throttle.ts';

/** Injected, so that tests can set the time. */
export type Clock = () => Date;

export interface Deps {
  config: Config;
  db: Databases;
  jobs: Jobs;
  mailer: Mailer;
  files: FileStore;
  pdf: PdfRenderer<typeof pdfKinds>;
  pictures: Pictures;
  throttle: Throttle;
  /** Null: no merchant's keys are set, so nothing can be bought. */
  payments: Przelewy24 | null;
  sessions: SessionCache;
  clock: Clock;
  log: Logger;
}

/** Anybody who sends a request. */
export interface Caller {
  language: Language;
  /** IANA name as the client sent it; UTC when it sent none. */
  timezone: string;
  /** The request follows a plain link: its language is the browser's, not the one chosen in the application. */
  isVisit?: boolean;
  requestId: string;
  ip: string;
  userAgent: string;
  /** Aborts when the caller has hung up, so that nothing is done for nobody. */
  gone?: AbortSignal;
}

/** A repeatable call's key, and what it was about. */
export interface Idempotency {
  key: string;
  endpoint: string;
  requestHash: string;
}

/** A signed-in user's request. The account comes from the session and from nowhere else. */
export interface Ctx extends Caller {
  accountId: number;
  userId: number;
  roles: readonly Role[];
  sessionId: number;
  /** The user's paid access has run out. */
  expired: boolean;
  /** A mailed password opened the session: it may only choose another one. */
  mustChoosePassword: boolean;
  idempotency?: Idempotency;
}
