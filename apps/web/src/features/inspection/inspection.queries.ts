import { machineInspectionContract } from '@servicebook/shared/machine-inspection';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';

const inspectionApi = apiOf(machineInspectionContract);

// Inspections follow from a machine and its signed protocols, so the keys are those of machines.
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
