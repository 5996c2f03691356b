import { serviceContract } from '@servicebook/shared/service';
import { downscaleImage } from '../../components/downscale-image.ts';
import { type QueuedFile, type UploadQueue, useUploadQueue } from '../../components/use-upload-queue.ts';
import { useAddServiceFile } from './service.queries.ts';
import type { DraftFile } from './service-draft.ts';

const { maxBytes } = serviceContract.addFile.upload ?? { maxBytes: 0 };
export const megabytes = Math.floor(maxBytes / 1024 / 1024);

export const toDraftFile = ({ key, file, state, marked }: QueuedFile): DraftFile => ({
  key,
  file,
  prepared: state !== 'preparing',
  marked,
});

export type Uploads = UploadQueue;

/**
 * The upload queue of a protocol's attachments. It waits until the protocol is stored.
 * @param held sends nothing, because the protocol is being signed without the unsent files
 */
export function useUploads(serviceId: number | null, held = false): Uploads {
  const { mutateAsync: send } = useAddServiceFile();
  return useUploadQueue({
    maxBytes,
    prepare: downscaleImage,
    thumbnails: true,
    send: (upload) => send({ id: serviceId ?? 0, ...upload }),
    open: serviceId !== null && !held,
  });
}
