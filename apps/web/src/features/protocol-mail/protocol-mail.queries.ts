import { type ProtocolMailPreview, protocolMailContract } from '@servicebook/shared/protocol-mail';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';

const api = apiOf(protocolMailContract);

const waitingInterval = 3000;

/** The mails of a protocol; asked again while one is on its way. */
export const protocolMailsQuery = (serviceId: number) =>
  queryOptions({
    queryKey: ['service', 'mails', serviceId],
    queryFn: ({ signal }) => api.findByService({ params: { id: serviceId }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.mails.some(({ state: of }) => of === 'WAITING') ? waitingInterval : false,
  });

/** The mail as it would be sent now. */
export const previewQuery = (asked: z.input<typeof ProtocolMailPreview>) =>
  queryOptions({
    queryKey: ['service', 'mail-preview', asked],
    queryFn: ({ signal }) => api.preview({ body: asked, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const sending = { refreshes: 'service', waits: true } as const;

export const useSendProtocol = mutationOf(api.send, sending);

export const useHandedOver = mutationOf(api.handedOver, sending);

export const severalMailsQuery = (ids: number[]) =>
  queryOptions({
    queryKey: ['service', 'several-mails', ids],
    queryFn: ({ signal }) => api.checkSeveral({ body: { ids }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const useSendSeveral = mutationOf(api.sendSeveral, sending);

export const mailSettingsQuery = queryOptions({
  queryKey: ['company', 'protocol-mails'],
  queryFn: ({ signal }) => api.settings({ signal }),
});

export const useSaveMailSettings = mutationOf(api.saveSettings, { refreshes: 'company' });
