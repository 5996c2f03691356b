import { Button } from '@mantine/core';
import type { MachineName } from '@servicebook/shared/machine-name';
import { maxVisitMachines } from '@servicebook/shared/visit';
import { IconCalendarPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPanel } from '../../components/lazy-tabs.tsx';
import { errorText } from '../../lib/error-text.ts';
import { showToast } from '../../lib/toast.ts';
import { useSession } from '../../lib/use-session.ts';
import { VisitDialog } from './lazy-visit-dialog.ts';
import { needOf } from './plan-visit.tsx';

const PlanSeveralDialog = lazyPanel(
  async () => (await import('./plan-several-dialog.tsx')).PlanSeveralDialog,
  ['visit', 'service'],
);

export interface InspectedMachine extends MachineName {
  customer: { id: number; shortName: string };
  category: { id: number };
  /** An open visit inspects it already. */
  planned: boolean;
}

interface Props {
  /** Reads the chosen machines as they are now. */
  load: () => Promise<InspectedMachine[]>;
  onDone: () => void;
}

/** One visit for each customer; several if one cannot have all the machines. */
const visitsTo = (machines: readonly InspectedMachine[]): InspectedMachine[][] =>
  [...Map.groupBy(machines, ({ customer }) => customer.id).values()].flatMap((ofCustomer) =>
    Array.from({ length: Math.ceil(ofCustomer.length / maxVisitMachines) }, (_, visit) =>
      ofCustomer.slice(visit * maxVisitMachines, (visit + 1) * maxVisitMachines),
    ),
  );

/** Plans the inspections of the chosen machines: one visit for each customer. Its text: `components`. */
export function PlanInspections({ load, onDone }: Props) {
  const { t } = useTranslation('components');
  const { may } = useSession();
  const [loading, setLoading] = useState(false);
  const [visits, setVisits] = useState<InspectedMachine[][] | null>(null);
  if (!may('visit.edit')) return null;
  const open = async () => {
    setLoading(true);
    try {
      setVisits(visitsTo(await load()));
    } catch (error) {
      showToast({ tone: 'error', message: errorText(error) });
    }
    setLoading(false);
  };
  const close = () => setVisits(null);
  const done = () => {
    close();
    onDone();
  };
  const [first, ...others] = visits?.[0] ?? [];
  return (
    <>
      <Button
        leftSection={<IconCalendarPlus size={18} stroke={1.7} aria-hidden />}
        loading={loading}
        onClick={open}
      >
        {t('planVisit')}
      </Button>
      <Suspense>
        {visits && visits.length > 1 && <PlanSeveralDialog visits={visits} onDone={done} onClose={close} />}
        {visits?.length === 1 && first && (
          <VisitDialog
            visit={null}
            need={needOf([first, ...others], { types: ['PERIODIC_INSPECTION'], source: 'INSPECTION' })}
            onSaved={onDone}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
