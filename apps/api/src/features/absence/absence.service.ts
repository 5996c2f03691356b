import { nameOf } from '@servicebook/i18n/names.ts';
import {
  type Absence,
  type AbsenceInput,
  type VacationBalance,
  workingDaysOff,
} from '@servicebook/shared/absence';
import { may } from '@servicebook/shared/access';
import type { Deps } from '../../deps.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { inTransaction, refusing, rowKey } from '../../platform/tenancy.ts';
import { changesBetween, record } from '../audit/audit.service.ts';
import { moveToBin } from '../deletion/move-to-bin.ts';

const withPerson = { user: { select: { id: true, firstName: true, lastName: true } } } as const;
type AbsenceRow = Prisma.AbsenceGetPayload<{ include: typeof withPerson }>;

const unknownPerson = { absence_account_id_user_id_fkey: () => refuseFields({ user: 'INVALID' }) };

/** The absences that touch a range of days, by first day. Why colleagues are absent is not for everybody. */
export async function listAbsences(
  deps: Deps,
  ctx: Ctx,
  { from, to }: { from: string; to: string },
): Promise<Absence[]> {
  const rows = await deps.db.of(ctx).absence.findMany({
    where: { fromDay: { lte: new Date(to) }, toDay: { gte: new Date(from) } },
    include: withPerson,
    orderBy: [{ fromDay: 'asc' }, { id: 'asc' }],
  });
  return rows
    .map(toAbsence)
    .map((row) => (isOwn(ctx, row.user.id) ? row : { ...row, kind: 'OTHER', note: '' }));
}

/**
 * Adds an absence, or changes the one whose id is given: one's own, or anybody's for an admin.
 * @throws AppError NOT_FOUND, NO_PERMISSION
 */
export async function saveAbsence(deps: Deps, ctx: Ctx, input: AbsenceInput): Promise<Absence> {
  const { id, user, kind, from, to, note } = input;
  const data = { userId: user.id, kind, fromDay: new Date(from), toDay: new Date(to), note };
  return refusing(unknownPerson, () =>
    inTransaction(deps, ctx, async (tx) => {
      const before = id === null ? null : await tx.absence.findUniqueOrThrow({ where: rowKey(ctx, id) });
      for (const owner of [user.id, before?.userId ?? user.id]) requireOwn(ctx, owner);
      const row = before
        ? await tx.absence.update({ where: rowKey(ctx, before.id), data, include: withPerson })
        : await tx.absence.create({
            data: { ...data, accountId: ctx.accountId, userCreatedId: ctx.userId },
            include: withPerson,
          });
      await record(tx, ctx, {
        kind: before ? 'CHANGED' : 'CREATED',
        entity: 'absence',
        entityId: row.id,
        what: nameOf(row.user),
        changes: before ? changesBetween(before, data) : {},
      });
      return toAbsence(row);
    }),
  );
}

/** @throws AppError NO_PERMISSION */
export async function deleteAbsence(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  await inTransaction(deps, ctx, async (tx) => {
    const row = await moveToBin(deps, tx, ctx, {
      kind: 'absence',
      id,
      remove: () => tx.absence.delete({ where: rowKey(ctx, id), include: withPerson }),
      called: ({ fromDay, toDay, user }) => ({
        title: [...new Set([fromDay, toDay].map((day) => day.toISOString().slice(0, 10)))].join(' – '),
        parent: nameOf(user),
      }),
    });
    requireOwn(ctx, row.userId);
    await record(tx, ctx, { kind: 'DELETED', entity: 'absence', entityId: id, what: nameOf(row.user) });
  });
}

/** One's own, or anybody's for an admin. */
const isOwn = (ctx: Ctx, userId: number): boolean => may(ctx.roles, 'absence.edit', userId === ctx.userId);

function requireOwn(ctx: Ctx, userId: number): void {
  if (!isOwn(ctx, userId)) throw new AppError('NO_PERMISSION');
}

/** The vacation of each active employee in one year: one's own, for an admin that of all. */
export async function readBalance(
  deps: Deps,
  ctx: Ctx,
  { year }: { year: number },
): Promise<VacationBalance[]> {
  const users = await deps.db.of(ctx).user.findMany({
    where: { active: true },
    select: {
      id: true,
      vacationDays: true,
      absences: {
        where: {
          kind: 'VACATION',
          fromDay: { lte: new Date(`${year}-12-31`) },
          toDay: { gte: new Date(`${year}-01-01`) },
        },
      },
    },
    orderBy: { id: 'asc' },
  });
  return users
    .filter(({ id }) => isOwn(ctx, id))
    .map(({ id, vacationDays, absences }) => ({
      userId: id,
      allowed: vacationDays,
      taken: workingDaysOff(absences.map(daysOf), year),
    }));
}

const daysOf = ({ fromDay, toDay }: { fromDay: Date; toDay: Date }) => ({
  from: isoDay(fromDay),
  to: isoDay(toDay),
});
const isoDay = (date: Date) => date.toISOString().slice(0, 10);

const toAbsence = ({ id, user, kind, note, ...days }: AbsenceRow): Absence => ({
  id,
  user,
  kind,
  note,
  ...daysOf(days),
});
