import { inspectionContract } from '@servicebook/shared/inspection-overview';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import {
  exportInspections,
  listInspections,
  readInspectionCalendar,
  readInspectionPoints,
  searchInspections,
} from './inspection.service.ts';

export const inspectionRoutes = (deps: Deps) =>
  handlers(inspectionContract, {
    list: ({ ctx, params }) => listInspections(deps, ctx, params.scope === 'onlyActual'),
    search: ({ ctx, body }) => searchInspections(deps, ctx, body),
    export: ({ ctx, body }) => exportInspections(deps, ctx, body),
    points: ({ ctx, body }) => readInspectionPoints(deps, ctx, body),
    calendar: ({ ctx, body }) => readInspectionCalendar(deps, ctx, body),
  });
