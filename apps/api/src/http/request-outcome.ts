/** What became of a request, in words that do not grow with what is asked for. */
import type { Endpoint } from '@servicebook/shared/contract';
import { type ErrorCode, errorStatus } from '@servicebook/shared/error-codes';
import type { Response } from 'express';

/** What is served without a contract: the web app, its files, and paths that there are not. */
const elsewhere = 'other';

export interface Outcome {
  /** The template of its route. */
  route: string;
  /** Null: the caller hung up before the answer was complete. */
  status: number | null;
  /** The code of a refusal or failure. */
  code: ErrorCode | undefined;
}

/** @param response closed, also if it was not sent to its end */
export function outcomeOf(response: Response): Outcome {
  const code = response.locals.refusal as ErrorCode | undefined;
  // An answer that broke off because of a failure here is none that its caller gave up.
  const status = response.writableFinished ? response.statusCode : code ? errorStatus[code] : null;
  return { route: routeOf(response), status, code };
}

function routeOf({ locals, req }: Response): string {
  const endpoint = locals.endpoint as Endpoint | undefined;
  const path = endpoint?.path ?? (req.route as { path: string } | undefined)?.path;
  // The web app answers all paths that nobody else does.
  return path === undefined || path.includes('*') ? elsewhere : path;
}
