import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepChoice } from '../../lib/browser-storage.ts';
import type { Entry } from './database.ts';
import { keepEntry, settleEntry } from './entries.ts';
import { eraseSent, listSent, noteSent } from './sent.ts';

const owner = '1:1';
const entry = { seq: 1, owner, label: { kind: 'note', name: 'Press (HP-1): Oil leaks' } } as Entry;
const times = async () => (await listSent(owner)).map(({ sentAt }) => sentAt);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(async () => {
  await eraseSent(null);
  vi.useRealTimers();
});

it('what was sent under a clock set ahead is listed for a day from when the clock is right', async () => {
  vi.setSystemTime('2027-03-01T10:00:00.000Z');
  await noteSent(entry);
  vi.setSystemTime('2026-11-23T10:00:00.000Z');
  expect(await times()).toEqual(['2026-11-23T10:00:00.000Z']);
  vi.setSystemTime('2026-11-24T09:00:00.000Z');
  expect(await times()).toEqual(['2026-11-23T10:00:00.000Z']);
  vi.setSystemTime('2026-11-24T11:00:00.000Z');
  expect(await times()).toEqual([]);
});

it('what is sent has the time of the server, also under a clock that is wrong', async () => {
  const ahead = 90 * 24 * 3_600_000;
  vi.setSystemTime('2026-12-23T10:00:00.000Z');
  keepChoice('heard', { at: Date.now(), ahead });
  window.dispatchEvent(new StorageEvent('storage'));
  vi.setSystemTime(Date.now() + ahead);
  await noteSent(entry);
  expect(await times()).toEqual(['2026-12-23T10:00:00.000Z']);
});

it('what was sent of a record that this phone had named is of the server’s record', async () => {
  const made = await keepEntry({
    ...{ owner, method: 'post', path: '/api/service/add', query: {}, upload: null, file: null, bytes: null },
    ...{ body: { id: null }, writtenAfter: null, attempts: 1, makes: true },
    idempotencyKey: crypto.randomUUID(),
    group: (seq) => `service:${-seq}`,
    label: { kind: 'protocol', name: 'Mill: Press' },
    answer: (seq) => ({ id: -seq }),
  });
  await settleEntry(made, { id: 88, revision: 1 });
  await noteSent(made);
  expect(await listSent(owner)).toMatchObject([{ group: 'service:88' }]);
});
