import { signRequestContract } from '@servicebook/shared/sign-request';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';

const api = apiOf(signRequestContract);

/** How the signature at a distance of a protocol stands. */
export const signRequestsQuery = (serviceId: number) =>
  queryOptions({
    queryKey: ['service', 'sign-request', serviceId],
    queryFn: ({ signal }) => api.findByService({ params: { id: serviceId }, signal }),
  });

/** What is kept of the signatures at a distance. */
export const signEvidenceQuery = (serviceId: number) =>
  queryOptions({
    queryKey: ['service', 'sign-evidence', serviceId],
    queryFn: ({ signal }) => api.evidence({ params: { id: serviceId }, signal }),
  });

/**
 * The address of a link is in the answer only, and must not stay. It is shown before the form gives way to what is
 * fetched again, so nothing waits for that.
 */
export const useRequestSignature = mutationOf(api.send, { refreshes: 'service', gcTime: 0 });

export const useRemindOfSignature = mutationOf((id: number) => api.remind({ params: { id } }), {
  refreshes: 'service',
  waits: true,
});

export const useRevokeSignRequest = mutationOf((id: number) => api.revoke({ params: { id } }), {
  refreshes: 'service',
});
