import { addDays } from '@servicebook/shared/calendar';
import { soonDays } from '@servicebook/shared/inspection-overview';
import { machineName } from '@servicebook/shared/machine-name';
import { IconCalendarCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { inspectionSearchQuery } from '../../../features/inspection/inspection-overview.queries.ts';
import { NextInspection } from '../../../features/inspection/next-inspection.tsx';
import { linkTo, paths, withQuery } from '../../../lib/paths.ts';
import { useToday } from '../../../lib/use-today.ts';
import type { Known } from './figure.tsx';
import { shownRows, WorkCard } from './work-card.tsx';

const listOf = (due: 'OVERDUE' | 'SOON') => withQuery(paths.machinePeriodicInspection, { due });

/** Inspections that are overdue or due soon, the most overdue first. */
export function InspectionWork({ figures, failed }: Known) {
  const { t } = useTranslation(['home', 'inspection-overview']);
  const today = useToday();
  const query = useQuery(
    inspectionSearchQuery({
      dateTo: addDays(today, soonDays),
      sort: { by: 'daysToNextInspection', direction: 'asc' },
      size: shownRows,
    }),
  );
  const { overdue, soon } = figures?.inspections ?? {};
  return (
    <WorkCard
      to={paths.machinePeriodicInspection}
      Icon={IconCalendarCheck}
      title={t('inspections')}
      counts={[
        { to: listOf('OVERDUE'), label: t('overdue'), value: overdue, urgent: true },
        { to: listOf('SOON'), label: t('soon'), value: soon },
      ]}
      failed={failed}
      query={query}
      rowOf={({ device, nextInspection, daysToNextInspection }) => ({
        key: device.id,
        to: linkTo.machineEdit({
          id: device.id,
          customerId: device.customer.id,
          activeTab: 'periodicInspection',
          prev: 'machinePeriodicInspection',
        }),
        title: machineName(device),
        hint: [device.customer.shortName, device.city].filter(Boolean).join(', '),
        end: (
          <NextInspection
            nextInspection={nextInspection}
            daysToNextInspection={daysToNextInspection}
            handedOver
          />
        ),
      })}
      empty={t('noInspections')}
    />
  );
}
