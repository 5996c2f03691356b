/**
 * What this device knows of the server's time. Its own clock may be wrong by days, and without a network it alone says
 * which day is today.
 */
import type { AxiosAdapter } from 'axios';
import { keepChoice, readChoice } from './browser-storage.ts';

interface Heard {
  /** The server's time when it was last heard, in milliseconds since 1970. */
  at: number;
  /** How far this clock was ahead then, in milliseconds. */
  ahead: number;
}

const choice = 'heard';
const minute = 60_000;
const day = 24 * 60 * minute;

let heard: Heard | null = null;

/** The latest moment that was given as the present one since the server was heard. */
const latest = 'latest';
let given = 0;

/** What this tab or another one has kept last. Each row of a list asks for it, so it is not read each time. */
const kept = new Map<string, unknown>();
// A page that was put aside was not told what other tabs have kept.
for (const event of ['storage', 'pageshow']) globalThis.addEventListener?.(event, () => kept.clear());

function read(key: string): unknown {
  if (!kept.has(key)) kept.set(key, readChoice(key));
  return kept.get(key);
}

function keep(key: string, value: unknown): void {
  keepChoice(key, value);
  kept.set(key, value);
}

function keepLatest(moment: number): void {
  given = moment;
  keep(latest, moment);
}

/** What this tab or another one has heard last. */
function newestHeard(): Heard | null {
  const stored = read(choice);
  // Earlier versions kept the time alone.
  const { at, ahead } =
    typeof stored === 'string' ? { at: Date.parse(stored), ahead: 0 } : ((stored ?? {}) as Partial<Heard>);
  if (!Number.isFinite(at) || !Number.isFinite(ahead)) return heard;
  return heard && heard.at > Number(at) ? heard : { at: Number(at), ahead: Number(ahead) };
}

/** A transport that notes the time that each answer of the server brings. */
export const noteServerTime =
  (network: AxiosAdapter): AxiosAdapter =>
  async (config) => {
    const sentAt = Date.now();
    const response = await network(config);
    hear((response.headers as { date?: unknown }).date, sentAt);
    return response;
  };

function hear(date: unknown, sentAt: number): void {
  const at = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  // Once a minute is precise enough.
  if (Number.isNaN(at) || (heard && Math.abs(at - heard.at) < minute)) return;
  // The server wrote it at some time in between, which may be hours if the browser slept.
  const [least, most] = [sentAt - at, Date.now() - at];
  heard = { at, ahead: least > 0 ? least : Math.min(most, 0) };
  keep(choice, heard);
  keepLatest(at);
}

/** The server's time when it was last heard, in milliseconds since 1970; null: it never was. */
export const lastHeard = (): number | null => newestHeard()?.at ?? null;

/**
 * The present moment. It is never before the server was last heard; a clock that was ahead then is taken to be still
 * ahead, unless somebody has put it right since. Of two possible moments, it is the first one that does not go back.
 */
export function presentTime(): Date {
  const now = Date.now();
  const { at, ahead } = newestHeard() ?? { at: 0, ahead: 0 };
  const stored = read(latest);
  const before = Math.max(given, typeof stored === 'number' ? stored : 0, at);
  const possible = [now - ahead, now].filter((each) => each >= at).sort((one, other) => one - other);
  // A clock that was ahead for a while, and is right again, goes back.
  const present = possible.find((each) => each >= before) ?? possible.at(-1) ?? at;
  if (Math.abs(present - given) > minute) keepLatest(present);
  return new Date(present);
}

/** Whether this clock alone has counted more than a day: nobody knows whether the day that it shows is right. */
export function countsAlone(): boolean {
  const at = lastHeard();
  return at !== null && presentTime().getTime() - at > day;
}
