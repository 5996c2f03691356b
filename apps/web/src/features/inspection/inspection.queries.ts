import type { InspectionSummary } from '@servicebook/shared/inspection';
import { machineInspectionContract } from '@servicebook/shared/machine-inspection';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';

const inspectionApi = apiOf(machineInspectionContract);

/** Inspections follow from a machine and its signed protocols: what refreshes machines refreshes them. */
const devices = 'device';

export const inspectionQuery = (deviceId: number) =>
  queryOptions({
    queryKey: [devices, 'inspection', deviceId],
    queryFn: ({ signal }) => inspectionApi.inspection({ params: { deviceId }, signal }),
  });

function useShowSummary() {
  const queryClient = useQueryClient();
  return (summary: InspectionSummary) => {
    queryClient.setQueryData(inspectionQuery(summary.device.id).queryKey, summary);
    queryClient.invalidateQueries({ queryKey: [devices] });
  };
}

export function useEnableInspection() {
  const showSummary = useShowSummary();
  return useMutation({
    mutationFn: (content: { id: number; isPeriodicInspectionEnabled: boolean }) =>
      inspectionApi.enableInspection({ body: content }),
    meta: { handlesErrors: true },
    onSuccess: showSummary,
  });
}

export function useSetInspectionPeriod() {
  const showSummary = useShowSummary();
  return useMutation({
    mutationFn: (query: { deviceId: number; months: number }) => inspectionApi.setInspectionPeriod({ query }),
    meta: { handlesErrors: true },
    onSuccess: showSummary,
  });
}
