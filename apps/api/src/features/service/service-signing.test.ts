/** Signing freezes a protocol; invalid signatures are refused. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { readTexts } from '../../platform/pdf/testing/read-pdf.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildService, buildTeam } from '../../testing/builders.ts';
import {
  bodyOf,
  drawnPath,
  drawnPicture,
  hugePng,
  picture,
  readPdf,
  readVersion,
  signJson,
  signProtocol,
} from '../../testing/protocols.ts';

const app = useTestApp();
let admin: Api;
let technician: Api;
let accountId: number;
let userId: number;

beforeAll(async () => {
  ({ accountId, userId, admin, technician } = await buildTeam(app));
});

const newProtocol = async (given: Partial<Parameters<typeof buildService>[1]> = {}) =>
  (await buildService(app, { accountId, userId, ...given })).id;

const versionRow = (id: number) => readVersion(app, accountId, id);

const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex');

const sign = (id: number, given?: object, drawing?: string | Buffer) =>
  signProtocol(technician, id, given, drawing);
const pdf = (id: number, version?: number) => readPdf(technician, id, version);

describe('signing with a drawn signature', () => {
  it('freezes the protocol: snapshot, hash, signature and one PDF', async () => {
    const id = await newProtocol();
    const signed = await sign(id);
    expect(signed).toMatchObject({ state: 'SIGNED', isToSign: true, version: 1 });
    const { signerName, signerRole, signedAt } = signJson;
    expect(signed.signature).toEqual({ kind: 'DRAWN', signerName, signerRole, signedAt });
    const documents = [await pdf(id), await pdf(id), await pdf(id, 1)];
    const row = await versionRow(id);
    expect(row.snapshotSha256).toBe(sha256(row.snapshot));
    expect(canonicalJson(JSON.parse(row.snapshot)).text).toBe(row.snapshot);
    expect(new Set([...documents.map(sha256), row.pdfFile?.sha256]).size).toBe(1);
    expect(await readTexts(documents[0] ?? new Uint8Array())).toContainEqual(
      expect.stringContaining('Jan Nowak'),
    );
    expect(await admin.service.versions({ params: { id } })).toMatchObject([
      {
        version: 1,
        snapshotSha256: row.snapshotSha256,
        pdfSha256: row.pdfFile?.sha256,
        signature: { kind: 'DRAWN', signerName, signerRole },
      },
    ]);
  });

  it('renders the document automatically, once, even if it is requested meanwhile', async () => {
    const id = await newProtocol();
    await sign(id);
    await Promise.all(Array.from({ length: 5 }, () => pdf(id)));
    await vi.waitFor(async () => expect((await versionRow(id)).pdfSha256).not.toBeNull(), {
      timeout: 15_000,
    });
    const [counted] = await app.deps.db.of({ accountId }).$queryRaw<{ count: bigint }[]>`
      SELECT count(*) FROM stored_file f JOIN service s ON s.account_id = f.account_id AND s.account_id = ${accountId}
       WHERE s.id = ${id} AND f.kind = 'SERVICE_PDF' AND f.filename LIKE s.number || '-%-v1.pdf'`;
    expect(Number(counted?.count)).toBe(1);
  });

  it('also accepts a picture, sealed by its hash, without its metadata', async () => {
    const id = await newProtocol();
    await sign(id, {}, await drawnPicture());
    const row = await versionRow(id);
    const { drawing } = JSON.parse(row.snapshot).signature;
    expect(drawing).toMatchObject({ format: 'PNG' });
    const stored = await app.deps.files.get(drawing.fileKey);
    expect(sha256(stored)).toBe(drawing.sha256);
    expect(await readTexts(await pdf(id))).toHaveLength(1);
  });

  it.each([
    ['HTML', '<script>alert(1)</script>'],
    ['an SVG file', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0 L5 5"/></svg>'],
    ['nothing at all', ''],
    ['a pen that was only set down', 'M5 5'],
    ['a path that cannot be drawn', 'M10 10 L20'],
    ['commands without numbers', 'M0 0LL5 5'],
    ['numbers without a command', 'M0 0Z5 5'],
    ['signs at which a PDF stops drawing', 'M 0 0 Le100 e100'],
    ['numbers beyond any canvas', 'M0 0 L1e300 -1e300'],
  ])('refuses %s', async (_, drawing) => {
    const id = await newProtocol();
    const answer = await refusal(sign(id, {}, drawing));
    expect(answer.status).toBe(400);
    expect(answer.fields).toHaveProperty('signature');
    expect(await admin.service.findById({ params: { id } })).toMatchObject({ state: 'NEW', version: 0 });
  });

  it.each([
    ['a line that goes nowhere', 'M 0 0 L 0 0'],
    ['a closed point', 'M 1 1 Z'],
    ['a dot', 'M10 10L10.1 10'],
    ['a slip of the hand', 'M10 10 L30 10'],
    ['moves far apart, with a dot', 'M0 0 M900 400 L900.1 400'],
    ['two strokes that are dots on paper', 'M0 0L90 0M1000000 1000000L1000000 1000000'],
    ['many strokes on one spot', `M10 10${'L15 15 L10 10'.repeat(200)}`],
  ])('refuses %s: nobody has signed', async (_, drawing) => {
    const id = await newProtocol();
    const { status, fields } = await refusal(sign(id, {}, drawing));
    expect([status, fields]).toEqual([400, { signature: 'SIGNATURE_REQUIRED' }]);
    expect(await admin.service.findById({ params: { id } })).toMatchObject({ state: 'NEW', version: 0 });
  });

  it.each([
    ['blank', () => picture('png')],
    [
      'of one point',
      () =>
        sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
          .png()
          .toBuffer(),
    ],
    [
      'with a dot',
      async () =>
        sharp(await picture('png'))
          .composite([
            { input: { create: { width: 3, height: 3, channels: 3, background: '#000' } }, left: 9, top: 9 },
          ])
          .png()
          .toBuffer(),
    ],
    [
      'with a line that nobody sees',
      async () =>
        sharp(await picture('png'))
          .composite([
            { input: { create: { width: 12, height: 2, channels: 3, background: '#eee' } }, left: 4, top: 9 },
          ])
          .png()
          .toBuffer(),
    ],
  ])('refuses a picture %s: nobody has signed', async (_, make) => {
    const id = await newProtocol();
    const { status, fields } = await refusal(sign(id, {}, await make()));
    expect([status, fields]).toEqual([400, { signature: 'SIGNATURE_REQUIRED' }]);
    await app.expectNoStrayFiles();
  });

  it('refuses strokes in one spot, whatever the drawing shows', async () => {
    const points = Array.from({ length: 300 }, (_, index) => ({ x: 10 + (index % 2), y: 10 }));
    const { status, fields } = await refusal(sign(await newProtocol(), { strokes: [{ points }] }, drawnPath));
    expect([status, fields]).toEqual([400, { strokes: 'SIGNATURE_REQUIRED' }]);
  });

  it('accepts a cross by an unsteady hand, and ink without a background', async () => {
    const id = await newProtocol();
    expect(await sign(id, {}, 'M10 10 L34 36 M35 11 L12 35')).toMatchObject({ state: 'SIGNED' });
    expect(await sign(await newProtocol(), {}, await drawnPicture(null))).toMatchObject({ state: 'SIGNED' });
  });

  it.each([
    ['a JPEG', () => picture('jpeg')],
    ['a broken PNG', async () => (await picture('png')).subarray(0, 60)],
  ])('refuses %s, and keeps no byte of it', async (_, make) => {
    const id = await newProtocol();
    expect((await refusal(sign(id, {}, await make()))).status).toBe(400);
    await app.expectNoStrayFiles();
  });

  it('refuses a PNG of 40,000 by 40,000 pixels as too large, and stores nothing of it', async () => {
    const id = await newProtocol();
    const refused = { status: 413, code: 'PICTURE_TOO_LARGE' };
    expect(await refusal(sign(id, {}, await hugePng()))).toMatchObject(refused);
    await app.expectNoStrayFiles();
  });

  it('requires strokes and a name', async () => {
    const id = await newProtocol();
    for (const strokes of [[], [{ points: [] }]]) {
      const { status, fields } = await refusal(sign(id, { strokes }));
      expect([status, ...Object.values(fields ?? {})]).toEqual([400, 'SIGNATURE_REQUIRED']);
    }
    expect(await refusal(sign(id, { signerName: ' ' }))).toMatchObject({
      fields: { signerName: 'SIGNER_NAME_REQUIRED' },
    });
    expect(await refusal(technician.service.sign({ params: { id }, body: signJson }))).toMatchObject({
      status: 400,
    });
  });

  it('happens once, and not after another user’s change', async () => {
    const id = await newProtocol();
    const changed = { status: 409, code: 'SERVICE_CHANGED' };
    expect(await refusal(sign(id, { revision: 99 }))).toMatchObject(changed);
    await sign(id, { revision: 1 });
    expect(await refusal(sign(id))).toMatchObject(changed);
    expect(await admin.service.versions({ params: { id } })).toHaveLength(1);
  });

  it('counts as a change, so that a form opened before cannot reopen the protocol', async () => {
    const id = await newProtocol();
    const before = await bodyOf(admin, id);
    await sign(id);
    expect(await refusal(admin.service.add({ body: before }))).toMatchObject({
      status: 409,
      code: 'SERVICE_CHANGED',
    });
    expect(await admin.service.findById({ params: { id } })).toMatchObject({ state: 'SIGNED' });
  });

  it.each([
    ['twenty', 20, () => Promise.resolve(drawnPath)],
    // As many pictures as one company may have under way.
    ['six', 6, () => drawnPicture().then((picture) => new Uint8Array(picture))],
  ] as const)('makes one signature of %s identical requests with one key', async (_, count, draw) => {
    const id = await newProtocol();
    const idempotencyKey = crypto.randomUUID();
    const file = new Blob([await draw()]);
    const answers = await Promise.all(
      Array.from({ length: count }, () =>
        technician.service.sign({ params: { id }, body: signJson, file, idempotencyKey }),
      ),
    );
    expect(new Set(answers.map(({ version }) => version))).toEqual(new Set([1]));
    await app.expectNoStrayFiles();
  });

  it('stores one version, however often a phone with a bad network signs: the same, again, or on paper', async () => {
    const id = await newProtocol();
    const before = await bodyOf(admin, id);
    const idempotencyKey = crypto.randomUUID();
    const file = new Blob([drawnPath]);
    const same = () => technician.service.sign({ params: { id }, body: signJson, file, idempotencyKey });
    // Lost by the phone: pressed again after a reload, with another key and another drawing, by tick, and repeated.
    const again = () => sign(id, { revision: before.revision });
    const onPaper = () => technician.service.add({ body: { ...before, isToSign: true } });
    const attempts = [same, again, onPaper, same, again, same, onPaper];
    const results = await Promise.allSettled(attempts.map((attempt) => attempt()));
    await Promise.allSettled(attempts.map((attempt) => attempt()));
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await admin.service.versions({ params: { id } })).toHaveLength(1);
    expect(await admin.service.findById({ params: { id } })).toMatchObject({ state: 'SIGNED', version: 1 });
    await app.expectNoStrayFiles();
  });

  it('stores the location only with consent, and only if complete', async () => {
    const place = { latitude: 52.2, longitude: 21 };
    const locations = [
      { ...place, consentToLocation: true },
      { ...place, consentToLocation: false },
      { latitude: 52.2, consentToLocation: true },
    ];
    const stored = [];
    for (const given of locations) {
      const id = await newProtocol();
      await sign(id, given);
      const { signature, snapshot } = await versionRow(id);
      stored.push([signature?.latitude, signature?.longitude, JSON.parse(snapshot).signature.location]);
    }
    expect(stored).toEqual([
      [52.2, 21, place],
      [null, null, null],
      [null, null, null],
    ]);
    expect(
      (await refusal(sign(await newProtocol(), { latitude: 91, longitude: 0, consentToLocation: true })))
        .status,
    ).toBe(400);
  });

  it('does not trust a phone’s wrong clock', async () => {
    for (const signedAt of ['2100-01-01T00:00:00Z', '2001-01-01T00:00:00Z']) {
      const { signature } = await sign(await newProtocol(), { signedAt });
      expect(Math.abs(Date.parse(signature?.signedAt ?? '') - Date.now())).toBeLessThan(3_600_000);
    }
  });
});

describe('signing by tick', () => {
  it('freezes the protocol as signed on paper', async () => {
    const id = await newProtocol();
    const signed = await technician.service.add({ body: { ...(await bodyOf(admin, id)), isToSign: true } });
    expect(signed).toMatchObject({ state: 'SIGNED', version: 1, signature: { kind: 'PAPER' } });
    const row = await versionRow(id);
    expect(row.snapshotSha256).toBe(sha256(row.snapshot));
    expect(await pdf(id)).toEqual(await pdf(id));
  });
});
