/** Who changed which field, from what to what: the audit log of one object. */
import type { auditedEntities, ChangeEntry } from '@servicebook/shared/machine-record';
import type { Ctx, Deps } from '../../context.ts';
import type { AccountDatabase } from '../../platform/tenancy.ts';

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

/** An object that was deleted keeps its log. @throws when the account neither has nor had the object */
export async function listChanges(deps: Deps, ctx: Ctx, entity: Entity, id: number): Promise<ChangeEntry[]> {
  const db = deps.db.of(ctx);
  const rows = await db.auditLog.findMany({
    where: { entity, entityId: id },
    orderBy: { id: 'desc' },
    take: 500,
  });
  if (rows.length === 0) await requireObject(db, entity, { accountId_id: { accountId: ctx.accountId, id } });
  return rows.map((row) => ({
    id: row.id,
    at: row.timestamp.toISOString(),
    who: row.who,
    kind: row.kind,
    changes: changeRows(row.changes),
  }));
}

async function requireObject(
  db: AccountDatabase,
  entity: Entity,
  where: { accountId_id: { accountId: number; id: number } },
): Promise<void> {
  const find = {
    device: () => db.device.findUniqueOrThrow({ where }),
    customer: () => db.customer.findUniqueOrThrow({ where }),
    service: () => db.service.findUniqueOrThrow({ where }),
  };
  await find[entity]();
}
