/**
 * Reports our failures to an error tracker that speaks Sentry's protocol, such as Sentry, GlitchTip or Bugsink. Nothing
 * leaves the server but the fields named in this file: no bodies, queries, addresses or names.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { screenPath } from '@servicebook/shared/screen-path';

export interface Failure {
  level: 'error' | 'fatal';
  /** Name of the logger. */
  logger: string;
  text: string;
  /** What the log says about it; `err` is the error. */
  about: Record<string, unknown>;
}

export interface ErrorTracker {
  /** Returns at once; what cannot be delivered is dropped. */
  report(failure: Failure): void;
  /** Waits until everything is sent, two seconds at most. */
  flush(): Promise<void>;
}

export interface ErrorTrackerSettings {
  /** Where events are sent. */
  url: string;
  key: string;
}

/** Reads `https://KEY@HOST/PROJECT`; null if it is no such address. */
export function readDsn(dsn: string): ErrorTrackerSettings | null {
  if (!URL.canParse(dsn)) return null;
  const { protocol, host, pathname, username: key } = new URL(dsn);
  const [, folder, project] = /^(.*)\/(\w+)$/.exec(pathname) ?? [];
  if (!/^https?:$/.test(protocol) || !key || !project) return null;
  return { url: `${protocol}//${host}${folder}/api/${project}/envelope/`, key };
}

const perMinute = 60;
const longestQueue = 20;
const answerWithin = 5_000;
const pauseAfterFailure = 60_000;

/**
 * @param of the release and environment that failures are grouped by
 * @param onSilence called when the tracker does not accept an event; nothing is sent for a minute then
 */
export function openErrorTracker(
  { url, key }: ErrorTrackerSettings,
  of: { release: string; environment: string },
  onSilence: (reason: unknown) => void,
): ErrorTracker {
  const queue: Failure[] = [];
  let sending: Promise<void> | undefined;
  let closedUntil = 0;
  let minute = 0;
  let sent = 0;

  /** A failure that repeats with every request must not become a second one. */
  function mayTake(now: number): boolean {
    if (now < closedUntil || queue.length >= longestQueue) return false;
    const thisMinute = Math.floor(now / 60_000);
    if (thisMinute !== minute) sent = 0;
    minute = thisMinute;
    return ++sent <= perMinute;
  }

  async function send(failure: Failure): Promise<void> {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithin),
      headers: {
        'Content-Type': 'application/x-sentry-envelope',
        'X-Sentry-Auth': `Sentry sentry_version=7, sentry_client=servicebook/1, sentry_key=${key}`,
      },
      body: envelopeOf({ ...eventOf(failure), ...of }),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the error tracker answered ${answer.status}`);
  }

  async function sendAll(): Promise<void> {
    try {
      for (let next = queue.shift(); next; next = queue.shift()) await send(next);
    } catch (reason) {
      queue.length = 0;
      closedUntil = Date.now() + pauseAfterFailure;
      onSilence(reason);
    }
    sending = undefined;
  }

  return {
    report(failure) {
      if (!mayTake(Date.now())) return;
      queue.push(failure);
      sending ??= sendAll();
    },
    async flush() {
      await Promise.race([sending, pause(2_000, undefined, { ref: false })]);
    },
  };
}

function envelopeOf(event: Record<string, unknown>): string {
  const id = randomUUID().replaceAll('-', '');
  const now = new Date().toISOString();
  return [
    { event_id: id, sent_at: now },
    { type: 'event' },
    { event_id: id, timestamp: now, platform: 'node', ...event },
  ]
    .map((part) => JSON.stringify(part))
    .join('\n');
}

/** Ids and names of our own, never what a user has typed. */
const tagNames = ['requestId', 'accountId', 'job', 'jobId', 'orderId', 'invoiceId', 'exportId', 'browser'];

function eventOf({ level, logger, text, about }: Failure): Record<string, unknown> {
  const { err, accountId, userId, method, route, screen } = about;
  const tags = Object.fromEntries(tagNames.flatMap((name) => (name in about ? [[name, about[name]]] : [])));
  return {
    level,
    logger,
    tags,
    ...(userId !== undefined && { user: { id: `${accountId}/${userId}` } }),
    ...(Boolean(route) && { transaction: `${method} ${route}` }),
    ...(Boolean(screen) && { transaction: screen }),
    message: text,
    exception: { values: causesOf(err).map(exceptionOf) },
  };
}

/** An error with its causes, the deepest first. */
function causesOf(error: unknown): unknown[] {
  const errors: unknown[] = [];
  for (let next = error; next && errors.length < 5; next = (next as Error).cause) errors.unshift(next);
  return errors;
}

function exceptionOf(error: unknown) {
  if (!(error instanceof Error)) return { type: 'Thrown', value: typeof error };
  const { code } = error as { code?: unknown };
  const kind = typeof code === 'string' && /^\w{1,50}$/.test(code) ? `${code}: ` : '';
  return {
    // A browser's report may name its error anything.
    type: /^\w{1,60}$/.test(error.name) ? error.name : 'Error',
    value: kind + withoutPersonalData(error.message),
    stacktrace: { frames: framesOf(error.stack ?? '') },
  };
}

/**
 * Removes what may come from a user: quoted text, e-mail addresses, phone numbers, queries, ids and keys of addresses.
 * Errors of the database have the statement with its values first and the reason in the last line.
 */
export function withoutPersonalData(message: string): string {
  const reason = message.trim().split('\n').at(-1) ?? '';
  return reason
    .slice(0, 2_000)
    .replace(/"[^"]*"?/g, '"…"')
    .replace(/=\([^)]*\)?/g, '=(…)')
    .replace(/\S+@\S+/g, '…')
    .replace(/\?\S+/g, '?…')
    .replace(
      /(https?:\/\/[^\s/]+)(\/[^\s?]*)/g,
      (_, host: string, pathname: string) => host + screenPath(pathname),
    )
    .replace(/\+?\d(?:[ -]?\d){6,}/g, '…')
    .slice(0, 300);
}

const root = path.resolve(import.meta.dirname, '../../../..');
const longestLine = 400;

/** The places of a stack, the outermost first; of V8, and of Firefox and Safari. */
function framesOf(stack: string) {
  return stack
    .split('\n')
    .flatMap((text) => frameOf(text.trim().slice(0, longestLine)) ?? [])
    .slice(0, 50)
    .reverse();
}

const name = String.raw`(?<name>(?:(?:async|new|get|set|global|module) )*[\w$.<>#/*]*(?: \[as [\w$.]+\])?)`;
const place = String.raw`(?<file>(?:https?://|(?:file://)?/)\S+?\.[cm]?[jt]sx?(?:[?#]\S*)?|node:[\w/]+):(?<line>\d+):(?<column>\d+)`;
/** `at name (file:1:2)`, `at file:1:2` or `name@file:1:2`. Any other line may be part of the message. */
const frameShapes = [`at ${name} \\(${place}\\)`, `at (?:async )?${place}`, `${name}@${place}`].map(
  (shape) => new RegExp(`^${shape}$`),
);

function frameOf(text: string) {
  const found = frameShapes.map((shape) => shape.exec(text)?.groups).find(Boolean);
  if (!found) return null;
  const filename = fileOf(found.file ?? '');
  return {
    function: found.name ?? '',
    filename,
    lineno: Number(found.line),
    colno: Number(found.column),
    in_app: !/node_modules|^node:/.test(filename),
  };
}

/** Without the folder of the installation, the host, the query, and the ids and keys of an address. */
const fileOf = (address: string): string =>
  address
    .replace(/[?#].*/, '')
    .replace(/^file:\/\//, '')
    .replace(`${root}/`, '')
    .replace(/^https?:\/\/[^/]+(.*\/)/, (_, folder: string) => screenPath(folder))
    .slice(0, 200);
