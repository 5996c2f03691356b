/** One text finds records of every kind: the search of the whole app. */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import { id, storable } from './primitives.ts';

/** The kinds of records, in the order in which they are shown. */
export const searchKinds = [
  'device',
  'customer',
  'contact',
  'service',
  'visit',
  'todo',
  'incident',
  'employee',
] as const;
export const SearchKind = z.enum(searchKinds);
export type SearchKind = z.infer<typeof SearchKind>;

/** At most so many records of a kind. */
export const mostHits = 6;

/** Names a record of any kind. */
export const SearchRecord = z.strictObject({ kind: SearchKind, id });
export type SearchRecord = z.infer<typeof SearchRecord>;

export const SearchHit = z.object({
  kind: SearchKind,
  id: z.number(),
  /** A name, a number, or the first words of a text; empty for a person without a name. */
  title: z.string(),
  /** What tells it from others of that name; none of them is empty. */
  details: z.array(z.string()),
  /** The day of a protocol, visit, to-do or event; null: none. */
  day: z.string().nullable(),
  /** Why it is no longer current; null: it is. */
  mark: z.enum(['ARCHIVED', 'WITHDRAWN', 'DONE', 'CANCELLED', 'INACTIVE']).nullable(),
  /** The machine on whose page a protocol or event is. */
  deviceId: z.number().nullable(),
  /** The customer on whose page a contact is. */
  customerId: z.number().nullable(),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const SearchResult = z.object({
  /** By kind; within a kind, exact numbers and names first, then the newest. */
  hits: z.array(SearchHit),
  /** Nothing has the words that were searched for; these records have similar ones. */
  similar: z.boolean(),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const GlobalSearch = z.strictObject({
  text: storable.trim().max(200, 'MAX_200_CHARACTERS'),
});
export type GlobalSearch = z.output<typeof GlobalSearch>;

export const KnownRecords = z.strictObject({ records: z.array(SearchRecord).max(20) });
export type KnownRecords = z.output<typeof KnownRecords>;

export const globalSearchContract = {
  search: endpoint({
    method: 'post',
    path: '/api/search',
    summary: 'Records of every kind that have all words of a text, a few of each kind',
    access: 'account.read',
    body: GlobalSearch,
    response: SearchResult,
  }),
  records: endpoint({
    method: 'post',
    path: '/api/search/records',
    summary:
      'Records that were found before, in the order given, as they are now; without those that are gone',
    access: 'account.read',
    body: KnownRecords,
    response: z.array(SearchHit),
  }),
};
