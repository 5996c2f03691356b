import { Button, type ButtonProps } from '@mantine/core';
import type { MachineName } from '@servicebook/shared/machine-name';
import { IconCalendarPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/use-session.ts';
import { VisitDialog } from './lazy-visit-dialog.ts';
import { machineOption } from './visit.queries.ts';
import type { VisitNeed } from './visit-form-values.ts';

interface PlannedMachine extends MachineName {
  customer: { id: number; shortName: string };
  category: { id: number };
}

/** The need of one machine, or of several of one customer. */
export const needOf = (
  machines: readonly [PlannedMachine, ...PlannedMachine[]],
  need: Omit<VisitNeed, 'customer' | 'devices'> = {},
): VisitNeed => ({
  ...need,
  customer: { id: machines[0].customer.id, label: machines[0].customer.shortName },
  devices: machines.map(machineOption),
});

interface Props extends Pick<ButtonProps, 'variant' | 'size' | 'fullWidth' | 'mt'> {
  need: VisitNeed;
  /** Names what it is for, if the page has several of these buttons. */
  label?: string | undefined;
}

/** Plans a visit where the need shows. Its text: `components`. */
export function PlanVisit({ need, label, ...look }: Props) {
  const { t } = useTranslation('components');
  const { may } = useSession();
  const [opened, setOpened] = useState(false);
  if (!may('visit.edit')) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarPlus size={18} stroke={1.7} aria-hidden />}
        aria-label={label}
        onClick={() => setOpened(true)}
        {...look}
      >
        {t('planVisit')}
      </Button>
      <Suspense>
        {opened && <VisitDialog visit={null} need={need} onClose={() => setOpened(false)} />}
      </Suspense>
    </>
  );
}
