/** The revision of the account says whether anything that a phone takes along has changed. */
import { expect, it } from 'vitest';
import { useTestApp } from '../testing/app.ts';
import { buildTeam, buildVisit } from '../testing/builders.ts';

const app = useTestApp();

it('a visit that the office plans, changes or deletes reaches a phone, with its notes', async () => {
  const { accountId, userId, technician, admin } = await buildTeam(app);
  const revisionOf = async () =>
    (await technician.offline.workingSet({ body: { revision: null, have: {} } })).revision;
  let before = await revisionOf();
  const hasChanged = async () => {
    const now = await revisionOf();
    const changed = now !== before;
    before = now;
    return changed;
  };
  const { id } = await buildVisit(app, { accountId, userId });
  expect(await hasChanged()).toBe(true);
  await admin.visit.addNote({ body: { visit: { id }, text: 'Ring twice' } });
  expect(await hasChanged()).toBe(true);
  await admin.visit.step({ body: { id, step: 'START', reason: '' } });
  expect(await hasChanged()).toBe(true);
  await admin.visit.delete({ params: { id } });
  expect(await hasChanged()).toBe(true);
  expect(await hasChanged()).toBe(false);
});
