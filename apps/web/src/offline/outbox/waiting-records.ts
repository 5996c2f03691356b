import type { SessionUser } from '@servicebook/shared/user';
import { withMachines } from '../answers/changed-machines.ts';
import { withSigned } from '../answers/signed-records.ts';
import type { StoredRecords } from '../answers/stored-records.ts';
import { listEntries, listOverlays } from './entries.ts';
import { machineChangesIn } from './machine-changes.ts';
import { ownerOf } from './owner.ts';
import { visitWorkIn } from './visit-here.ts';

/** Stored records as they will be once everything on this phone is sent. */
export async function withWaiting(stored: StoredRecords, user: SessionUser): Promise<StoredRecords> {
  const owner = ownerOf(user);
  const [entries, overlays] = await Promise.all([
    listEntries(owner).catch(() => []),
    listOverlays(owner).catch(() => []),
  ]);
  return withSigned(
    withMachines(stored, machineChangesIn(entries)),
    visitWorkIn(entries, overlays, user.timezone),
  );
}
