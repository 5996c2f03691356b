import { Alert, Flex, ScrollArea, Text } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { machineNames } from '@servicebook/shared/machine-name';
import { maxVisitMachines } from '@servicebook/shared/visit';
import { useRef, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '../../components/form-dialog.tsx';
import { randomUuid } from '../../lib/idempotency.ts';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { DayField } from './day-field.tsx';
import type { InspectedMachine } from './plan-inspections.tsx';
import { TechniciansField } from './technicians-field.tsx';
import { useSaveVisit } from './visit.queries.ts';

interface Props {
  /** The machines of each visit: those of one customer. */
  visits: readonly InspectedMachine[][];
  onDone: () => void;
  onClose: () => void;
}

const Plan = z.object({ day: z.iso.date('INVALID').nullable(), technicians: z.array(z.number()) });
type Values = z.infer<typeof Plan>;

/** Plans the inspections of several customers: one visit each, on the same day with the same technicians. */
export function PlanSeveralDialog({ visits, onDone, onClose }: Props) {
  const { t } = useTranslation(['visit', 'common']);
  const plan = useSaveVisit();
  /** A repeated attempt plans only what is missing, and nothing twice. */
  const [keys] = useState(() => visits.map(() => randomUuid()));
  const planned = useRef(new Set<number>());
  const { form, submit, saving, dirty, failure, errorOf } = useSaveForm<Values, Values, void>({
    schema: Plan,
    defaultValues: { day: null, technicians: [] },
    save: async ({ day, technicians }) => {
      for (const [index, machines] of visits.entries()) {
        const customer = machines[0]?.customer;
        if (!customer || planned.current.has(index)) continue;
        await plan.mutateAsync({
          body: {
            customer: { id: customer.id },
            devices: machines.map(({ id }) => ({ id })),
            types: ['PERIODIC_INSPECTION'],
            source: 'INSPECTION',
            day,
            technicians: technicians.map((id) => ({ id })),
          },
          idempotencyKey: keys[index] ?? randomUuid(),
        });
        planned.current.add(index);
      }
    },
    onSaved: () => {
      showToast({ tone: 'success', message: t('severalPlanned', { count: visits.length }) });
      onDone();
    },
  });
  const { control } = form;
  const day = useWatch({ control, name: 'day' });
  const plannedAlready = visits.flat().filter((machine) => machine.planned);
  const isSplit = new Set(visits.map(([first]) => first?.customer.id)).size < visits.length;
  return (
    <FormDialog
      title={t('planSeveral', { count: visits.length })}
      saveLabel={t('plan')}
      saving={saving}
      dirty={dirty}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{t('severalHint')}</Text>
      {isSplit && <Text size="sm">{t('severalSplit', { max: maxVisitMachines })}</Text>}
      <ScrollArea.Autosize mah="14rem" type="auto" tabIndex={visits.length > 4 ? 0 : undefined}>
        <Flex component="ul" direction="column" gap={4}>
          {visits.map((machines) => (
            <li key={machines[0]?.id}>
              <Text size="sm">
                <b>{machines[0]?.customer.shortName}</b>: {machineNames(machines)}
              </Text>
            </li>
          ))}
        </Flex>
      </ScrollArea.Autosize>
      {plannedAlready.length > 0 && (
        <Alert color="yellow" variant="light">
          <Text size="sm" lineClamp={4}>
            {t('alreadyPlanned', { names: machineNames(plannedAlready) })}
          </Text>
        </Alert>
      )}
      <Controller
        control={control}
        name="day"
        render={({ field }) => <DayField {...field} error={errorOf('day')} />}
      />
      <Controller
        control={control}
        name="technicians"
        render={({ field: { value, onChange } }) => (
          <TechniciansField {...{ value, onChange, day }} error={errorOf('technicians')} />
        )}
      />
    </FormDialog>
  );
}
