import { fileContract } from '@servicebook/shared/file';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { addFile, deleteFile, describeFile, listFiles } from './file.service.ts';

export const fileRoutes = (deps: Deps) =>
  handlers(fileContract, {
    findByDeviceAndType: ({ ctx, params }) => listFiles(deps, ctx, params.deviceId, params.type),
    add: ({ ctx, body, file }) => addFile(deps, ctx, body, file),
    updateDescription: ({ ctx, body }) => describeFile(deps, ctx, body),
    delete: ({ ctx, params }) => deleteFile(deps, ctx, params.id),
  });
