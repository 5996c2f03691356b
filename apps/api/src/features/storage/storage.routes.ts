import { storageContract } from '@servicebook/shared/storage';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { downloadFile } from './storage.service.ts';
import { readStorageUse } from './storage-quota.ts';

export const storageRoutes = (deps: Deps) =>
  handlers(storageContract, {
    use: ({ ctx }) => readStorageUse(deps, ctx),
    downloadFile: ({ ctx, query }) => downloadFile(deps, ctx, query.fileName),
  });
