/** The signature that the user keeps for protocols, which My account shows and signing uses. */
import { ownSignatureContract } from '@servicebook/shared/own-signature';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from './api-client.ts';
import { mutationOf } from './mutation.ts';

const ownSignatureApi = apiOf(ownSignatureContract);

export const ownSignatureQuery = queryOptions({
  queryKey: ['own-signature'],
  queryFn: ({ signal }) => ownSignatureApi.get({ signal }),
});

/** Keeps a drawing, or forgets it (null). */
export const useSetOwnSignature = mutationOf(
  (svgPath: string | null) => ownSignatureApi.set({ body: { svgPath } }),
  { onSuccess: (client, stored) => client.setQueryData(ownSignatureQuery.queryKey, stored) },
);
