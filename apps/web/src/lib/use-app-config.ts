import type { AppConfig } from '@servicebook/shared/app';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, refusalOf } from './api-error.ts';
import { keepChoice, readChoice } from './browser-storage.ts';

/** Copied from the contract, because importing it would add zod and axios to the first load. */
export const appConfigPath = '/api/app/config';

const answerWithin = 15_000;
const kept = 'app-config';

/** The installation's public settings. */
export const appConfigQuery = queryOptions({
  queryKey: ['app-config'],
  queryFn: async (): Promise<AppConfig> => {
    const answer = await fetch(appConfigPath, {
      headers: { 'X-Requested-With': 'XMLHttpRequest' },
      signal: AbortSignal.timeout(answerWithin),
    }).catch(() => null);
    if (answer && !answer.ok) throw refusalOf(answer.status, {});
    // Without a network, they are as they were last.
    const config = (await answer?.json()) ?? readChoice(kept);
    if (!config) throw new ApiError({ status: 0, code: 'CONNECTION' });
    keepChoice(kept, config);
    return config;
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** Finds out the settings before the first screen. @param config that the page has brought */
export function startConfig(queryClient: QueryClient, config?: AppConfig): void {
  if (!config) return void queryClient.prefetchQuery(appConfigQuery);
  keepChoice(kept, config);
  queryClient.setQueryData(appConfigQuery.queryKey, config);
}
