/** Withdrawing a signed protocol: kept for good, marked everywhere, counted nowhere. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readTexts } from '../../platform/pdf/testing/read-pdf.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildDevice, buildTeam } from '../../testing/builders.ts';
import { linesOf } from '../../testing/csv.ts';
import {
  bodyOf,
  dateOfFreshMonth,
  protocolOf,
  readPdf,
  readVersion,
  signProtocol,
} from '../../testing/protocols.ts';

const app = useTestApp();
let admin: Api;
let technician: Api;
let accountId: number;

beforeAll(async () => {
  ({ accountId, admin, technician } = await buildTeam(app));
});

const reason = 'Wrong machine: it was the one next to it';
const withdraw = (id: number, given: { reason?: string; revision?: number } = {}, api = admin) =>
  api.service.withdraw({ params: { id }, body: { reason, ...given } });

async function signedOn(device: { id: number; customerId: number }, date = dateOfFreshMonth()) {
  const body = protocolOf(device, { date, type: ['PERIODIC_INSPECTION', 'REPAIR'], period: 6 });
  const { id } = await technician.service.add({ body });
  return signProtocol(technician, id);
}
const newDevice = () => buildDevice(app, { accountId, isPeriodicInspectionEnabled: true });
const newSigned = async () => signedOn(await newDevice());

describe('a withdrawn protocol', () => {
  it('keeps its number and its state, and says when, by whom and why', async () => {
    const protocol = await newSigned();
    expect(protocol.withdrawn).toBeNull();
    const withdrawn = await withdraw(protocol.id, { revision: protocol.revision });
    expect(withdrawn).toMatchObject({
      number: protocol.number,
      state: 'SIGNED',
      version: 1,
      withdrawn: { reason, by: { firstName: expect.any(String) }, at: expect.stringMatching(/Z$/) },
    });
    expect(await technician.service.findById({ params: { id: protocol.id } })).toEqual(withdrawn);
    const log = await app.deps.db.of({ accountId }).auditLog.findFirst({
      where: { entityId: protocol.id, entity: 'service', kind: 'WITHDRAWN' },
    });
    expect(log?.what).toContain(reason);
  });

  it('is withdrawn by admins only, with a reason, when it is signed and unchanged since it was read', async () => {
    const protocol = await newSigned();
    const { id } = protocol;
    expect(await refusal(withdraw(id, {}, technician))).toMatchObject({ status: 403, code: 'NO_PERMISSION' });
    for (const blank of ['', '  '])
      expect(await refusal(withdraw(id, { reason: blank }))).toMatchObject({
        fields: { reason: 'WITHDRAW_REASON_REQUIRED' },
      });
    expect(await refusal(withdraw(id, { revision: protocol.revision - 1 }))).toMatchObject({
      code: 'SERVICE_CHANGED',
    });
    await admin.service.add({ body: await bodyOf(admin, id) });
    expect(await refusal(withdraw(id))).toMatchObject({ status: 409, code: 'UNSIGNED_PROTOCOL' });
    expect(await technician.service.findById({ params: { id } })).toMatchObject({ withdrawn: null });
  });

  it('cannot be changed, signed, deleted or withdrawn again, and gets no files and loses none', async () => {
    const { id } = await newSigned();
    const supplement = { params: { serviceId: id }, file: new Blob(['a']), fileName: 'a.txt' };
    const { fileDtos } = await admin.service.addFile(supplement);
    const body = await bodyOf(admin, id);
    await withdraw(id);
    const gone = { status: 409, code: 'WITHDRAWN_PROTOCOL' };
    const { revision: _, ...unchecked } = body;
    for (const given of [body, { ...unchecked, isToSign: true }])
      expect(await refusal(admin.service.add({ body: given }))).toMatchObject(gone);
    for (const api of [technician, admin]) {
      expect(await refusal(signProtocol(api, id))).toMatchObject(gone);
      expect(await refusal(api.service.addFile(supplement))).toMatchObject(gone);
    }
    expect(await refusal(withdraw(id))).toMatchObject(gone);
    const fileId = fileDtos[0]?.id ?? 0;
    expect(await refusal(admin.service.deleteFile({ params: { fileId } }))).toMatchObject(gone);
    expect(await refusal(admin.service.delete({ params: { id } }))).toMatchObject({ status: 409 });
    const row = { where: { accountId_id: { accountId, id } } };
    const { service } = app.deps.db.of({ accountId });
    for (const data of [{ withdrawnAt: null, withdrawnById: null, withdrawReason: '' }, { state: 'NEW' }])
      await expect(service.update({ ...row, data: data as object })).rejects.toThrow();
    await app.expectNoStrayFiles();
  });

  it('is signed and withdrawn at once only in one order', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await newSigned();
      const reopen = async () => admin.service.add({ body: await bodyOf(admin, id) });
      await Promise.allSettled([reopen(), withdraw(id), withdraw(id)]);
      const { state, withdrawn } = await admin.service.findById({ params: { id } });
      expect(state === 'SIGNED').toBe(withdrawn !== null);
      const log = app.deps.db.of({ accountId }).auditLog;
      const withdrawals = await log.count({ where: { entityId: id, entity: 'service', kind: 'WITHDRAWN' } });
      expect(withdrawals).toBe(withdrawn ? 1 : 0);
    }
  });

  it('never gives its number away, to fifty who try at once', async () => {
    const date = dateOfFreshMonth();
    const device = await newDevice();
    const { id, number } = await signedOn(device, date);
    await withdraw(id);
    const attempts = Array.from({ length: 50 }, (_, index) =>
      technician.service.add({ body: protocolOf(device, { date, ...(index % 2 === 0 && { number }) }) }),
    );
    const results = await Promise.allSettled(attempts);
    const numbers = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value.number] : []));
    expect(numbers).toHaveLength(25);
    expect(new Set(numbers).size).toBe(25);
    expect(numbers).not.toContain(number);
    for (const [index, result] of results.entries())
      if (index % 2 === 0)
        expect(result).toMatchObject({ reason: { response: { data: { code: 'SERVICE_NUMBER_EXISTS' } } } });
  });

  it('is no inspection and no service of its machine, and in no statistics', async () => {
    const device = await newDevice();
    const [earlier, later] = [dateOfFreshMonth(), dateOfFreshMonth()];
    await signedOn(device, earlier);
    const { id, user } = await signedOn(device, later);
    const read = async () => {
      const deviceId = device.id;
      const span = { dateFrom: later.slice(0, 10), dateTo: later.slice(0, 10) };
      const { lastService } = await admin.device.overview({ params: { id: deviceId } });
      const { lastInspection } = await admin.machineInspection.inspection({ params: { deviceId } });
      const rows = await admin.inspection.list({ params: { scope: 'all' } });
      const { totals } = await admin.statistics.overview({ query: span });
      const users = await admin.statistics.servicesUsers({ query: span });
      return {
        lastService: lastService?.date.slice(0, 10),
        lastInspection,
        listed: rows.find((row) => row.device.id === deviceId)?.lastInspection,
        all: totals.all,
        byUser: users.find(({ userId }) => userId === user?.id)?.countUserServices,
      };
    };
    const dayOf = (date: string) => date.slice(0, 10);
    const day = dayOf(later);
    expect(await read()).toEqual({ lastService: day, lastInspection: day, listed: day, all: 1, byUser: 1 });
    await withdraw(id);
    const before = dayOf(earlier);
    expect(await read()).toEqual({
      lastService: before,
      lastInspection: before,
      listed: before,
      all: 0,
      byUser: 0,
    });
  });

  it('is marked in lists, in the machine’s history, among its events and in exports', async () => {
    const device = await newDevice();
    const { id } = await signedOn(device);
    const kept = await signedOn(device);
    await withdraw(id);
    const search = async (states: ('SIGNED' | 'WITHDRAWN')[]) => {
      const { content } = await admin.serviceOverview.search({ body: { deviceId: device.id, states } });
      return content.map((each) => each.id);
    };
    expect(await search(['WITHDRAWN'])).toEqual([id]);
    expect(await search(['SIGNED'])).toEqual([kept.id]);
    expect((await search(['SIGNED', 'WITHDRAWN'])).toSorted()).toEqual([id, kept.id].toSorted());
    const events = await admin.serviceOverview.list();
    expect(events.find((event) => event.id === id)?.withdrawn).toMatchObject({ reason });
    const history = await admin.serviceBook.history({ params: { id: device.id } });
    const marks = history.flatMap(({ service }) => (service ? [[service.id, service.withdrawn]] : []));
    expect(Object.fromEntries(marks)).toEqual({ [id]: true, [kept.id]: false });
    const incidents = await admin.incident.findByParameters({
      query: { deviceId: device.id, showService: true },
    });
    expect(incidents.map(({ service }) => service?.withdrawn).toSorted()).toEqual([false, true]);
    const body = { format: 'csv', deviceId: device.id, states: ['WITHDRAWN'] };
    const { data } = await admin.http.post('/api/service/export', body);
    const [headers, ...lines] = linesOf(data);
    expect(headers).toContain('Reason for withdrawal');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`;Withdrawn;.*;${reason}$`));
  });

  it('is shown as a marked copy; its signed document stays as it was, byte by byte', async () => {
    const { id } = await newSigned();
    const signed = await readPdf(technician, id);
    const { snapshot, snapshotSha256, pdfSha256 } = await readVersion(app, accountId, id);
    await withdraw(id);
    const pages = await readTexts(await readPdf(technician, id));
    for (const page of pages) expect(page).toContain('WITHDRAWN');
    expect(pages[0]).toContain(reason);
    expect(pages.join()).toContain(snapshotSha256);
    expect(await readPdf(technician, id, 1)).toEqual(signed);
    expect(await readTexts(signed)).not.toContainEqual(expect.stringContaining('WITHDRAWN'));
    expect(await readVersion(app, accountId, id)).toMatchObject({ snapshot, snapshotSha256, pdfSha256 });
  });

  it('has its marked copy drawn once, and kept: also one from before copies were kept', async () => {
    const { id } = await newSigned();
    const { id: versionId } = await readVersion(app, accountId, id);
    const where = { accountId_id: { accountId, id: versionId } };
    const { serviceVersion, storedFile } = app.deps.db.of({ accountId });
    const markedFileId = async () => (await serviceVersion.findUniqueOrThrow({ where })).markedFileId;
    await withdraw(id);
    await vi.waitFor(async () => expect(await markedFileId()).not.toBeNull(), { timeout: 15_000 });
    const render = vi.spyOn(app.deps.pdf, 'render');
    const copy = await readPdf(technician, id);
    expect(render).not.toHaveBeenCalled();
    await serviceVersion.update({ where, data: { markedFileId: null } });
    const copies = await Promise.all([1, 2, 3, 4].map(() => readPdf(technician, id)));
    expect(render).toHaveBeenCalledTimes(1);
    render.mockRestore();
    for (const each of copies) expect(each).toEqual(copy);
    const stored = await storedFile.findMany({ where: { markedOfVersions: { some: { id: versionId } } } });
    expect(stored).toMatchObject([{ id: await markedFileId(), kind: 'SERVICE_PDF' }]);
    await app.expectNoStrayFiles();
  });
});
