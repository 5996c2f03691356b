import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSigningKey, rotateSigningKey } from './signing-key.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'servicebook-key-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const bytes = (text: string) => new TextEncoder().encode(text);

describe('a key of the installation', () => {
  it('is made once, even by several servers at once, and is for its owner alone', async () => {
    const place = path.join(folder, 'keys', 'a.pem');
    const keys = await Promise.all(Array.from({ length: 5 }, () => openSigningKey(place)));
    expect(new Set(keys.map(({ id }) => id)).size).toBe(1);
    expect(await readdir(path.dirname(place))).toEqual(['a.pem']);
    expect((await stat(place)).mode & 0o777).toBe(0o600);
    expect((await openSigningKey(place)).id).toBe(keys[0]?.id);
  });

  it('accepts what it has signed, and nothing else', async () => {
    const key = await openSigningKey(path.join(folder, 'a.pem'));
    const other = await openSigningKey(path.join(folder, 'b.pem'));
    const signature = key.sign(bytes('content'));
    expect(key.verify(bytes('content'), signature)).toBe(true);
    expect(key.verify(bytes('Content'), signature)).toBe(false);
    expect(other.verify(bytes('content'), signature)).toBe(false);
    expect(key.verify(bytes('content'), 'no signature')).toBe(false);
  });

  it('gives way to another one, and what all former ones have signed is accepted until they are forgotten', async () => {
    const place = path.join(folder, 'a.pem');
    const { id, sign } = await openSigningKey(place);
    const first = sign(bytes('content'));
    await rotateSigningKey(place, { keepFormer: true });
    const second = (await openSigningKey(place)).sign(bytes('content'));
    await rotateSigningKey(place, { keepFormer: true });
    const third = await openSigningKey(place);
    const signatures = [first, second, third.sign(bytes('content'))];
    expect(new Set(signatures).size).toBe(3);
    for (const signature of signatures) expect(third.verify(bytes('content'), signature)).toBe(true);
    expect(third.verify(bytes('Content'), first)).toBe(false);
    expect(third.isKnown(id)).toBe(true);
    expect((await stat(path.join(folder, 'a-former.pem'))).mode & 0o777).toBe(0o600);

    await rotateSigningKey(place, { keepFormer: false });
    const fourth = await openSigningKey(place);
    for (const signature of signatures) expect(fourth.verify(bytes('content'), signature)).toBe(false);
    expect([fourth.isKnown(id), fourth.isKnown(fourth.id)]).toEqual([false, true]);
    expect(fourth.verify(bytes('content'), fourth.sign(bytes('content')))).toBe(true);
  });
});
