import { categoryContract } from '@servicebook/shared/category';
import { type Device, deviceContract } from '@servicebook/shared/device';
import { machineInspectionContract } from '@servicebook/shared/machine-inspection';
import {
  type ServiceInput,
  type ServiceProtocol,
  type SignInput,
  serviceContract,
} from '@servicebook/shared/service';
import { parseServiceActions } from '@servicebook/shared/service-action';
import {
  type ServiceExport,
  type ServiceSearch,
  serviceOverviewContract,
} from '@servicebook/shared/service-overview';
import { serviceSigningContract } from '@servicebook/shared/service-signing';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';
import { documentTexts } from '../../lib/i18n.ts';
import { failFast } from '../../lib/no-connection.ts';

const serviceApi = apiOf(serviceContract);
const signingApi = apiOf(serviceSigningContract);
const overviewApi = apiOf(serviceOverviewContract);
const deviceApi = apiOf(deviceContract);
const categoryApi = apiOf(categoryContract);
const inspectionApi = apiOf(machineInspectionContract);

/** Every key of the feature starts with it, so one call refreshes all that shows protocols. */
const services = 'service';
const devices = 'device';
const categories = 'category';
/** Events of a machine and to-dos are made with protocols. */
const followers = [devices, 'incident', 'todo'];

export const serviceSearchQuery = (request: z.input<typeof ServiceSearch>) =>
  queryOptions({
    queryKey: [services, 'search', request],
    queryFn: ({ signal }) => overviewApi.search({ body: request, signal }),
    placeholderData: keepPreviousData,
  });

/** All that a search finds, as a file. */
export const exportServices = (request: z.input<typeof ServiceExport>): Promise<File> =>
  overviewApi.export({ body: request });

export const serviceQuery = (id: number) =>
  queryOptions({
    queryKey: [services, 'one', id],
    queryFn: ({ signal }) => serviceApi.findById({ params: { id }, signal }),
  });

/** The content to read before signing, with the texts of its language, without which it is unreadable. */
export const toSignQuery = (id: number) =>
  queryOptions({
    queryKey: [services, 'to-sign', id],
    queryFn: async ({ signal }) => {
      const toSign = await signingApi.toSign({ params: { id }, signal });
      return { ...toSign, texts: await documentTexts(toSign.snapshot.language) };
    },
    // Always refetched when opened, but not while somebody draws.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
export type ToSign = Awaited<ReturnType<NonNullable<ReturnType<typeof toSignQuery>['queryFn']>>>;

export const serviceVersionsQuery = (id: number) =>
  queryOptions({
    queryKey: [services, 'versions', id],
    queryFn: ({ signal }) => serviceApi.versions({ params: { id }, signal }),
  });

/** One machine, for the category whose actions it offers. */
export const serviceDeviceQuery = (id: number) =>
  queryOptions({
    queryKey: [devices, 'one', id],
    queryFn: ({ signal }) => deviceApi.findById({ params: { id }, signal }),
    staleTime: 60_000,
  });

/** The machine's last signed inspection, whose interval the next one mostly keeps. */
export const lastInspectionQuery = (deviceId: number) =>
  queryOptions({
    queryKey: [devices, 'last-inspection', deviceId],
    queryFn: ({ signal }) => inspectionApi.lastSignedInspection({ query: { deviceId }, signal }),
    staleTime: 60_000,
  });

/** The service actions a category offers. */
export const categoryActionsQuery = (id: number) =>
  queryOptions({
    queryKey: [categories, 'one', id],
    queryFn: ({ signal }) => categoryApi.findById({ params: { id }, signal }),
    select: ({ serviceReviewOperationsList }) => parseServiceActions(serviceReviewOperationsList),
    staleTime: 60_000,
  });

const machinesOffered = 50;

/** The customer's machines that match the text, and how many there are. */
export async function findMachines(
  queryClient: QueryClient,
  customerId: number,
  text: string,
  signal: AbortSignal,
): Promise<{ content: Device[]; totalElements: number }> {
  const body = { text, customerId, size: machinesOffered, sort: { by: 'name', direction: 'asc' } } as const;
  const found = await deviceApi.search({ body, signal });
  // Whichever is chosen, its category is known already.
  for (const device of found.content)
    queryClient.setQueryData(serviceDeviceQuery(device.id).queryKey, device);
  return found;
}

/** Reads a protocol past what is remembered of it. */
export const fetchService = (queryClient: QueryClient, id: number): Promise<ServiceProtocol> =>
  queryClient.fetchQuery({ ...serviceQuery(id), ...failFast });

function useRefreshServices() {
  const queryClient = useQueryClient();
  return (saved?: ServiceProtocol) => {
    if (saved) queryClient.setQueryData(serviceQuery(saved.id).queryKey, saved);
    queryClient.invalidateQueries({
      queryKey: [services],
      predicate: ({ queryKey }) => !(saved && queryKey[1] === 'one' && queryKey[2] === saved.id),
    });
    for (const key of followers) queryClient.invalidateQueries({ queryKey: [key] });
  };
}

export function useSaveService() {
  const refresh = useRefreshServices();
  return useMutation({
    mutationFn: ({
      content,
      ...how
    }: {
      content: ServiceInput;
      idempotencyKey: string;
      signal: AbortSignal;
    }) => serviceApi.add({ body: content, ...how }),
    meta: { handlesErrors: true },
    onSuccess: refresh,
  });
}

export interface Signing {
  id: number;
  content: z.input<typeof SignInput>;
  svgPath: string;
  idempotencyKey: string;
  signal: AbortSignal;
}

export function useSignService() {
  const refresh = useRefreshServices();
  return useMutation({
    mutationFn: ({ id, content, svgPath, ...sending }: Signing) =>
      serviceApi.sign({
        params: { id },
        body: content,
        file: new Blob([svgPath], { type: 'text/plain' }),
        fileName: 'signature.txt',
        ...sending,
      }),
    meta: { handlesErrors: true },
    onSuccess: refresh,
  });
}

export interface FileUpload {
  id: number;
  file: File;
  idempotencyKey: string;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

export function useAddServiceFile() {
  const refresh = useRefreshServices();
  return useMutation({
    mutationFn: ({ id, ...upload }: FileUpload) =>
      serviceApi.addFile({ params: { serviceId: id }, ...upload, fileName: upload.file.name }),
    meta: { handlesErrors: true },
    onSuccess: refresh,
  });
}

export function useDeleteServiceFile() {
  const refresh = useRefreshServices();
  return useMutation({
    mutationFn: (fileId: number) => serviceApi.deleteFile({ params: { fileId } }),
    meta: { handlesErrors: true },
    onSuccess: () => refresh(),
  });
}

export function useDeleteService() {
  const queryClient = useQueryClient();
  const refresh = useRefreshServices();
  return useMutation({
    mutationFn: (id: number) => serviceApi.delete({ params: { id } }),
    meta: { handlesErrors: true },
    onSuccess: (_, id) => {
      // Asking for what is gone would only answer 404.
      queryClient.removeQueries({ queryKey: serviceQuery(id).queryKey });
      queryClient.removeQueries({ queryKey: serviceVersionsQuery(id).queryKey });
      refresh();
    },
  });
}

export const fileUrl = (key: string): string =>
  `/api/storage/downloadFile?fileName=${encodeURIComponent(key)}`;

/** The document itself, for handing it to another app. */
export const servicePdfQuery = (id: number, revision: string) =>
  queryOptions({
    queryKey: [services, 'pdf', id, revision],
    queryFn: ({ signal }) => serviceApi.pdf({ params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * 60_000,
  });
