import { storageContract } from '@servicebook/shared/storage';
import type { Deps } from '../../context.ts';
import { handlers } from '../../http/handlers.ts';
import { downloadFile } from './storage.service.ts';

export const storageRoutes = (deps: Deps) =>
  handlers(storageContract, {
    downloadFile: ({ ctx, query }) => downloadFile(deps, ctx, query.fileName),
  });
