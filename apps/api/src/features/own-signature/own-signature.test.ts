/** The signature that employees keep for themselves, and what it does on a protocol. */
import { beforeAll, describe, expect, it } from 'vitest';
import { readTexts } from '../../platform/pdf/testing/read-pdf.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildDevice, buildUser } from '../../testing/builders.ts';
import {
  bodyOf,
  drawnPath,
  protocolOf,
  readPdf,
  readVersion,
  signProtocol,
} from '../../testing/protocols.ts';

const app = useTestApp();
const ownPath = 'M5 5 L300 120 L40 200';
let admin: Api;
let technician: Api;
let technicianId: number;
let adminId: number;
let accountId: number;
let device: { id: number; customerId: number };

beforeAll(async () => {
  const owner = await buildAdmin(app, { firstName: 'Paul', lastName: 'Planner' });
  ({ accountId, id: adminId } = owner);
  admin = await app.as(owner);
  const worker = await buildUser(app, { accountId, firstName: 'Ida', lastName: 'Busch' });
  technicianId = worker.id;
  technician = await app.as(worker);
  device = await buildDevice(app, { accountId });
});

const write = (given = {}) => technician.service.add({ body: protocolOf(device, given) });
const snapshotOf = async (id: number, version = 1) =>
  JSON.parse((await readVersion(app, accountId, id, version)).snapshot);

describe('the own signature', () => {
  it('is kept, replaced and forgotten by its owner, seen by nobody else, and logged without the drawing', async () => {
    expect(await technician.ownSignature.get()).toEqual({ svgPath: null });
    await technician.ownSignature.set({ body: { svgPath: drawnPath } });
    await technician.ownSignature.set({ body: { svgPath: ownPath } });
    expect(await technician.ownSignature.get()).toEqual({ svgPath: ownPath });
    expect(await admin.ownSignature.get()).toEqual({ svgPath: null });
    const { id } = await write();
    expect(await technician.serviceSigning.toSign({ params: { id } })).toMatchObject({
      ownSignature: ownPath,
    });
    expect(await admin.serviceSigning.toSign({ params: { id } })).toMatchObject({ ownSignature: null });
    const log = await app.deps.db
      .of({ accountId })
      .auditLog.findMany({ where: { entity: 'user', entityId: technicianId } });
    expect(log.map(({ changes }) => changes)).toContainEqual({ signature: [true, true] });
    await technician.ownSignature.set({ body: { svgPath: null } });
    expect(await technician.ownSignature.get()).toEqual({ svgPath: null });
  });

  it.each(['M10 10', 'M10 10 L12 12', 'nothing', 'M0 0 L90 0 <script>'])(
    'is a drawing, not %s',
    async (svgPath) => {
      expect(await refusal(technician.ownSignature.set({ body: { svgPath } }))).toMatchObject({
        status: 400,
      });
      const { id } = await write();
      expect(await refusal(signProtocol(technician, id, { ownSignature: svgPath }))).toMatchObject({
        status: 400,
      });
    },
  );

  it('is forgotten when its owner leaves, and when somebody else sets the password', async () => {
    const change = async (given: { active?: boolean; password?: string }) => {
      const user = await buildUser(app, { accountId });
      const api = await app.as(user);
      await api.ownSignature.set({ body: { svgPath: ownPath } });
      const { email, firstName, lastName, position, country, vacationDays } = await app.deps.db
        .of({ accountId })
        .user.findUniqueOrThrow({ where: { accountId_id: { accountId, id: user.id } } });
      const body = { id: user.id, email, firstName, lastName, position, country, vacationDays, active: true };
      await admin.employee.update({ body: { ...body, roles: [{ id: 2 }], ...given } as never });
      return app.deps.db.of({ accountId }).ownSignature.count({ where: { userId: user.id } });
    };
    expect(await change({})).toBe(1);
    expect(await change({ active: false })).toBe(0);
    expect(await change({ password: 'Tief im Keller 27!' })).toBe(0);
  });
});

describe('on a protocol', () => {
  it('stands in the sealed content with its owner, and stays when it is replaced or forgotten', async () => {
    const { id } = await write({ alsoPerformedBy: [{ id: adminId }] });
    await signProtocol(technician, id, { ownSignature: ownPath });
    expect(await snapshotOf(id)).toMatchObject({
      technician: { lastName: 'Busch' },
      ownSignature: { of: 0, path: ownPath },
    });
    const document = await readPdf(technician, id);
    await technician.ownSignature.set({ body: { svgPath: drawnPath } });
    await technician.ownSignature.set({ body: { svgPath: null } });
    expect(Buffer.from(await readPdf(admin, id)).equals(Buffer.from(document))).toBe(true);
  });

  it('names the one of several performers who signed first, below the signature', async () => {
    const { id } = await write({ performedBy: { id: adminId }, alsoPerformedBy: [{ id: technicianId }] });
    await signProtocol(technician, id, { ownSignature: ownPath, performedBy: { id: adminId } });
    expect(await snapshotOf(id)).toMatchObject({ ownSignature: { of: 1 } });
    const [page = ''] = await readTexts(await readPdf(technician, id));
    expect(page.lastIndexOf('Ida Busch')).toBeLessThan(page.lastIndexOf('Paul Planner'));
    expect(page.indexOf('Ida Busch')).toBeGreaterThan(page.indexOf('Paul Planner'));
  });

  it('is refused from somebody who did not do the work, and is not on the version that others make', async () => {
    const { id } = await write();
    expect(
      await refusal(signProtocol(admin, id, { performedBy: { id: technicianId }, ownSignature: ownPath })),
    ).toMatchObject({ status: 400, fields: { ownSignature: 'PERFORMER_NOT_SELECTED' } });
    await signProtocol(technician, id, { ownSignature: ownPath });
    await admin.service.add({ body: { ...(await bodyOf(admin, id)), isToSign: true } });
    expect(await snapshotOf(id, 1)).toMatchObject({ ownSignature: { of: 0 } });
    expect(await snapshotOf(id, 2)).toMatchObject({ ownSignature: null });
  });
});
