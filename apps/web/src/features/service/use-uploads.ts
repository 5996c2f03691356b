import { serviceContract } from '@servicebook/shared/service';
import { useState } from 'react';
import { downscaleImage } from '../../components/downscale-image.ts';
import { type QueuedFile, type UploadQueue, useUploadQueue } from '../../components/use-upload-queue.ts';
import { useAddServiceFile } from './service.queries.ts';
import type { DraftFile } from './service-draft.ts';

const { maxBytes } = serviceContract.addFile.upload ?? { maxBytes: 0 };
export const megabytes = Math.floor(maxBytes / 1024 / 1024);

export const toDraftFile = ({ key, file, state }: QueuedFile): DraftFile => ({
  key,
  file,
  prepared: state !== 'preparing',
});

export interface Uploads extends UploadQueue {
  /** Sends nothing until it is released: a protocol is being signed without the unsent files. */
  hold: (hold: boolean) => void;
}

/** Attachments on their way to a protocol; before it is stored, they wait. */
export function useUploads(serviceId: number | null): Uploads {
  const { mutateAsync: send } = useAddServiceFile();
  const [held, hold] = useState(false);
  const queue = useUploadQueue({
    maxBytes,
    prepare: downscaleImage,
    thumbnails: true,
    send: ({ description, ...upload }) => send({ id: serviceId ?? 0, ...upload }),
    open: serviceId !== null && !held,
  });
  return { ...queue, hold };
}
