import {
  Button,
  Card,
  Checkbox,
  CloseButton,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { joinPresent } from '@servicebook/i18n/names.ts';
import { type MachineResult, machineResults, proposedStatus } from '@servicebook/shared/work-facts';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../lib/error-text.ts';
import { randomUuid } from '../../lib/idempotency.ts';
import { FoldedFields } from './folded-fields.tsx';
import { machineKey } from './machine-key.ts';
import { serviceDeviceQuery } from './service.queries.ts';
import type { MachineChoice } from './service-form-values.ts';
import type { ServiceFormState } from './use-service-form.ts';
import type { PartLine, ResultChoice } from './work-facts-values.ts';

/** Time and way, parts, remarks: everything is optional, and closed until it is needed. */
export function WorkFactsFields({ state }: { state: ServiceFormState }) {
  return (
    <Stack gap="sm">
      <TimeFields state={state} />
      <PartsFields state={state} />
      <TextFields state={state} />
    </Stack>
  );
}

const timeFields = ['workTime', 'travelTime', 'kilometres'] as const;

function TimeFields({ state }: { state: ServiceFormState }) {
  const { t } = useTranslation('service');
  const { control } = state.form;
  const [workTime, travelTime, kilometres] = useWatch({ control, name: timeFields });
  const several = useWatch({ control, name: 'alsoPerformedBy' }).length > 0;
  const hours = (typed: string) => (several ? t('facts.together', { hours: typed }) : typed);
  const summary = joinPresent(
    [
      workTime && `${t('facts.workTime')} ${hours(workTime)}`,
      travelTime && `${t('facts.travelTime')} ${hours(travelTime)}`,
      kilometres && `${t('facts.kilometres')} ${kilometres}`,
    ],
    ' · ',
  );
  return (
    <FoldedFields
      label={t('facts.time')}
      summary={summary || t('facts.empty')}
      forced={timeFields.some((name) => state.errorOf(name))}
    >
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
        {timeFields.map((name) => (
          <TypedNumber key={name} state={state} name={name} several={several} />
        ))}
      </SimpleGrid>
    </FoldedFields>
  );
}

interface TypedNumberProps {
  state: ServiceFormState;
  name: (typeof timeFields)[number];
  /** Several technicians did the work: hours are of all of them. */
  several: boolean;
}

function TypedNumber({ state, name, several }: TypedNumberProps) {
  const { t } = useTranslation('service');
  const { field } = useController({ control: state.form.control, name });
  return (
    <TextInput
      label={t(`facts.${name}`)}
      description={
        name === 'kilometres' ? undefined : t(several ? 'facts.timeHintTogether' : 'facts.timeHint')
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      // Not "numeric": hours may have a colon.
      inputMode={name === 'kilometres' ? 'decimal' : 'text'}
      autoComplete="off"
      enterKeyHint="done"
      maxLength={10}
      {...field}
      error={state.errorOf(name)}
    />
  );
}

function TextFields({ state }: { state: ServiceFormState }) {
  const { t } = useTranslation('service');
  const { control } = state.form;
  const names = ['remarks', 'recommendations'] as const;
  const texts = useWatch({ control, name: names });
  return (
    <FoldedFields
      label={t('facts.texts')}
      summary={joinPresent(texts, ' · ').slice(0, 80) || t('facts.empty')}
      forced={names.some((name) => state.errorOf(name))}
    >
      {names.map((name) => (
        <LongText key={name} state={state} name={name} />
      ))}
    </FoldedFields>
  );
}

function LongText({ state, name }: { state: ServiceFormState; name: 'remarks' | 'recommendations' }) {
  const { t } = useTranslation('service');
  const { field } = useController({ control: state.form.control, name });
  return (
    <Textarea
      label={t(`facts.${name}`)}
      description={t(`facts.${name}Hint`)}
      autosize
      minRows={2}
      maxRows={12}
      {...field}
      error={state.errorOf(name)}
    />
  );
}

function PartsFields({ state }: { state: ServiceFormState }) {
  const { t } = useTranslation('service');
  const { control, formState } = state.form;
  const { field } = useController({ control, name: 'partsUsed' });
  const [added, setAdded] = useState('');
  const errors = formState.errors.partsUsed;
  const { value: parts, onChange } = field;
  const names = parts.map(({ name }) => name).filter(Boolean);
  const add = () => {
    const key = randomUuid();
    setAdded(key);
    onChange([...parts, { key, name: '', number: '', quantity: '1', unit: '', machine: '' }]);
  };
  return (
    <FoldedFields
      label={t('facts.partsUsed')}
      summary={names.join(', ') || t('facts.empty')}
      forced={Boolean(errors)}
    >
      {parts.map((part, index) => (
        <PartFields
          key={part.key}
          part={part}
          state={state}
          autoFocus={part.key === added}
          errorOf={(name) => fieldText(errors?.[index]?.[name]?.message)}
          onChange={(change) =>
            onChange(parts.map((each) => (each.key === part.key ? { ...each, ...change } : each)))
          }
          onRemove={() => onChange(parts.filter(({ key }) => key !== part.key))}
        />
      ))}
      <Group>
        <Button variant="subtle" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          {t('facts.addPart')}
        </Button>
      </Group>
    </FoldedFields>
  );
}

interface PartFieldsProps {
  part: PartLine;
  state: ServiceFormState;
  autoFocus: boolean;
  errorOf: (name: 'name' | 'number' | 'quantity' | 'unit') => string | undefined;
  onChange: (change: Partial<PartLine>) => void;
  onRemove: () => void;
}

function PartFields({ part, state, autoFocus, errorOf, onChange, onRemove }: PartFieldsProps) {
  const { t } = useTranslation('service');
  const devices = useWatch({ control: state.form.control, name: 'devices' });
  const text = (name: 'name' | 'number' | 'quantity' | 'unit', label: string) => ({
    label,
    value: part[name],
    autoComplete: 'off',
    error: errorOf(name),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <Card padding="xs" withBorder>
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <TextInput flex={1} autoFocus={autoFocus} maxLength={255} {...text('name', t('facts.part'))} />
        <CloseButton
          size="lg"
          aria-label={t('facts.removePart', { name: part.name || t('facts.part') })}
          onClick={onRemove}
        />
      </Group>
      <Group gap="xs" mt="xs" align="flex-start">
        <TextInput flex="1 1 11rem" maxLength={100} {...text('number', t('facts.partNumber'))} />
        <Group flex="1 1 10rem" gap="xs" grow preventGrowOverflow={false} wrap="nowrap" align="flex-start">
          <TextInput maxLength={10} inputMode="decimal" {...text('quantity', t('facts.quantity'))} />
          <TextInput maxLength={20} {...text('unit', t('facts.unit'))} />
        </Group>
      </Group>
      {devices.length > 1 && (
        <NativeSelect
          mt="xs"
          label={t('facts.machine')}
          value={part.machine}
          data={[
            { value: '', label: t('facts.allMachines') },
            ...devices.map(({ id, label, hint }) => ({
              value: machineKey(id),
              label: joinPresent([label, hint], ' · '),
            })),
          ]}
          onChange={(event) => onChange({ machine: event.currentTarget.value })}
        />
      )}
    </Card>
  );
}

/** Whether the machine passed. A result may propose another status of the machine; one press confirms it. */
export function ResultField({ machine, state }: { machine: MachineChoice; state: ServiceFormState }) {
  const { t } = useTranslation(['service', 'device']);
  const { form } = state;
  const key = machineKey(machine.id);
  const { field } = useController({ control: form.control, name: 'results' });
  const choose = (choice: ResultChoice) => field.onChange({ ...form.getValues('results'), [key]: choice });
  const { data: device } = useQuery(serviceDeviceQuery(machine.id));
  const { result, setsStatus } = field.value[key] ?? { result: '', setsStatus: false };
  const status = result && proposedStatus[result];
  return (
    <Stack gap="xs" px="sm" py="xs" style={{ borderTop: '1px solid var(--app-border)' }}>
      <NativeSelect
        label={t('facts.result')}
        aria-label={t('facts.resultOf', { machine: machine.label })}
        value={result}
        data={[
          { value: '', label: t('facts.noResult') },
          ...machineResults.map((value) => ({ value, label: t(`facts.results.${value}`) })),
        ]}
        onChange={(event) =>
          choose({ result: event.currentTarget.value as MachineResult | '', setsStatus: false })
        }
      />
      {status && (setsStatus || device?.status !== status) && (
        <Checkbox
          label={t('facts.setStatus', { status: t(`device:status.${status}`) })}
          checked={setsStatus}
          onChange={(event) => choose({ result, setsStatus: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}
