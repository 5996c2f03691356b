/** What the app of a signed-in user would ask first, for the page itself (docs/decisions/0062-first-answers.md). */
import { appContract } from '@servicebook/shared/app';
import { type FirstAnswers, firstAnswersId } from '@servicebook/shared/first-answers';
import { userContract } from '@servicebook/shared/user';
import type { Request } from 'express';
import type { Deps } from './deps.ts';
import { readAppConfig } from './features/app/app-config.ts';
import { readSessionUser } from './features/user/user.service.ts';
import { callerOf, readToken } from './http/caller.ts';
import { findSession } from './platform/session.ts';

/** Null: nobody is signed in, or it is not known; the app then asks by itself. */
export async function readFirstAnswers(deps: Deps, request: Request): Promise<FirstAnswers | null> {
  const token = readToken(deps, request);
  if (!token) return null;
  // A visit does not tell the browser's timezone, which the app fills in.
  const caller = { ...callerOf(deps, request, String(request.id)), timezone: '' };
  try {
    const ctx = await findSession(deps, caller, token);
    if (!ctx) return null;
    return {
      user: userContract.checkAuth.response.parse(await readSessionUser(deps, ctx)),
      config: appContract.config.response.parse(readAppConfig(deps)),
    };
  } catch (error) {
    deps.log.database.warn({ err: error }, 'a page goes without its first answers');
    return null;
  }
}

/** As a part of a page. No text in it can end the element. */
export const toBlock = (answers: FirstAnswers): string =>
  `<script type="application/json" id="${firstAnswersId}">${JSON.stringify(answers).replaceAll('<', '\\u003c')}</script>`;
