import { exportContract } from '@servicebook/shared/export';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import {
  deleteExport,
  downloadExport,
  findExport,
  listExports,
  requestExport,
  requestFoundServicePdfs,
} from './export.service.ts';

export const exportRoutes = (deps: Deps) =>
  handlers(exportContract, {
    accountData: ({ ctx, body }) => requestExport(deps, ctx, 'ACCOUNT_DATA', body),
    servicePdfs: ({ ctx, body }) => requestExport(deps, ctx, 'SERVICE_PDFS', body),
    foundServicePdfs: ({ ctx, body }) => requestFoundServicePdfs(deps, ctx, body),
    serviceBooks: ({ ctx, body }) => requestExport(deps, ctx, 'SERVICE_BOOKS', body),
    dossier: ({ ctx, body }) => requestExport(deps, ctx, 'WARRANTY_DOSSIER', body),
    findAll: ({ ctx }) => listExports(deps, ctx),
    findById: ({ ctx, params }) => findExport(deps, ctx, params.id),
    delete: ({ ctx, params }) => deleteExport(deps, ctx, params.id),
    download: ({ ctx, params }) => downloadExport(deps, ctx, params.id),
  });
