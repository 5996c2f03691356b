/** What every change of visits brings about, of one or of several: the log, the to-dos of their protocols, the news. */
import { joinPresent, nameOf, namesOf } from '@servicebook/i18n/names.ts';
import type { Visit } from '@servicebook/shared/visit';
import type { Deps } from '../../deps.ts';
import type { Visit as VisitColumns } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountTransaction, rowKey, unwaited } from '../../platform/tenancy.ts';
import { type Changes, changesBetween, record, recordAll } from '../audit/audit.service.ts';
import { excerpt, moveToBin } from '../deletion/move-to-bin.ts';
import { tellOfVisits } from '../visit-news/visit-news.ts';
import { readVisits } from '../visit-news/visit-rows.ts';
import { setTechnicians, type Team } from './visit-technicians.ts';
import { visitTitle } from './visit-title.ts';
import { leadTodos } from './visit-todo.ts';

export type VisitData = Omit<VisitColumns, 'search'>;

export const visitRefusals = {
  visit_account_id_customer_id_fkey: () => refuseFields({ customer: 'CUSTOMER_NOT_SELECTED' }),
  visit_account_id_source_service_id_fkey: () => refuseFields({ sourceService: 'INVALID' }),
  visit_technician_account_id_user_id_fkey: () => refuseFields({ technicians: 'PERFORMER_NOT_SELECTED' }),
};

/** The plan and state of a visit, and who goes there. */
export interface VisitValues
  extends Pick<VisitData, 'day' | 'state' | 'priority' | 'cancelReason' | 'startedAt' | 'endedAt'> {
  technicians: number[];
}

export interface VisitChange {
  before: VisitData;
  values: Partial<VisitValues>;
}

/** An open visit is to be planned as long as it has no day. */
export const stateOf = (day: Date | null): 'PLANNED' | 'TO_PLAN' => (day ? 'PLANNED' : 'TO_PLAN');

/** An open visit on another day. Work under way stays so. */
export const planOn = ({ state }: Pick<VisitData, 'state'>, day: Date | null): Partial<VisitValues> => ({
  day,
  state: state === 'STARTED' ? state : stateOf(day),
  ...(day && { cancelReason: '' }),
});

/** A visit that does not take place. */
export const cancelled = (now: Date, reason: string) =>
  ({ state: 'CANCELLED', endedAt: now, cancelReason: reason }) as const;

/**
 * Changes locked visits. Each person is told with one mail, however many they are.
 * @throws AppError VALIDATION_FAILED for a technician who cannot go there
 */
export async function writeVisits(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  changes: readonly VisitChange[],
): Promise<Visit[]> {
  const ids = changes.map(({ before }) => before.id);
  const known = await readVisits(tx, ctx, ids);
  await replaceTechnicians(
    tx,
    ctx,
    changes.flatMap(({ before, values: { technicians } }) =>
      technicians ? { visitId: before.id, ids: technicians } : [],
    ),
  );
  const alike = Map.groupBy(changes, ({ values: { technicians: _, ...columns } }) => JSON.stringify(columns));
  for (const same of alike.values()) {
    const { technicians: _, ...columns } = same[0]?.values ?? {};
    await tx.visit.updateMany({
      where: { id: { in: same.map(({ before }) => before.id) } },
      data: { ...columns, revision: { increment: 1 } },
    });
  }
  await leadTodos(tx, ctx, ids);
  const visits = await readVisits(tx, ctx, ids);
  const peopleOf = (list: readonly Visit[], id: number) =>
    namesOf(list.find((visit) => visit.id === id)?.technicians ?? []);
  await recordAll(
    tx,
    ctx,
    visits.map((visit) => {
      const { before, values } = changes.find((change) => change.before.id === visit.id) as VisitChange;
      const { technicians: _, startedAt: _started, endedAt: _ended, cancelReason, ...shown } = values;
      return {
        kind: 'CHANGED',
        entity: 'visit',
        entityId: visit.id,
        what: visitTitle(visit),
        changes: {
          ...changesBetween(before, { ...shown, ...(cancelReason && { cancelReason }) }),
          ...changeOf('technicians', peopleOf(known, visit.id), peopleOf(visits, visit.id)),
        },
      };
    }),
  );
  await tellOfVisits(deps, tx, ctx, known, visits);
  return visits;
}

/** Users who left stay on their visits but get no new ones. @throws a refused field */
export async function replaceTechnicians(
  tx: AccountTransaction,
  { accountId }: Ctx,
  teams: readonly Team[],
): Promise<void> {
  if (teams.length === 0) return;
  const stored = await tx.visitTechnician.findMany({
    where: { visitId: { in: teams.map(({ visitId }) => visitId) } },
  });
  const added = new Set(
    teams.flatMap(({ visitId, ids }) =>
      ids.filter((id) => !stored.some((one) => one.visitId === visitId && one.userId === id)),
    ),
  );
  // Locked, so that who is deactivated at the same time is either refused here or missed there.
  const active = await tx.$queryRaw<unknown[]>`
    SELECT FROM app_user WHERE account_id = ${accountId} AND id = ANY(${[...added]}::int[]) AND active
     ORDER BY id FOR SHARE`;
  if (active.length !== added.size) throw refuseFields({ technicians: 'PERFORMER_NOT_SELECTED' });
  await setTechnicians(tx, accountId, teams);
}

/** Puts a locked visit into the bin. @throws AppError VISIT_IN_USE when a protocol was written on it */
export async function removeVisit(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  row: VisitData,
): Promise<void> {
  const { id } = row;
  // Left to the foreign key, the deletion would wait for a protocol that waits for this visit. The lock keeps new
  // protocols off it.
  if ((await countProtocols(tx, id)) > 0) throw new AppError('VISIT_IN_USE');
  const what = await titleOf(tx, ctx, row);
  const known = await readVisits(tx, ctx, [id]);
  await moveToBin(deps, tx, ctx, {
    kind: 'visit',
    id,
    takes: ['stored_file'],
    async remove() {
      await tx.storedFile.deleteMany({ where: { visitId: id } });
      await tx.visit.delete({ where: rowKey(ctx, id) });
    },
    called: () => ({
      title: what,
      parent: joinPresent([row.day?.toISOString().slice(0, 10), excerpt(row.text)], ' · '),
    }),
  });
  await tellOfVisits(deps, tx, ctx, known, []);
  await record(tx, ctx, { kind: 'DELETED', entity: 'visit', entityId: id, what });
}

export const countProtocols = (tx: AccountTransaction, visitId: number): Promise<number> =>
  tx.service.count({ where: { visitId } });

interface Seen {
  id: number;
  revision?: number | undefined;
}

/**
 * Reads visits and keeps others from changing them, in the order of their ids, so that two moves never wait for each
 * other. @throws AppError NOT_FOUND, RECORD_CHANGED
 */
export async function lockVisits(tx: AccountTransaction, ctx: Ctx, seen: Seen[]): Promise<VisitData[]> {
  const ids = seen.map(({ id }) => id);
  await unwaited(tx)`SELECT 1 FROM visit WHERE account_id = ${ctx.accountId} AND id = ANY(${ids}::int[])
    ORDER BY id FOR UPDATE`;
  const rows = await tx.visit.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } });
  if (rows.length !== ids.length) throw new AppError('NOT_FOUND');
  const revisions = new Map(seen.map(({ id, revision }) => [id, revision]));
  if (rows.some(({ id, revision }) => (revisions.get(id) ?? revision) !== revision))
    throw new AppError('RECORD_CHANGED');
  return rows;
}

export async function lockVisit(tx: AccountTransaction, ctx: Ctx, seen: Seen): Promise<VisitData> {
  const [row] = await lockVisits(tx, ctx, [seen]);
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

export const changeOf = (field: string, before: unknown, after: unknown): Changes =>
  before === after ? {} : { [field]: [before, after] };

/** The technicians of a visit in one line. */
export async function teamOf(tx: AccountTransaction, visitId: number | null): Promise<string> {
  if (visitId === null) return '';
  const rows = await tx.visitTechnician.findMany({
    where: { visitId },
    orderBy: { position: 'asc' },
    select: { user: { select: { firstName: true, lastName: true } } },
  });
  return rows.map(({ user }) => nameOf(user)).join(', ');
}

async function titleOf(
  tx: AccountTransaction,
  ctx: Ctx,
  { id, customerId }: Pick<VisitData, 'id' | 'customerId'>,
): Promise<string> {
  const customer = await tx.customer.findUniqueOrThrow({
    where: rowKey(ctx, customerId),
    select: { shortName: true },
  });
  return visitTitle({ id, customer });
}

/** Logs that a visit was planned or changed. */
export async function recordVisit(
  tx: AccountTransaction,
  ctx: Ctx,
  row: Pick<VisitData, 'id' | 'customerId'>,
  kind: 'CREATED' | 'CHANGED',
  changes: Changes = {},
): Promise<void> {
  const what = await titleOf(tx, ctx, row);
  await record(tx, ctx, { kind, entity: 'visit', entityId: row.id, what, changes });
}
