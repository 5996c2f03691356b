import { formatDay } from '@servicebook/i18n/format.ts';
import { nameOf } from '@servicebook/i18n/names.ts';
import { may } from '@servicebook/shared/access';
import type { BulkChange, BulkNote } from '@servicebook/shared/bulk';
import { addDays } from '@servicebook/shared/calendar';
import { conflictsOf } from '@servicebook/shared/planning';
import {
  brokenPromise,
  isOpenVisit,
  maxTechnicians,
  openVisitStates,
  type Visit,
} from '@servicebook/shared/visit';
import { refuseFields } from '../../platform/app-error.ts';
import {
  cancelled,
  planOn,
  removeVisit,
  type VisitData,
  type VisitValues,
  visitRefusals,
  writeVisits,
} from '../visit/visit-changes.ts';
import { todayOf } from '../visit/visit-work.ts';
import { readVisits } from '../visit-news/visit-rows.ts';
import type { BulkRecords, RulesFor, Work } from './bulk-rule.ts';

type PlannedVisit = VisitData & { customer: { shortName: string }; technicians: number[] };

const visits: BulkRecords<PlannedVisit> = {
  table: 'visit',
  entity: 'visit',
  bin: 'visit',
  refusals: visitRefusals,
  async read({ tx }, ids) {
    const rows = await tx.visit.findMany({
      where: { id: { in: [...ids] } },
      include: {
        customer: { select: { shortName: true } },
        technicians: { select: { userId: true }, orderBy: { position: 'asc' } },
      },
    });
    return rows.map((row) => ({ ...row, technicians: row.technicians.map(({ userId }) => userId) }));
  },
  idOf: ({ id }) => id,
  nameOf: ({ customer, day }, { language }) =>
    day ? `${customer.shortName} (${formatDay(isoDay(day), language)})` : customer.shortName,
  async write({ deps, tx, ctx }, changes) {
    await writeVisits(
      deps,
      tx,
      ctx,
      changes.map(({ before, values }) => ({ before, values: withDates(values) })),
    );
  },
  async findMissing({ tx }, { technicians = [] }) {
    const people = await tx.user.findMany({ where: { id: { in: technicians } }, orderBy: { id: 'asc' } });
    const left = people.filter(({ active }) => !active).map(nameOf);
    return left.length > 0 || people.length < technicians.length ? left.join(', ') : undefined;
  },
  async remove({ deps, tx, ctx }, rows) {
    for (const row of rows) await removeVisit(deps, tx, ctx, row);
  },
};

const isoDay = (day: Date): string => day.toISOString().slice(0, 10);

/** Stored values of an action, as the database takes them. */
const withDates = (values: Partial<PlannedVisit>): Partial<VisitValues> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value && ['day', 'startedAt', 'endedAt'].includes(name) ? new Date(value as string) : value,
    ]),
  );

const edit = { records: visits, access: 'visit.edit' } as const;
const isOver = { refused: 'VISIT_OVER' } as const;

export const visitRules: RulesFor<'visit', PlannedVisit> = {
  'visit.technicians': {
    ...edit,
    async judge({ tx }, rows, { technicians, ...how }) {
      const asked = technicians.map(({ id }) => id);
      const active = await tx.user.count({ where: { id: { in: asked }, active: true } });
      if (active !== asked.length) throw refuseFields({ technicians: 'PERFORMER_NOT_SELECTED' });
      if (how.mode === 'INSTEAD') {
        const left = await tx.user.count({ where: { id: how.insteadOf?.id ?? 0 } });
        if (left === 0) throw refuseFields({ insteadOf: 'PERFORMER_NOT_SELECTED' });
      }
      return rows.map((row) => {
        if (!isOpenVisit(row)) return isOver;
        const team = teamOf(row, how, asked);
        return team.length > maxTechnicians
          ? { refused: 'TOO_MANY_TECHNICIANS' }
          : { values: { technicians: team } };
      });
    },
    notes: (work, rows, { technicians, ...how }) =>
      noteConflicts(work, rows, ({ day, technicians: known }) => ({
        day,
        technicians: teamOf(
          { technicians: known.map(({ id }) => id) },
          how,
          technicians.map(({ id }) => id),
        ),
      })),
  },
  'visit.priority': {
    ...edit,
    judge: (_work, rows, { priority }) =>
      rows.map((row) => (isOpenVisit(row) ? { values: { priority } } : isOver)),
  },
  'visit.day': {
    ...edit,
    judge: (_work, rows, { day }) =>
      rows.map((row) => (isOpenVisit(row) ? { values: planOn(row, new Date(day)) } : isOver)),
    notes: async (work, rows, { day }) => [
      ...(await noteConflicts(work, rows, ({ technicians }) => ({
        day,
        technicians: technicians.map(({ id }) => id),
      }))),
      ...(await noteTold(work, rows, (visit) => ({ ...visit, day }))),
    ],
  },
  'visit.cancel': {
    ...edit,
    judge({ deps }, rows, { reason }) {
      const values = cancelled(deps.clock(), reason);
      return rows.map((row) =>
        isOpenVisit(row) ? { values } : row.state === 'CANCELLED' ? { isSame: true } : isOver,
      );
    },
    notes: async (work, rows) => [
      ...countOf(
        'STARTED',
        rows.filter(({ state }) => state === 'STARTED'),
      ),
      ...(await noteTold(work, rows, () => null)),
    ],
  },
  'visit.delete': {
    records: visits,
    access: 'visit.delete',
    async judge({ tx, ctx }, rows) {
      const used = await tx.service.findMany({
        where: { visitId: { in: rows.map(({ id }) => id) } },
        select: { visitId: true },
        distinct: ['visitId'],
      });
      return rows.map(({ id, userCreatedId }) => {
        if (!may(ctx.roles, 'visit.delete', userCreatedId === ctx.userId)) return { refused: 'NOT_OWN' };
        return used.some(({ visitId }) => visitId === id)
          ? { refused: 'HAS_PROTOCOLS' }
          : { isDeleted: true };
      });
    },
    notes: (work, rows) => noteTold(work, rows, () => null),
  },
};

type How = Pick<Extract<BulkChange, { action: 'visit.technicians' }>, 'mode' | 'insteadOf'>;

/** Those asked for: after who goes there already, in the place of one, or in place of all. */
function teamOf(
  { technicians }: { technicians: readonly number[] },
  { mode, insteadOf }: How,
  asked: readonly number[],
): number[] {
  if (mode === 'REPLACE') return [...asked];
  if (mode === 'ADD') return [...new Set([...technicians, ...asked])];
  return [...new Set(technicians.flatMap((id) => (id === insteadOf?.id ? asked : id)))];
}

interface Note {
  note: BulkNote;
  count: number;
}

const countOf = (note: BulkNote, { length: count }: { length: number }): Note[] =>
  count > 0 ? [{ note, count }] : [];

/** What does not fit on the days of the changed visits: absences, times, too much work. */
async function noteConflicts(
  { tx, ctx }: Work,
  rows: readonly PlannedVisit[],
  planOf: (visit: Visit) => { day: string | null; technicians: readonly number[] },
): Promise<Note[]> {
  const own = await readVisits(
    tx,
    ctx,
    rows.map(({ id }) => id),
  );
  const planned = own
    .map((visit) => {
      const { day, technicians } = planOf(visit);
      return {
        ...visit,
        day,
        technicians: technicians.map((id) => ({ id, firstName: '', lastName: '', active: true })),
      };
    })
    .filter(({ day }) => day !== null);
  const days = [...new Set(planned.flatMap(({ day }) => day ?? []))];
  const people = [...new Set(planned.flatMap(({ technicians }) => technicians.map(({ id }) => id)))];
  if (days.length === 0 || people.length === 0) return [];
  // Work may go on past midnight.
  const nearby = [...new Set(days.flatMap((day) => [addDays(day, -1), day, addDays(day, 1)]))];
  const others = await tx.visit.findMany({
    where: {
      id: { notIn: own.map(({ id }) => id) },
      day: { in: nearby.map((day) => new Date(day)) },
      state: { in: [...openVisitStates] },
      technicians: { some: { accountId: ctx.accountId, userId: { in: people } } },
    },
    select: { id: true },
  });
  const absences = await tx.absence.findMany({
    where: { userId: { in: people }, OR: nearby.map(touches) },
    select: { userId: true, fromDay: true, toDay: true },
  });
  const conflicts = conflictsOf(
    [
      ...planned,
      ...(await readVisits(
        tx,
        ctx,
        others.map(({ id }) => id),
      )),
    ],
    absences.map(({ userId: id, fromDay, toDay }) => ({
      user: { id, firstName: '', lastName: '' },
      from: isoDay(fromDay),
      to: isoDay(toDay),
    })),
  );
  return (['ABSENT', 'OVERLAP', 'OVERLOAD'] as const).flatMap((note) =>
    countOf(
      note,
      planned.filter(({ id }) => conflicts.get(id)?.includes(note)),
    ),
  );
}

const touches = (day: string) => ({ fromDay: { lte: new Date(day) }, toDay: { gte: new Date(day) } });

/** Customers who were told another day, or that somebody comes. */
async function noteTold(
  { deps, tx, ctx }: Work,
  rows: readonly PlannedVisit[],
  next: (visit: Visit) => Visit | null,
): Promise<Note[]> {
  const today = await todayOf(deps, tx, ctx);
  const known = await readVisits(
    tx,
    ctx,
    rows.map(({ id }) => id),
  );
  const told = known.filter((visit) => isOpenVisit(visit) && brokenPromise(visit, next(visit), today));
  return countOf('TOLD_OTHERWISE', [...new Set(told.map(({ customer }) => customer.id))]);
}
