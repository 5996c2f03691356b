import { categoryContract } from '@servicebook/shared/category';
import { type Device, deviceContract } from '@servicebook/shared/device';
import { machineInspectionContract } from '@servicebook/shared/machine-inspection';
import {
  type ServiceInput,
  type ServiceProtocol,
  type SignInput,
  serviceContract,
} from '@servicebook/shared/service';
import { parseServiceActions, type ServiceAction } from '@servicebook/shared/service-action';
import { serviceSigningContract } from '@servicebook/shared/service-signing';
import { visitContract } from '@servicebook/shared/visit';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';
import { documentTexts } from '../../lib/i18n.ts';
import { deletionOf, mutationOf } from '../../lib/mutation.ts';
import { fetchNewest, recordQueryOf } from '../../lib/queries.ts';
import { hashContent } from '../../lib/read-content.ts';

const serviceApi = apiOf(serviceContract);
const signingApi = apiOf(serviceSigningContract);
const deviceApi = apiOf(deviceContract);
const categoryApi = apiOf(categoryContract);
const inspectionApi = apiOf(machineInspectionContract);
const visitApi = apiOf(visitContract);

export const serviceQuery = recordQueryOf('service', serviceApi.findById);

/** Fetches a protocol, ignoring the cache. */
export const fetchService = (client: QueryClient, id: number) => fetchNewest(client, serviceQuery(id));

/** Puts the stored protocol into the cache. */
const saved = { refreshes: 'service', stores: ({ id }: ServiceProtocol) => serviceQuery(id) } as const;

/** The content to read before signing, with the texts of its language. */
export const toSignQuery = (id: number) =>
  queryOptions({
    queryKey: ['service', 'to-sign', id],
    queryFn: async ({ signal }) => {
      const toSign = await signingApi.toSign({ params: { id }, signal });
      return { ...toSign, texts: await documentTexts(toSign.snapshot.language) };
    },
    // Always refetched when opened, but not while the customer signs.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
export type ToSign = Awaited<ReturnType<NonNullable<ReturnType<typeof toSignQuery>['queryFn']>>>;

export const serviceVersionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['service', 'versions', id],
    queryFn: ({ signal }) => serviceApi.versions({ params: { id }, signal }),
  });

/** One machine, whose category offers actions. */
export const serviceDeviceQuery = (id: number) =>
  queryOptions({
    queryKey: ['device', 'one', id],
    queryFn: ({ signal }) => deviceApi.findById({ params: { id }, signal }),
    staleTime: 60_000,
  });

/** The visit on which a protocol is written. */
export const serviceVisitQuery = recordQueryOf('visit', visitApi.findById);

/** The machine's last signed inspection. Its interval is the default for the next one. */
export const lastInspectionQuery = (deviceId: number) =>
  queryOptions({
    queryKey: ['device', 'last-inspection', deviceId],
    queryFn: ({ signal }) => inspectionApi.lastSignedInspection({ query: { deviceId }, signal }),
    staleTime: 60_000,
  });

/** The service actions offered by a category. */
export const categoryActionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['category', 'one', id],
    queryFn: ({ signal }) => categoryApi.findById({ params: { id }, signal }),
    select: ({ serviceReviewOperationsList }) => parseServiceActions(serviceReviewOperationsList),
    staleTime: 60_000,
  });

/** The actions that the form shows for a machine; undefined while they are loaded. */
export function offeredActions(queryClient: QueryClient, machineId: number): ServiceAction[] | undefined {
  const machine = queryClient.getQueryData(serviceDeviceQuery(machineId).queryKey);
  const category = machine && queryClient.getQueryData(categoryActionsQuery(machine.category.id).queryKey);
  return category && parseServiceActions(category.serviceReviewOperationsList);
}

const machinesOffered = 50;

/** The customer's machines that match the text, and their total number. */
export async function findMachines(
  queryClient: QueryClient,
  customerId: number,
  text: string,
  signal: AbortSignal,
): Promise<{ content: Device[]; totalElements: number }> {
  const body = { text, customerId, size: machinesOffered, sort: { by: 'name', direction: 'asc' } } as const;
  const found = await deviceApi.search({ body, signal });
  // Caches the machines, so that the category of a chosen one is known.
  for (const device of found.content)
    queryClient.setQueryData(serviceDeviceQuery(device.id).queryKey, device);
  return found;
}

export const useSaveService = mutationOf(
  ({ content, ...how }: { content: ServiceInput; idempotencyKey: string; signal: AbortSignal }) =>
    serviceApi.add({ body: content, ...how }),
  saved,
);

export interface Signing {
  id: number;
  content: z.input<typeof SignInput>;
  /** What was read. */
  text: string;
  svgPath: string;
  idempotencyKey: string;
  signal: AbortSignal;
}

export const useSignService = mutationOf(
  async ({ id, content, text, svgPath, ...sending }: Signing) =>
    serviceApi.sign({
      params: { id },
      body: { ...content, signedSha256: await hashContent(text) },
      file: new Blob([svgPath], { type: 'text/plain' }),
      fileName: 'signature.txt',
      ...sending,
    }),
  saved,
);

export const useWithdrawService = mutationOf(serviceApi.withdraw, saved);

export interface FileUpload {
  id: number;
  file: File;
  idempotencyKey: string;
  onProgress: (share: number) => void;
  signal: AbortSignal;
  /** The document shows the picture. */
  marked: boolean;
}

export const useAddServiceFile = mutationOf(
  ({ id, marked, ...upload }: FileUpload) =>
    serviceApi.addFile({
      params: { serviceId: id },
      query: marked ? { print: 'true' } : {},
      ...upload,
      fileName: upload.file.name,
    }),
  saved,
);

export const usePrintServiceFile = mutationOf(serviceApi.printFile, saved);

export const useDeleteServiceFile = mutationOf(
  (fileId: number) => serviceApi.deleteFile({ params: { fileId } }),
  { refreshes: 'service' },
);

export const useDeleteService = deletionOf((id) => serviceApi.delete({ params: { id } }), { of: 'service' });
