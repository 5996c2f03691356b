import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { type ZipEntry, zipOf } from './zip-file.ts';

const moment = new Date('2026-11-21T12:00:00Z');
const unzip = async (archive: Readable) =>
  Object.fromEntries(
    Object.entries(unzipSync(await buffer(archive))).map(([name, bytes]) => [name, strFromU8(bytes)]),
  );

it('packs texts, bytes and streams under their names, accents included', async () => {
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'README.txt', content: 'Żółć' };
    yield { name: 'files/Пресс (1)/a.bin', content: new Uint8Array([65, 66]), isCompressed: true };
    yield { name: 'data/rows.json', content: Readable.from(['[1,', '2]']) };
    yield { name: 'empty.txt', content: '' };
  }
  expect(await unzip(zipOf(entries(), moment))).toEqual({
    'README.txt': 'Żółć',
    'files/Пресс (1)/a.bin': 'AB',
    'data/rows.json': '[1,2]',
    'empty.txt': '',
  });
});

it('reads ahead no further than the buffers of the pipes', async () => {
  let asked = 0;
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (;;) {
      asked++;
      yield { name: `${asked}`, content: new Uint8Array(1_000_000), isCompressed: true };
    }
  }
  const archive = zipOf(entries(), moment);
  await pause(50);
  expect(asked).toBeLessThan(4);
  archive.destroy();
});

it('breaks with the error of an entry', async () => {
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'good', content: 'x' };
    yield {
      name: 'bad',
      content: Readable.from(
        (async function* () {
          yield 'a';
          throw new Error('lost');
        })(),
      ),
    };
  }
  await expect(buffer(zipOf(entries(), moment))).rejects.toThrow('lost');
});

it('breaks quietly before it is read, and gives its reader the error', async () => {
  // biome-ignore lint/correctness/useYield: it fails before the first entry.
  async function* entries(): AsyncGenerator<ZipEntry> {
    throw new Error('lost');
  }
  const archive = zipOf(entries(), moment);
  // Without a listener, an error event would end the process.
  await pause(20);
  await expect(pipeline(archive, new PassThrough())).rejects.toThrow('lost');
});

it('releases its entries when reading stops', async () => {
  let isOver = false;
  const endless = new Readable({ read: () => endless.push(Buffer.alloc(65_536)) });
  async function* entries(): AsyncGenerator<ZipEntry> {
    try {
      yield { name: 'endless', content: endless, isCompressed: true };
    } finally {
      isOver = true;
    }
  }
  const archive = zipOf(entries(), moment);
  archive.once('data', () => archive.destroy());
  await expect.poll(() => isOver).toBe(true);
  expect(endless.destroyed).toBe(true);
});
