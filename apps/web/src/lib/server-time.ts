/**
 * What this device knows of the server's time. Its own clock may be wrong by days, and without a network it alone says
 * which day is today.
 */
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

function readHeard(): Heard | null {
  const stored = readChoice(choice);
  // Earlier versions kept the time alone.
  if (typeof stored === 'string') return { at: Date.parse(stored), ahead: 0 };
  return stored as Heard | null;
}

let heard: Heard | null = null;

/** Notes the time that an answer of the server brought. @param date as HTTP writes it */
export function noteServerTime(date: unknown): void {
  const at = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  // Once a minute is precise enough.
  if (Number.isNaN(at) || (heard && Math.abs(at - heard.at) < minute)) return;
  heard = { at, ahead: Date.now() - at };
  keepChoice(choice, heard);
}

/** The server's time when it was last heard, in milliseconds since 1970; null: it never was. */
export const lastHeard = (): number | null => (heard ?? readHeard())?.at ?? null;

/**
 * The present moment. It is never before the server was last heard; a clock that was ahead then is taken to be still
 * ahead, unless somebody has put it right since.
 */
export function presentTime(): Date {
  const now = Date.now();
  const { at, ahead } = heard ?? readHeard() ?? { at: 0, ahead: 0 };
  const possible = [now - ahead, now].filter((each) => each >= at);
  return new Date(possible.length > 0 ? Math.min(...possible) : at);
}

/** Whether this clock alone has counted more than a day: nobody knows whether the day that it shows is right. */
export function countsAlone(): boolean {
  const at = lastHeard();
  return at !== null && presentTime().getTime() - at > day;
}
