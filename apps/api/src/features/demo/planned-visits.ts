/** The demo company's plan: visits of this and the next week, work without a day yet, and a vacation. */
import { addDays, dateIn, workingDays } from '@servicebook/shared/calendar';
import { VisitInput } from '@servicebook/shared/visit';
import type { Deps } from '../../deps.ts';
import { saveAbsence } from '../absence/absence.service.ts';
import { saveVisit } from '../visit/visit.service.ts';
import { pick } from './chance.ts';
import type { Machine } from './machines.ts';
import { type Team, timezone } from './team.ts';

/** Start and expected minutes of the visits of a working day. */
const hours = [
  { from: '08:00', to: '09:30', minutes: 90 },
  { from: '10:30', to: '12:00', minutes: 60 },
  { from: null, to: null, minutes: 120 },
] as const;

/** The number of days of the calendar that are planned, from today. */
const plannedDays = 12;

/** Plans each machine at most once; machines that are not handed over yet are installed. */
export async function insertPlan(
  deps: Deps,
  { admin, technicians }: Team,
  machines: readonly Machine[],
): Promise<void> {
  const today = dateIn(deps.clock().toISOString(), timezone);
  const slots = workingDays(today, addDays(today, plannedDays)).flatMap((day) =>
    technicians.flatMap((technician) => hours.map((time) => ({ ...time, day, technician }))),
  );
  const noDay = { from: null, to: null, minutes: 60, day: null, technician: null };
  // Some work has no day yet; two of three slots are taken.
  const taken = [noDay, noDay, noDay, noDay, ...slots.filter((_, index) => index % 3 !== 2)];
  const order = machines.filter(({ index }) => index % 3 !== 0);
  for (const [index, { technician, ...time }] of taken.entries()) {
    const machine = order[index];
    if (!machine) return;
    const isNew = machine.transferDate === null;
    const isRepair = !isNew && index % 4 === 3;
    await saveVisit(
      deps,
      admin,
      VisitInput.parse({
        customer: { id: machine.customerId },
        devices: [{ id: machine.id }],
        types: [isNew ? 'INSTALLATION' : isRepair ? 'REPAIR' : 'PERIODIC_INSPECTION'],
        text: isRepair ? pick(machine.category.faults, index) : '',
        checklist: isRepair ? [] : machine.category.actions.slice(0, 3).map(({ name }) => ({ name })),
        priority: isRepair ? 'HIGH' : 'NORMAL',
        source: isNew ? 'OFFICE' : isRepair ? 'FAULT' : 'INSPECTION',
        technicians: technician ? [{ id: technician.userId }] : [],
        ...time,
      }),
    );
  }
  const [, second] = technicians;
  if (second)
    await saveAbsence(deps, admin, {
      id: null,
      user: { id: second.userId },
      kind: 'VACATION',
      from: addDays(today, plannedDays + 1),
      to: addDays(today, plannedDays + 7),
      note: '',
    });
}
