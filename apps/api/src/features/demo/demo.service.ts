/**
 * One believable company to try Servicebook with: dates are relative to the day it is loaded. As much as possible
 * goes through the services, so the demo contains exactly the data of a company after three years of work.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { withLock } from '@servicebook/prisma/with-lock';
import type { Deps } from '../../deps.ts';
import { isUnavailable } from '../../platform/unavailable.ts';
import { erase } from '../account/account-erasure.jobs.ts';
import { saveBranch } from '../branch/branch.service.ts';
import { saveHotel } from '../hotel/hotel.service.ts';
import { branches } from './branches.ts';
import { hotels } from './hotels.ts';
import { insertMachines } from './machines.ts';
import { insertPaidOrder } from './orders.ts';
import { insertPlan } from './planned-visits.ts';
import { demoUsers, insertTeam } from './team.ts';
import { insertTodos } from './todos.ts';
import { insertHistory } from './visits.ts';

const demoLock = 7_205_316_042;

const isDemoAdmin = { email: demoUsers[0].email };

/** Whether this database contains the complete demo company. */
export async function hasDemo({ db }: Deps): Promise<boolean> {
  return (await db.global.loginIdentity.count({ where: { ...isDemoAdmin, claimedAt: { not: null } } })) > 0;
}

/** In milliseconds. */
const tryAgainAfter = 2_000;

/**
 * Loads the demo into a database without accounts; otherwise does nothing. Servers that start at the same time wait for
 * each other. The next load removes an interrupted one. While the database or the file store is away, it waits.
 * @param stop interrupts it, which is no error
 * @param onBegin is told that it will take a while
 */
export async function loadDemoData(
  deps: Deps,
  databaseUrl: string,
  { stop, onBegin }: { stop?: AbortSignal; onBegin?: () => void } = {},
): Promise<void> {
  const load = () =>
    withLock(databaseUrl, demoLock, async () => {
      await removeHalfDemo(deps);
      if ((await deps.db.global.account.count()) > 0) return;
      onBegin?.();
      await insertDemo(deps, stop);
    });
  while (!stop?.aborted)
    try {
      return await load();
    } catch (error) {
      if (stop?.aborted) return;
      if (!isUnavailable(error)) throw error;
      deps.log.database.warn({ err: error }, 'the demo cannot be loaded now, is tried again');
      // A rejection says that the wait is over.
      await pause(tryAgainAfter, undefined, { signal: stop }).catch(() => {});
    }
}

/**
 * A demo that nobody can sign in to is incomplete: sign-in is enabled last. A company that has brought back an archive
 * of the demo, or has invited its admin, has somebody who can.
 */
async function removeHalfDemo(deps: Deps): Promise<void> {
  const { account, loginIdentity } = deps.db.global;
  const unclaimed = await loginIdentity.findMany({
    where: { ...isDemoAdmin, invited: false, claimedAt: null },
  });
  for (const { accountId } of unclaimed) {
    if ((await loginIdentity.count({ where: { accountId, claimedAt: { not: null } } })) > 0) continue;
    await account.update({ where: { id: accountId }, data: { deletedAt: deps.clock() } });
    await erase(deps, { accountId });
  }
}

async function insertDemo(deps: Deps, stop?: AbortSignal): Promise<void> {
  const team = await insertTeam(deps);
  await insertPaidOrder(deps, team.admin);
  for (const branch of branches) await saveBranch(deps, team.admin, { id: null, ...branch });
  for (const hotel of hotels) await saveHotel(deps, team.admin, { id: null, ...hotel });
  const machines = await insertMachines(deps, team, stop);
  await insertHistory(deps, team, machines, stop);
  await insertTodos(deps, team);
  const { accountId } = team.admin;
  const now = deps.clock();
  // Work is planned only for active employees.
  await deps.db.global.user.updateMany({ where: { accountId }, data: { active: true, activatedAt: now } });
  await insertPlan(deps, team, machines);
  // Nobody waits for news of a plan that was there from the start.
  await deps.db.of(team.admin).notification.updateMany({ data: { toMail: false, readAt: deps.clock() } });
  await deps.db.global.loginIdentity.updateMany({ where: { accountId }, data: { claimedAt: now } });
}
