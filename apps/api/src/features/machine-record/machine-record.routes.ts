import { machineRecordContract } from '@servicebook/shared/machine-record';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { listChanges } from './changes.service.ts';
import { readHistory } from './history.service.ts';
import {
  enableInspection,
  findLastInspection,
  readInspection,
  setInspectionPeriod,
} from './inspection.service.ts';
import { updateGpsLocation } from './location.service.ts';
import { readServiceBook } from './service-book.ts';

export const machineRecordRoutes = (deps: Deps) =>
  handlers(machineRecordContract, {
    lastSignedInspection: ({ ctx, query }) => findLastInspection(deps, ctx, query.deviceId),
    inspection: ({ ctx, params }) => readInspection(deps, ctx, params.deviceId),
    enableInspection: ({ ctx, body }) => enableInspection(deps, ctx, body),
    setInspectionPeriod: ({ ctx, query }) => setInspectionPeriod(deps, ctx, query),
    updateGpsLocation: ({ ctx, body }) => updateGpsLocation(deps, ctx, body),
    history: ({ ctx, params }) => readHistory(deps, ctx, params.id),
    serviceBook: ({ ctx, params }) => readServiceBook(deps, ctx, params.id),
    changes: ({ ctx, params }) => listChanges(deps, ctx, params.entity, params.id),
  });
