import type { AppConfig } from '@servicebook/shared/app';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, refusalOf } from './api-error.ts';

/** Copied from the contract, because importing it would add zod and axios to the first load. */
export const appConfigPath = '/api/app/config';

const answerWithin = 15_000;

/** The installation's public settings. */
export const appConfigQuery = queryOptions({
  queryKey: ['app-config'],
  queryFn: async (): Promise<AppConfig> => {
    const answer = await fetch(appConfigPath, {
      headers: { 'X-Requested-With': 'XMLHttpRequest' },
      signal: AbortSignal.timeout(answerWithin),
    }).catch(() => {
      throw new ApiError({ status: 0, code: 'CONNECTION' });
    });
    if (!answer.ok) throw refusalOf(answer.status, {});
    return answer.json();
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});
