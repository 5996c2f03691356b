import { deviceContract } from '@servicebook/shared/device';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { deleteDevice, findDevice, insertDevice, updateDevice } from './device.service.ts';
import { archiveDevice, restoreDevice } from './device-archive.service.ts';
import { updateGpsLocation } from './device-location.service.ts';
import { readDeviceOverview } from './device-overview.ts';
import {
  countNeedingAttention,
  filterDevices,
  findBySerialNumber,
  findDeviceIds,
  listDeviceNames,
  listDevices,
  listDevicesOf,
  searchDevices,
} from './device-search.ts';
import { exportDevices } from './device-table.ts';

export const deviceRoutes = (deps: Deps) =>
  handlers(deviceContract, {
    findAll: async ({ ctx }) => listDevices(deps, ctx),
    getByFilter: async ({ ctx, body }) => filterDevices(deps, ctx, body),
    search: ({ ctx, body }) => searchDevices(deps, ctx, body),
    findIds: ({ ctx, body }) => findDeviceIds(deps, ctx, body),
    export: ({ ctx, body }) => exportDevices(deps, ctx, body),
    countNeedingAttention: ({ ctx }) => countNeedingAttention(deps, ctx),
    findBySerialNumber: ({ ctx, body }) => findBySerialNumber(deps, ctx, body),
    findById: ({ ctx, params }) => findDevice(deps, ctx, params.id),
    overview: ({ ctx, params }) => readDeviceOverview(deps, ctx, params.id),
    findAllDevicesNames: async ({ ctx, query }) => listDeviceNames(deps, ctx, query),
    findByCategory: ({ ctx, params }) => listDevicesOf(deps, ctx, { categoryId: params.id }),
    findByCustomer: ({ ctx, params }) => listDevicesOf(deps, ctx, { customerId: params.id }),
    insert: ({ ctx, body }) => insertDevice(deps, ctx, body),
    update: ({ ctx, body }) => updateDevice(deps, ctx, body),
    updateGpsLocation: ({ ctx, body }) => updateGpsLocation(deps, ctx, body),
    archive: ({ ctx, body }) => archiveDevice(deps, ctx, body),
    restore: ({ ctx, body }) => restoreDevice(deps, ctx, body.id),
    delete: ({ ctx, params }) => deleteDevice(deps, ctx, params.id),
  });
