/** Absences of employees: days on which nobody should plan work for them. */
import { z } from 'zod';
import { workingDays } from './calendar.ts';
import { endpoint } from './contract.ts';
import { date, id, idParams, optionalText, reference } from './primitives.ts';

export const absenceKinds = ['VACATION', 'SICKNESS', 'OTHER'] as const;
export const AbsenceKind = z.enum(absenceKinds, 'INVALID');
export type AbsenceKind = z.infer<typeof AbsenceKind>;

export const Absence = z.object({
  id: z.number(),
  user: z.object({ id: z.number(), firstName: z.string(), lastName: z.string() }),
  /** Of colleagues it is always `OTHER`, without a note; only admins see why. */
  kind: AbsenceKind,
  /** The first and the last day. */
  from: z.string(),
  to: z.string(),
  note: z.string(),
});
export type Absence = z.infer<typeof Absence>;

/** Longest absence in days: a parental leave. The error MAX_1200_DAYS names it. */
const longestAbsence = 1200;

export const AbsenceInput = z
  .strictObject({
    id: id.nullish().transform((value) => value ?? null),
    user: reference,
    kind: AbsenceKind,
    from: date,
    to: date,
    note: optionalText(255),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'DATE_BEFORE_START' })
  .refine(({ from, to }) => from > to || Date.parse(to) - Date.parse(from) < longestAbsence * 86_400_000, {
    path: ['to'],
    message: 'MAX_1200_DAYS',
  });
export type AbsenceInput = z.output<typeof AbsenceInput>;

/** The vacation of a year. Public holidays are not known: every Monday to Friday counts. */
export const VacationBalance = z.object({
  userId: z.number(),
  /** Days the employee has per year; 0: not kept here. */
  allowed: z.number(),
  /** Working days of the year in vacations, past and planned; a day counts once. */
  taken: z.number(),
});
export type VacationBalance = z.infer<typeof VacationBalance>;

const year = z.coerce
  .number<string | number>('INVALID')
  .int('INVALID')
  .min(1902, 'INVALID')
  .max(2198, 'INVALID');

/** The working days of a year within absences; a day that several of them contain counts once. */
export function workingDaysOff(absences: readonly Pick<Absence, 'from' | 'to'>[], ofYear: number): number {
  const days = new Set<string>();
  const first = `${ofYear}-01-01`;
  const last = `${ofYear}-12-31`;
  for (const { from, to } of absences) {
    const start = from > first ? from : first;
    const end = to < last ? to : last;
    if (start <= end) for (const day of workingDays(start, end)) days.add(day);
  }
  return days.size;
}

export const absenceContract = {
  list: endpoint({
    method: 'get',
    path: '/api/absence/list',
    summary: 'The absences that touch a range of days, by first day',
    access: 'account.read',
    query: z
      .strictObject({ from: date, to: date })
      .refine(({ from, to }) => from <= to, { path: ['to'], message: 'DATE_BEFORE_START' }),
    response: z.array(Absence),
  }),
  save: endpoint({
    method: 'post',
    path: '/api/absence/save',
    summary: 'Adds an absence, or changes it when it carries an id: one’s own, or anybody’s for an admin',
    access: 'absence.edit',
    body: AbsenceInput,
    response: Absence,
    idempotent: true,
  }),
  delete: endpoint({
    method: 'delete',
    path: '/api/absence/delete/{id}',
    summary: 'Deletes an absence: one’s own, or anybody’s for an admin',
    access: 'absence.edit',
    params: idParams,
    response: 'empty',
  }),
  balance: endpoint({
    method: 'get',
    path: '/api/absence/balance',
    summary: 'How many vacation days of a year each active employee has, and how many are taken',
    access: 'account.read',
    query: z.strictObject({ year }),
    response: z.array(VacationBalance),
  }),
};
