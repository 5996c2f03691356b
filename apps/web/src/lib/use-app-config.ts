import { appContract } from '@servicebook/shared/app';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from './api-client.ts';

const appApi = apiOf(appContract);

/** The installation's public settings. */
export const appConfigQuery = queryOptions({
  queryKey: ['app-config'],
  queryFn: () => appApi.config(),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});
