import { expect, it } from 'vitest';
import { setPhoneCode } from '../../lib/phone.ts';
import { hashContent } from '../../lib/read-content.ts';
import type { WaitingCall } from '../../lib/unsent.ts';
import { sessionUser } from '../../testing/render-app.tsx';
import { canWait } from './can-wait.ts';

/** What is on the phone. */
const records: Record<string, unknown> = {
  '/api/device/findById/5': { id: 5 },
  '/api/service/findById/31': { id: 31, state: 'NEW' },
  '/api/service/findById/32': { id: 32, state: 'SIGNED' },
  '/api/visit/findById/41': { id: 41 },
  '/api/todo/findById/12': { id: 12 },
};
setPhoneCode(async () => ({
  answer: async ({ path }) => (records[path] ? { data: records[path], takenAt: null } : null),
  remember: async () => {},
  isTooLongAway: async () => false,
  erase: async () => {},
}));

const waits = (path: string, body: unknown = null) =>
  canWait({ path: `/api/${path}`, body } as WaitingCall, sessionUser());
const press = { devices: [{ id: 5 }] };

it.each([
  ['service/add', { id: null, ...press }],
  ['service/add', { id: 31, ...press }],
  ['service/addFile/31', null],
  ['device/update', { id: 5 }],
  ['visit/step', { id: 41, step: 'FINISH' }],
  ['visit/check', { id: 41 }],
  ['todo/status', { id: 12 }],
  ['deviceNote/insert', {}],
  ['incident/insert', {}],
  ['visit/addNote', {}],
])('%s can wait if the phone has what it is of: %j', async (path, body) => {
  expect(await waits(path, body)).toBe(true);
});

it.each([
  ['service/add', { id: null, devices: [{ id: 6 }] }],
  ['service/add', { id: 31, ...press, isToSign: true }],
  ['service/add', { id: 32, ...press }],
  ['service/addFile/32', null],
  ['service/sign/31', { signedSha256: 'of a text that was not read here' }],
  ['device/update', { id: 6 }],
  ['visit/step', { id: 41, step: 'CANCEL' }],
  ['todo/status', { id: 13 }],
])('%s cannot wait without it, or if only the office may do it: %j', async (path, body) => {
  expect(await waits(path, body)).toBe(false);
});

it('a signature can wait with the text that was read', async () => {
  const signedSha256 = await hashContent('{"read":true}');
  expect(await waits('service/sign/31', { signedSha256 })).toBe(true);
});
