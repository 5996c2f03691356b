import 'fake-indexeddb/auto';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { expect, it } from 'vitest';
import { hashBytes } from '../../lib/read-content.ts';
import { keepEntry, settleEntry } from './entries.ts';
import { withPictures } from './pictures.ts';

const owner = '1:1';

/** A photo of protocol 31 that waits. */
const keepPhoto = (bytes: ArrayBuffer) =>
  keepEntry({
    ...{
      owner,
      method: 'patch',
      path: '/api/service/addFile/31',
      query: {},
      upload: { file: 'file', json: null },
      body: null,
    },
    ...{ bytes, file: { name: 'leak.png', type: 'image/png', size: bytes.byteLength } },
    ...{ writtenAfter: null, attempts: 1, makes: false, idempotencyKey: crypto.randomUUID() },
    group: () => 'service:31',
    label: { kind: 'photo', name: 'leak.png' },
    answer: () => ({}),
  });

it('shows a photo that was sent while others wait', async () => {
  const bytes = [1, 2].map((value) => Uint8Array.of(value).buffer);
  const [first] = await Promise.all(bytes.map(keepPhoto));
  const hashes = await Promise.all(bytes.map(hashBytes));
  const protocol = { id: 31, fileDtos: hashes.map((sha256, at) => ({ id: -1 - at, key: '', sha256 })) };
  const keys = async () =>
    (await withPictures(protocol as ServiceProtocol, owner)).fileDtos.map(({ key }) => key);
  const both = await keys();
  expect(both).toEqual([expect.stringMatching(/^blob:/), expect.stringMatching(/^blob:/)]);
  if (first) await settleEntry(first, { id: 31, revision: 1 });
  expect(await keys()).toEqual(both);
});
