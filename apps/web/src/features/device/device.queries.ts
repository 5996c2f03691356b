import { type Device, type DeviceExport, type DeviceIds, deviceContract } from '@servicebook/shared/device';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';
import { deletionOf, mutationOf } from '../../lib/mutation.ts';
import { listQueryOf, recordQueryOf } from '../../lib/queries.ts';

const deviceApi = apiOf(deviceContract);

export const deviceSearchQuery = listQueryOf(['device', 'search'], deviceApi.search);
export const deviceQuery = recordQueryOf('device', deviceApi.findById);

/** The ids of all results. */
export const findDeviceIds = (request: z.input<typeof DeviceIds>): Promise<number[]> =>
  deviceApi.findIds({ body: request });

export const exportDevices = (request: z.input<typeof DeviceExport>): Promise<File> =>
  deviceApi.export({ body: request });

/** The number of machines that need attention. */
export const attentionQuery = queryOptions({
  queryKey: ['device', 'attention'],
  queryFn: ({ signal }) => deviceApi.countNeedingAttention({ signal }),
});

/** Other machines with this serial number. */
export const sameSerialNumberQuery = (serialNumber: string, except: number | null) =>
  queryOptions({
    queryKey: ['device', 'same serial number', serialNumber, except],
    queryFn: ({ signal }) => deviceApi.findBySerialNumber({ body: { serialNumber, except }, signal }),
  });

/**
 * The machine's summary and the counts of its tabs. Uses the key of the machine's record, because everything added to a
 * machine refreshes it.
 */
export const deviceOverviewQuery = (id: number) =>
  queryOptions({
    queryKey: ['device', 'record', id, 'overview'],
    queryFn: ({ signal }) => deviceApi.overview({ params: { id }, signal }),
    // Other users also add to the machine, and an outdated count is worse than none.
    staleTime: 0,
  });

/** The machine names in use that have the words of a text, as options. */
export const deviceNamesQuery = (text: string) =>
  queryOptions({
    queryKey: ['device', 'names', text],
    queryFn: ({ signal }) => deviceApi.findAllDevicesNames({ query: { text }, signal }),
    placeholderData: keepPreviousData,
  });

export const useInsertDevice = mutationOf(deviceApi.insert, { refreshes: 'device' });

export const useUpdateDevice = mutationOf(deviceApi.update, {
  refreshes: 'device',
  stores: ({ id }) => deviceQuery(id),
});

/** Both change what is due, and where the machine is listed. */
const archiving = { refreshes: 'device', stores: ({ id }: Device) => deviceQuery(id) } as const;

export const useArchiveDevice = mutationOf(deviceApi.archive, archiving);

export const useRestoreDevice = mutationOf(deviceApi.restore, archiving);

export const useDeleteDevice = deletionOf((id) => deviceApi.delete({ params: { id } }), { of: 'device' });
