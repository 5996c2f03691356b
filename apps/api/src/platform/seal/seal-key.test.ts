import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { isValidAt, openOwnSealKey, openSealKey, SealKeyProblem } from './seal-key.ts';
import { makeKeyFile } from './seal-key-file.ts';

const owner = { name: 'Zażółć Serwis Sp. z o.o.', country: 'PL' };
const now = new Date('2026-11-24T10:00:00Z');
const years = (count: number) => new Date(now.getTime() + count * 365.25 * 24 * 3600_000);
// Made with openssl: EC keys with certificates of an authority, password "sample"; one may sign, one only agree on keys.
const sample = (name: string) => path.join(import.meta.dirname, 'testing', `${name}.p12`);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'servicebook-seal-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const problem = async (opening: Promise<unknown>) => {
  const error = await opening.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SealKeyProblem)) throw new Error(`no problem of a key: ${error}`);
  return `${error.setting}: ${error.message.replaceAll(folder, '')}`;
};

describe("the installation's own key", () => {
  it('is made once, even by several servers at once, and is for its owner alone', async () => {
    const place = path.join(folder, 'keys', 'seal.p12');
    const keys = await Promise.all(
      Array.from({ length: 3 }, () => openOwnSealKey(place, 'a password', owner, now)),
    );
    expect(new Set(keys.map(({ certificateSha256 }) => certificateSha256)).size).toBe(1);
    expect(await readdir(path.dirname(place))).toEqual(['seal.p12']);
    expect((await stat(place)).mode & 0o777).toBe(0o600);
    expect(keys[0]).toMatchObject({ type: 'RSA', isSelfSigned: true, chain: [] });
    expect(keys[0] && isValidAt(keys[0], new Date(now.getTime() - 3600_000))).toBe(true);
    expect(await problem(openOwnSealKey(place, 'another', owner, now))).toBe(
      'SEAL_P12_PASSWORD: does not open /keys/seal.p12',
    );
  });

  it('is made again a year before its certificate ends', async () => {
    const place = path.join(folder, 'seal.p12');
    const first = await openOwnSealKey(place, '', owner, years(-18.9));
    expect((await openOwnSealKey(place, '', owner, now)).certificateSha256).toBe(first.certificateSha256);
    const next = await openOwnSealKey(place, '', owner, years(0.2));
    expect(next.certificateSha256).not.toBe(first.certificateSha256);
    expect((await openOwnSealKey(place, '', owner, years(0.3))).certificateSha256).toBe(
      next.certificateSha256,
    );
    expect(await readdir(folder)).toEqual(['seal.p12']);
  });
});

describe('a key file that is of no use is refused with what is wrong', () => {
  const open = (file: string, password = '', at = now) => problem(openSealKey(file, password, at));

  it('missing, or no key file', async () => {
    expect(await open(path.join(folder, 'none.p12'))).toBe(
      'SEAL_P12_FILE: /none.p12 cannot be read (ENOENT)',
    );
    expect(await open(folder)).toContain('cannot be read (EISDIR)');
    const file = path.join(folder, 'text.p12');
    await writeFile(file, 'text');
    expect(await open(file)).toBe('SEAL_P12_FILE: /text.p12 is of no use. It is no PKCS#12 file');
    await writeFile(file, (await readFile(sample('sign'))).subarray(0, 700));
    expect(await open(file, 'sample')).toContain('SEAL_P12_FILE: /text.p12 is of no use.');
  });

  it('wrong password', async () => {
    expect(await open(inject('sealKeyFile'), 'wrong')).toMatch(/^SEAL_P12_PASSWORD: does not open /);
    expect(await open(sample('sign'))).toMatch(/^SEAL_P12_PASSWORD: does not open /);
    expect(await open(sample('legacy'), 'wrong')).toMatch(/^SEAL_P12_PASSWORD: does not open /);
  });

  it('no private key, or one that must not sign', async () => {
    expect(await open(sample('nokey'), 'sample')).toMatch(/is of no use. No private key/);
    expect(await open(sample('agree'), 'sample')).toMatch(/the certificate in .* does not allow signing$/);
  });

  it('a key that is too short', async () => {
    expect(await open(sample('short'), 'sample')).toMatch(/has 1024 bits; 2048 is the least$/);
  });

  it('a certificate of another time', async () => {
    const file = path.join(folder, 'old.p12');
    await writeFile(file, await makeKeyFile(owner, '', years(-21)));
    expect(await open(file)).toMatch(/has ended on 2025-/);
    await writeFile(file, await makeKeyFile(owner, '', years(2)));
    expect(await open(file)).toMatch(/is valid only from 2028-/);
  });
});
