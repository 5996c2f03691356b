/** A call that waited on a phone without a network counts from when it was written. */
import { deviceTimeHeader, writtenAfterHeader, writtenAtHeader } from '@servicebook/shared/call-headers';
import { beforeAll, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildDevice, buildService, buildTeam, buildVisit } from '../../testing/builders.ts';
import { picture } from '../../testing/protocols.ts';

const app = useTestApp();
let admin: Api;
let accountId: number;
let userId: number;
beforeAll(async () => {
  ({ accountId, userId, admin } = await buildTeam(app));
});

const hour = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hour).toISOString();
/** The user's phone, whose call was written that long ago. */
const phone = (writtenAt: string, others: Record<string, string> = {}) =>
  app.as({ accountId, id: userId }, { [writtenAtHeader]: writtenAt, ...others });

it('a visit was started and finished when the technician was there', async () => {
  const { id } = await buildVisit(app, { accountId, userId });
  const [arrived, left] = [hoursAgo(30), hoursAgo(28)];
  const started = await (await phone(arrived)).visit.step({ body: { id, step: 'START', reason: '' } });
  const { timezone } = await admin.company.getAccount();
  const day = new Date(arrived).toLocaleDateString('sv', { timeZone: timezone });
  expect(started).toMatchObject({ state: 'STARTED', startedAt: arrived, day });
  expect(await (await phone(left)).visit.step({ body: { id, step: 'FINISH', reason: '' } })).toMatchObject({
    state: 'DONE',
    startedAt: arrived,
    endedAt: left,
  });
});

it('a visit that its signed protocol has completed meanwhile is finished without a question', async () => {
  const { id } = await buildVisit(app, { accountId, userId });
  const { revision } = await admin.visit.step({ body: { id, step: 'START', reason: '' } });
  const done = await admin.visit.step({ body: { id, step: 'FINISH', reason: '' } });
  const api = await phone(hoursAgo(1));
  const finish = { id, step: 'FINISH', reason: '', revision } as const;
  expect(await api.visit.step({ body: finish })).toEqual(done);
  expect(await refusal(admin.visit.step({ body: finish }))).toMatchObject({ status: 409 });
  // A colleague has begun it.
  const other = await buildVisit(app, { accountId, userId });
  const begun = await admin.visit.step({ body: { id: other.id, step: 'START', reason: '' } });
  const start = { id: other.id, step: 'START', reason: '', revision: 1 } as const;
  expect(await api.visit.step({ body: start })).toEqual(begun);
});

it('a note is of that day, on a machine and on a visit', async () => {
  const device = await buildDevice(app, { accountId });
  const at = hoursAgo(30);
  const api = await phone(at);
  const note = await api.note.insert({ body: { device: { id: device.id }, text: 'Key at the porter' } });
  expect(note.updatedAt).toBe(at);
  const visit = await buildVisit(app, { accountId, userId, deviceId: device.id });
  const ofVisit = await api.visit.addNote({ body: { visit: { id: visit.id }, text: 'Nobody there' } });
  expect(ofVisit.createdAt).toBe(at);
});

it('a photo is of when it was added', async () => {
  const service = await buildService(app, { accountId, userId });
  const at = hoursAgo(30);
  const { fileDtos } = await (await phone(at)).service.addFile({
    params: { serviceId: service.id },
    file: new Blob([new Uint8Array(await picture('jpeg'))]),
    fileName: 'meter.jpg',
  });
  expect(fileDtos).toMatchObject([{ filename: 'meter.jpg', createdAt: at }]);
});

it('the log has both times', async () => {
  const device = await buildDevice(app, { accountId, name: 'Pump of the log' });
  const at = hoursAgo(2);
  const found = await admin.device.findById({ params: { id: device.id } });
  await (await phone(at)).device.update({
    body: {
      ...{ id: found.id, name: found.name, serialNumber: found.serialNumber, revision: found.revision },
      ...{ status: 'BROKEN', category: { id: found.category.id }, customer: { id: found.customer.id } },
    },
  });
  const { content } = await admin.log.search({ body: { text: 'Pump of the log' } });
  const [entry] = content;
  expect(entry?.writtenAt).toBe(at);
  expect(Date.parse(entry?.timestmp ?? '')).toBeGreaterThan(Date.now() - hour);
  // What was done with a network has one time.
  await admin.device.archive({ body: { id: device.id, reason: 'SOLD' } });
  const later = await admin.log.search({ body: { text: 'Pump of the log' } });
  expect(later.content[0]?.writtenAt).toBeNull();
});

it.each([
  [
    'a clock that is ahead',
    () => [hoursAgo(5 - 3), { [deviceTimeHeader]: hoursAgo(-3) }, hoursAgo(5)] as const,
  ],
  [
    'a clock that was set since: not before the server was last heard',
    () => [hoursAgo(9000), { [writtenAfterHeader]: hoursAgo(4) }, hoursAgo(4)] as const,
  ],
  ['a clock that was set since: not in the future', () => [hoursAgo(-9000), {}, hoursAgo(0)] as const],
  ['no time at all', () => ['yesterday', {}, hoursAgo(0)] as const],
])('%s', async (_, given) => {
  const [writtenAt, others, expected] = given();
  const device = await buildDevice(app, { accountId });
  const api = await phone(writtenAt, others);
  const note = await api.note.insert({ body: { device: { id: device.id }, text: 'Oil' } });
  expect(Math.abs(Date.parse(note.updatedAt) - Date.parse(expected))).toBeLessThan(60_000);
});
