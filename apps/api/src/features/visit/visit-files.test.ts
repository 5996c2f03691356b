/** Files of visits: who sees and deletes them, and that none is left behind. */
import { maxVisitFiles } from '@servicebook/shared/visit';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import {
  buildAdmin,
  buildFile,
  buildService,
  buildTeam,
  buildVisit,
  emptyBin,
} from '../../testing/builders.ts';

const app = useTestApp();
let admin: Api;
let technician: Api;
let colleague: Api;
let accountId: number;
let userId: number;

beforeAll(async () => {
  ({ accountId, userId, admin, technician, colleague } = await buildTeam(app));
});

const newVisit = async () => (await buildVisit(app, { accountId, userId })).id;
const add = (id: number, fileName: string, api = technician) =>
  api.visit.addFile({ params: { id }, file: new Blob([fileName]), fileName });
const namesOf = async (id: number) =>
  (await colleague.visit.files({ params: { id } })).map(({ filename }) => filename);
const isStored = (key: string) =>
  app.deps.files.get(key).then(
    () => true,
    () => false,
  );
const used = async () => (await admin.storage.use({})).used;

describe('a file of a visit', () => {
  it('is listed with who added it, counted on the visit, and opened by everybody of the company', async () => {
    const id = await newVisit();
    await add(id, 'plan.txt', admin);
    const photo = await add(id, 'fault.txt');
    expect(photo).toMatchObject({ filename: 'fault.txt', size: 9, userCreated: { id: userId } });
    expect(await namesOf(id)).toEqual(['plan.txt', 'fault.txt']);
    expect(await colleague.visit.findById({ params: { id } })).toMatchObject({ files: 2 });
    const query = { params: { fileName: photo.key }, responseType: 'text' } as const;
    expect((await colleague.http.get('/api/storage/downloadFile', query)).data).toBe('fault.txt');
  });

  it('stays on the visit when it is started, done and cancelled, and is not on its protocol', async () => {
    const id = await newVisit();
    await add(id, 'plan.txt');
    const service = await buildService(app, { accountId, userId, visitId: id });
    expect(await admin.service.findById({ params: { id: service.id } })).toMatchObject({ fileDtos: [] });
    await technician.visit.step({ body: { id, step: 'FINISH' } });
    await add(id, 'after.txt');
    expect(await namesOf(id)).toEqual(['plan.txt', 'after.txt']);
    expect(await refusal(admin.visit.delete({ params: { id } }))).toMatchObject({ code: 'VISIT_IN_USE' });
    expect(await namesOf(id)).toEqual(['plan.txt', 'after.txt']);
  });

  it('is deleted by its author or an admin, and its bytes once it leaves the bin', async () => {
    const id = await newVisit();
    const before = await used();
    const own = await add(id, 'own.txt');
    const other = await add(id, 'other.txt');
    expect(await used()).toBe(before + own.size + other.size);
    expect(await refusal(colleague.visit.deleteFile({ params: { id: own.id } }))).toMatchObject({
      status: 403,
      code: 'NO_PERMISSION',
    });
    await technician.visit.deleteFile({ params: { id: own.id } });
    await admin.visit.deleteFile({ params: { id: other.id } });
    expect(await namesOf(id)).toEqual([]);
    expect(await Promise.all([own.key, other.key].map(isStored))).toEqual([true, true]);
    await emptyBin(app);
    expect(await Promise.all([own.key, other.key].map(isStored))).toEqual([false, false]);
    expect(await used()).toBe(before);
    const log = await admin.log.search({ body: { text: 'other.txt' } });
    expect(log.content[0]).toMatchObject({ kind: 'DELETED', entity: 'file' });
  });

  it('goes with its visit, bytes and all', async () => {
    const id = await newVisit();
    const before = await used();
    const { key } = await add(id, 'plan.txt');
    await technician.visit.delete({ params: { id } });
    await emptyBin(app);
    expect(await isStored(key)).toBe(false);
    expect(await used()).toBe(before);
  });

  it('never outlives a visit that is deleted while it is on its way', async () => {
    const id = await newVisit();
    const sent = Array.from({ length: 6 }, (_, index) => add(id, `photo-${index}.txt`));
    const [, ...added] = await Promise.allSettled([technician.visit.delete({ params: { id } }), ...sent]);
    await emptyBin(app);
    for (const each of added)
      if (each.status === 'rejected')
        expect(await refusal(Promise.reject(each.reason))).toMatchObject({ status: 404 });
      else expect(await isStored(each.value.key)).toBe(false);
    expect(await app.deps.db.of({ accountId }).storedFile.count({ where: { visitId: id } })).toBe(0);
  });

  it('is one of 100 at most, however many come at once', async () => {
    const visitId = await newVisit();
    await Promise.all(
      Array.from({ length: maxVisitFiles - 2 }, () =>
        buildFile(app, { accountId, visitId, kind: 'VISIT_FILE' }),
      ),
    );
    const sent = await Promise.allSettled(Array.from({ length: 5 }, (_, n) => add(visitId, `${n}.txt`)));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await refusal(add(visitId, 'more.txt'))).toMatchObject({ status: 409, code: 'TOO_MANY_FILES' });
  });

  it('belongs to its company', async () => {
    const id = await newVisit();
    const { id: fileId, key } = await add(id, 'plan.txt');
    const stranger = await app.as(await buildAdmin(app));
    expect(await refusal(stranger.visit.files({ params: { id } }))).toMatchObject({ status: 404 });
    expect(await refusal(add(id, 'foreign.txt', stranger))).toMatchObject({ status: 404 });
    expect(await refusal(stranger.visit.deleteFile({ params: { id: fileId } }))).toMatchObject({
      status: 404,
    });
    // A file of a protocol is none of a visit.
    const other = await buildFile(app, { accountId });
    expect(await refusal(admin.visit.deleteFile({ params: { id: other.id } }))).toMatchObject({
      status: 404,
    });
    expect(await isStored(key)).toBe(true);
  });
});
