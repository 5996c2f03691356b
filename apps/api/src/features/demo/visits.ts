/** The demo company's visits to its machines, as protocols, and a few events. */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addMonths } from '@servicebook/shared/calendar';
import type { PerformedAction, ServiceType } from '@servicebook/shared/service';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { saveService } from '../service/service.service.ts';
import { signService } from '../service/service-sign.ts';
import { chance, day, isoDay, pick } from './chance.ts';
import { drawSignature } from './drawings.ts';
import type { Machine } from './machines.ts';
import type { Team } from './team.ts';

interface Visit {
  machine: Machine;
  at: Date;
  type: ServiceType;
  signed: boolean;
}

/** Installations, inspections up to about today, repairs, and a few visits of this week that nobody signed yet. */
function planVisits(machines: Machine[], today: Date): Visit[] {
  const visits: Visit[] = [];
  const at = (date: string, hour: number) => new Date(`${date}T${String(hour).padStart(2, '0')}:15:00Z`);
  for (const machine of machines) {
    const { transferDate, index, category } = machine;
    if (!transferDate) continue;
    if (index % 2 === 0)
      visits.push({ machine, at: at(transferDate, 9), type: 'INSTALLATION', signed: true });
    // The last inspection was one period ago, give or take three weeks, so the next ones are due around today.
    const due = new Date(today.getTime() + (((index * 5) % 43) - 21) * day);
    const last = addMonths(isoDay(due), -category.inspectionPeriod);
    if (last > transferDate)
      visits.push({ machine, at: at(last, 10 + (index % 4)), type: 'PERIODIC_INSPECTION', signed: true });
    if (index % 4 === 1) {
      const repaired = new Date(today.getTime() - (20 + ((index * 13) % 100)) * day);
      visits.push({ machine, at: at(isoDay(repaired), 12), type: 'REPAIR', signed: index % 8 !== 5 });
    }
    if (index % 12 === 7)
      visits.push({
        machine,
        at: new Date(today.getTime() - (1 + (index % 3)) * day),
        type: 'REPAIR',
        signed: false,
      });
  }
  return visits.filter((visit) => visit.at < today).sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Protocols of all visits, and a few events. */
export async function insertHistory(
  deps: Deps,
  team: Team,
  machines: Machine[],
  stop?: AbortSignal,
): Promise<void> {
  for (const [index, visit] of planVisits(machines, deps.clock()).entries()) {
    stop?.throwIfAborted();
    // The server's clock is set to the visit, so that signatures and limits use that time.
    await recordVisit(
      { ...deps, clock: () => visit.at },
      pick(team.technicians, index + visit.machine.index),
      visit,
      index,
    );
  }
  for (const machine of machines.filter(({ index, transferDate }) => transferDate && index % 5 === 2)) {
    await deps.db.of(team.admin).incident.create({
      data: {
        accountId: team.admin.accountId,
        deviceId: machine.id,
        userId: pick(team.technicians, machine.index).userId,
        date: new Date(deps.clock().getTime() - (3 + machine.index) * day),
        text: pick(machine.category.faults, machine.index + 9),
      },
    });
  }
}

async function recordVisit(
  deps: Deps,
  technician: Ctx,
  { machine, at, type, signed }: Visit,
  index: number,
): Promise<void> {
  const { category } = machine;
  const isRepair = type === 'REPAIR';
  const protocol = await saveService(deps, technician, {
    id: null,
    date: at.toISOString(),
    number: 0,
    numberExtension: '',
    paymentType: pick(['PAID', 'PAID', 'WARRANTY'], index),
    type: [type],
    customer: { id: machine.customerId },
    isToSign: false,
    faultDescription: isRepair ? pick(category.faults, index) : '',
    period: type === 'PERIODIC_INSPECTION' ? category.inspectionPeriod : null,
    devices: [{ id: machine.id }],
    actions: performed(machine, isRepair ? 2 : category.actions.length, index),
  });
  if (!signed) return;
  const { path: drawing, strokes } = drawSignature(index);
  const file = path.join(deps.files.uploadDir, deps.files.newKey());
  await writeFile(file, drawing);
  await signService(
    deps,
    technician,
    protocol.id,
    {
      signerName: machine.customer.contact,
      signerRole: '',
      strokes,
      signedAt: at.toISOString(),
      consentToLocation: false,
    },
    { path: file, name: 'signature.svg', size: drawing.length },
  );
  await rm(file);
}

const readings: Record<string, (seed: number) => string> = {
  V: (seed) => (3 + chance(seed) * 0.4).toFixed(2),
  '°C': (seed) => String(38 + Math.round(chance(seed) * 25)),
  bar: (seed) => (1 + chance(seed) * 8).toFixed(1),
  A: (seed) => (4 + chance(seed) * 5).toFixed(1),
  mm: (seed) => (9.6 + chance(seed) * 0.4).toFixed(1),
};

function performed({ id, category }: Machine, count: number, seed: number): PerformedAction[] {
  return category.actions.slice(0, count).map(({ name, fields }, index) => ({
    device: { id },
    name,
    quantity: 1,
    fields: fields.map((field, place) => ({
      ...field,
      value: (readings[field.unit] ?? ((at: number) => String(1 + Math.round(chance(at) * 20))))(
        seed + index * 7 + place,
      ),
    })),
  }));
}
