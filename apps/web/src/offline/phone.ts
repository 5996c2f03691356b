/** Answers calls from what is stored on this phone. Loaded when the server does not answer. */
import { ownTimezone } from '@servicebook/i18n/intl.ts';
import type { StoredRecord, WorkingSetKind } from '@servicebook/shared/offline';
import type { SessionUser } from '@servicebook/shared/user';
import { currentLanguage, i18n } from '../lib/i18n.ts';
import type { Phone, PhoneCall, StoredAnswer } from '../lib/phone.ts';
import { presentTime } from '../lib/server-time.ts';
import { unsentOf } from '../lib/unsent.ts';
import { answerFrom } from './answers/answer.ts';
import { withShown } from './answers/shown-records.ts';
import type { StoredRecords } from './answers/stored-records.ts';
import { withWritten, writtenBy } from './answers/written-records.ts';
import { isStoring } from './choice.ts';
import type { OwnerRow } from './database.ts';
import { eraseSent } from './outbox/sent.ts';
import {
  eraseStored,
  keepUser,
  keepWritten,
  ownerOf,
  readOwner,
  readRecords,
  readWritten,
  rememberedUser,
} from './stored.ts';

const checkAuth = '/api/user/check-auth';

type Kinds = { [Kind in WorkingSetKind]?: Promise<readonly StoredRecord<Kind>[]> };
type Indexes = { [Kind in WorkingSetKind]?: Promise<ReadonlyMap<number, StoredRecord<Kind>>> };

/** Opened records, until others are stored. */
let opened: { of: string; kinds: Kinds; indexes: Indexes } | null = null;

function recordsOf(row: OwnerRow, user: SessionUser): StoredRecords {
  const of = `${row.generation} ${row.version}`;
  if (opened?.of !== of) opened = { of, kinds: {}, indexes: {} };
  const { kinds, indexes } = opened;
  const all = <Kind extends WorkingSetKind>(kind: Kind): Promise<readonly StoredRecord<Kind>[]> => {
    const known = kinds[kind] as Promise<readonly StoredRecord<Kind>[]> | undefined;
    if (known) return known;
    const read = readRecords(row, kind).then((records) => records.toSorted((a, b) => a.id - b.id));
    Object.assign(kinds, { [kind]: read });
    read.catch(() => delete kinds[kind]);
    return read;
  };
  return {
    all,
    byId<Kind extends WorkingSetKind>(kind: Kind) {
      const known = indexes[kind] as Promise<ReadonlyMap<number, StoredRecord<Kind>>> | undefined;
      if (known) return known;
      const index = all(kind).then((records) => new Map(records.map((record) => [record.id, record])));
      Object.assign(indexes, { [kind]: index });
      index.catch(() => delete indexes[kind]);
      return index;
    },
    whole: row.set?.whole === true && row.set.complete,
    userId: user.id,
    language: currentLanguage(),
    timezone: ownTimezone(),
    now: presentTime().toISOString(),
    nameOf: (kind, code) => {
      const texts: { [Name in typeof kind]?: Record<string, string> } | undefined = i18n.getResourceBundle(
        currentLanguage(),
        'device',
      );
      return texts?.[kind]?.[code] ?? null;
    },
  };
}

/** What is stored of a user; null: nothing yet. */
export async function readStored(user: SessionUser): Promise<StoredRecords | null> {
  const row = await readOwner(ownerOf(user));
  return row?.set ? ownRecordsOf(row, user) : null;
}

/** With what this phone has of the server, and the refresh has not brought yet. */
const ownRecordsOf = async (row: OwnerRow, user: SessionUser): Promise<StoredRecords> =>
  withWritten(withShown(recordsOf(row, user)), await readWritten(row));

/** Stored records as they will be once everything on this phone is sent. Most phones have nothing to send. */
async function withWaiting(stored: StoredRecords, user: SessionUser): Promise<StoredRecords> {
  if (!unsentOf(user)) return stored;
  return (await import('./outbox/waiting-records.ts')).withWaiting(stored, user);
}

async function answer(call: PhoneCall, user: SessionUser | null): Promise<StoredAnswer | null> {
  const row = await readOwner(user && ownerOf(user));
  if (!row) return null;
  if (call.path === checkAuth) {
    const remembered = await rememberedUser(row);
    return remembered && { data: remembered, takenAt: row.set?.takenAt ?? null };
  }
  if (!user || !row.set) return null;
  const data = await answerFrom(call, async () => withWaiting(await ownRecordsOf(row, user), user));
  if (data === undefined) return null;
  return { data, takenAt: row.set.takenAt };
}

export const phone: Phone = {
  answer,
  async note(call, given, user) {
    const written = writtenBy(call, given);
    if (!written) return;
    const row = await readOwner(ownerOf(user));
    if (row?.set) await keepWritten(row, written);
  },
  async remember(user) {
    await eraseSent(ownerOf(user)).catch(() => {});
    if (isStoring(ownerOf(user))) await keepUser(user);
    else if (await readOwner(null)) await eraseStored();
  },
  async isTooLongAway() {
    const row = await readOwner(null);
    return row !== undefined && (await rememberedUser(row)) === null;
  },
  async erase() {
    opened = null;
    await eraseSent(null).catch(() => {});
    await eraseStored();
  },
};
