import { type auditedEntities, logContract } from '@servicebook/shared/log';
import { serviceBookContract } from '@servicebook/shared/service-book';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';

const bookApi = apiOf(serviceBookContract);
const logApi = apiOf(logContract);

export type Audited = (typeof auditedEntities)[number];

/** Any change can add an entry, so the cache alone is never enough. */
const alwaysRefetched = { staleTime: 0 } as const;

export const historyQuery = (deviceId: number) =>
  queryOptions({
    queryKey: ['device', 'record', deviceId, 'history'],
    queryFn: ({ signal }) => bookApi.history({ params: { id: deviceId }, signal }),
    ...alwaysRefetched,
  });

/** Uses the key of the changed record, so that saving it refreshes its changes. */
export const changesQuery = (entity: Audited, id: number) =>
  queryOptions({
    queryKey: [entity, 'changes', id],
    queryFn: ({ signal }) => logApi.changes({ params: { entity, id }, signal }),
    ...alwaysRefetched,
  });

/** The machine's history as a PDF. */
export const serviceBookUrl = (deviceId: number): string => `/api/device/serviceBook/${deviceId}`;
