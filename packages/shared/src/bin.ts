/** The bin: deleted records that can still be restored. */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import { id, idParams, instant, pageOf, searchOf } from './primitives.ts';

/** Kinds of records that go to the bin. Each has a name in all languages: `bin.json`. */
export const binKinds = [
  'absence',
  'branch',
  'category',
  'contact',
  'customer',
  'device',
  'file',
  'hotel',
  'incident',
  'note',
  'part',
  'pastService',
  'priceList',
  'service',
  'todo',
  'visit',
  'visitNote',
] as const;
export type BinKind = (typeof binKinds)[number];

/** How long a deleted record can be restored. */
export const binDays = 30;
/** How long somebody may take back their own deletion without being an admin; the screen offers it for less. */
export const undoSeconds = 120;

const kind = z.enum(binKinds);

/** A deleted record. */
export const BinEntry = z.object({
  id: z.number(),
  kind,
  title: z.string(),
  /** What it belonged to, such as the machine of a note; may be empty. */
  parent: z.string(),
  /** How many stored files are in it. */
  files: z.number(),
  /** Who deleted it, by name, or by e-mail if the user was deleted since. */
  who: z.string(),
  deletedAt: instant,
  /** From then on it may be erased at any time. */
  erasedAt: instant,
});
export type BinEntry = z.infer<typeof BinEntry>;

export const BinSearch = searchOf({}, ['deletedAt', 'title']);
export type BinSearch = z.output<typeof BinSearch>;

/** A record that is back. */
export const Restored = z.object({
  kind,
  /** Of the record: the one it had. */
  id: z.number(),
  title: z.string(),
  /** It is a protocol whose number was taken meanwhile: the title has the new one. */
  isRenumbered: z.boolean(),
});
export type Restored = z.infer<typeof Restored>;

/** Names a record that the caller has just deleted. */
export const Undo = z.strictObject({ kind, id });
export type Undo = z.output<typeof Undo>;

const refusals = [
  'BIN_PARENT_DELETED',
  'BIN_PARENT_GONE',
  'BIN_NAME_TAKEN',
  'BIN_NUMBER_TAKEN',
  'BIN_ENTERED_AGAIN',
  'PRICES_EXIST',
  'WITHDRAWN_PROTOCOL',
  'SUPPLEMENT_BY_ADMIN',
  'TOO_MANY_ATTACHMENTS',
  'TOO_MANY_FILES',
  'STORAGE_QUOTA_REACHED',
] as const;

export const binContract = {
  search: endpoint({
    method: 'post',
    path: '/api/bin/search',
    summary: 'A page of the deleted records that can be restored, last deleted first',
    access: 'bin.manage',
    body: BinSearch,
    response: pageOf(BinEntry),
  }),
  restore: endpoint({
    method: 'post',
    path: '/api/bin/restore/{id}',
    summary: 'Restores a deleted record with everything that was deleted with it',
    access: 'bin.manage',
    params: idParams,
    response: Restored,
    errors: refusals,
  }),
  undo: endpoint({
    method: 'post',
    path: '/api/bin/undo',
    summary: 'Takes back one’s own deletion, within two minutes',
    access: 'account.read',
    body: Undo,
    response: Restored,
    errors: ['UNDO_TOO_LATE', ...refusals],
  }),
  erase: endpoint({
    method: 'delete',
    path: '/api/bin/erase/{id}',
    summary: 'Erases a deleted record for good, with its files',
    access: 'bin.manage',
    params: idParams,
    response: 'empty',
  }),
};
