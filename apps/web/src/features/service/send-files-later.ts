import { fillPath } from '@servicebook/shared/contract';
import { serviceContract } from '@servicebook/shared/service';
import type { SessionUser } from '@servicebook/shared/user';
import type { LeftFile } from '../../components/use-upload-queue.ts';
import { i18n } from '../../lib/i18n.ts';
import { sendLater } from '../../lib/keep-unsent.ts';
import { showToast } from '../../lib/toast.ts';
import {
  type DraftOwner,
  draftDeviceId,
  draftKey,
  forgetFile,
  keepFile,
  listDrafts,
  readDraft,
  toDraftUser,
} from './service-draft.ts';

interface Left {
  /** Of the protocol. */
  id: number;
  owner: DraftOwner;
  files: LeftFile[];
  user: SessionUser;
}

/**
 * Gives attachments that a protocol leaves behind to what sends them without it.
 * @returns the keys of those that go on; the others stay in the draft
 */
export async function sendFilesLater({ id, owner, files, user }: Left): Promise<string[]> {
  const { method, path, upload } = serviceContract.addFile;
  const going: string[] = [];
  for (const { key, file: preparing, marked, sent } of files) {
    const file = await preparing;
    if (upload && file.size > upload.maxBytes) {
      const limit = Math.floor(upload.maxBytes / 1024 / 1024);
      showToast({ message: `${file.name}: ${i18n.t('errors:FILE_TOO_LARGE', { limit })}`, tone: 'error' });
      await forgetFile(draftKey(owner, id), key);
      continue;
    }
    const kept = await sendLater(
      {
        method,
        path: fillPath(path, { serviceId: id }),
        query: marked ? { print: 'true' } : {},
        upload: { file: upload?.file ?? '', json: null },
        file,
        key,
        sent,
      },
      user,
    );
    if (kept) {
      going.push(key);
      await forgetFile(draftKey(owner, id), key);
    }
    // The form has stored it only if it was ready by then.
    else await keepFile(draftKey(owner, id), { key, file, prepared: true, marked });
  }
  return going;
}

/** The same for those that were left here because the browser or the phone had ended the form. */
export async function sendKeptFiles(user: SessionUser): Promise<void> {
  const drafts = await listDrafts(toDraftUser(user));
  for (const { key, base, dirty, files: names } of drafts) {
    // What was typed is still to be decided about.
    if (!base || dirty || names.length === 0) continue;
    const { files = [] } = (await readDraft(key)) ?? {};
    const owner = { ...toDraftUser(user), deviceId: draftDeviceId(key) };
    const left = files.flatMap(({ key, file, prepared, marked = false }) =>
      prepared ? { key, file: Promise.resolve(file), marked, sent: true } : [],
    );
    await sendFilesLater({ id: base.id, owner, files: left, user });
  }
}
