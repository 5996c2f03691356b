import { beforeAll, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildTeam, buildUser } from '../../testing/builders.ts';

const app = useTestApp();
let admin: Api;
let technician: Api;
let colleague: Api;
let accountId: number;
let userId: number;

beforeAll(async () => {
  ({ accountId, userId, admin, technician, colleague } = await buildTeam(app));
});

const absence = (given: object = {}) => ({
  user: { id: userId },
  kind: 'VACATION' as const,
  from: '2026-12-21',
  to: '2026-12-24',
  ...given,
});
const list = (from: string, to: string) => colleague.absence.list({ query: { from, to } });

it('is entered by the employee or an admin, changed and deleted', async () => {
  const own = await technician.absence.save({ body: absence({ note: 'Family' }) });
  expect(own).toMatchObject({ user: { id: userId }, from: '2026-12-21', to: '2026-12-24', note: 'Family' });
  const change = { ...absence({ to: '2026-12-23' }), id: own.id };
  expect(await refusal(colleague.absence.save({ body: change }))).toMatchObject({ code: 'NO_PERMISSION' });
  expect(await refusal(colleague.absence.save({ body: absence() }))).toMatchObject({ code: 'NO_PERMISSION' });
  const { id: otherId } = await buildUser(app, { accountId });
  expect(
    await refusal(technician.absence.save({ body: { ...change, user: { id: otherId } } })),
  ).toMatchObject({ code: 'NO_PERMISSION' });
  expect(await admin.absence.save({ body: change })).toMatchObject({ to: '2026-12-23' });
  expect(await refusal(colleague.absence.delete({ params: { id: own.id } }))).toMatchObject({
    code: 'NO_PERMISSION',
  });
  expect(await list('2026-12-01', '2026-12-31')).toHaveLength(1);
  await technician.absence.delete({ params: { id: own.id } });
  expect(await list('2026-12-01', '2026-12-31')).toEqual([]);
});

it('is listed for every range that touches it', async () => {
  const { id } = await admin.absence.save({ body: absence({ from: '2027-03-01', to: '2027-03-05' }) });
  const isListed = async (from: string, to: string) => (await list(from, to)).some((row) => row.id === id);
  expect(await isListed('2027-03-05', '2027-03-08')).toBe(true);
  expect(await isListed('2027-02-01', '2027-03-01')).toBe(true);
  expect(await isListed('2027-03-06', '2027-03-08')).toBe(false);
});

it('says why only to the employee and to admins', async () => {
  const { id } = await technician.absence.save({
    body: absence({ kind: 'SICKNESS', from: '2027-05-03', to: '2027-05-04', note: 'Surgery' }),
  });
  const seenBy = async (api: Api) => {
    const query = { from: '2027-05-03', to: '2027-05-03' };
    const board = await api.planning.board({ query });
    const [listed, shown] = [await api.absence.list({ query }), board.absences].map((rows) =>
      rows.find((row) => row.id === id),
    );
    expect(shown).toEqual(listed);
    return [listed?.kind, listed?.note];
  };
  expect(await seenBy(technician)).toEqual(['SICKNESS', 'Surgery']);
  expect(await seenBy(admin)).toEqual(['SICKNESS', 'Surgery']);
  expect(await seenBy(colleague)).toEqual(['OTHER', '']);
  const people = async (api: Api) =>
    (await api.absence.balance({ query: { year: 2027 } })).map((row) => row.userId);
  expect(await people(technician)).toEqual([userId]);
  expect((await people(admin)).length).toBeGreaterThan(2);
});

it('does not end before it starts, nor last for years', async () => {
  expect(await refusal(admin.absence.save({ body: absence({ to: '2026-12-20' }) }))).toMatchObject({
    fields: { to: 'DATE_BEFORE_START' },
  });
  expect(await refusal(admin.absence.save({ body: absence({ to: '2036-12-20' }) }))).toMatchObject({
    fields: { to: 'MAX_1200_DAYS' },
  });
});

it('counts down the vacation of its year, without weekends, sickness and double days', async () => {
  const user = await buildUser(app, { accountId, vacationDays: 26 });
  const add = (given: object) => admin.absence.save({ body: absence({ user: { id: user.id }, ...given }) });
  await add({ from: '2028-12-25', to: '2029-01-05' });
  await add({ from: '2029-01-04', to: '2029-01-09' });
  await add({ kind: 'SICKNESS', from: '2029-02-01', to: '2029-02-28' });
  const balance = async (year: number) =>
    (await admin.absence.balance({ query: { year } })).find((row) => row.userId === user.id);
  expect(await balance(2028)).toEqual({ userId: user.id, allowed: 26, taken: 5 });
  expect(await balance(2029)).toEqual({ userId: user.id, allowed: 26, taken: 7 });
  expect(await balance(2030)).toEqual({ userId: user.id, allowed: 26, taken: 0 });
});
