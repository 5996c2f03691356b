import { ownTimezone } from '@servicebook/i18n/intl.ts';
import { signedInAs, signedInAsHeader } from '@servicebook/shared/call-headers';
import { type Client, clientOf } from '@servicebook/shared/client';
import type { Contract } from '@servicebook/shared/contract';
import type { ErrorCode } from '@servicebook/shared/error-codes';
import type { SessionUser } from '@servicebook/shared/user';
import axios, { getAdapter, isAxiosError } from 'axios';
import { ApiError, refusalOf } from './api-error.ts';
import { waitWhileBusy } from './busy-server.ts';
import { i18n } from './i18n.ts';
import { keepUnsent } from './keep-unsent.ts';
import { onPhone } from './phone.ts';
import { queryClient } from './query-client.ts';
import { readRefusal } from './read-refusal.ts';
import { noteServerTime } from './server-time.ts';
import { reportSessionChange } from './session-change.ts';
import { sessionKey } from './session-key.ts';
import { limitSilence } from './silence-limit.ts';
import { answerFromPhone } from './stored-answers.ts';
import { reportUnauthorized } from './unauthorized.ts';

export const http = axios.create({
  withCredentials: true,
  headers: { 'X-Requested-With': 'XMLHttpRequest' },
});

/** Calls about the session itself: their 401 is a regular answer, and they belong to no user. */
const sessionCalls = /\/api\/user\/(check-auth|auth|oauth2-google-(login|register))$/;

http.interceptors.request.use((config) => {
  config.headers.set('Accept-Language', i18n.language);
  config.headers.set('Timezone', ownTimezone());
  const user = queryClient.getQueryData<SessionUser | null>(sessionKey);
  // Another tab may have signed in another user; the server then refuses the call.
  if (user && !sessionCalls.test(config.url ?? ''))
    config.headers.set(signedInAsHeader, signedInAs({ accountId: user.account.id, userId: user.id }));
  config.adapter = waitWhileBusy(
    keepUnsent(answerFromPhone(noteServerTime(limitSilence(getAdapter(config.adapter))))),
  );
  return config;
});

/** Converts any error of a call to an ApiError; cancellations pass through. */
async function toApiError(error: unknown): Promise<unknown> {
  if (!isAxiosError(error) || error.code === 'ERR_CANCELED') return error;
  const { response } = error;
  if (!response) return new ApiError({ status: 0, code: 'CONNECTION' });
  const { body, plainText } = await readRefusal(response.data);
  return refusalOf(response.status, body, plainText);
}

/** Access has expired, the account was closed, or a password must be chosen or was just chosen in another tab. */
const sessionRefusals: string[] = [
  'NOT_ACTIVE_SUBSCRIPTION',
  'ACCOUNT_CLOSED',
  'PASSWORD_CHOICE_REQUIRED',
  'PASSWORD_ALREADY_CHOSEN',
] satisfies ErrorCode[];

http.interceptors.response.use(undefined, async (error) => {
  const failure = await toApiError(error);
  if (failure instanceof ApiError && failure.code === 'SESSION_CHANGED') reportSessionChange();
  if (failure instanceof ApiError && failure.status === 401 && !sessionCalls.test(error.config?.url ?? ''))
    void onPhone((phone) => phone.erase()).then(reportUnauthorized);
  // The session's permissions have changed: after a refetch, the route guards redirect to the next step.
  if (failure instanceof ApiError && sessionRefusals.includes(failure.code))
    queryClient.invalidateQueries({ queryKey: sessionKey });
  throw failure;
});

/** The calls of one feature, typed by its contract. Used only by queries files. */
export const apiOf = <C extends Contract>(contract: C): Client<C> => clientOf(http, contract);
