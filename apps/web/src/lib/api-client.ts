import { type Client, clientOf } from '@servicebook/shared/client';
import type { Contract } from '@servicebook/shared/contract';
import axios from 'axios';
import { ApiError, toApiError } from './api-error.ts';
import { i18n } from './i18n.ts';

const answerWithin = 30_000;

export const http = axios.create({
  withCredentials: true,
  headers: { 'X-Requested-With': 'XMLHttpRequest' },
});

http.interceptors.request.use((config) => {
  config.headers.set('Accept-Language', i18n.language);
  config.headers.set('Timezone', Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC');
  // Uploads over a poor connection may take their time.
  if (!(config.data instanceof FormData)) config.timeout ??= answerWithin;
  return config;
});

let onSignedOut = () => {};
/** Registers what happens when the server no longer knows the session. */
export function whenSignedOut(react: () => void): void {
  onSignedOut = react;
}

/** Calls whose 401 is an answer, not the end of a session. */
const asksWho = /\/api\/user\/(check-auth|auth)$/;

http.interceptors.response.use(undefined, async (error) => {
  const failure = await toApiError(error);
  if (failure instanceof ApiError && failure.status === 401 && !asksWho.test(error.config?.url ?? '')) onSignedOut();
  throw failure;
});

/** The calls of one feature, typed by its contract. Only a feature's queries file uses it. */
export const apiOf = <C extends Contract>(contract: C): Client<C> => clientOf(http, contract);
