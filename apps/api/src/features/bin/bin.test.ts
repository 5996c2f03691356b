import { createHash, randomUUID } from 'node:crypto';
import { type BinKind, binDays, binKinds } from '@servicebook/shared/bin';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import {
  buildAdmin,
  buildBinned,
  buildBranch,
  buildCategory,
  buildCustomer,
  buildDevice,
  buildFile,
  buildService,
  buildSignRequest,
  buildUser,
  buildVisit,
  emptyBin,
} from '../../testing/builders.ts';
import { signProtocol } from '../../testing/protocols.ts';
import { binTables } from '../deletion/bin-kinds.ts';
import { readReferences } from '../deletion/bin-references.ts';
import { sweepOrphans } from '../housekeeping/housekeeping.jobs.ts';
import { eraseBeyondQuota, eraseExpired } from './bin.service.ts';

const app = useTestApp();
let accountId: number;
let adminId: number;
let technicianId: number;
let admin: Api;
let technician: Api;
let by: { accountId: number; userCreatedId: number };

beforeAll(async () => {
  const owner = await buildAdmin(app);
  const user = await buildUser(app, { accountId: owner.accountId });
  accountId = owner.accountId;
  [adminId, technicianId] = [owner.id, user.id];
  [admin, technician] = [await app.as(owner), await app.as(user)];
  by = { accountId, userCreatedId: technicianId };
});

const db = () => app.deps.db.of({ accountId });
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);
const entryOf = (kind: BinKind, recordId: number) =>
  db().binEntry.findUniqueOrThrow({ where: { accountId_kind_recordId: { accountId, kind, recordId } } });
const restore = async (kind: BinKind, recordId: number) =>
  admin.bin.restore({ params: { id: (await entryOf(kind, recordId)).id } });

/** Every row of the account, except the log, the bin, and what counts calls; a freed visit was changed, and is again. */
async function dump(): Promise<Record<string, unknown>> {
  const { global } = app.deps.db;
  const tables = await global.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'account_id' AND table_name NOT LIKE 'bin%'
       AND table_name NOT IN ('audit_log', 'session', 'notification', 'service_counter') ORDER BY 1`;
  const rows: Record<string, unknown> = {};
  for (const { name } of tables) {
    const [found] = await global.$queryRawUnsafe<{ rows: unknown }[]>(
      `SELECT json_agg(to_jsonb(t)${name === 'visit' ? " - 'updated_at' - 'revision'" : ''} ORDER BY t::text) AS rows FROM "${name}" t WHERE account_id = $1`,
      accountId,
    );
    rows[name] = found?.rows;
  }
  return rows;
}

let lists = 0;

/** A record of each kind with everything that can go with it. */
const records: Record<BinKind, () => Promise<{ id: number; remove: () => Promise<unknown> }>> = {
  async absence() {
    const days = { fromDay: new Date('2026-12-21'), toDay: new Date('2026-12-24') };
    const { id } = await db().absence.create({
      data: { ...by, userId: technicianId, kind: 'VACATION', ...days },
    });
    return { id, remove: () => technician.absence.delete({ params: { id } }) };
  },
  async branch() {
    const { id } = await buildBranch(app, {
      accountId,
      description: '„Łódź“ \\ "1"',
      latitude: 51.123456789,
    });
    return { id, remove: () => admin.branch.delete({ params: { id } }) };
  },
  async category() {
    const serviceReviewOperations = ['Oil', 'Belt | mm'];
    const { id } = await buildCategory(app, { accountId, serviceReviewOperations });
    return { id, remove: () => admin.category.delete({ params: { id } }) };
  },
  async contact() {
    const { id: customerId } = await buildCustomer(app, { accountId });
    const contact = { accountId, customerId, name: 'Jan' };
    const { id } = await db().customerContact.create({ data: { ...contact, isMain: true } });
    await db().customerContact.create({ data: { ...contact, name: 'Ewa' } });
    return { id, remove: () => technician.customerContact.delete({ params: { id } }) };
  },
  async customer() {
    const { id } = await buildCustomer(app, { accountId, city: 'Łódź', nip: '526-000-12-46' });
    await db().customerContact.create({ data: { accountId, customerId: id, name: 'Jan', isMain: true } });
    await db().customerPage.create({ data: { accountId, customerId: id, token: randomUUID() } });
    await db().priceList.create({
      data: { accountId, customerId: id, validFrom: new Date('2026-11-01'), currency: 'EUR', hour: 5000 },
    });
    return { id, remove: () => admin.customer.delete({ params: { id } }) };
  },
  async device() {
    const { id } = await buildDevice(app, {
      accountId,
      serialNumber: 'GA-2024/1296',
      transferDate: new Date('2026-01-31'),
      inspectionPeriodInMonths: 12,
      gpsLatitude: 52.2296756,
      gpsLongitude: 21.0122287,
    });
    return { id, remove: () => admin.device.delete({ params: { id } }) };
  },
  async file() {
    const { id: deviceId } = await buildDevice(app, { accountId });
    const { id } = await buildFile(app, { ...by, deviceId, kind: 'MACHINE_FILE' });
    return { id, remove: () => technician.file.delete({ params: { id } }) };
  },
  async hotel() {
    const { id } = await db().deviceHotel.create({
      data: { accountId, name: 'Hotel', latitude: 51, longitude: 19.1 },
    });
    return { id, remove: () => admin.hotel.delete({ params: { id } }) };
  },
  async incident() {
    const { id: deviceId } = await buildDevice(app, { accountId });
    const { id } = await db().incident.create({
      data: { accountId, deviceId, userId: technicianId, date: new Date(), text: 'It smokes' },
    });
    return { id, remove: () => technician.incident.delete({ params: { id } }) };
  },
  async note() {
    const { id: deviceId } = await buildDevice(app, { accountId });
    const data = { ...by, deviceId, userUpdatedId: adminId, text: 'First line\nsecond line' };
    const { id } = await db().deviceNote.create({ data });
    return { id, remove: () => technician.note.delete({ params: { id } }) };
  },
  async part() {
    const { id: deviceId } = await buildDevice(app, { accountId });
    const { id } = await db().part.create({ data: { ...by, deviceId, name: 'Belt' } });
    return { id, remove: () => technician.part.delete({ params: { id } }) };
  },
  async pastService() {
    const { id: deviceId } = await buildDevice(app, { accountId });
    const { id } = await db().pastService.create({
      data: { ...by, deviceId, date: new Date('2024-05-31'), types: ['REPAIR'], number: '12/24' },
    });
    return { id, remove: () => technician.pastService.delete({ params: { id } }) };
  },
  async priceList() {
    const { id } = await db().priceList.create({
      data: { accountId, validFrom: new Date(Date.UTC(2026, 0, ++lists)), currency: 'EUR', hour: 5000 },
    });
    return { id, remove: () => admin.billing.deletePrices({ params: { id } }) };
  },
  async service() {
    const { id: deviceId, customerId } = await buildDevice(app, { accountId });
    const { id: visitId } = await buildVisit(app, {
      ...{ accountId, userId: technicianId, deviceId, day: '2026-11-10' },
      ...{ state: 'STARTED', startedAt: new Date('2026-11-10T07:00:00Z') },
    });
    const { id } = await buildService(app, {
      accountId,
      userId: technicianId,
      deviceId,
      visitId,
      customerId,
    });
    const of = { accountId, serviceId: id };
    await db().servicePerformer.create({ data: { ...of, userId: adminId } });
    const fields = [{ name: 'Pressure', value: '1.10', unit: 'bar' }];
    await db().serviceAction.create({ data: { ...of, deviceId, name: 'Oil', quantity: 0.1, fields } });
    await db().servicePart.create({ data: { ...of, deviceId, name: 'Seal', quantity: 1.25 } });
    await db().servicePart.create({ data: { ...of, name: 'Glue', quantity: 3 } });
    await db().todo.create({
      data: { ...of, userCreatedId: technicianId, assigneeId: adminId, description: 'Call' },
    });
    await db().incident.create({
      data: { ...of, deviceId, userId: adminId, date: new Date(), text: 'Fault' },
    });
    await buildSignRequest(app, { ...of, userCreatedId: technicianId });
    await db().notification.create({
      data: { ...of, userId: adminId, kind: 'SIGNED', content: {}, inApp: true, toMail: false },
    });
    await db().serviceBilling.create({ data: { ...of, currency: 'EUR', amount: 4200 } });
    await buildFile(app, { ...by, serviceId: id, print: true, contentType: 'image/jpeg' });
    const { id: followUp } = await buildVisit(app, { accountId, userId: technicianId, deviceId });
    await db().visit.update({
      where: { accountId_id: { accountId, id: followUp } },
      data: { sourceServiceId: id, source: 'FOLLOW_UP' },
    });
    return { id, remove: () => technician.service.delete({ params: { id } }) };
  },
  async todo() {
    const { id } = await db().todo.create({ data: { ...by, assigneeId: adminId, description: 'Call' } });
    return { id, remove: () => admin.todo.delete({ query: { id } }) };
  },
  async visit() {
    const { id: deviceId } = await buildDevice(app, { accountId });
    const { id } = await buildVisit(app, { accountId, userId: technicianId, deviceId, day: '2026-12-01' });
    await db().visit.update({
      where: { accountId_id: { accountId, id } },
      data: { checklist: [{ name: 'Ladder', done: true }], types: ['REPAIR', 'INSTALLATION'] },
    });
    await db().visitNote.create({ data: { ...by, visitId: id, text: 'Ring twice' } });
    await db().visitAnnouncement.create({
      data: { ...by, visitId: id, email: 'mill@example.com', language: 'de', day: new Date('2026-12-01') },
    });
    await buildFile(app, { ...by, visitId: id, kind: 'VISIT_FILE' });
    return { id, remove: () => technician.visit.delete({ params: { id } }) };
  },
  async visitNote() {
    const { id: deviceId } = await buildDevice(app, { accountId });
    const { id: visitId } = await buildVisit(app, { accountId, userId: technicianId, deviceId });
    const { id } = await db().visitNote.create({ data: { ...by, visitId, text: 'Ring twice' } });
    return { id, remove: () => technician.visit.deleteNote({ params: { id } }) };
  },
};

/** Who was signed in to the page of a customer stays signed out. */
const neverKept = ['customer_link', 'customer_session'];

/** The tables whose rows the database deletes with a record. */
async function dependentsOf(table: string): Promise<string[]> {
  const references = await readReferences(db(), { accountId });
  const found = new Set([table]);
  for (const reached of found)
    for (const reference of references)
      if (reference.cascades && reference.to === reached && !neverKept.includes(reference.table))
        found.add(reference.table);
  return [...found].sort();
}

describe('what is in the bin', () => {
  it('says to what it belonged, and is found by that: serial numbers, customers, machines of protocols', async () => {
    // In another account: a protocol in the bin keeps its number.
    const owner = await buildAdmin(app);
    const api = await app.as(owner);
    const own = { accountId: owner.accountId };
    const by = { ...own, userCreatedId: owner.id };
    const customer = await buildCustomer(app, { ...own, shortName: 'Bin Mill' });
    const of = { ...own, customerId: customer.id };
    const press = await buildDevice(app, { ...of, name: 'Bin Press', serialNumber: 'BP-77/1' });
    const pump = await buildDevice(app, { ...of, name: 'Bin Pump', serialNumber: 'BP-77/2' });
    const service = await buildService(app, { ...of, userId: owner.id, deviceId: pump.id });
    const file = await buildFile(app, { ...by, deviceId: pump.id, kind: 'MACHINE_FILE' });
    const part = await app.deps.db
      .of(own)
      .part.create({ data: { ...by, deviceId: pump.id, name: 'Bin belt' } });
    await api.device.delete({ params: { id: press.id } });
    await api.service.delete({ params: { id: service.id } });
    await api.file.delete({ params: { id: file.id } });
    await api.part.delete({ params: { id: part.id } });
    const found = async (text: string) =>
      (await api.bin.search({ body: { text } })).content
        .map(({ kind, parent }) => `${kind}: ${parent}`)
        .toSorted();
    expect(await found('BP-77/1')).toEqual(['device: BP-77/1 · Bin Mill']);
    expect(await found('bp-77/2')).toEqual([
      'file: Bin Pump (BP-77/2)',
      'part: Bin Pump (BP-77/2)',
      'service: Bin Mill · Bin Pump (BP-77/2)',
    ]);
  });
});

describe.each(binKinds)('a deleted record of the kind %s', (kind) => {
  it('is undone by who deleted it: every row is as it was', async () => {
    const { id, remove } = await records[kind]();
    const before = await dump();
    await remove();
    const { table } = binTables[kind];
    const key = { where: { table, isLink: false, entry: { kind, recordId: id } } };
    expect(await db().binRow.count(key)).toBe(1);
    expect(await dump()).not.toEqual(before);
    const { userId } = await entryOf(kind, id);
    const restored = await (userId === adminId ? admin : technician).bin.undo({ body: { kind, id } });
    expect(restored).toMatchObject({ kind, id, isRenumbered: false });
    const after = await dump();
    if (kind !== 'contact') expect(after).toEqual(before);
    expect(await db().binEntry.count({ where: { kind, recordId: id } })).toBe(0);
    expect(await db().binUser.count({ where: { entry: { kind } } })).toBe(0);
  });

  it('is kept with the rows of every table that goes with it', async () => {
    const { id, remove } = await records[kind]();
    await remove();
    const entry = await entryOf(kind, id);
    const kept = await db().binRow.findMany({ where: { entryId: entry.id, isLink: false } });
    const tables = new Set(kept.map(({ table }) => table));
    // A new table that goes with this record needs a row here.
    expect([...tables]).toEqual(expect.arrayContaining(await dependentsOf(binTables[kind].table)));
    expect(entry.files).toBe(kept.filter(({ table }) => table === 'stored_file').length);
    await admin.bin.erase({ params: { id: entry.id } });
  });

  it('is restored by an admin long after, and logged', async () => {
    const { id, remove } = await records[kind]();
    await remove();
    const entry = await entryOf(kind, id);
    await db().binEntry.update({
      where: { accountId_id: { accountId, id: entry.id } },
      data: { deletedAt: inDays(-20) },
    });
    const { content } = await admin.bin.search({ body: { text: entry.title, size: 100 } });
    expect(content.find((one) => one.id === entry.id)).toMatchObject({ kind, title: entry.title });
    await admin.bin.restore({ params: { id: entry.id } });
    const log = await db().auditLog.findMany({ orderBy: { id: 'desc' }, take: 1 });
    expect(log).toMatchObject([{ kind: 'RESTORED', userId: adminId, entity: expect.any(String) }]);
    expect(await refusal(admin.bin.restore({ params: { id: entry.id } }))).toMatchObject({ status: 404 });
  });
});

describe('as the screens see it', () => {
  it('a machine is found again, with its inspection date and its changes', async () => {
    const { id } = await records.device();
    const read = async () => ({
      one: await admin.device.findById({ params: { id } }),
      overview: { ...(await admin.device.overview({ params: { id } })), changes: 0 },
      found: await admin.device.search({
        body: { text: 'GA-2024/1296', sort: { by: 'id', direction: 'desc' } },
      }),
    });
    const before = await read();
    await admin.device.delete({ params: { id } });
    expect(await refusal(admin.device.findById({ params: { id } }))).toMatchObject({ status: 404 });
    await admin.bin.undo({ body: { kind: 'device', id } });
    expect(await read()).toEqual(before);
    const kinds = (await admin.log.changes({ params: { entity: 'device', id } })).map(({ kind }) => kind);
    expect(kinds.slice(0, 2)).toEqual(['RESTORED', 'DELETED']);
  });

  it('a protocol has its attachments with the same bytes', async () => {
    const { id } = await records.service();
    const [file] = await db().storedFile.findMany({ where: { serviceId: id } });
    const download = () =>
      technician.http.get<ArrayBuffer>('/api/storage/downloadFile', {
        params: { fileName: file?.key },
        responseType: 'arraybuffer',
      });
    const hash = async () =>
      createHash('sha256')
        .update(Buffer.from((await download()).data))
        .digest('hex');
    const before = await technician.service.findById({ params: { id } });
    const hashBefore = await hash();
    await technician.service.delete({ params: { id } });
    await expect(download()).rejects.toMatchObject({ response: { status: 404 } });
    await sweepOrphans({ ...app.deps, clock: () => inDays(2) });
    await technician.bin.undo({ body: { kind: 'service', id } });
    expect(await technician.service.findById({ params: { id } })).toEqual(before);
    expect(await hash()).toBe(hashBefore);
  });

  it('a protocol starts its visit again; if that is in the bin, it must come first; if it is gone, it stays alone', async () => {
    const { id } = await records.service();
    const { visitId } = await db().service.findFirstOrThrow({ where: { id } });
    const stateOf = async () => (await db().visit.findFirst({ where: { id: visitId ?? 0 } }))?.state;
    await technician.service.delete({ params: { id } });
    expect(await stateOf()).toBe('PLANNED');
    await technician.bin.undo({ body: { kind: 'service', id } });
    expect(await stateOf()).toBe('STARTED');

    await technician.service.delete({ params: { id } });
    await admin.visit.delete({ params: { id: visitId ?? 0 } });
    expect(await refusal(technician.bin.undo({ body: { kind: 'service', id } }))).toMatchObject({
      code: 'BIN_PARENT_DELETED',
    });
    await restore('visit', visitId ?? 0);
    await restore('service', id);
    expect(await stateOf()).toBe('STARTED');

    await technician.service.delete({ params: { id } });
    await admin.visit.delete({ params: { id: visitId ?? 0 } });
    await admin.bin.erase({ params: { id: (await entryOf('visit', visitId ?? 0)).id } });
    await technician.bin.undo({ body: { kind: 'service', id } });
    expect(await db().service.findFirst({ where: { id } })).toMatchObject({ visitId: null });
  });

  it('a main contact is the main one again after undoing, and only then', async () => {
    const { id, remove } = await records.contact();
    const { customerId } = await db().customerContact.findFirstOrThrow({ where: { id } });
    const main = async () =>
      (await admin.customerContact.findByCustomer({ params: { customerId } }))
        .filter(({ isMain }) => isMain)
        .map(({ name }) => name);
    await remove();
    expect(await main()).toEqual(['Ewa']);
    await technician.bin.undo({ body: { kind: 'contact', id } });
    expect(await main()).toEqual(['Jan']);
    await remove();
    await restore('contact', id);
    expect(await main()).toEqual(['Ewa']);
  });
});

describe('numbers of protocols', () => {
  const date = new Date('2025-03-10T10:00:00Z');
  const write = async () => {
    const { id } = await technician.service.add({
      body: {
        date: date.toISOString(),
        type: ['REPAIR'],
        customer: { id: machine.customerId },
        devices: [{ id: machine.id }],
        actions: [],
      },
    });
    return id as number;
  };
  const numberOf = async (id: number) => (await db().service.findFirstOrThrow({ where: { id } })).number;
  let machine: { id: number; customerId: number };
  beforeAll(async () => {
    machine = await buildDevice(app, { accountId });
  });

  it('are kept if free, and new at the end of the month if taken', async () => {
    const [first, second] = [await write(), await write()];
    expect([await numberOf(first), await numberOf(second)]).toEqual([1, 2]);
    await technician.service.delete({ params: { id: second } });
    const third = await write();
    expect(await numberOf(third)).toBe(2);
    const answer = await technician.bin.undo({ body: { kind: 'service', id: second } });
    expect(answer).toMatchObject({ title: '3/03/2025', isRenumbered: true });
    expect(await numberOf(second)).toBe(3);
  });

  it('leave no hole when the lower one stays in the bin', async () => {
    const [fourth, fifth] = [await write(), await write()];
    await technician.service.delete({ params: { id: fifth } });
    await technician.service.delete({ params: { id: fourth } });
    expect(await restore('service', fifth)).toMatchObject({ title: '4/03/2025' });
    expect(await restore('service', fourth)).toMatchObject({ title: '5/03/2025' });
  });

  it('are never given twice at once', async () => {
    const sixth = await write();
    await technician.service.delete({ params: { id: sixth } });
    const [written] = await Promise.all([write(), restore('service', sixth)]);
    expect(new Set([await numberOf(written), await numberOf(sixth)])).toEqual(new Set([6, 7]));
  });
});

describe('a restoration is refused', () => {
  it('while what it belonged to is in the bin, which is named', async () => {
    const { id, remove } = await records.note();
    const { deviceId } = await db().deviceNote.findFirstOrThrow({ where: { id } });
    await remove();
    await admin.device.delete({ params: { id: deviceId } });
    const { title } = await entryOf('device', deviceId);
    const { id: entryId } = await entryOf('note', id);
    const answer = await refusal(admin.bin.restore({ params: { id: entryId } }));
    expect(answer).toMatchObject({ status: 409, code: 'BIN_PARENT_DELETED' });
    expect(answer.message).toContain(`“${title}”`);
    await restore('device', deviceId);
    await admin.bin.restore({ params: { id: entryId } });
    expect(await db().deviceNote.count({ where: { id } })).toBe(1);
  });

  it('after what it belonged to was erased', async () => {
    const { id, remove } = await records.note();
    const { deviceId } = await db().deviceNote.findFirstOrThrow({ where: { id } });
    await remove();
    await admin.device.delete({ params: { id: deviceId } });
    await admin.bin.erase({ params: { id: (await entryOf('device', deviceId)).id } });
    const answer = await refusal(technician.bin.undo({ body: { kind: 'note', id } }));
    expect(answer).toMatchObject({ status: 409, code: 'BIN_PARENT_GONE' });
    expect(await db().binEntry.count({ where: { kind: 'note', recordId: id } })).toBe(1);
  });

  it.each(['customer', 'category', 'priceList'] as const)('while another %s has its name', async (kind) => {
    const { id, remove } = await records[kind]();
    const { shortName = '' } = (await db().customer.findFirst({ where: { id } })) ?? {};
    const { name = '' } = (await db().category.findFirst({ where: { id } })) ?? {};
    await remove();
    const again = {
      customer: () => buildCustomer(app, { accountId, shortName: shortName.toUpperCase() }),
      category: () => buildCategory(app, { accountId, name }),
      priceList: async () => {
        lists--;
        return records.priceList();
      },
    };
    const other = await again[kind]();
    const code = kind === 'priceList' ? 'PRICES_EXIST' : 'BIN_NAME_TAKEN';
    expect(await refusal(restore(kind, id))).toMatchObject({ status: 409, code });
    if (kind === 'customer') await db().customer.deleteMany({ where: { id: other.id } });
    if (kind === 'category') await db().category.deleteMany({ where: { id: other.id } });
    if (kind === 'priceList') await db().priceList.deleteMany({ where: { id: other.id } });
    expect(await restore(kind, id)).toMatchObject({ id });
    if (kind === 'priceList') await db().priceList.deleteMany({ where: { id } });
  });

  it('while another customer has its own number, or the same service was entered again', async () => {
    const own = await buildCustomer(app, { accountId, ownNumber: 'K-7' });
    await admin.customer.delete({ params: { id: own.id } });
    const other = await buildCustomer(app, { accountId, ownNumber: 'K-7' });
    expect(await refusal(restore('customer', own.id))).toMatchObject({ code: 'BIN_NUMBER_TAKEN' });
    await admin.customer.delete({ params: { id: other.id } });
    await restore('customer', own.id);
    const { id, remove } = await records.pastService();
    const { updatedAt: _, id: __, ...data } = await db().pastService.findFirstOrThrow({ where: { id } });
    await remove();
    await db().pastService.create({ data });
    expect(await refusal(restore('pastService', id))).toMatchObject({ code: 'BIN_ENTERED_AGAIN' });
  });

  it('while there is no room for its files, which do not count in the bin', async () => {
    const { id, remove } = await records.file();
    const { used } = await admin.storage.use();
    const { size } = await db().storedFile.findFirstOrThrow({ where: { id } });
    await remove();
    expect((await admin.storage.use()).used).toBe(used - size);
    const [plan] = await db().$queryRaw<{ id: number; megabytes: number }[]>`
      SELECT p.id, p.storage_megabytes AS megabytes FROM account_plan p JOIN app_user u ON u.account_plan_id = p.id
       WHERE u.account_id = ${accountId} LIMIT 1`;
    const { global } = app.deps.db;
    const setRoom = (storageMegabytes: number) =>
      global.accountPlan.update({ where: { id: plan?.id ?? 0 }, data: { storageMegabytes } });
    await setRoom(0);
    expect(await refusal(restore('file', id))).toMatchObject({ code: 'STORAGE_QUOTA_REACHED' });
    await setRoom(plan?.megabytes ?? 0);
    await restore('file', id);
    expect((await admin.storage.use()).used).toBe(used);
  });

  it('for an attachment whose protocol was signed meanwhile, except to an admin', async () => {
    const { id: serviceId } = await buildService(app, { accountId, userId: technicianId });
    const attached = { ...by, serviceId, print: true, contentType: 'image/jpeg' };
    const { id } = await buildFile(app, attached);
    await technician.service.deleteFile({ params: { fileId: id } });
    await signProtocol(technician, serviceId);
    const undo = technician.bin.undo({ body: { kind: 'file', id } });
    expect(await refusal(undo)).toMatchObject({ status: 403, code: 'SUPPLEMENT_BY_ADMIN' });
    await restore('file', id);
    // The signed document does not show it.
    expect(await db().storedFile.findFirst({ where: { id } })).toMatchObject({ print: false, serviceId });
    const log = await db().auditLog.findFirst({ orderBy: { id: 'desc' } });
    expect(log).toMatchObject({ kind: 'RESTORED', entity: 'service', entityId: serviceId });
  });
});

describe('who may', () => {
  it('only admins see, restore and erase; who deleted may undo for two minutes', async () => {
    const { id, remove } = await records.part();
    await remove();
    const { id: entryId } = await entryOf('part', id);
    const forbidden = { status: 403, code: 'NO_PERMISSION' };
    expect(await refusal(technician.bin.search({ body: {} }))).toMatchObject(forbidden);
    expect(await refusal(technician.bin.restore({ params: { id: entryId } }))).toMatchObject(forbidden);
    expect(await refusal(technician.bin.erase({ params: { id: entryId } }))).toMatchObject(forbidden);
    expect(await refusal(admin.bin.undo({ body: { kind: 'part', id } }))).toMatchObject(forbidden);
    const where = { accountId_id: { accountId, id: entryId } };
    await db().binEntry.update({ where, data: { deletedAt: new Date(Date.now() - 121_000) } });
    const late = await refusal(technician.bin.undo({ body: { kind: 'part', id } }));
    expect(late).toMatchObject({ status: 409, code: 'UNDO_TOO_LATE' });
    expect(await db().binEntry.count({ where: { id: entryId } })).toBe(1);
    await admin.bin.restore({ params: { id: entryId } });
    expect(await db().part.count({ where: { id } })).toBe(1);
  });

  it('another company reaches nothing', async () => {
    const stranger = await buildAdmin(app);
    const theirs = await app.as(stranger);
    const { id, remove } = await records.hotel();
    await remove();
    const { id: entryId } = await entryOf('hotel', id);
    for (const call of [
      () => theirs.bin.restore({ params: { id: entryId } }),
      () => theirs.bin.erase({ params: { id: entryId } }),
      () => theirs.bin.undo({ body: { kind: 'hotel', id } }),
    ])
      expect(await refusal(call())).toMatchObject({ status: 404 });
    expect(await theirs.bin.search({ body: {} })).toMatchObject({ totalElements: 0 });
    await admin.bin.restore({ params: { id: entryId } });
  });

  it('an employee whom a deleted record names stays as long as it can be restored', async () => {
    const { id: userId } = await buildUser(app, { accountId });
    const author = await app.as({ accountId, id: userId });
    const { id: deviceId } = await buildDevice(app, { accountId });
    const { id } = await author.note.insert({ body: { text: 'Mine', device: { id: deviceId } } });
    await author.note.delete({ params: { id } });
    const dismiss = () => admin.employee.delete({ params: { id: userId } });
    expect(await refusal(dismiss())).toMatchObject({ code: 'USER_IN_USE' });
    await admin.bin.erase({ params: { id: (await entryOf('note', id)).id } });
    await dismiss();
  });
});

describe('at the same moment', () => {
  it('two deletions and two restorations do their work once', async () => {
    const { id, remove } = await records.customer();
    const deletions = await Promise.allSettled([remove(), remove()]);
    expect(deletions.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await db().binEntry.count({ where: { kind: 'customer', recordId: id } })).toBe(1);
    const restorations = await Promise.allSettled([
      restore('customer', id),
      admin.bin.undo({ body: { kind: 'customer', id } }),
    ]);
    expect(restorations.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await db().customerContact.count({ where: { customerId: id } })).toBe(1);
  });

  it('a restoration and the nightly erasure leave either the record with its bytes, or nothing', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, remove } = await records.file();
      const { key } = await db().storedFile.findFirstOrThrow({ where: { id } });
      await remove();
      const restoring = restore('file', id).catch(() => null);
      const [restored] = await Promise.all([
        restoring,
        eraseExpired({ ...app.deps, clock: () => inDays(binDays + 1) }),
      ]);
      const bytes = await app.deps.files.get(key).catch(() => null);
      expect(bytes !== null).toBe(restored !== null);
      expect(await db().storedFile.count({ where: { id } })).toBe(restored ? 1 : 0);
    }
  });

  it('a contact that is added while its customer is deleted is refused or kept', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, remove } = await records.customer();
      const add = admin.customerContact.insert({ body: { customer: { id }, name: 'Late' } });
      const [added] = await Promise.all([add.catch(() => null), remove()]);
      await restore('customer', id);
      expect(await db().customerContact.count({ where: { customerId: id, name: 'Late' } })).toBe(
        added ? 1 : 0,
      );
    }
  });
});

describe('for good', () => {
  it('it is erased after thirty days with its files, and not before', async () => {
    const { id, remove } = await records.file();
    const { key } = await db().storedFile.findFirstOrThrow({ where: { id } });
    const other = await buildBinned(app, await buildAdmin(app));
    await remove();
    await eraseExpired({ ...app.deps, clock: () => inDays(binDays - 1) });
    await sweepOrphans({ ...app.deps, clock: () => inDays(2) });
    expect((await app.deps.files.get(key)).length).toBeGreaterThan(0);
    const where = { id: other.id, accountId: other.accountId };
    expect(await app.deps.db.global.binEntry.count({ where })).toBe(1);
    await eraseExpired({ ...app.deps, clock: () => inDays(binDays + 1) });
    await expect(app.deps.files.get(key)).rejects.toThrow();
    for (const table of [db().binEntry, db().binRow, db().binUser] as {
      count(args: object): Promise<number>;
    }[])
      expect(await table.count({ where: {} })).toBe(0);
    expect(await app.deps.db.global.binEntry.count({ where })).toBe(0);
  });

  it('what was deleted first goes when the files in the bin take more room than the plans allow', async () => {
    await emptyBin(app);
    const deleted = [await records.file(), await records.note(), await records.visit(), await records.file()];
    for (const { remove } of deleted) await remove();
    const entries = async () =>
      (await db().binEntry.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id);
    const before = await entries();
    await eraseBeyondQuota(app.deps, { accountId });
    expect(await entries()).toEqual(before);
    const { total } = await admin.storage.use();
    await db().$executeRaw`
      UPDATE bin_row SET content = content || jsonb_build_object('size', ${total * 0.4}::bigint)
       WHERE account_id = ${accountId} AND file_key IS NOT NULL`;
    await eraseBeyondQuota(app.deps, { accountId });
    expect(await entries()).toEqual(before.slice(1));
    await emptyBin(app);
  });

  it('an admin erases it at once, and the log tells', async () => {
    const { id, remove } = await records.visit();
    const [file] = await db().storedFile.findMany({ where: { visitId: id } });
    await remove();
    await admin.bin.erase({ params: { id: (await entryOf('visit', id)).id } });
    await expect(app.deps.files.get(file?.key ?? '')).rejects.toThrow();
    const log = await db().auditLog.findFirst({ orderBy: { id: 'desc' } });
    expect(log).toMatchObject({ kind: 'ERASED', entity: 'visit', entityId: id, userId: adminId });
    expect(await refusal(technician.bin.undo({ body: { kind: 'visit', id } }))).toMatchObject({
      status: 404,
    });
  });
});

it('a column that the table got meanwhile has its default, and one that is gone is left out', async () => {
  const { id, remove } = await records.hotel();
  await remove();
  const { id: entryId } = await entryOf('hotel', id);
  const [row] = await db().binRow.findMany({ where: { entryId } });
  const { phone: _, ...content } = (row?.content ?? {}) as Record<string, unknown>;
  const where = { accountId_entryId_position: { accountId, entryId, position: 0 } };
  await db().binRow.update({ where, data: { content: { ...content, fax: '1' } as object } });
  await admin.bin.restore({ params: { id: entryId } });
  expect(await db().deviceHotel.findFirst({ where: { id } })).toMatchObject({ name: 'Hotel', phone: '' });
});

it('technicians who were told that their visit is cancelled are told that it takes place', async () => {
  const { id: deviceId } = await buildDevice(app, { accountId });
  const { id } = await buildVisit(app, { accountId, userId: technicianId, deviceId, day: '2026-12-02' });
  await admin.visit.delete({ params: { id } });
  await admin.bin.undo({ body: { kind: 'visit', id } });
  const told = await db().notification.findMany({
    where: { visitId: id, userId: technicianId },
    orderBy: { id: 'asc' },
  });
  expect(told.map(({ kind }) => kind)).toEqual(['CANCELLED', 'CHANGED']);
});
