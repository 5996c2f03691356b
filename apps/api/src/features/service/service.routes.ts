import { maxChosen } from '@servicebook/shared/primitives';
import { serviceContract } from '@servicebook/shared/service';
import { serviceOverviewContract } from '@servicebook/shared/service-overview';
import { serviceSigningContract } from '@servicebook/shared/service-signing';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { deleteService, saveService } from './service.service.ts';
import { addServiceFile, deleteServiceFile, printServiceFile } from './service-files.ts';
import {
  findService,
  findServiceIds,
  listServiceEvents,
  listServicesOfDevice,
  searchServices,
} from './service-search.ts';
import { signService } from './service-sign.ts';
import { exportServices } from './service-table.ts';
import { readToSign } from './service-to-sign.ts';
import { listVersions, readProtocolPdf } from './service-versions.ts';
import { withdrawService } from './service-withdrawal.ts';

export const serviceRoutes = (deps: Deps) =>
  handlers(serviceContract, {
    findByDevice: ({ ctx, params }) => listServicesOfDevice(deps, ctx, params.deviceId),
    findById: ({ ctx, params }) => findService(deps, ctx, params.id),
    add: ({ ctx, body, file }) => saveService(deps, ctx, body, file),
    sign: ({ ctx, params, body, file }) => signService(deps, ctx, params.id, body, file),
    withdraw: ({ ctx, params, body }) => withdrawService(deps, ctx, params.id, body),
    addFile: ({ ctx, params, query, file }) =>
      addServiceFile(deps, ctx, { serviceId: params.serviceId, print: query.print === 'true' }, file),
    printFile: ({ ctx, params, body }) => printServiceFile(deps, ctx, params.fileId, body.print),
    deleteFile: ({ ctx, params }) => deleteServiceFile(deps, ctx, params.fileId),
    delete: ({ ctx, params }) => deleteService(deps, ctx, params.id),
    pdf: ({ ctx, params, query }) => readProtocolPdf(deps, ctx, params.id, query.version),
    versions: ({ ctx, params }) => listVersions(deps, ctx, params.id),
  });

export const serviceOverviewRoutes = (deps: Deps) =>
  handlers(serviceOverviewContract, {
    list: async ({ ctx }) => listServiceEvents(deps, ctx),
    search: ({ ctx, body }) => searchServices(deps, ctx, body),
    findIds: ({ ctx, body }) => findServiceIds(deps, ctx, body, maxChosen),
    export: ({ ctx, body }) => exportServices(deps, ctx, body),
  });

export const serviceSigningRoutes = (deps: Deps) =>
  handlers(serviceSigningContract, {
    toSign: ({ ctx, params }) => readToSign(deps, ctx, params.id),
  });
