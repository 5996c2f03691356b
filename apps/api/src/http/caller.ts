/** The caller of a request: the session cookie and the headers. */

import { chooseLanguage } from '@servicebook/i18n';
import { deviceTimeHeader, writtenAfterHeader, writtenAtHeader } from '@servicebook/shared/call-headers';
import { isTimezone } from '@servicebook/shared/primitives';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { byOurClock, type Caller } from '../platform/ctx.ts';
import type { Cookies } from '../platform/page.ts';
import { longestSession, type OpenedSession } from '../platform/session.ts';

/** The prefix makes browsers accept the cookie only from this host over TLS. */
const prefixed = (deps: Deps, name: string): string => (deps.config.secure ? `__Host-${name}` : name);

export const cookieName = (deps: Deps): string => prefixed(deps, 'servicebook');

/** The cookies of a request and its answer, other than the session's. */
export const cookiesOf = (deps: Deps, request: Request, response: Response): Cookies => ({
  get: (name) => parseCookie(request.headers.cookie ?? '')[prefixed(deps, `servicebook-${name}`)],
  set: (name, value, seconds) =>
    writeCookie(deps, response, {
      name: prefixed(deps, `servicebook-${name}`),
      value: value ?? '',
      maxAge: value === null ? 0 : seconds,
    }),
});

const writeCookie = (
  deps: Deps,
  response: Response,
  cookie: { name: string; value: string; maxAge?: number },
): void => {
  const { secure } = deps.config;
  response.append(
    'Set-Cookie',
    stringifySetCookie({ httpOnly: true, sameSite: 'lax', secure, path: '/', ...cookie }),
  );
};

/** The session token of a request. */
export function readToken(deps: Deps, request: Request): string | undefined {
  return parseCookie(request.headers.cookie ?? '')[cookieName(deps)];
}

/** Sets the cookie, or clears it if there is no session. On a shared computer it ends when the browser closes. */
export function writeToken(deps: Deps, response: Response, session: OpenedSession | null): void {
  const duration = session?.remembered ? { maxAge: longestSession / 1000 } : {};
  writeCookie(deps, response, {
    name: cookieName(deps),
    value: session?.token ?? '',
    ...(session ? duration : { maxAge: 0 }),
  });
}

const moment = z.iso.datetime();

// Most requests have none, and a refusal by the schema is slow.
const isMoment = (text: string) => text !== '' && moment.safeParse(text).success;

/** The times that a device says, by our clock. What it wrote was written after it last heard ours, and before now. */
function timesOf(now: number, request: Request): Pick<Caller, 'clockAhead' | 'heardAt' | 'writtenAt'> {
  const sent = request.get(deviceTimeHeader) ?? '';
  const written = request.get(writtenAtHeader) ?? '';
  const after = request.get(writtenAfterHeader) ?? '';
  const clock = isMoment(sent) ? { clockAhead: Date.parse(sent) - now } : {};
  if (!isMoment(written)) return clock;
  const device = { ...clock, ...(isMoment(after) && { heardAt: new Date(after) }) };
  return { ...device, writtenAt: new Date(Math.min(byOurClock(device, written).getTime(), now)) };
}

/** The caller of a request, according to its headers. */
export function callerOf({ clock }: Pick<Deps, 'clock'>, request: Request, requestId: string): Caller {
  const timezone = request.get('Timezone') ?? '';
  return {
    language: chooseLanguage((request.get('Accept-Language') ?? '').split(',').map((tag) => tag.trim())),
    timezone: isTimezone(timezone) ? timezone : 'UTC',
    requestId,
    ip: request.ip ?? '',
    userAgent: request.get('User-Agent') ?? '',
    ...timesOf(clock().getTime(), request),
  };
}
