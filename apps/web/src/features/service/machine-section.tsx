import { Button, Group, Stack, Title } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import { IconPlus } from '@tabler/icons-react';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { get, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SearchMultiSelect } from '../../components/search-multi-select.tsx';
import { ActionChecklist } from './action-checklist.tsx';
import type { LineErrors } from './action-row.tsx';
import type { ActionLine } from './checklist.ts';
import { categoryActionsQuery, findMachines, serviceDeviceQuery } from './service.queries.ts';
import { choiceOf, type MachineChoice, machineKey } from './service-form-values.ts';
import type { ServiceFormState } from './use-service-form.ts';
import { ResultField } from './work-facts-fields.tsx';

interface MachineSectionProps {
  state: ServiceFormState;
  device: Device;
  headingId: string;
}

/** The protocol's machines, and the actions performed on each. */
export function MachineSection({ state, device, headingId }: MachineSectionProps) {
  const { t } = useTranslation('service');
  const queryClient = useQueryClient();
  const { control } = state.form;
  const { field } = useController({ control, name: 'devices' });
  const { customerId, base } = state.context;
  const customer = base?.customer ?? device.customer;
  const [asked, setChoosing] = useState(false);
  const error = state.errorOf('devices');
  // Usually the only machine is the current one; then the field would only repeat it.
  const choosing = asked || field.value.length !== 1 || Boolean(error);

  return (
    <>
      <Group justify="space-between" gap="0 0.625rem" mih={30}>
        <Title order={3} size="h3" id={headingId}>
          {t('machines.title')}
        </Title>
        {!choosing && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setChoosing(true)}
          >
            {t('machines.another')}
          </Button>
        )}
      </Group>
      {choosing && (
        <SearchMultiSelect
          label={t('machines.of', { customer: customer.shortName })}
          placeholder={t('machines.placeholder')}
          autoFocus={asked}
          closesOnChoice
          value={field.value}
          onChange={field.onChange}
          onBlur={() => {
            setChoosing(false);
            field.onBlur();
          }}
          ref={field.ref}
          error={error}
          loadOptions={async (text, signal) => {
            const { content, totalElements } = await findMachines(queryClient, customerId, text, signal);
            return { content: content.map(choiceOf), totalElements };
          }}
        />
      )}
      <Stack gap="sm">
        {field.value.map((machine) => (
          <MachineActions
            key={machine.id}
            machine={machine}
            state={state}
            named={field.value.length > 1 || machine.id !== device.id}
            collapsible={field.value.length > 1}
            initiallyOpen={machine.id === device.id || field.value.length === 1}
          />
        ))}
      </Stack>
    </>
  );
}

interface MachineActionsProps {
  machine: MachineChoice;
  state: ServiceFormState;
  /** What tells it from others is shown. */
  named: boolean;
  collapsible: boolean;
  initiallyOpen: boolean;
}

const none: ActionLine[] = [];

/** Whether a query has ever failed, or waits for a connection. It has no error while it is asked for again. */
const hasFailed = ({ failureCount, errorUpdateCount, isPaused }: UseQueryResult) =>
  failureCount + errorUpdateCount > 0 || isPaused;

function MachineActions({ machine, state, named, ...rest }: MachineActionsProps) {
  const { t } = useTranslation('service');
  const name = `actions.${machineKey(machine.id)}` as const;
  const { field } = useController({ control: state.form.control, name });
  const device = useQuery(serviceDeviceQuery(machine.id));
  const categoryId = device.data?.category.id;
  const actions = useQuery({ ...categoryActionsQuery(categoryId ?? 0), enabled: categoryId !== undefined });
  const failed = device.isError ? device : actions.isError ? actions : null;
  // After a failure, the result stays in sight, however often the actions are asked for again.
  const isComing = actions.data === undefined && ![device, actions].some(hasFailed);
  const { errors } = state.form.formState;

  return (
    <ActionChecklist
      {...rest}
      machine={machine.label}
      hint={named && device.data ? choiceOf(device.data).hint : undefined}
      offered={actions.data}
      coming={isComing}
      failure={
        failed && (
          <ErrorNotice
            error={failed.error}
            title={t('actions.failed')}
            action={
              <Button variant="default" size="xs" onClick={() => failed.refetch()}>
                {t('actions.retry')}
              </Button>
            }
          />
        )
      }
      value={field.value ?? none}
      onChange={(change) => field.onChange(change(state.form.getValues(name) ?? none))}
      errors={get(errors, name) as (LineErrors | undefined)[] | undefined}
      footer={<ResultField machine={machine} state={state} />}
    />
  );
}
