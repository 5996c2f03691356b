/**
 * One believable company to try Servicebook with: dates are relative to the day it is loaded. As much as possible
 * goes through the services, so the demo contains exactly the data of a company after three years of work.
 */
import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withLock } from '@servicebook/prisma/with-lock';
import { addMonths } from '@servicebook/shared/calendar';
import type { DeviceStatus } from '@servicebook/shared/device';
import type { PerformedAction, ServiceType } from '@servicebook/shared/service';
import { formatServiceAction } from '@servicebook/shared/service-action';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { hashPassword } from '../../platform/password.ts';
import { erase } from '../account/account-erasure.jobs.ts';
import { saveBranch } from '../branch/branch.service.ts';
import { insertCategory, updateCategory } from '../category/category.service.ts';
import { insertCustomer } from '../customer/customer.service.ts';
import { insertDevice } from '../device/device.service.ts';
import { saveHotel } from '../hotel/hotel.service.ts';
import { saveService } from '../service/service.service.ts';
import { signService } from '../service/service-signing.ts';
import { saveTodo } from '../todo/todo.service.ts';
import { branches } from './branches.ts';
import { categories, customers, type DemoCategory, type DemoCustomer } from './catalog.ts';
import { drawLogo, drawNameplate, drawSignature } from './drawings.ts';
import { hotels } from './hotels.ts';
import { insertPaidOrder } from './orders.ts';
import { type DemoTodo, plannedTodos, todos } from './todos.ts';

export const demoUsers = [
  { email: 'admin@demo.servicebook.app', password: 'demo-admin' },
  { email: 'technician@demo.servicebook.app', password: 'demo-technician' },
] as const;
const secondTechnician = { email: 'technician2@demo.servicebook.app', password: 'demo-technician' };

const timezone = 'Europe/Warsaw';
const day = 24 * 3_600_000;
const machineCount = 60;

const demoLock = 7_205_316_042;

const isDemoAdmin = { email: demoUsers[0].email };

/** Whether this database contains the complete demo company. */
export async function hasDemo({ db }: Deps): Promise<boolean> {
  return (await db.global.loginIdentity.count({ where: { ...isDemoAdmin, claimedAt: { not: null } } })) > 0;
}

/**
 * Loads the demo into a database without accounts; otherwise does nothing. Servers that start at the same time wait for
 * each other. The next load removes an interrupted one.
 */
export const loadDemoData = (deps: Deps, databaseUrl: string): Promise<void> =>
  withLock(databaseUrl, demoLock, async () => {
    await removeHalfDemo(deps);
    if ((await deps.db.global.account.count()) === 0) await insertDemo(deps);
  });

/** A demo that nobody can sign in to is incomplete: sign-in is enabled last. */
async function removeHalfDemo(deps: Deps): Promise<void> {
  const { account, loginIdentity } = deps.db.global;
  const halves = await loginIdentity.findMany({ where: { ...isDemoAdmin, claimedAt: null } });
  for (const { accountId } of halves) {
    await account.update({ where: { id: accountId }, data: { deletedAt: deps.clock() } });
    await erase(deps, { accountId });
  }
}

async function insertDemo(deps: Deps): Promise<void> {
  const team = await insertTeam(deps);
  await insertPaidOrder(deps, team.admin);
  for (const branch of branches) await saveBranch(deps, team.admin, { id: null, ...branch });
  for (const hotel of hotels) await saveHotel(deps, team.admin, { id: null, ...hotel });
  const categoryIds = await insertCategories(deps, team.admin);
  const customerIds = await insertCustomers(deps, team.admin);
  const machines = await insertMachines(deps, team, categoryIds, customerIds);
  await insertHistory(deps, team, machines);
  await insertTodos(deps, team);
  const { accountId } = team.admin;
  const now = deps.clock();
  await deps.db.global.$transaction(async (tx) => {
    await tx.user.updateMany({ where: { accountId }, data: { active: true, activatedAt: now } });
    await tx.loginIdentity.updateMany({ where: { accountId }, data: { claimedAt: now } });
  });
}

interface Team {
  admin: Ctx;
  technicians: Ctx[];
}

async function insertTeam(deps: Deps): Promise<Team> {
  const db = deps.db.global;
  const plan = await db.accountPlan.findUniqueOrThrow({
    where: { code_language: { code: 'PREMIUM', language: 'en' } },
  });
  const account = await db.account.create({
    data: {
      companyName: 'Technika Demo Service',
      street: 'ul. Przykładowa 1',
      postalCode: '90-002',
      city: 'Łódź',
      country: 'PL',
      nip: '222-222-22-22',
      phone: '+48 000 000 000',
      language: 'en',
      timezone,
    },
  });
  const accountId = account.id;
  const people = [
    { ...demoUsers[0], firstName: 'Ewa', lastName: 'Przykład', position: 'Service manager', isAdmin: true },
    {
      ...demoUsers[1],
      firstName: 'Jan',
      lastName: 'Wzorcowy',
      position: 'Service technician',
      isAdmin: false,
    },
    {
      ...secondTechnician,
      firstName: 'Max',
      lastName: 'Beispiel',
      position: 'Service technician',
      isAdmin: false,
    },
  ];
  const contexts: Ctx[] = [];
  for (const { password, ...person } of people) {
    await db.loginIdentity.create({ data: { email: person.email, accountId } });
    const user = await db.user.create({
      data: {
        ...person,
        accountId,
        passwordHash: await hashPassword(password),
        accountPlanId: plan.id,
        planExpired: new Date(deps.clock().getTime() + 365 * day),
        country: 'PL',
        timezone,
        vacationDays: 26,
      },
    });
    contexts.push({
      accountId,
      userId: user.id,
      roles: person.isAdmin ? ['ROLE_ADMIN', 'ROLE_USER'] : ['ROLE_USER'],
      language: 'en',
      timezone,
      requestId: 'demo',
      ip: '',
      userAgent: '',
      sessionId: 0,
      expired: false,
      mustChoosePassword: false,
    });
  }
  const [admin, ...technicians] = contexts as [Ctx, ...Ctx[]];
  const logo = await storePicture(deps, admin, await drawLogo('TECHNIKA', 'demo service'), {
    kind: 'LOGO',
    filename: 'logo.png',
  });
  await db.account.update({ where: { id: accountId }, data: { logoFileId: logo } });
  return { admin, technicians };
}

async function storePicture(
  deps: Deps,
  { accountId, userId }: Ctx,
  bytes: Uint8Array,
  of: { kind: 'LOGO' | 'MACHINE_NAMEPLATE'; filename: string; deviceId?: number; description?: string },
): Promise<number> {
  const key = await deps.files.put(bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const row = await deps.db.of({ accountId }).storedFile.create({
    data: {
      accountId,
      key,
      contentType: 'image/png',
      size: bytes.length,
      sha256,
      userCreatedId: userId,
      ...of,
    },
  });
  return row.id;
}

async function insertCategories(deps: Deps, admin: Ctx): Promise<number[]> {
  const ids: number[] = [];
  for (const { name, actions } of categories) {
    const { id } = await insertCategory(deps, admin, { name });
    await updateCategory(deps, admin, {
      id,
      name,
      serviceReviewOperationsList: actions.map(formatServiceAction),
    });
    ids.push(id);
  }
  return ids;
}

async function insertCustomers(deps: Deps, admin: Ctx): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, { latitude: _, longitude: __, contact: ___, ...input }] of customers.entries()) {
    const row = await insertCustomer(deps, admin, {
      ...input,
      regon: '',
      phoneNumber: `+00 000 000 ${String(100 + index)}`,
      email: `service${index + 1}@example.com`,
    });
    ids.push(row.id);
  }
  return ids;
}

interface Machine {
  id: number;
  category: DemoCategory;
  customerId: number;
  customer: DemoCustomer;
  /** Null while it was not handed over. */
  transferDate: string | null;
  index: number;
}

/** A number between 0 and 1 that depends only on the seed, so that all demos are alike. */
const chance = (seed: number): number => {
  const large = Math.sin(seed * 127.1 + 11.7) * 43_758.5453;
  return large - Math.floor(large);
};
const pick = <Item>(items: readonly Item[], seed: number): Item =>
  items[Math.floor(chance(seed) * items.length)] as Item;

const isoDay = (date: Date): string => date.toISOString().slice(0, 10);

const statusOf = (index: number): DeviceStatus => {
  if (index % 20 === 3) return 'PRODUCTION';
  if (index % 20 === 11) return 'TRANSPORT';
  if (index % 20 === 17) return 'INSTALLATION';
  if (index % 15 === 5) return 'IN_REPAIR';
  if (index % 19 === 6) return 'FAULT';
  if (index === 29) return 'BROKEN';
  return index === 44 ? 'DANGER' : 'OK';
};

async function insertMachines(
  deps: Deps,
  team: Team,
  categoryIds: number[],
  customerIds: number[],
): Promise<Machine[]> {
  const machines: Machine[] = [];
  for (let index = 0; index < machineCount; index++) {
    const categoryIndex = index % categories.length;
    const customerIndex = index % customers.length;
    const category = categories[categoryIndex] as DemoCategory;
    const customer = customers[customerIndex] as DemoCustomer;
    const model = pick(category.models, index);
    const status = statusOf(index);
    const isHandedOver = !['PRODUCTION', 'TRANSPORT', 'INSTALLATION'].includes(status);
    const transferDate = isHandedOver
      ? isoDay(new Date(deps.clock().getTime() - (120 + ((index * 97) % 900)) * day))
      : null;
    const yearBuilt = 2021 + (index % 5);
    const serialNumber = `${model.maker.slice(0, 2).toUpperCase()}-${yearBuilt}-${String(1000 + index * 37)}`;
    const id = await insertDevice(deps, team.admin, {
      name: model.name,
      status,
      category: { id: categoryIds[categoryIndex] as number },
      customer: { id: customerIds[customerIndex] as number },
      manufacturer: model.maker,
      model: model.type,
      serialNumber,
      yearBuilt,
      sourcePower: model.power,
      transferDate,
      warranty: pick(['production', 'transport', 'installation'], index + 3),
      warrantyLength: pick([12, 24, 36], index + 5),
      streetAddress: customer.streetAddress,
      zipCode: customer.zipCode,
      city: customer.city,
      country: customer.country,
    });
    await deps.db.of(team.admin).device.update({
      where: { accountId_id: { accountId: team.admin.accountId, id } },
      data: {
        gpsLatitude: customer.latitude + chance(index + 50) * 0.01,
        gpsLongitude: customer.longitude + chance(index + 70) * 0.01,
        inspectionPeriodInMonths: category.inspectionPeriod,
      },
    });
    const plate = {
      maker: model.maker,
      model: model.type,
      serialNumber,
      power: model.power,
      year: String(yearBuilt),
    };
    await storePicture(deps, pick(team.technicians, index), await drawNameplate(plate), {
      kind: 'MACHINE_NAMEPLATE',
      filename: 'nameplate.png',
      deviceId: id,
      description: 'Nameplate',
    });
    machines.push({
      id,
      category,
      customer,
      customerId: customerIds[customerIndex] as number,
      transferDate,
      index,
    });
  }
  return machines;
}

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

async function insertHistory(deps: Deps, team: Team, machines: Machine[]): Promise<void> {
  for (const [index, visit] of planVisits(machines, deps.clock()).entries()) {
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

async function insertTodos(deps: Deps, { admin, technicians }: Team): Promise<void> {
  const people = [admin, ...technicians].map(({ userId }) => userId);
  const contentOf = ({ description, inDays, person }: DemoTodo) => ({
    description,
    date: inDays === null ? null : new Date(deps.clock().getTime() + inDays * day).toISOString().slice(0, 10),
    assigneeId: person === null ? null : (people[person] ?? null),
  });
  for (const todo of todos)
    await saveTodo(deps, admin, { id: null, toDoStatus: todo.done ? 'DONE' : 'TODO', ...contentOf(todo) });
  const db = deps.db.of(admin);
  // Signing completes the to-dos planned from a protocol, so only unsigned ones have open to-dos.
  const newest = await db.service.findMany({
    where: { state: 'NEW' },
    orderBy: { date: 'desc' },
    take: plannedTodos.length,
  });
  for (const [index, todo] of plannedTodos.entries()) {
    const service = newest[index];
    if (!service) continue;
    const { date, ...content } = contentOf(todo);
    await db.todo.create({
      data: {
        ...content,
        date: date && new Date(date),
        accountId: admin.accountId,
        serviceId: service.id,
        userCreatedId: admin.userId,
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
