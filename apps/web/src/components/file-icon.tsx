import { endingOf, isProgram, previewKind } from '@servicebook/shared/storage';
import {
  IconAppWindow,
  IconFile,
  IconFileCode,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMail,
  IconMovie,
  IconPhoto,
  IconPresentation,
  IconRulerMeasure,
} from '@tabler/icons-react';

const kinds: [typeof IconFile, string][] = [
  [IconFileText, 'doc docx docm odt rtf txt md'],
  [IconFileSpreadsheet, 'xls xlsx xlsm ods csv'],
  [IconPresentation, 'ppt pptx pptm odp'],
  [IconFileZip, 'zip 7z rar gz tar'],
  [IconRulerMeasure, 'dwg dxf step stp iges igs stl'],
  [IconMovie, 'mp4 mov avi mkv webm m4v 3gp'],
  [IconPhoto, 'heic heif tif tiff webp avif svg'],
  [IconMail, 'eml msg'],
  [IconFileCode, 'xml json'],
];
const byEnding = new Map(kinds.flatMap(([icon, endings]) => endings.split(' ').map((each) => [each, icon])));

function iconOf(file: { filename: string; contentType?: string | undefined }): typeof IconFile {
  const kind = previewKind(file.filename);
  if (kind === 'pdf') return IconFileTypePdf;
  if (kind === 'image') return IconPhoto;
  return byEnding.get(endingOf(file.filename)) ?? (isProgram(file) ? IconAppWindow : IconFile);
}

interface FileIconProps {
  filename: string;
  /** Only for stored files. */
  contentType?: string | undefined;
  size?: number;
}

/** An icon for the kind of a file. */
export function FileIcon({ size = 22, ...file }: FileIconProps) {
  const Icon = iconOf(file);
  return <Icon size={size} stroke={1.6} aria-hidden style={{ flex: 'none' }} />;
}
