/** The audit log of one object: who changed which field, with the old and new values. */
import { nameOf as personName } from '@servicebook/i18n/names.ts';
import type { auditedEntities, ChangeEntry } from '@servicebook/shared/log';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountDatabase, rowKey } from '../../platform/tenancy.ts';
import { importsOf, type withHistory } from '../import/import-history.ts';

type Entity = (typeof auditedEntities)[number];

const asText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** The changes column of the log as rows. */
export const changeRows = (changes: unknown): ChangeEntry['changes'] =>
  Object.entries((changes ?? {}) as Record<string, [unknown, unknown]>).map(([field, [before, after]]) => ({
    field,
    before: asText(before),
    after: asText(after),
  }));

/**
 * Who wrote each entry, by name. The log keeps addresses, since it outlives its users; of somebody who is gone the
 * address is all there is.
 */
export async function namesOf(
  db: AccountDatabase,
  rows: readonly { userId: number | null; who: string }[],
): Promise<(row: { userId: number | null; who: string }) => string> {
  const ids = [...new Set(rows.flatMap(({ userId }) => userId ?? []))];
  const users = await db.user.findMany({
    where: { id: { in: ids } },
    select: { id: true, firstName: true, lastName: true },
  });
  const names = new Map(users.map((user) => [user.id, personName(user)]));
  return ({ userId, who }) => (userId !== null && names.get(userId)) || who;
}

/** An object that was deleted keeps its log. @throws when the account neither has nor had the object */
export async function listChanges(deps: Deps, ctx: Ctx, entity: Entity, id: number): Promise<ChangeEntry[]> {
  const db = deps.db.of(ctx);
  const rows = await db.auditLog.findMany({
    where: { entity, entityId: id },
    orderBy: { id: 'desc' },
    take: 500,
  });
  const record = recordOf[entity];
  const imports = record ? await importsOf(deps, ctx, record, id) : [];
  if (rows.length === 0) await requireObject(db, entity, rowKey(ctx, id));
  const nameOf = await namesOf(db, rows);
  const logged = rows.map((row) => ({
    id: row.id,
    at: row.timestamp.toISOString(),
    who: nameOf(row),
    kind: row.kind,
    file: '',
    changes: changeRows(row.changes),
  }));
  const imported = imports.map(({ filename, isCreated, ...own }) => ({
    ...own,
    // Both kinds of entries are numbered from 1.
    id: -own.id,
    kind: isCreated ? 'IMPORTED' : 'IMPORT_CHANGED',
    file: filename,
    changes: [],
  }));
  return [...logged, ...imported].sort((one, other) => other.at.localeCompare(one.at));
}

/** The objects that imports tell of, by their names there. */
const recordOf: Partial<Record<Entity, (typeof withHistory)[number]>> = {
  device: 'machine',
  customer: 'customer',
};

async function requireObject(
  db: AccountDatabase,
  entity: Entity,
  where: ReturnType<typeof rowKey>,
): Promise<void> {
  const find = {
    device: () => db.device.findUniqueOrThrow({ where }),
    customer: () => db.customer.findUniqueOrThrow({ where }),
    service: () => db.service.findUniqueOrThrow({ where }),
  };
  await find[entity]();
}
