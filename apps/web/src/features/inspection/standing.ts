import type { Device } from '@servicebook/shared/device';
import type { InspectionSummary } from '@servicebook/shared/inspection';

export type NextInspection =
  | { state: 'off' | 'archived' | 'notHandedOver' | 'noInterval' }
  | { state: 'overdue' | 'today' | 'planned'; date: string; days: number };

/**
 * The state of a machine's next inspection.
 * @param device its date of handover, and whether it is archived
 */
export function nextInspectionOf(
  summary: InspectionSummary,
  { transferDate, archived }: Pick<Device, 'transferDate' | 'archived'>,
): NextInspection {
  const { nextInspection, daysToNextInspection, lastInspection } = summary;
  if (!summary.device.isPeriodicInspectionEnabled) return { state: 'off' };
  if (archived) return { state: 'archived' };
  if (nextInspection !== null && daysToNextInspection !== null) {
    const days = Math.abs(daysToNextInspection);
    const state = daysToNextInspection < 0 ? 'overdue' : days === 0 ? 'today' : 'planned';
    return { state, date: nextInspection, days };
  }
  return { state: transferDate === null && lastInspection === null ? 'notHandedOver' : 'noInterval' };
}

export type Warranty = { state: 'unknown' | 'ended' } | { state: 'running'; days: number };

export function warrantyOf({ daysToEndWarranty }: InspectionSummary): Warranty {
  if (daysToEndWarranty === null) return { state: 'unknown' };
  return daysToEndWarranty > 0 ? { state: 'running', days: daysToEndWarranty } : { state: 'ended' };
}
