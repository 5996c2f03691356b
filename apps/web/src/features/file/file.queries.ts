import { type FileDescription, type FileInput, type FileType, fileContract } from '@servicebook/shared/file';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';

const fileApi = apiOf(fileContract);

/** Every key of the feature starts with it. */
const files = 'file';
/** The machine's history and the numbers on its tabs tell of files. */
const record = ['device', 'record'];

/** Bytes; the server refuses more. */
export const maxBytes: number = fileContract.add.upload?.maxBytes ?? 0;
export const maxMegabytes = Math.floor(maxBytes / 1024 / 1024);

export const filesQuery = (deviceId: number, type: FileType) =>
  queryOptions({
    queryKey: [files, deviceId, type],
    queryFn: ({ signal }) => fileApi.findByDeviceAndType({ params: { deviceId, type }, signal }),
  });

function useRefreshFiles() {
  const queryClient = useQueryClient();
  return () => {
    queryClient.invalidateQueries({ queryKey: [files] });
    queryClient.invalidateQueries({ queryKey: record });
  };
}

export interface FileUpload {
  content: FileInput;
  file: File;
  idempotencyKey: string;
  onProgress: (share: number) => void;
  signal?: AbortSignal;
}

export function useAddFile() {
  const refresh = useRefreshFiles();
  return useMutation({
    mutationFn: ({ content, ...upload }: FileUpload) =>
      fileApi.add({ body: content, fileName: upload.file.name, ...upload }),
    meta: { handlesErrors: true },
    onSuccess: refresh,
  });
}

export function useDescribeFile() {
  const refresh = useRefreshFiles();
  return useMutation({
    mutationFn: (content: FileDescription) => fileApi.updateDescription({ body: content }),
    meta: { handlesErrors: true },
    onSuccess: refresh,
  });
}

export function useDeleteFile() {
  const refresh = useRefreshFiles();
  return useMutation({
    mutationFn: (id: number) => fileApi.delete({ params: { id } }),
    meta: { handlesErrors: true },
    onSuccess: refresh,
  });
}

export const fileUrl = (key: string): string =>
  `/api/storage/downloadFile?fileName=${encodeURIComponent(key)}`;
