/** The account's log: actions of users and changed fields, written in the transaction of the change. */
import { nameOf } from '@servicebook/i18n/names.ts';
import type { LogEntity, LogKind } from '@servicebook/shared/log';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountTransaction, unwaited } from '../../platform/tenancy.ts';

interface Entry {
  kind: LogKind;
  entity: LogEntity;
  entityId: number | null;
  /** How people call the object: its name or number. */
  what: string;
  changes?: Changes;
}

/** The old and new value of each field. */
export type Changes = Record<string, [before: unknown, after: unknown]>;

/** Kinds that tell which fields changed. */
const changing: LogKind[] = ['CHANGED', 'SETTINGS_CHANGED'];

type Author = Pick<Ctx, 'accountId' | 'userId' | 'by' | 'writtenAt'>;

/** Writes one entry of the caller; a change that changed nothing is none. */
export const record = (tx: AccountTransaction, ctx: Author, entry: Entry): Promise<void> =>
  recordAll(tx, ctx, [entry]);

/** The same for several entries at once. */
export async function recordAll(
  tx: AccountTransaction,
  ctx: Author,
  entries: readonly Entry[],
): Promise<void> {
  const written = entries.filter(
    ({ kind, changes = {} }) => !changing.includes(kind) || Object.keys(changes).length > 0,
  );
  if (written.length === 0) return;
  const { accountId, userId, by = null, writtenAt = null } = ctx;
  const rows = JSON.stringify(written.map(({ changes = {}, ...entry }) => ({ ...entry, changes })));
  // One text for any number of entries, so that it is planned once.
  await unwaited(tx)`
    INSERT INTO audit_log (account_id, user_id, who, timestamp, written_at, kind, entity, entity_id, what, changes)
    SELECT ${accountId}::int, CASE WHEN ${by}::text IS NULL THEN ${userId}::int END,
           coalesce(${by}::text,
             (SELECT email FROM app_user WHERE account_id = ${accountId}::int AND id = ${userId}::int), ''),
           ${new Date()}::timestamptz, ${writtenAt}::timestamptz, kind, entity, "entityId", what, changes
      FROM jsonb_to_recordset(${rows}::jsonb)
        AS entry (kind text, entity text, "entityId" int, what text, changes jsonb)`;
}

/** Who runs the installation, as the logs of companies name them. */
export const operator = 'operator';

interface Actor {
  accountId: number;
  userId: number | null;
  who: string;
}

const rowOf = (actor: Actor, { changes = {}, ...entry }: Entry) => ({
  ...actor,
  ...entry,
  changes: changes as object,
});

/** Writes one entry of somebody who is not, or not yet, signed in. */
export async function recordAs(
  tx: Pick<AccountTransaction, 'auditLog'>,
  actor: Actor,
  entry: Entry,
): Promise<void> {
  await tx.auditLog.create({ data: rowOf(actor, entry) });
}

const comparable = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : (JSON.stringify(value) ?? 'null');

/** The differences between a row and the values to be written; only written fields count. */
export function changesBetween(before: Record<string, unknown>, after: Record<string, unknown>): Changes {
  return Object.fromEntries(
    Object.entries(after)
      .filter(([field, value]) => value !== undefined && comparable(before[field]) !== comparable(value))
      .map(([field, value]) => [field, [before[field] ?? null, value ?? null]]),
  );
}

/** A reference from one person to another, by their names, as a reader of the log knows them. */
export async function changeOfPerson(
  tx: Pick<AccountTransaction, 'user'>,
  before: number | null,
  after: number | null,
): Promise<Changes[string]> {
  const people = await tx.user.findMany({
    where: { id: { in: [before ?? 0, after ?? 0] } },
    select: { id: true, firstName: true, lastName: true },
  });
  const names = new Map(people.map((person) => [person.id, nameOf(person)]));
  return [names.get(before ?? 0) ?? null, names.get(after ?? 0) ?? null];
}
