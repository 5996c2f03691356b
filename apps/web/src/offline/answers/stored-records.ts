/** What an answer is made of. No browser is needed for it, so tests compare the answers with those of the server. */
import { dateIn } from '@servicebook/shared/calendar';
import type { Endpoint, ResponseOf } from '@servicebook/shared/contract';
import type { StoredRecord, WorkingSetKind } from '@servicebook/shared/offline';
import type { Language } from '@servicebook/shared/primitives';
import type { z } from 'zod';

export interface StoredRecords {
  /** All records of a kind, in ascending order of their ids. */
  all<Kind extends WorkingSetKind>(kind: Kind): Promise<readonly StoredRecord<Kind>[]>;
  /** The same by their ids. */
  byId<Kind extends WorkingSetKind>(kind: Kind): Promise<ReadonlyMap<number, StoredRecord<Kind>>>;
  /** Whether everything of the company that is still serviced is stored. Of a larger one, it is the likeliest part. */
  whole: boolean;
  userId: number;
  language: Language;
  /** Of the user's browser, as the calls name it. */
  timezone: string;
  /** The present moment. */
  now: string;
  /** The name of a code as the user reads it; null: the text is not on the phone. */
  nameOf(kind: 'status' | 'warrantyKinds', code: string): string | null;
}

/** A call of the contract, checked, with its defaults. */
export interface Asked<E extends Endpoint> {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
}

export interface StoredCall<E extends Endpoint = Endpoint> {
  endpoint: E;
  /** @returns undefined if the phone does not have what the call asks for */
  answer(asked: Asked<E>, records: StoredRecords): Promise<ResponseOf<E> | undefined>;
}

/** A call that the phone answers. */
export const answered = <E extends Endpoint>(endpoint: E, answer: StoredCall<E>['answer']): StoredCall =>
  ({ endpoint, answer }) as unknown as StoredCall;

/** The company, and what is stored of the user. */
export async function ownOf(records: StoredRecords): Promise<StoredRecord<'own'> | undefined> {
  return (await records.byId('own')).get(records.userId);
}

/** The day by the company's calendar. */
export async function todayOf(records: StoredRecords): Promise<string> {
  const own = await ownOf(records);
  return dateIn(records.now, own?.company.timezone ?? records.timezone);
}

/** How the records of some kinds are changed. */
export type RecordChanges = {
  [Kind in WorkingSetKind]?: (
    records: readonly StoredRecord<Kind>[],
  ) => readonly StoredRecord<Kind>[] | Promise<readonly StoredRecord<Kind>[]>;
};

/** Stored records with changes that only this phone knows. */
export function changedRecords(stored: StoredRecords, changes: RecordChanges): StoredRecords {
  async function all<Kind extends WorkingSetKind>(kind: Kind): Promise<readonly StoredRecord<Kind>[]> {
    const records = await stored.all(kind);
    return changes[kind]?.(records) ?? records;
  }
  return {
    ...stored,
    all,
    byId: async (kind) =>
      changes[kind]
        ? new Map((await all(kind)).map((record) => [record.id, record] as const))
        : stored.byId(kind),
  };
}
