import { formatWeekday } from '@servicebook/i18n/format.ts';
import { nameOf } from '@servicebook/i18n/names.ts';
import { machineNames } from '@servicebook/shared/machine-name';
import type { Visit } from '@servicebook/shared/visit';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { usePrinting } from '../../lib/printing.ts';

/** Names a technician, and says so of one who left. Its texts: `visit`. */
export function useTechnicianText() {
  const { t } = useTranslation('visit');
  return (person: Visit['technicians'][number]): string =>
    person.active ? nameOf(person) : t('inactive', { name: nameOf(person) });
}

/** So that one visit does not fill a phone's screen. */
const namedMachines = 3;

/** Names the machines in one line: of many the first ones and how many more there are, on paper all. Its texts: `visit`. */
export function useMachinesText() {
  const { t } = useTranslation('visit');
  const printing = usePrinting();
  return (machines: Visit['devices']): string => {
    const count = machines.length - namedMachines;
    if (printing || count <= 0) return machineNames(machines);
    return t('machinesAndMore', { names: machineNames(machines.slice(0, namedMachines)), count });
  };
}

/** The time window: `8:00–10:00`, or `8:00` alone; empty if there is none. */
export const windowText = ({ from, to }: Pick<Visit, 'from' | 'to'>): string =>
  [from, to].filter(Boolean).join('–');

/** Day and time window in one line; null if there is no day. */
export function whenText({ day, ...window }: Pick<Visit, 'day' | 'from' | 'to'>): string | null {
  if (!day) return null;
  return [formatWeekday(day, currentLanguage()), windowText(window)].filter(Boolean).join(', ');
}
