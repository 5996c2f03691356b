import { archiveContract } from '@servicebook/shared/archive';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import {
  beginArchive,
  cancelArchive,
  readSituation,
  startCheck,
  startRun,
  storePart,
} from './archive.service.ts';

export const archiveRoutes = (deps: Deps) =>
  handlers(archiveContract, {
    situation: ({ ctx }) => readSituation(deps, ctx),
    begin: ({ ctx, body }) => beginArchive(deps, ctx, body),
    part: ({ ctx, body, file }) => storePart(deps, ctx, body, file),
    check: ({ ctx, params }) => startCheck(deps, ctx, params.id),
    run: ({ ctx, params }) => startRun(deps, ctx, params.id),
    cancel: ({ ctx, params }) => cancelArchive(deps, ctx, params.id),
  });
