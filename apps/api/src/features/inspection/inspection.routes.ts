import { inspectionContract } from '@servicebook/shared/inspection-overview';
import { machineInspectionContract } from '@servicebook/shared/machine-inspection';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import {
  exportInspections,
  findInspectionIds,
  listInspections,
  readInspectionCalendar,
  readInspectionPoints,
  readInspectionPointsInPart,
  searchInspections,
} from './inspection.service.ts';
import {
  enableInspection,
  findLastInspection,
  readInspection,
  setInspectionPeriod,
  setInspectionPeriods,
  stateInspection,
} from './machine-inspection.service.ts';

export const inspectionRoutes = (deps: Deps) =>
  handlers(inspectionContract, {
    list: async ({ ctx, params }) => listInspections(deps, ctx, params.scope === 'onlyActual'),
    search: ({ ctx, body }) => searchInspections(deps, ctx, body),
    export: ({ ctx, body }) => exportInspections(deps, ctx, body),
    findIds: ({ ctx, body }) => findInspectionIds(deps, ctx, body),
    points: ({ ctx, body }) => readInspectionPoints(deps, ctx, body),
    pointsInPart: ({ ctx, body }) => readInspectionPointsInPart(deps, ctx, body),
    calendar: ({ ctx, body }) => readInspectionCalendar(deps, ctx, body),
  });

export const machineInspectionRoutes = (deps: Deps) =>
  handlers(machineInspectionContract, {
    lastSignedInspection: ({ ctx, query }) => findLastInspection(deps, ctx, query.deviceId),
    inspection: ({ ctx, params }) => readInspection(deps, ctx, params.deviceId),
    enableInspection: ({ ctx, body }) => enableInspection(deps, ctx, body),
    stateInspection: ({ ctx, body }) => stateInspection(deps, ctx, body),
    setInspectionPeriods: ({ ctx, body }) => setInspectionPeriods(deps, ctx, body),
    setInspectionPeriod: ({ ctx, query }) => setInspectionPeriod(deps, ctx, query),
  });
