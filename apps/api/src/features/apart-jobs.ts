/** Jobs that run in processes of their own, because they would keep the server from answering others. */
import type { ApartDeps } from '../deps.ts';
import type { JobHandler } from '../platform/jobs.ts';
import { archiveWork } from './archive/archive.jobs.ts';
import { importWork } from './import/import.jobs.ts';

export const apartJobs = (deps: ApartDeps): JobHandler[] => [...archiveWork(deps), ...importWork(deps)];
