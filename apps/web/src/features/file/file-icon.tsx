import { previewKind } from '@servicebook/shared/storage';
import {
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconPhoto,
} from '@tabler/icons-react';

const byExtension: Record<string, typeof IconFile> = {
  docx: IconFileText,
  odt: IconFileText,
  txt: IconFileText,
  xlsx: IconFileSpreadsheet,
  ods: IconFileSpreadsheet,
  csv: IconFileSpreadsheet,
  zip: IconFileZip,
};

/** The kind of a file at a glance. */
export function FileIcon({ filename, size = 22 }: { filename: string; size?: number }) {
  const kind = previewKind(filename);
  const extension = filename.slice(filename.lastIndexOf('.') + 1).toLowerCase();
  const Icon =
    kind === 'pdf'
      ? IconFileTypePdf
      : kind === 'image'
        ? IconPhoto
        : Object.hasOwn(byExtension, extension)
          ? (byExtension[extension] ?? IconFile)
          : IconFile;
  return <Icon size={size} stroke={1.6} aria-hidden style={{ flex: 'none' }} />;
}
