/** Downloads by the key of a file, and by the name its record tells. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildFile, buildUser } from '../../testing/builders.ts';

const app = useTestApp();
let admin: Api;
let technician: Api;
let stranger: Api;
let accountId: number;

beforeAll(async () => {
  const owner = await buildAdmin(app);
  ({ accountId } = owner);
  admin = await app.as(owner);
  technician = await app.as(await buildUser(app, { accountId }));
  stranger = await app.as(await buildAdmin(app));
});

async function download(fileName: string, api: Api) {
  const { status, data } = await api.http.get<string>('/api/storage/downloadFile', {
    params: { fileName },
    headers: { 'Accept-Language': 'en' },
    responseType: 'text',
    validateStatus: () => true,
  });
  return status === 200 ? data : [status, JSON.parse(data).code];
}
const build = (filename: string, content: string, given: Partial<Parameters<typeof buildFile>[1]> = {}) =>
  buildFile(app, { accountId, filename, ...given }, new TextEncoder().encode(content));

describe('a download by name', () => {
  it.each(['MACHINE_FILE', 'MACHINE_NAMEPLATE', 'SERVICE_FILE', 'VISIT_FILE'] as const)(
    'returns the file of the account that owns it: %s',
    async (kind) => {
      await build(`${kind} ąę.pdf`, 'ours', { kind });
      expect(await download(`${kind} ąę.pdf`, technician)).toBe('ours');
      expect(await download(`${kind} ąę.pdf`, stranger)).toEqual([404, 'NOT_FOUND']);
      await build(`${kind} ąę.pdf`, 'theirs', { kind, accountId: (await buildAdmin(app)).accountId });
      expect(await download(`${kind} ąę.pdf`, technician)).toBe('ours');
    },
  );

  it('is refused with its own code if several files have the name', async () => {
    const one = await build('twice.txt', 'one');
    await build('twice.txt', 'two', { kind: 'MACHINE_FILE' });
    expect(await download('twice.txt', technician)).toEqual([409, 'AMBIGUOUS_FILE_NAME']);
    expect(await download(one.key, technician)).toBe('one');
  });

  it('has lower priority than the key: a file named like another’s key hides nothing', async () => {
    const { key } = await build('plain.txt', 'by key');
    await build(key, 'by name');
    expect(await download(key, technician)).toBe('by key');
  });

  it('says so if the bytes are lost', async () => {
    const { key } = await build('lost.txt', 'lost');
    await app.deps.files.remove(key);
    expect(await download(key, technician)).toEqual([500, 'INTERNAL']);
  });

  it('returns an invoice only to users who may order', async () => {
    const filename = 'FV-2026-11-0001.pdf';
    const { key } = await build(filename, 'invoice', { kind: 'INVOICE_PDF' });
    expect(await download(filename, admin)).toBe('invoice');
    for (const name of [filename, key]) {
      expect(await download(name, technician)).toEqual([403, 'NO_PERMISSION']);
      expect(await download(name, stranger)).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('returns only invoices to a user with expired access', async () => {
    const expired = await buildAdmin(app, { planExpired: null });
    const of = { accountId: expired.accountId };
    await build('FV-1.pdf', 'invoice', { ...of, kind: 'INVOICE_PDF' });
    await build('manual.pdf', 'manual', { ...of, kind: 'MACHINE_FILE' });
    const api = await app.as(expired);
    expect(await download('FV-1.pdf', api)).toBe('invoice');
    expect(await download('manual.pdf', api)).toEqual([402, 'NOT_ACTIVE_SUBSCRIPTION']);
  });

  it.each(['SERVICE_PDF', 'SIGNATURE', 'LOGO'] as const)(
    'does not return internal files: %s',
    async (kind) => {
      await build(`${kind}.png`, 'ours', { kind });
      expect(await download(`${kind}.png`, admin)).toEqual([404, 'NOT_FOUND']);
    },
  );

  it('looks the name up by an index', async () => {
    const { accountId } = await buildAdmin(app);
    const { global } = app.deps.db;
    // Enough rows that only this index is a good choice, whatever the database knew of the table before.
    await global.$executeRaw`
      INSERT INTO stored_file (account_id, key, kind, filename, content_type, size, sha256)
      SELECT ${accountId}::int, 'key-' || n, 'MACHINE_FILE', 'file-' || n, 'text/plain', 1, repeat('0', 64) FROM generate_series(1, 5000) n`;
    await global.$executeRaw`ANALYZE stored_file`;
    const plan =
      await global.$queryRaw`EXPLAIN SELECT * FROM stored_file WHERE account_id = ${accountId} AND filename = 'x'`;
    expect(JSON.stringify(plan)).toContain('stored_file_account_id_filename_idx');
  });
});
