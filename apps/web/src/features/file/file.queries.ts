import { type FileInput, type FileType, fileContract } from '@servicebook/shared/file';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { deletionOf, mutationOf } from '../../lib/mutation.ts';

const fileApi = apiOf(fileContract);

/** In bytes; the server refuses more. */
export const maxBytes: number = fileContract.add.upload?.maxBytes ?? 0;
export const maxMegabytes = Math.floor(maxBytes / 1024 / 1024);

export const filesQuery = (deviceId: number, type: FileType) =>
  queryOptions({
    queryKey: ['file', deviceId, type],
    queryFn: ({ signal }) => fileApi.findByDeviceAndType({ params: { deviceId, type }, signal }),
  });

export interface FileUpload {
  content: FileInput;
  file: File;
  idempotencyKey: string;
  onProgress: (share: number) => void;
  signal?: AbortSignal;
}

export const useAddFile = mutationOf(
  ({ content, ...upload }: FileUpload) =>
    fileApi.add({ body: content, fileName: upload.file.name, ...upload }),
  { refreshes: 'file' },
);
export const useDescribeFile = mutationOf(fileApi.updateDescription, { refreshes: 'file' });
export const useDeleteFile = deletionOf((id) => fileApi.delete({ params: { id } }), { of: 'file' });
