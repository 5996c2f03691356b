import { machineInspectionContract } from '@servicebook/shared/machine-inspection';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';

const inspectionApi = apiOf(machineInspectionContract);

// Inspections are derived from a machine and its signed protocols, so they share the keys of machines.
export const inspectionQuery = (deviceId: number) =>
  queryOptions({
    queryKey: ['device', 'inspection', deviceId],
    queryFn: ({ signal }) => inspectionApi.inspection({ params: { deviceId }, signal }),
  });

export const useEnableInspection = mutationOf(inspectionApi.enableInspection, {
  refreshes: 'device',
  stores: ({ device }) => inspectionQuery(device.id),
});

export const useSetInspectionPeriod = mutationOf(inspectionApi.setInspectionPeriod, {
  refreshes: 'device',
  stores: ({ device }) => inspectionQuery(device.id),
});

export const useStateInspection = mutationOf(inspectionApi.stateInspection, {
  refreshes: 'device',
  stores: ({ device }) => inspectionQuery(device.id),
});
