/** What was deleted too long ago is erased, and what takes too much room. */
import type { Deps } from '../../deps.ts';
import { handles, runsAt } from '../../platform/jobs.ts';
import { trimBin } from '../deletion/trim-bin.job.ts';
import { eraseBeyondQuota, eraseExpired } from './bin.service.ts';

export const binJobs = (deps: Deps) => [
  handles(trimBin, (payload) => eraseBeyondQuota(deps, payload)),
  runsAt('bin.erase-expired', '45 1 * * *', () => eraseExpired(deps)),
];
