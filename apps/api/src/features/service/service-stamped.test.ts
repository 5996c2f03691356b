/** With a time-stamp server, documents get its stamp behind the seal; they never wait for it. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isGenuine, readSeals } from '../../platform/seal/read-seal.ts';
import { startTimeStampServer } from '../../platform/seal/testing/time-stamp-server.ts';
import { type Api, useTestApp } from '../../testing/app.ts';
import { buildService, buildTeam } from '../../testing/builders.ts';
import { readPdf, readVersion, signProtocol } from '../../testing/protocols.ts';

const server = await startTimeStampServer();
const app = useTestApp({ SEAL_TIMESTAMP_URL: server.url });
let technician: Api;
let accountId: number;
let userId: number;

beforeAll(async () => {
  ({ accountId, userId, technician } = await buildTeam(app));
});
afterAll(() => server.stop());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it('a document is sealed while the time-stamp server is away, and stamped once when it is back', async () => {
  server.fail('away');
  const { id } = await buildService(app, { accountId, userId });
  await signProtocol(technician, id);
  const sealed = await readPdf(technician, id);
  expect(isGenuine(sealed, app.deps.seal.certificate)).toBe(true);
  await expect.poll(() => server.asked(), { timeout: 15_000 }).toBeGreaterThan(0);
  const document = async () => {
    const { id: serviceVersionId } = await readVersion(app, accountId, id);
    return app.deps.db.of({ accountId }).sealedDocument.findFirstOrThrow({ where: { serviceVersionId } });
  };
  expect(await document()).toMatchObject({ stampedAt: null, sealedSha256: sha256(sealed) });

  server.fail(null);
  const isStamped = async () => {
    await app.hurryJobs();
    return (await document()).stampedAt;
  };
  await expect.poll(isStamped, { timeout: 20_000, interval: 200 }).not.toBeNull();
  const stamped = await readPdf(technician, id);
  expect(Buffer.compare(stamped.subarray(0, sealed.length), sealed)).toBe(0);
  expect(readSeals(stamped)).toHaveLength(2);
  expect(isGenuine(stamped, app.deps.seal.certificate)).toBe(true);
  const { id: documentId, ...states } = await document();
  expect(states).toMatchObject({ stampedSha256: sha256(stamped), stampedSize: stamped.length });
  const hashes = await app.deps.db.of({ accountId }).documentHash.findMany({ where: { documentId } });
  expect(new Set(hashes.map((hash) => hash.sha256))).toEqual(
    new Set([states.drawnSha256, states.sealedSha256, states.stampedSha256]),
  );
  expect((await readVersion(app, accountId, id)).pdfFile).toMatchObject({ sha256: sha256(stamped) });
});
