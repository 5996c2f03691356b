import { z } from 'zod';
import { endpoint } from './contract.ts';
import { storable } from './primitives.ts';

/** Errors of an upload that are caused by the file. */
export const uploadRefusals = [
  'FILE_NOT_AS_NAMED',
  'IMAGE_UNREADABLE',
  'PICTURE_TOO_LARGE',
  'TOO_MUCH_WORK',
  'WORK_INTERRUPTED',
  'FILE_TOO_LARGE',
  'STORAGE_FULL',
  'STORAGE_QUOTA_REACHED',
] as const;

export const StorageUse = z.object({
  /** Bytes stored by users; generated documents do not count. */
  used: z.number(),
  /** The quota in bytes: the sum over the users' plans. */
  total: z.number(),
});
export type StorageUse = z.infer<typeof StorageUse>;

export const storageContract = {
  use: endpoint({
    method: 'get',
    path: '/api/storage/use',
    summary: 'How much the account has stored, and how much its plans allow',
    access: 'account.read',
    openToExpired: true,
    response: StorageUse,
  }),
  downloadFile: endpoint({
    method: 'get',
    path: '/api/storage/downloadFile',
    summary:
      'A stored file by its key; or by the `filename` of a file, an attachment or an invoice, where only one of the account has it',
    access: 'account.read',
    plainLink: true,
    answersHead: true,
    openToExpired: true,
    query: z.strictObject({ fileName: storable.min(1, 'REQUIRED').max(200, 'MAX_200_CHARACTERS') }),
    response: 'file',
    errors: ['AMBIGUOUS_FILE_NAME', 'NOT_ACTIVE_SUBSCRIPTION'],
  }),
};

/** Removes direction marks, which can make `gpj.exe` look like `exe.jpg`. */
export const withoutTurns = (text: string): string => text.replace(/\p{Bidi_Control}/gu, '');

/** Image extensions with a preview; other files are downloaded. */
const previewImages = ['jpg', 'jpeg', 'bmp', 'png', 'gif'];
export type PreviewKind = 'pdf' | 'image' | 'none';

/** Whether a document can show a file of this content type as a photo. */
export const isPrintable = (contentType: string): boolean => /^image\/(jpeg|png|gif|webp)$/.test(contentType);

/** The kind of preview, by file name. The server ensures that the content matches such a name. */
export function previewKind(filename: string): PreviewKind {
  const extension = endingOf(filename);
  if (extension === 'pdf') return 'pdf';
  return previewImages.includes(extension) ? 'image' : 'none';
}

/** The type stored for content that is recognised as a program; it is sent as plain bytes. */
export const programType = 'application/x-executable';

/** Extensions that run on a double click: programs, scripts, pages with scripts, documents with macros. */
const programEndings = new Set(
  (
    'ade adp apk app appimage appref-ms appx appxbundle bat cab chm cmd com command cpl crx csh deb dll dmg docm ' +
    'dotm elf exe gadget hta htm html inf ins iso isp jar jnlp js jse ksh lnk mam mde msc msh msi msix msixbundle msp ' +
    'mst ocx osx pif pkg potm ppam ppsm pptm ps1 psd1 psm1 py pyc pyw rb reg rpm run scf scr sct sh shb shs sldm svg ' +
    'swf sys url vb vbe vbs vhd vhdx wasm workflow ws wsc wsf wsh xhtml xla xlam xll xlsb xlsm xltm xpi zsh'
  ).split(' '),
);

/** The extension of a file name in lower case, without the dot; empty if there is none. */
export const endingOf = (filename: string): string =>
  /.\.([^./\\\s]{1,20})$/s.exec(filename)?.[1]?.toLowerCase() ?? '';

/** Whether opening a file may run code, so that a warning is shown before upload and download. */
export const isProgram = ({
  filename,
  contentType = '',
}: {
  filename: string;
  contentType?: string;
}): boolean => contentType === programType || programEndings.has(endingOf(filename));
