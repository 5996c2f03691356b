/**
 * Coming back with an archive of all data: it is uploaded in parts, checked as a whole before anything is written, and
 * brought back into an empty account by a job.
 */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import { id, idParams, instant, storable } from './primitives.ts';

/** In the order in which an archive goes through them; CANCELLED and FAILED leave it. */
export const archiveStates = [
  'UPLOADING',
  'CHECKING',
  'CHECKED',
  'RUNNING',
  'DONE',
  'CANCELLED',
  'FAILED',
] as const;
export const ArchiveState = z.enum(archiveStates);
export type ArchiveState = z.infer<typeof ArchiveState>;

/** Why an archive is refused. The list is closed, and each has a text in all languages. */
export const archiveFaults = [
  /** Another product's, no ZIP at all, or from before archives could come back. */
  'NOT_AN_ARCHIVE',
  /** Cut off or damaged. */
  'BROKEN_FILE',
  /** What our archives never contain: paths to elsewhere, links, a name twice, passwords, more than it says. */
  'UNSAFE_FILE',
  'OTHER_VERSION',
  'OTHER_INSTALLATION',
  /** After it was made. */
  'CHANGED',
  /** A row is not as the format says, or refers to one that is not there. */
  'BAD_ROW',
  'BAD_REFERENCE',
  /** The account has records of its own. */
  'NOT_EMPTY',
  'STORAGE_QUOTA_REACHED',
  'STORAGE_FULL',
  'INTERNAL',
] as const;
export const ArchiveFault = z.object({
  code: z.enum(archiveFaults),
  /** The file in the archive; empty: the archive as a whole. */
  file: z.string(),
  /** Counted from 1. */
  row: z.number().nullable(),
});
export type ArchiveFault = z.infer<typeof ArchiveFault>;
export type ArchiveFaultCode = ArchiveFault['code'];

/** How an employee comes back: as somebody who is here, to be invited, or as a name on documents. */
export const ArchivePerson = z.object({
  name: z.string(),
  email: z.string(),
  as: z.enum(['HERE', 'INVITABLE', 'NAME']),
});
export type ArchivePerson = z.infer<typeof ArchivePerson>;

/** What the check has found in an archive. */
export const ArchiveContent = z.object({
  companyName: z.string(),
  madeAt: instant,
  /** Rows that are brought back, by table. */
  rows: z.record(z.string(), z.number()),
  /** Stored files that are brought back, and their bytes. */
  files: z.number(),
  bytes: z.number(),
  /** Those whose bytes were lost before the archive was made. */
  lostFiles: z.number(),
  /** Of these bytes, those that count for the quota; and the room that there was at the check. */
  counted: z.number(),
  room: z.number(),
  people: z.array(ArchivePerson),
});
export type ArchiveContent = z.infer<typeof ArchiveContent>;

export const Archive = z.object({
  id: z.number(),
  state: ArchiveState,
  filename: z.string(),
  /** Bytes. */
  size: z.number(),
  /** How many of them are here. */
  received: z.number(),
  user: z.object({ id: z.number(), firstName: z.string(), lastName: z.string() }),
  /** What the work under way has done, and all of it; 0 of 0 until it is known. */
  done: z.number(),
  total: z.number(),
  content: ArchiveContent.nullable(),
  fault: ArchiveFault.nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});
export type Archive = z.infer<typeof Archive>;

/** What stands in the way of bringing an archive back: records by table, in the reader's language. */
const Obstacle = z.object({ name: z.string(), rows: z.number() });

const ArchiveSituation = z.object({
  /** The newest one; null: there was none. */
  archive: Archive.nullable(),
  /** None: the account is empty. */
  obstacles: z.array(Obstacle),
});
export type ArchiveSituation = z.infer<typeof ArchiveSituation>;

/** Whether a job works on it, so polling its progress makes sense. */
export const isArchiveAtWork = ({ state }: Pick<Archive, 'state'>): boolean =>
  state === 'CHECKING' || state === 'RUNNING';

/** Faults that are not the archive's: when they are removed, it can be brought back. */
export const passingFaults: readonly ArchiveFaultCode[] = [
  'NOT_EMPTY',
  'STORAGE_QUOTA_REACHED',
  'STORAGE_FULL',
  'INTERNAL',
];

/** Whether it can be stopped. */
export const isArchiveOpen = ({ state }: Pick<Archive, 'state'>): boolean =>
  state === 'UPLOADING' || state === 'CHECKED' || isArchiveAtWork({ state });

/** Bytes of a part, except for the last one, which is what remains. */
export const archivePartBytes = 16 * 1024 * 1024;
/** No archive has more parts: about 1.6 terabytes. */
const mostParts = 100_000;

export const archiveContract = {
  situation: endpoint({
    method: 'get',
    path: '/api/archive/situation',
    summary: 'The newest archive that was brought here, with its progress, and whether the account is empty',
    access: 'account.manage',
    response: ArchiveSituation,
  }),
  begin: endpoint({
    method: 'post',
    path: '/api/archive/begin',
    summary: 'Begins to upload an archive of all data; one that was not brought back is given up',
    access: 'account.manage',
    body: z.strictObject({
      filename: storable.trim().min(1, 'REQUIRED').max(200, 'MAX_200_CHARACTERS'),
      size: z
        .number('REQUIRED')
        .int('INVALID')
        .min(1, 'INVALID')
        .max(mostParts * archivePartBytes, 'TOO_LARGE'),
    }),
    response: Archive,
    errors: ['ARCHIVE_STATE', 'FILE_TOO_LARGE'],
  }),
  part: endpoint({
    method: 'post',
    path: '/api/archive/part',
    summary: 'A part of an archive: 16 MB, or what remains; the same part again replaces nothing',
    access: 'account.manage',
    upload: { file: 'file', json: 'part', required: true, maxBytes: archivePartBytes },
    body: z.strictObject({
      id,
      position: z.number('REQUIRED').int('INVALID').min(0, 'INVALID').max(mostParts, 'INVALID'),
    }),
    response: Archive,
    errors: ['ARCHIVE_STATE', 'STORAGE_FULL'],
  }),
  check: endpoint({
    method: 'post',
    path: '/api/archive/check/{id}',
    summary: 'Has an uploaded archive checked: every hash, every row, every reference; nothing is written',
    access: 'account.manage',
    params: idParams,
    response: Archive,
    errors: ['ARCHIVE_STATE'],
  }),
  run: endpoint({
    method: 'post',
    path: '/api/archive/run/{id}',
    summary: 'Has a checked archive brought back: all of it or nothing',
    access: 'account.manage',
    params: idParams,
    response: Archive,
    errors: ['ARCHIVE_STATE', 'STORAGE_QUOTA_REACHED'],
  }),
  cancel: endpoint({
    method: 'post',
    path: '/api/archive/cancel/{id}',
    summary: 'Gives an archive up; nothing of it stays',
    access: 'account.manage',
    params: idParams,
    response: Archive,
    errors: ['ARCHIVE_STATE'],
  }),
};
