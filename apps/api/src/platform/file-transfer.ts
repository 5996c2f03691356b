/** Files that services receive and return. */
import type { Readable } from 'node:stream';

/** An uploaded file in the upload folder; removed at the end of the request. */
export interface UploadedFile {
  path: string;
  /** The user's name for it; never used as a path. */
  name: string;
  size: number;
}

/** The result of an endpoint with response 'file'. */
export interface FileAnswer {
  content: Readable | Uint8Array;
  filename: string;
  contentType: string;
  size?: number;
  /** May be shown in the browser; everything else is downloaded. */
  inline: boolean;
}
