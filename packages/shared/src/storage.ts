import { z } from 'zod';
import { endpoint } from './contract.ts';
import { storable } from './primitives.ts';

export const storageContract = {
  downloadFile: endpoint({
    method: 'get',
    path: '/api/storage/downloadFile',
    summary:
      'A stored file by its key; or by the `filename` of a file, an attachment or an invoice, where only one of the account has it',
    access: 'account.read',
    plainLink: true,
    openToExpired: true,
    query: z.strictObject({ fileName: storable.min(1, 'REQUIRED').max(200, 'MAX_200_CHARACTERS') }),
    response: 'file',
    errors: ['AMBIGUOUS_FILE_NAME'],
  }),
};

/** Extensions the screens can show; everything else is downloaded. */
const previewImages = ['jpg', 'jpeg', 'bmp', 'png', 'gif'];
export type PreviewKind = 'pdf' | 'image' | 'none';

/** How a file can be previewed, by its extension. */
export function previewKind(filename: string): PreviewKind {
  const extension = filename.slice(filename.lastIndexOf('.') + 1).toLowerCase();
  if (extension === 'pdf') return 'pdf';
  return previewImages.includes(extension) ? 'image' : 'none';
}
