import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Entry } from './database.ts';
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
