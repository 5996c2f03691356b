/** When a phone asks for what is new. */
import 'fake-indexeddb/auto';
import type { WorkingSet } from '@servicebook/shared/offline';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../lib/query-client.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { sessionUser } from '../testing/render-app.tsx';
import { keepStored } from './keeping.ts';
import { noteWritten } from './refresh.ts';

const workingSet = 'POST /api/offline/workingSet';
const user = sessionUser('ROLE_USER');
const answer: WorkingSet = {
  takenAt: '2026-11-23T14:05:00.000Z',
  revision: 'r1',
  set: { whole: true, missingMachines: 0, more: false, chunks: [] },
};

const { connection } = navigator as Navigator & { connection: { saveData: boolean } };
let end: () => void = () => {};
beforeEach(() => {
  connection.saveData = false;
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.spyOn(window, 'matchMedia').mockImplementation(() => ({ matches: true }) as MediaQueryList);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  end();
  connection.saveData = true;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const { setTimeout: inReality } = globalThis;
/** Lets the database answer: time passes no faster than in reality. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) {
    await new Promise((resolve) => inReality(resolve, 1));
    await vi.advanceTimersByTimeAsync(1);
  }
}
async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await settle();
}

/** A phone that has stored everything. */
async function kept() {
  const server = fakeServer({ [workingSet]: { body: answer } });
  end = keepStored(user);
  await settle();
  expect(server.sentTo(workingSet)).toHaveLength(1);
  return server;
}

it('What was written is fetched soon, and several writes at once', async () => {
  const server = await kept();
  const write = () =>
    queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: async () => null })
      .execute(undefined);
  await write();
  await pass(15_000);
  expect(server.sentTo(workingSet)).toHaveLength(2);
  await write();
  await write();
  // Sent from the outbox.
  noteWritten();
  await pass(15_000);
  expect(server.sentTo(workingSet)).toHaveLength(3);
  await pass(60_000);
  expect(server.sentTo(workingSet)).toHaveLength(3);
});

it('A visit that the home page has shown is fetched soon', async () => {
  const server = await kept();
  const asked = server.sentTo(workingSet).length;
  const show = (visits: object[]) =>
    queryClient.fetchQuery({
      queryKey: ['planning', 'mine'],
      queryFn: async () => ({ visits }),
      staleTime: 0,
    });
  await show([]);
  await settle();
  await pass(60_000);
  expect(server.sentTo(workingSet)).toHaveLength(asked);
  await show([{ id: 9, revision: 1 }]);
  await settle();
  await pass(2_000);
  expect(server.sentTo(workingSet)).toHaveLength(asked + 1);
});

it('The machines that were opened are named, also if the server has answered', async () => {
  const server = await kept();
  await queryClient.fetchQuery({ queryKey: ['device', 'one', 7], queryFn: async () => ({ id: 7 }) });
  await settle();
  await pass(5 * 60_000);
  expect(server.sentTo(workingSet).at(-1)).toMatchObject({ opened: [7] });
});
