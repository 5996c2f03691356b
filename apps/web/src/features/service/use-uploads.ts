import type { ServiceProtocol } from '@servicebook/shared/service';
import { serviceContract } from '@servicebook/shared/service';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { downscaleImage } from '../../components/downscale-image.ts';
import { goesOn, type LeftFile, type QueuedFile, useUploadQueue } from '../../components/use-upload-queue.ts';
import { showToast } from '../../lib/toast.ts';
import { useSession } from '../../lib/use-session.ts';
import { sendFilesLater } from './send-files-later.ts';
import { serviceQuery, useAddServiceFile } from './service.queries.ts';
import type { DraftFile, DraftOwner } from './service-draft.ts';

const { maxBytes } = serviceContract.addFile.upload ?? { maxBytes: 0 };
export const megabytes = Math.floor(maxBytes / 1024 / 1024);

export const toDraftFile = ({ key, file, state, marked }: QueuedFile): DraftFile => ({
  key,
  file,
  prepared: state !== 'preparing',
  marked,
});

export type Uploads = ReturnType<typeof useUploads>;

interface Options {
  /** Null: it is not stored yet. Its files wait for that. */
  id: number | null;
  owner: DraftOwner;
  state: ServiceProtocol['state'] | undefined;
  /** Sends nothing, because the protocol is being signed without the unsent files. */
  held?: boolean;
  discarded?: boolean;
}

/**
 * The upload queue of a protocol's attachments. When the protocol is closed, they are sent without it, except those of a
 * signed one, which only some users may add.
 */
export function useUploads({ id, owner, state, held = false, discarded = false }: Options) {
  const { t } = useTranslation('service');
  const { user } = useSession();
  const queryClient = useQueryClient();
  const { mutateAsync: send } = useAddServiceFile();
  const sendsLater = id !== null && !held && !discarded && state !== 'SIGNED';
  const sendLater =
    user && sendsLater ? (files: LeftFile[]) => sendFilesLater({ id, owner, files, user }) : undefined;
  const uploads = useUploadQueue({
    maxBytes,
    prepare: downscaleImage,
    thumbnails: true,
    send: (upload) => send({ id: id ?? 0, ...upload }),
    open: id !== null && !held,
    onLeft:
      sendLater &&
      (async (files) => {
        const going = await sendLater(files);
        if (going.length > 0) showToast({ message: t('leave.goesOn'), tone: 'info' });
      }),
  });
  const { unsent } = uploads;
  return {
    ...uploads,
    /** What closing leaves on this device until the protocol is opened again. */
    staying: sendsLater ? unsent.filter((file) => !goesOn(file)) : unsent,
    /**
     * Sends them without the form, so that it need not wait for them. Undefined: they are not to be sent.
     * @returns whether this device has taken all of them
     */
    sendLater:
      sendLater &&
      (async () => {
        const all = await uploads.handOver(sendLater);
        // With those that wait on this phone.
        await queryClient.invalidateQueries(serviceQuery(id ?? 0));
        return all;
      }),
  };
}
