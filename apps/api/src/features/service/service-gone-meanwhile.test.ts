/** Objects that a change of a protocol needs may be deleted during the change. It is refused and names them. */
import { beforeAll, expect, it, vi } from 'vitest';
import type { AccountTransaction } from '../../platform/tenancy.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildDevice, buildTeam, buildUser } from '../../testing/builders.ts';
import { countLockWaits } from '../../testing/lock-waits.ts';
import { bodyOf, protocolOf, signProtocol } from '../../testing/protocols.ts';

const app = useTestApp();
let technician: Api;
let accountId: number;
let device: { id: number; customerId: number };

beforeAll(async () => {
  ({ accountId, technician } = await buildTeam(app));
  device = await buildDevice(app, { accountId });
});

const add = (given: Parameters<typeof protocolOf>[1] = {}) =>
  technician.service.add({ body: protocolOf(device, given) });
const rowOf = (id: number) => ({ where: { accountId_id: { accountId, id } } });

/** The refusal of a change that comes while a deletion is written and not yet committed. */
async function refusedMeanwhile(
  remove: (tx: AccountTransaction) => Promise<unknown>,
  change: () => Promise<unknown>,
) {
  let answer: ReturnType<typeof refusal> | undefined;
  await app.deps.db.of({ accountId }).$transaction(
    async (tx) => {
      await remove(tx);
      answer = refusal(change());
      await vi.waitFor(async () => expect(await countLockWaits(app)).toBe(1), {
        timeout: 10_000,
        interval: 20,
      });
    },
    { timeout: 15_000 },
  );
  return answer;
}

it('an attachment sent while its protocol is deleted gets a 404 and leaves no bytes', async () => {
  const { id } = await add();
  const refused = await refusedMeanwhile(
    (tx) => tx.service.delete(rowOf(id)),
    () => technician.service.addFile({ params: { serviceId: id }, file: new Blob(['x']), fileName: 'a.txt' }),
  );
  expect(refused).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  await app.expectNoStrayFiles();
});

it.each([
  ['added', (performedBy: { id: number }) => async () => add({ performedBy })],
  [
    'changed',
    async (performedBy: { id: number }) => {
      const body = await bodyOf(technician, (await add()).id);
      return () => technician.service.add({ body: { ...body, performedBy } });
    },
  ],
  [
    'signed',
    async (performedBy: { id: number }) => {
      const { id } = await add();
      return () => signProtocol(technician, id, { performedBy });
    },
  ],
])('a protocol is not %s as the work of somebody who is deleted meanwhile', async (_, prepare) => {
  const { id } = await buildUser(app, { accountId });
  const change = await prepare({ id });
  const refused = await refusedMeanwhile((tx) => tx.user.delete(rowOf(id)), change);
  expect(refused).toMatchObject({ status: 400, fields: { performedBy: 'PERFORMER_NOT_SELECTED' } });
});
