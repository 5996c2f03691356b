import { NativeSelect, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { joinPresent } from '@servicebook/i18n/names.ts';
import type { Device } from '@servicebook/shared/device';
import { type PaymentType, paymentTypes, type ServiceType } from '@servicebook/shared/service';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateTimeField } from '../../components/date-field.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { momentText } from '../../lib/moment-text.ts';
import { FoldedFields } from './folded-fields.tsx';
import { lastInspectionQuery } from './service.queries.ts';
import { cleanPeriod, isNumberEditable } from './service-form-values.ts';
import { TypeChips } from './type-chips.tsx';
import type { ServiceFormState } from './use-service-form.ts';

/** The types of work and, for an inspection, the date of the next one. */
export function TypeFields({ state, device }: { state: ServiceFormState; device: Device }) {
  const { t } = useTranslation('service');
  const { control, formState } = state.form;
  const { field } = useController({ control, name: 'type' });
  const period = useController({ control, name: 'period' });
  const client = useQueryClient();
  const isNew = state.base === null;
  const { isPaused } = useQuery({ ...lastInspectionQuery(device.id), enabled: isNew });

  const choose = (types: ServiceType[]) => {
    const begins = types.includes('PERIODIC_INSPECTION') && !field.value.includes('PERIODIC_INSPECTION');
    field.onChange(types);
    // Without a connection, the interval would change long after the user has read it.
    if (begins && isNew && !isPaused) void proposeInterval();
  };
  /** The next inspection usually has the same interval as the last one. The answer may come after the choice. */
  const proposeInterval = async () => {
    const last = await client.ensureQueryData(lastInspectionQuery(device.id)).catch(() => null);
    const isUnchanged = state.form.getValues('period') === formState.defaultValues?.period;
    if (isUnchanged && last && last.period > 0) period.field.onChange(String(last.period));
  };
  return (
    <>
      <TypeChips value={field.value} onChange={choose} error={state.errorOf('type')} ref={field.ref} />
      {field.value.includes('PERIODIC_INSPECTION') && (
        <TextInput
          maw="24rem"
          label={t('form.period')}
          description={t('form.periodHint')}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          value={period.field.value}
          error={state.errorOf('period')}
          onChange={(event) => period.field.onChange(cleanPeriod(event.currentTarget.value))}
          onBlur={period.field.onBlur}
          ref={period.field.ref}
          rightSection={<Unit>{t('form.months')}</Unit>}
          rightSectionPointerEvents="none"
          rightSectionWidth="6.5rem"
        />
      )}
    </>
  );
}

/** At the end of a field: what its number counts. */
function Unit({ children }: { children: ReactNode }) {
  return (
    <Text span size="sm" c="dimmed" w="100%" pe="sm" ta="end" data-nowrap>
      {children}
    </Text>
  );
}

/** Date, number and payment. The defaults are usually right, so a phone shows them in one line first. */
export function DocumentFields({ state }: { state: ServiceFormState }) {
  const { t } = useTranslation('service');
  const narrow = useNarrowScreen();
  const { control } = state.form;
  const [date, number, paymentType, isToSign] = useWatch({
    control,
    name: ['date', 'number', 'paymentType', 'isToSign'],
  });
  const isEditable = isNumberEditable(state.context, isToSign);
  const hasErrors = ['date', 'number', 'paymentType'].some((name) => state.errorOf(name as 'date'));
  if (!narrow) return <DocumentInputs state={state} />;
  return (
    <FoldedFields
      label={momentText(date)}
      summary={joinPresent(
        [number ? t('number.summary', { number }) : t('numberFollows'), t(`payment.${paymentType}`)],
        ' · ',
      )}
      forced={hasErrors || isEditable}
    >
      <DocumentInputs state={state} />
    </FoldedFields>
  );
}

function DocumentInputs({ state }: { state: ServiceFormState }) {
  const { t } = useTranslation('service');
  const { control } = state.form;
  const date = useController({ control, name: 'date' });
  const payment = useController({ control, name: 'paymentType' });
  return (
    <>
      <DateTimeField
        label={t('form.date')}
        required
        value={date.field.value}
        error={state.errorOf('date')}
        onChange={date.field.onChange}
        onBlur={date.field.onBlur}
        ref={date.field.ref}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberField state={state} />
        <NativeSelect
          label={t('form.payment')}
          data={paymentTypes.map((value) => ({ value, label: t(`payment.${value}`) }))}
          value={payment.field.value}
          onChange={(event) => payment.field.onChange(event.currentTarget.value as PaymentType)}
          onBlur={payment.field.onBlur}
          ref={payment.field.ref}
        />
      </SimpleGrid>
    </>
  );
}

/** The month's number. The server assigns it, unless a new protocol is saved as signed. */
function NumberField({ state }: { state: ServiceFormState }) {
  const { t } = useTranslation('service');
  const { control } = state.form;
  const { field } = useController({ control, name: 'number' });
  const [date, isToSign] = useWatch({ control, name: ['date', 'isToSign'] });
  const editable = isNumberEditable(state.context, isToSign);
  const signedBase = state.base && state.base.version > 0 ? state.base : null;
  // A signed protocol keeps the month of its number.
  const [year, month] = signedBase
    ? [signedBase.year, String(signedBase.month).padStart(2, '0')]
    : (date ?? '').split('-');
  const numberSuffix = year && month ? `/${month}/${year}` : '';
  return (
    <TextInput
      label={t('number.label')}
      description={editable ? t('number.hint') : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={t('number.auto')}
      readOnly={!editable}
      variant={editable ? 'default' : 'filled'}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={12}
      name={field.name}
      value={field.value}
      error={state.errorOf('number')}
      onChange={(event) => field.onChange(event.currentTarget.value)}
      onBlur={field.onBlur}
      ref={field.ref}
      rightSection={<Unit>{numberSuffix}</Unit>}
      rightSectionPointerEvents="none"
      rightSectionWidth="5.5rem"
    />
  );
}

const maxFaultLength = 5000;

export function FaultField({ state }: { state: ServiceFormState }) {
  const { t } = useTranslation('service');
  const { field } = useController({ control: state.form.control, name: 'faultDescription' });
  const { length } = field.value;
  return (
    <Textarea
      label={t('form.fault')}
      autosize
      minRows={3}
      maxRows={14}
      // The counter appears near the limit. Longer text is kept, with an error, instead of being cut unnoticed.
      description={length > maxFaultLength * 0.8 ? `${length} / ${maxFaultLength}` : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...field}
      error={state.errorOf('faultDescription')}
    />
  );
}
