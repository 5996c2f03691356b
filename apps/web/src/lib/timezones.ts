import { appContract } from '@servicebook/shared/app';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from './api-client.ts';

const appApi = apiOf(appContract);
const hour = 3_600_000;

/** Timezones by code, labelled in the language of the screen. */
export const timezonesQuery = (language: string) =>
  queryOptions({
    queryKey: ['timezones', language],
    queryFn: ({ signal }) => appApi.timezones({ signal }),
    // Offsets change between summer and winter time.
    staleTime: hour,
  });
