import { Stack, Text } from '@mantine/core';
import { machineNames } from '@servicebook/shared/machine-name';
import { unwrittenMachines, type Visit } from '@servicebook/shared/visit';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import type { useStepVisit } from './visit.queries.ts';

interface Finishing {
  /** Marks the visit as done, after a question if machines of it have no protocol. */
  finish: () => void;
  /** The question shows the error of the step. */
  asking: boolean;
  question: ReactNode;
}

export function useFinishing(visit: Visit, step: ReturnType<typeof useStepVisit>): Finishing {
  const { t } = useTranslation(['visit', 'service']);
  const [asking, setAsking] = useState(false);
  const { id, revision, customer } = visit;
  const open = unwrittenMachines(visit);
  const run = () =>
    step.mutate({ body: { id, step: 'FINISH', revision } }, { onSuccess: () => setAsking(false) });
  const ask = () => {
    step.reset();
    setAsking(true);
  };
  return {
    finish: open.length > 0 ? ask : run,
    asking,
    question: (
      <ConfirmDialog
        opened={asking}
        title={t('finishTitle')}
        message={
          <Stack gap="sm">
            <Text inherit>{t('service:view.stillOpen', { names: machineNames(open) })}</Text>
            {t('finishMessage', { name: customer.shortName })}
          </Stack>
        }
        confirmLabel={t('finish')}
        loading={step.isPending}
        error={step.error}
        onConfirm={run}
        onClose={() => setAsking(false)}
      />
    ),
  };
}
