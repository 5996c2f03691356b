/** The call of an entry, what came of it, and what waits behind it. Without the app, for the service worker too. */
import { deviceTimeHeader, writtenAfterHeader, writtenAtHeader } from '@servicebook/shared/call-headers';
import type { Delivered, Done, Entry } from './database.ts';

export const named = (path: string, from: number, to: number) =>
  path.replace(new RegExp(`/${from}(?=/|$)`), `/${to}`);

const namesIds = (key: string) => /^ids?$|Ids?$/.test(key);

/** A value with the server's id in place of the phone's, wherever a field names a record. */
function renamedIn(value: unknown, from: number, to: number, isId = false): unknown {
  if (isId && value === from) return to;
  if (isId && value === String(from)) return String(to);
  if (Array.isArray(value)) return value.map((each) => renamedIn(each, from, to, isId));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, renamedIn(each, from, to, namesIds(key))]),
  );
}

/** The call with the server's id in place of the phone's. */
export function renamed<Call extends { path: string; query: Record<string, string>; body: unknown }>(
  call: Call,
  from: number,
  to: number,
): Call {
  return {
    ...call,
    path: named(call.path, from, to),
    query: renamedIn(call.query, from, to) as Record<string, string>,
    body: renamedIn(call.body, from, to),
  };
}

/** A group with the server's id in place of the phone's. */
export const groupNamed = (group: string, from: number, to: number) =>
  group.endsWith(`:${from}`) ? `${group.slice(0, -String(from).length)}${to}` : group;

/**
 * An entry as it is once another one before it was carried out: it names the server's record and, in the same group, its
 * revision.
 */
export function followed(next: Entry, { localId, group, joined, body: sent }: Entry, done: Done): Entry {
  const { id, revision } = done;
  const isOfGroup = next.group === group;
  const isNamed = localId !== null && id !== null;
  const call = isNamed ? renamed(next, localId, id) : next;
  const { body } = call as { body: { revision?: unknown } | null };
  // What was merged is not what its author knows, and a file says nothing of the rest of the record: what follows is
  // compared with the server's record itself.
  const knows =
    !joined && (localId !== null || typeof (sent as { revision?: unknown } | null)?.revision === 'number');
  const follows = isOfGroup && knows && revision !== null && body && 'revision' in body;
  return {
    ...call,
    group: isNamed && isOfGroup ? groupNamed(group, localId, id) : next.group,
    body: follows ? { ...body, revision } : body,
  };
}

/**
 * What an answer says of a call that was carried out; null: it broke off, or is that of a hotel's network. What waits is
 * answered with a record, and what follows could never name it without.
 */
export function deliveredBy({ localId }: Entry, record: unknown): Delivered | null {
  if (typeof record !== 'object' || record === null) return null;
  const { id, revision } = record as { id?: unknown; revision?: unknown };
  if (localId !== null && typeof id !== 'number') return null;
  return {
    id: typeof id === 'number' ? id : null,
    revision: typeof revision === 'number' ? revision : null,
    record,
  };
}

/** The content of an entry's call. @param bytes of its file */
export function contentOf({ body, upload, file }: Entry, bytes: ArrayBuffer | null): unknown {
  if (!upload) return body;
  const form = new FormData();
  if (upload.json) form.append(upload.json, JSON.stringify(body));
  if (file && bytes) form.append(upload.file, new Blob([bytes], { type: file.type }), file.name);
  return form;
}

/** The headers that say which call it is, and when it was written. */
export function headersOf(entry: Entry): Record<string, string> {
  const { idempotencyKey, writtenAfter, createdAt, writtenAt = createdAt } = entry;
  return {
    'Idempotency-Key': idempotencyKey,
    [deviceTimeHeader]: new Date().toISOString(),
    [writtenAtHeader]: writtenAt,
    ...(writtenAfter && { [writtenAfterHeader]: writtenAfter }),
  };
}
