/** The records of a machine, counted: the numbers on its tabs, and the reasons why it cannot be deleted. */
import type { DeviceCounts } from '@servicebook/shared/device';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';

/** @throws when the machine is not the account's */
export async function countDeviceRecords(deps: Deps, ctx: Ctx, id: number): Promise<DeviceCounts> {
  const of = Prisma.sql`account_id = ${ctx.accountId} AND device_id = ${id}`;
  const [counts] = await deps.db.read<DeviceCounts>(
    ctx,
    Prisma.sql`SELECT
      (SELECT count(*)::int FROM stored_file WHERE ${of} AND kind = 'MACHINE_NAMEPLATE') AS nameplates,
      (SELECT count(*)::int FROM device_note WHERE ${of}) AS notes,
      (SELECT count(*)::int FROM stored_file WHERE ${of} AND kind = 'MACHINE_FILE') AS files,
      (SELECT count(*)::int FROM part WHERE ${of}) AS parts,
      (SELECT count(*)::int FROM incident WHERE ${of} AND service_id IS NULL) AS events,
      (SELECT count(*)::int FROM service_device WHERE ${of}) AS protocols
      FROM device WHERE account_id = ${ctx.accountId} AND id = ${id}`,
    'device counts',
  );
  if (!counts) throw new AppError('NOT_FOUND');
  return counts;
}
