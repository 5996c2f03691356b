/** Rows for tests; whatever a row needs and the test does not name is made with it. */
import { createHash, randomUUID } from 'node:crypto';
import { binDays } from '@servicebook/shared/bin';
import { eraseExpired } from '../features/bin/bin.service.ts';
import { contentNow } from '../features/service/service-signing.ts';
import { takeSnapshot } from '../features/service/service-snapshot.ts';
import type { PlanCode, Prisma } from '../generated/prisma/client.ts';
import { canonicalJson } from '../platform/canonical-json.ts';
import { hashPassword } from '../platform/password.ts';
import type { TestApp } from './app.ts';

export const knownPassword = 'correct horse';
let knownHash: Promise<string> | undefined;

let counter = 0;
const next = () => ++counter;

type Overrides<Row> = Partial<Row>;

export async function buildAccount(
  { deps }: TestApp,
  given: Overrides<Prisma.AccountUncheckedCreateInput> = {},
) {
  return deps.db.global.account.create({
    data: {
      companyName: `Company ${next()}`,
      street: 'Long Street 1',
      postalCode: '00-950',
      city: 'Warsaw',
      country: 'PL',
      nip: '5260001246',
      timezone: 'Europe/Warsaw',
      language: 'en',
      ...given,
    },
  });
}

export async function buildUser(
  app: TestApp,
  {
    plan = 'PREMIUM',
    invited = false,
    ...given
  }: Overrides<Prisma.UserUncheckedCreateInput> & { plan?: PlanCode; invited?: boolean } = {},
) {
  const { global } = app.deps.db;
  const accountId = given.accountId ?? (await buildAccount(app)).id;
  const email = given.email ?? `user-${randomUUID()}@example.com`;
  knownHash ??= hashPassword(knownPassword);
  const accountPlan = await global.accountPlan.findUniqueOrThrow({
    where: { code_language: { code: plan, language: 'en' } },
  });
  // Never activated: the address is not proven.
  const claimedAt = invited || given.activatedAt === null ? null : new Date();
  await global.loginIdentity.create({ data: { email, accountId, invited, claimedAt } });
  return global.user.create({
    data: {
      firstName: 'Test',
      lastName: `User ${next()}`,
      passwordHash: invited ? null : await knownHash,
      active: true,
      activatedAt: claimedAt,
      accountPlanId: accountPlan.id,
      planExpired: plan === 'FREE' ? null : new Date(Date.now() + 365 * 24 * 3_600_000),
      ...given,
      accountId,
      email,
    },
  });
}

export const buildAdmin = (app: TestApp, given: Parameters<typeof buildUser>[1] = {}) =>
  buildUser(app, { isAdmin: true, ...given });

/** A browser in which the user is signed in, and which nobody uses. */
export async function buildSession(
  { deps }: TestApp,
  { accountId, id: userId }: { accountId: number; id: number },
): Promise<number> {
  const tokenHash = randomUUID();
  const expiresAt = new Date(Date.now() + 24 * 3_600_000);
  return (
    await deps.db.of({ accountId }).session.create({ data: { accountId, userId, tokenHash, expiresAt } })
  ).id;
}

/** A company and its people, each signed in: an admin and two technicians. */
export async function buildTeam(app: TestApp) {
  const owner = await buildAdmin(app);
  const { accountId } = owner;
  const user = await buildUser(app, { accountId });
  const colleague = await app.as(await buildUser(app, { accountId }));
  return {
    accountId,
    userId: user.id,
    admin: await app.as(owner),
    technician: await app.as(user),
    colleague,
  };
}

/** A browser that is signed in to the page of a customer, which is switched on. */
export async function buildCustomerSession(
  { deps }: TestApp,
  of: { accountId: number; customerId: number },
  given: Overrides<Prisma.CustomerSessionUncheckedCreateInput> = {},
): Promise<number> {
  const expiresAt = new Date(Date.now() + 24 * 3_600_000);
  const data = { ...of, email: 'customer@example.com', tokenHash: randomUUID(), expiresAt, ...given };
  return (await deps.db.of(of).customerSession.create({ data })).id;
}

interface Owned {
  accountId: number;
}

export const buildCategory = (
  { deps }: TestApp,
  given: Owned & Overrides<Prisma.CategoryUncheckedCreateInput>,
) => deps.db.of(given).category.create({ data: { name: `Category ${next()}`, ...given } });

export const buildBranch = ({ deps }: TestApp, given: Owned & Overrides<Prisma.BranchUncheckedCreateInput>) =>
  deps.db
    .of(given)
    .branch.create({ data: { name: `Branch ${next()}`, latitude: 51, longitude: 19, ...given } });

/** An entry of the log, as of a moment and a user of the test's choice. */
export const buildLogEntry = (
  { deps }: TestApp,
  given: Owned & Overrides<Prisma.AuditLogUncheckedCreateInput>,
) =>
  deps.db.of(given).auditLog.create({
    data: { kind: 'DELETED', entity: 'device', what: `Machine ${next()}`, who: 'user@example.com', ...given },
  });

export const buildCustomer = (
  { deps }: TestApp,
  given: Owned & Overrides<Prisma.CustomerUncheckedCreateInput>,
) =>
  deps.db.of(given).customer.create({
    data: { shortName: `Customer ${next()}`, fullName: `Customer number ${counter}`, ...given },
  });

export async function buildDevice(app: TestApp, given: Owned & Overrides<Prisma.DeviceUncheckedCreateInput>) {
  const categoryId =
    given.categoryId ??
    (await buildCategory(app, given.accountId ? { accountId: given.accountId } : given)).id;
  const customerId = given.customerId ?? (await buildCustomer(app, { accountId: given.accountId })).id;
  return app.deps.db
    .of(given)
    .device.create({ data: { name: `Machine ${next()}`, ...given, categoryId, customerId } });
}

/** A to-do that one of the account noted, for a day of the test's choice. */
export const buildTodo = (
  { deps }: TestApp,
  { accountId, id: userCreatedId }: { accountId: number; id: number },
  {
    date = null,
    ...given
  }: Omit<Overrides<Prisma.TodoUncheckedCreateInput>, 'date'> & {
    date?: string | null;
  },
) =>
  deps.db
    .of({ accountId })
    .todo.create({ data: { accountId, userCreatedId, date: date && new Date(date), ...given } });

/** An unpaid order: one month of Premium for one user of the account, ordered by them. */
export async function buildOrder(
  { deps }: TestApp,
  { accountId, userId, ...given }: Owned & { userId: number } & Overrides<Prisma.OrderUncheckedCreateInput>,
) {
  const db = deps.db.of({ accountId });
  const plan = await db.accountPlan.findUniqueOrThrow({
    where: { code_language: { code: 'PREMIUM', language: 'en' } },
  });
  const { email } = await db.user.findUniqueOrThrow({ where: { accountId_id: { accountId, id: userId } } });
  const total = { totalNetAmount: 900, totalVatAmount: 207, totalGrossAmount: 1107, currency: 'USD' };
  const order = await db.order.create({ data: { accountId, userId, ...total, ...given } });
  await db.orderLine.create({
    data: {
      accountId,
      orderId: order.id,
      userId,
      email,
      accountPlanId: plan.id,
      planName: plan.name,
      period: 'MONTH',
      quantity: 1,
      unitNetPrice: 900,
      vatRate: 23,
      netAmount: 900,
      vatAmount: 207,
      grossAmount: 1107,
    },
  });
  return order;
}

/** A stored file with its bytes. */
export async function buildFile(
  { deps }: TestApp,
  given: Owned & Overrides<Prisma.StoredFileUncheckedCreateInput>,
  bytes: Uint8Array = new TextEncoder().encode('content'),
) {
  const key = await deps.files.put(bytes);
  return deps.db.of(given).storedFile.create({
    data: {
      key,
      kind: 'SERVICE_FILE',
      filename: 'note.txt',
      contentType: 'text/plain',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      ...given,
    },
  });
}

/** A message to the user that they were assigned to a visit. */
export const buildNotification = (
  { deps }: TestApp,
  { accountId, id: userId }: { accountId: number; id: number },
  visitId: number,
  given: Overrides<Prisma.NotificationUncheckedCreateInput> = {},
) =>
  deps.db.of({ accountId }).notification.create({
    data: {
      accountId,
      userId,
      visitId,
      kind: 'ASSIGNED',
      content: { by: 'Planner', customer: 'Customer', day: null, window: '', changes: [], text: '' },
      inApp: true,
      toMail: false,
      ...given,
    },
  });

/** An import of one customer, whose column is assigned. */
export async function buildImport(
  { deps }: TestApp,
  { accountId, id: userId }: { accountId: number; id: number },
  given: Overrides<Prisma.ImportUncheckedCreateInput> = {},
) {
  const db = deps.db.of({ accountId });
  const header = `Customer name`;
  const column = { field: 'customer.shortName', certainty: 1, dateOrder: null, isAmbiguous: false };
  const sheet = { name: 'Sheet1', rows: 1, headerRow: 1, isLeftOut: false, isRemembered: false, hints: [] };
  const sheets = [{ ...sheet, columns: [{ ...column, header, samples: ['Customer 1'] }] }];
  const row = await db.import.create({
    data: { accountId, userId, filename: 'customers.csv', size: 20, sha256: '', sheets, ...given },
  });
  const own = { accountId, importId: row.id, sheet: 0 };
  const plan = given.state === undefined ? null : 'CREATE';
  await db.importRow.createMany({
    data: [
      { ...own, position: 0, row: 1, cells: [header] },
      { ...own, position: 1, row: 2, cells: [`Customer ${row.id}`], plan, isDone: given.state === 'DONE' },
    ],
  });
  return row;
}

/** An archive that was uploaded to be brought back, and is none. */
export async function buildArchive(
  { deps }: TestApp,
  { accountId, id: userId }: { accountId: number; id: number },
  given: Overrides<Prisma.ArchiveUncheckedCreateInput> = {},
) {
  const db = deps.db.of({ accountId });
  const bytes = new TextEncoder().encode('archive');
  const seed = deps.files.newKey();
  const size = bytes.length;
  const row = await db.archive.create({
    data: { accountId, userId, filename: 'all.zip', size, seed, ...given },
  });
  const key = await deps.files.put(bytes);
  await db.archivePart.create({ data: { accountId, archiveId: row.id, position: 0, key, size } });
  return row;
}

/** An archive that lies ready for the user. */
export async function buildExport(
  { deps }: TestApp,
  { accountId, id: userId }: { accountId: number; id: number },
  given: Overrides<Prisma.ExportUncheckedCreateInput> = {},
) {
  const bytes = new TextEncoder().encode('archive');
  return deps.db.of({ accountId }).export.create({
    data: {
      accountId,
      userId,
      kind: 'SERVICE_PDFS',
      status: 'DONE',
      fileKey: given.fileKey === null ? null : await deps.files.put(bytes),
      filename: 'Archive.zip',
      size: bytes.length,
      expiresAt: new Date(Date.now() + 3_600_000),
      ...given,
    },
  });
}

/** An unsigned protocol on one machine, with the next number of November 2026 that the test has not used. */
export async function buildService(
  app: TestApp,
  {
    deviceId,
    ...given
  }: Owned & { userId: number; deviceId?: number } & Overrides<Prisma.ServiceUncheckedCreateInput>,
) {
  const { accountId } = given;
  const db = app.deps.db.of(given);
  const device = deviceId
    ? await db.device.findUniqueOrThrow({ where: { accountId_id: { accountId, id: deviceId } } })
    : await buildDevice(app, { accountId });
  const service = await db.service.create({
    data: {
      number: next(),
      year: 2026,
      month: 11,
      date: new Date('2026-11-10T10:00:00Z'),
      types: ['REPAIR'],
      userCreatedId: given.userId,
      ...given,
      customerId: device.customerId,
    },
  });
  await db.serviceDevice.create({ data: { accountId, serviceId: service.id, deviceId: device.id } });
  return service;
}

/** A protocol that was signed on paper, with its frozen content. */
export async function buildFrozen(
  app: TestApp,
  { accountId, id: userId }: Owned & { id: number },
  given: Partial<Parameters<typeof buildService>[1]> = {},
) {
  const signed = { state: 'SIGNED', currentVersion: 1 } as const;
  const service = await buildService(app, { ...given, ...signed, accountId, userId });
  const db = app.deps.db.of({ accountId });
  const signedAt = new Date();
  const signature = { kind: 'PAPER', signedAt: signedAt.toISOString() } as const;
  const { text, sha256 } = canonicalJson(await takeSnapshot(db, { accountId }, service.id, signature));
  const version = await db.serviceVersion.create({
    data: {
      ...{ accountId, serviceId: service.id, version: 1, userCreatedId: userId },
      ...{ snapshot: text, snapshotSha256: sha256 },
    },
  });
  await db.serviceSignature.create({
    data: { accountId, serviceVersionId: version.id, kind: 'PAPER', signedAt, userCreatedId: userId },
  });
  return service;
}

/** A visit to one machine by one technician, to be planned unless the test names a day. */
export async function buildVisit(
  app: TestApp,
  {
    deviceId,
    userId,
    day = null,
    ...given
  }: Owned & { userId: number; deviceId?: number; day?: string | null } & Omit<
      Overrides<Prisma.VisitUncheckedCreateInput>,
      'day'
    >,
) {
  const { accountId } = given;
  const db = app.deps.db.of(given);
  const device = deviceId
    ? await db.device.findUniqueOrThrow({ where: { accountId_id: { accountId, id: deviceId } } })
    : await buildDevice(app, { accountId });
  const visit = await db.visit.create({
    data: {
      types: ['REPAIR'],
      checklist: [{ name: 'Swept', done: false }],
      userCreatedId: userId,
      state: day ? 'PLANNED' : 'TO_PLAN',
      day: day && new Date(day),
      ...given,
      customerId: device.customerId,
    },
  });
  await db.visitDevice.create({ data: { accountId, visitId: visit.id, deviceId: device.id } });
  await db.visitTechnician.create({ data: { accountId, visitId: visit.id, userId } });
  return visit;
}

/** A note that its author has deleted. */
export async function buildBinned(app: TestApp, author: Owned & { id: number }) {
  const { accountId } = author;
  const { id: deviceId } = await buildDevice(app, { accountId });
  const by = { userCreatedId: author.id, userUpdatedId: author.id };
  const data = { accountId, deviceId, ...by, text: `Note ${next()}` };
  const { id } = await app.deps.db.of(author).deviceNote.create({ data });
  await (await app.as(author)).note.delete({ params: { id } });
  return app.deps.db.of(author).binEntry.findFirstOrThrow({ where: { kind: 'note', recordId: id } });
}

/** An action of this user on one machine, which can be taken back. @returns its id */
export async function buildBulk(
  app: TestApp,
  author: Owned & { id: number },
  deviceId: number,
): Promise<number> {
  const { accountId, id: userId } = author;
  const db = app.deps.db.of(author);
  const { id: actionId } = await db.bulkAction.create({
    data: { accountId, userId, action: 'machine.status', createdAt: new Date() },
  });
  const values = { before: { status: 'FAULT' }, after: { status: 'OK' } };
  await db.bulkRecord.create({ data: { accountId, actionId, recordId: deviceId, name: 'Press', ...values } });
  return actionId;
}

/** As the nightly job does once the last entry is old enough. */
export const emptyBin = ({ deps }: TestApp): Promise<void> =>
  eraseExpired({ ...deps, clock: () => new Date(Date.now() + (binDays + 1) * 24 * 3_600_000) });

/** A link that was mailed two hours ago and waits. The protocol must be as it is to stay. */
export async function buildSignRequest(
  { deps }: TestApp,
  given: Owned & {
    serviceId: number;
    userCreatedId: number;
  } & Overrides<Prisma.SignRequestUncheckedCreateInput>,
) {
  const db = deps.db.of(given);
  const { revision } = await db.service.findUniqueOrThrow({
    where: { accountId_id: { accountId: given.accountId, id: given.serviceId } },
  });
  const hours = (count: number) => new Date(deps.clock().getTime() + count * 3_600_000);
  return db.signRequest.create({
    data: {
      revision,
      contentSha256: await contentNow(db, given, given.serviceId),
      sentTo: 'customer@example.com',
      language: 'en',
      createdAt: hours(-2),
      expiresAt: hours(48),
      ...given,
    },
  });
}
