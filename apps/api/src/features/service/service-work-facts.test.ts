/** Time, way, results, parts and remarks of a protocol: optional, kept by older pages, and on the signed paper. */
import { ProtocolSnapshot, protocolSnapshotVersion } from '@servicebook/shared/protocol-snapshot';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { readTexts } from '../../platform/pdf/testing/read-pdf.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildCustomer, buildDevice, buildTeam } from '../../testing/builders.ts';
import { linesOf } from '../../testing/csv.ts';
import {
  bodyOf,
  type ProtocolBody,
  protocolOf,
  readPdf,
  readVersion,
  signProtocol,
} from '../../testing/protocols.ts';

const app = useTestApp();
let admin: Api;
let technician: Api;
let accountId: number;
let customerId: number;

beforeAll(async () => {
  ({ accountId, admin, technician } = await buildTeam(app));
  ({ id: customerId } = await buildCustomer(app, { accountId, language: 'de' }));
});

const newMachine = (name = 'Press') => buildDevice(app, { accountId, customerId, name, status: 'OK' });
const statusOf = async (id: number) => (await admin.device.findById({ params: { id } })).status;

async function factsOf() {
  const [press, saw] = [await newMachine(), await newMachine('Saw')];
  return {
    press,
    saw,
    facts: {
      remarks: 'The floor is wet.',
      recommendations: 'Replace the hose by spring.',
      workMinutes: 210,
      travelMinutes: 45,
      kilometres: 42.5,
      results: [
        { device: { id: press.id }, result: 'PASSED_WITH_DEFECTS' as const, statusAfter: 'FAULT' as const },
        { device: { id: saw.id }, result: 'PASSED' as const, statusAfter: null },
      ],
      partsUsed: [
        { device: { id: press.id }, name: 'Seal', number: 'D-12', quantity: 2.125, unit: 'm' },
        { device: null, name: 'Grease', number: '', quantity: 1, unit: '' },
      ],
    },
  };
}

const add = async (given: Partial<ProtocolBody>, machine: { id: number; customerId: number }) =>
  technician.service.add({ body: protocolOf(machine, given) });

describe('the facts of the work', () => {
  it('are stored, and stay when an older page saves without them', async () => {
    const { press, saw, facts } = await factsOf();
    const devices = [{ id: press.id }, { id: saw.id }];
    const stored = await add({ devices, ...facts }, press);
    expect(stored).toMatchObject(facts);
    const older = { ...(await bodyOf(technician, stored.id)), faultDescription: 'Changed' };
    expect(await technician.service.add({ body: older })).toMatchObject({
      faultDescription: 'Changed',
      ...facts,
    });
    const none = {
      remarks: '',
      recommendations: '',
      workMinutes: null,
      travelMinutes: null,
      kilometres: null,
      results: [],
      partsUsed: [],
    };
    const body = { ...(await bodyOf(technician, stored.id)), ...none };
    expect(await technician.service.add({ body })).toMatchObject(none);
  });

  it('of a machine that leaves the protocol go with it; its parts stay', async () => {
    const { press, saw, facts } = await factsOf();
    const { id } = await add({ devices: [{ id: press.id }, { id: saw.id }], ...facts }, press);
    const body = { ...(await bodyOf(technician, id)), devices: [{ id: saw.id }] };
    expect(await technician.service.add({ body })).toMatchObject({
      devices: [{ id: saw.id }],
      results: [facts.results[1]],
      partsUsed: facts.partsUsed.map((part) => ({ ...part, device: null })),
    });
  });

  it('name machines of the protocol only, and absurd ones are refused', async () => {
    const { press, saw } = await factsOf();
    const refused = (given: Partial<ProtocolBody>) => refusal(add(given, press));
    const other = { id: saw.id };
    const part = { name: 'Seal', quantity: 1 };
    expect(await refused({ results: [{ device: other, result: 'FAILED' }] })).toMatchObject({
      fields: { results: 'INVALID' },
    });
    expect(await refused({ partsUsed: [{ ...part, device: other }] })).toMatchObject({
      fields: { partsUsed: 'INVALID' },
    });
    expect(await refused({ partsUsed: [{ ...part, quantity: -1 }] })).toMatchObject({
      fields: { 'partsUsed.0.quantity': 'QTY_MUST_BE_BIGGER_THAN_ZERO' },
    });
    expect(await refused({ workMinutes: 59_000, travelMinutes: 1000 })).toMatchObject({
      fields: { travelMinutes: 'TOO_LARGE' },
    });
    expect(await refused({ kilometres: 1.25 })).toMatchObject({ fields: { kilometres: 'INVALID' } });
  });

  it('set a machine’s status when it is signed, only as confirmed, and only once', async () => {
    const { press, saw, facts } = await factsOf();
    const { id } = await add({ devices: [{ id: press.id }, { id: saw.id }], ...facts }, press);
    expect(await statusOf(press.id)).toBe('OK');
    const signed = await signProtocol(technician, id);
    expect([await statusOf(press.id), await statusOf(saw.id)]).toEqual(['FAULT', 'OK']);
    expect(signed.results).toEqual(facts.results.map((each) => ({ ...each, statusAfter: null })));
    const log = await admin.log.changes({ params: { entity: 'device', id: press.id } });
    expect(log[0]?.changes).toEqual([{ field: 'status', before: 'OK', after: 'FAULT' }]);
    // Repaired meanwhile; a correction of the paper does not break it again.
    const { db } = app.deps;
    await db.of({ accountId }).device.updateMany({ where: { id: press.id }, data: { status: 'OK' } });
    await admin.service.add({ body: { ...(await bodyOf(admin, id)), isToSign: true } });
    expect(await statusOf(press.id)).toBe('OK');
  });

  it('are on the paper in the customer’s language, and in the snapshot', async () => {
    const { press, saw, facts } = await factsOf();
    const { id } = await add({ devices: [{ id: press.id }, { id: saw.id }], ...facts }, press);
    await signProtocol(technician, id);
    const text = (await readTexts(await readPdf(technician, id))).join(' ');
    for (const part of [
      'Bemerkungen',
      facts.remarks,
      'Empfehlungen',
      facts.recommendations,
      'Arbeitszeit',
      '3:30 Std.',
      '0:45 Std.',
      '42,5 km',
      'Ergebnis: Mit Mängeln bestanden',
      'Ergebnis: Bestanden',
      'Verwendete Teile',
      'D-12',
      '2,125 m',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('FAULT');
    const { snapshot } = await readVersion(app, accountId, id);
    expect(JSON.parse(snapshot)).toMatchObject({
      schemaVersion: protocolSnapshotVersion,
      workMinutes: 210,
      kilometres: 42.5,
    });
    expect(snapshot).not.toContain('statusAfter');
  });

  it('leave no trace on the paper if they are empty', async () => {
    const { id } = await add({}, await newMachine());
    await signProtocol(technician, id);
    const text = (await readTexts(await readPdf(technician, id))).join(' ');
    // As words: the code of the document is made of any letters.
    expect(text).not.toMatch(/\b(Bemerkungen|Empfehlungen|Arbeitszeit|Fahrzeit|km|Ergebnis|Teile)\b/);
  });

  it('are columns of the exported table', async () => {
    const { press, saw, facts } = await factsOf();
    await add({ devices: [{ id: press.id }, { id: saw.id }], ...facts }, press);
    const { data } = await admin.http.post('/api/service/export', { format: 'csv', deviceId: press.id });
    const [headers, line] = linesOf(data);
    expect(headers).toContain('Working time (min);Travel time (min);Kilometres;Result;Parts used;Remarks');
    expect(line).toContain(
      '210;45;42.5;Press: Passed with defects, Saw: Passed;Press: 2.125 m Seal D-12, 1 Grease;The floor is wet.;',
    );
  });
});

describe('a protocol signed before', () => {
  it.each([1, 2, 3, 4, 5, 6, 7] as const)(
    'with shape %i reads back to the same text',
    async (schemaVersion) => {
      const { id } = await add({}, await newMachine());
      await signProtocol(technician, id);
      const { snapshot } = await readVersion(app, accountId, id);
      const older = JSON.parse(snapshot);
      const since = {
        2: ['timezone'],
        3: ['attachments'],
        5: ['remarks', 'recommendations', 'workMinutes', 'travelMinutes', 'kilometres', 'partsUsed'],
        6: ['alsoPerformedBy', 'ownSignature'],
      };
      for (const [shape, fields] of Object.entries(since))
        if (schemaVersion < Number(shape)) for (const field of fields) delete older[field];
      if (schemaVersion < 3) delete older.customer.id;
      if (schemaVersion < 5) for (const machine of older.machines) delete machine.result;
      if (schemaVersion < 4)
        for (const machine of older.machines)
          for (const field of ['manufacturer', 'model', 'yearBuilt']) delete machine[field];
      const given = { ...older, schemaVersion };
      expect(canonicalJson(ProtocolSnapshot.parse(structuredClone(given)))).toEqual(canonicalJson(given));
    },
  );
});
