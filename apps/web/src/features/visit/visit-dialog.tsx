import { Group, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { formatHours } from '@servicebook/i18n/format.ts';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { overnightMinutes, type Visit, visitPriorities } from '@servicebook/shared/visit';
import { parseDuration } from '@servicebook/shared/work-facts';
import { Controller, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/form-dialog.tsx';
import { FormGrid } from '../../components/form-grid.tsx';
import { SearchMultiSelect } from '../../components/search-multi-select.tsx';
import { SearchSelect } from '../../components/search-select.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { loadCustomerOptions } from '../customer/customer.queries.ts';
import { TypeChips } from '../service/type-chips.tsx';
import { ChecklistField } from './checklist-field.tsx';
import { DayField } from './day-field.tsx';
import { OverlapOnDay } from './overlap-on-day.tsx';
import { TechniciansField } from './technicians-field.tsx';
import { ToldCustomer } from './told-customer.tsx';
import { loadMachineOptions, type MachineOption, useSaveVisit } from './visit.queries.ts';
import { newVisit, type VisitNeed, valuesOfVisit, visitSchema } from './visit-form-values.ts';

interface Props {
  /** The visit to change; null plans a new one. */
  visit: Visit | null;
  /** What a new visit is planned for. */
  need?: VisitNeed;
  onSaved?: (visit: Visit) => void;
  onClose: () => void;
}

/** Plans a visit, or changes its plan. */
export function VisitDialog({ visit, need = {}, onSaved, onClose }: Props) {
  const { t } = useTranslation(['visit', 'common']);
  const save = useSaveVisit();
  const { source, sourceService, ...given } = need;
  const { form, field, errorOf, submit, saving, dirty, failure } = useSaveForm({
    schema: visitSchema(visit ? { id: visit.id, revision: visit.revision } : { source, sourceService }),
    defaultValues: visit ? valuesOfVisit(visit) : { ...newVisit, ...given },
    save: (content, idempotencyKey) => save.mutateAsync({ body: content, idempotencyKey }),
    onSaved: (saved) => {
      showToast({ tone: 'success', message: t(visit ? 'common:saved' : 'planned') });
      onSaved?.(saved);
      onClose();
    },
  });
  const { control } = form;
  const [customer, day, from, to, duration, technicians] = useWatch({
    control,
    name: ['customer', 'day', 'from', 'to', 'duration', 'technicians'],
  });
  const overnight = overnightMinutes({ from, to });
  return (
    <FormDialog
      title={t(visit ? 'editTitle' : 'planTitle')}
      saveLabel={t(visit ? 'common:save' : 'plan')}
      saving={saving}
      dirty={dirty}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Controller
        control={control}
        name="customer"
        render={({ field: { value, onChange, onBlur, ref, name } }) => (
          <SearchSelect
            label={t('customer')}
            required
            {...{ ref, name, onBlur, value }}
            onChange={(option) => {
              onChange(option);
              // Machines belong to one customer.
              if (option?.id !== value?.id) form.setValue('devices', []);
            }}
            loadOptions={loadCustomerOptions}
            error={errorOf('customer')}
          />
        )}
      />
      <Controller
        control={control}
        name="devices"
        render={({ field: { value, onChange, onBlur, ref, name } }) => (
          <SearchMultiSelect
            label={t('machines')}
            required
            placeholder={t(customer ? 'chooseMachines' : 'customerFirst')}
            disabled={!customer}
            closesOnChoice
            {...{ ref, name, onBlur, value }}
            onChange={(options) => onChange(options as MachineOption[])}
            loadOptions={(text, signal) => loadMachineOptions(customer?.id ?? 0, text, signal)}
            error={errorOf('devices')}
          />
        )}
      />
      <Controller
        control={control}
        name="types"
        render={({ field: { value, onChange, ref } }) => (
          <TypeChips {...{ ref, value, onChange }} error={errorOf('types')} />
        )}
      />
      <Textarea label={t('text')} autosize minRows={2} maxRows={10} {...field('text')} />
      <FormGrid>
        <Controller
          control={control}
          name="day"
          render={({ field }) => <DayField {...field} error={errorOf('day')} />}
        />
        <TextInput
          label={t('duration')}
          description={t('durationHint')}
          autoComplete="off"
          {...form.register('duration')}
          error={errorOf('duration')}
        />
        <Stack gap={4} mod="whole">
          <Group grow wrap="nowrap" align="flex-start">
            <TextInput type="time" label={t('from')} {...field('from')} />
            <TextInput type="time" label={t('to')} {...field('to')} />
          </Group>
          <Text size="sm" role="status" c="var(--mantine-color-text)">
            {overnight !== null && t('endsNextDay', { hours: formatHours(overnight, currentLanguage()) })}
          </Text>
        </Stack>
      </FormGrid>
      {visit && <ToldCustomer visit={visit} next={{ day, from: from || null, to: to || null }} />}
      <Controller
        control={control}
        name="technicians"
        render={({ field: { value, onChange } }) => (
          <TechniciansField {...{ value, onChange, day }} error={errorOf('technicians')} />
        )}
      />
      <OverlapOnDay
        visitId={visit?.id ?? null}
        minutes={parseDuration(duration)}
        {...{ day, from, to, technicians }}
      />
      <ChecklistField control={control} />
      <Stack gap={6}>
        <Text component="span" size="sm" fw={550} id="visit-priority">
          {t('priority')}
        </Text>
        <Controller
          control={control}
          name="priority"
          render={({ field: { value, onChange } }) => (
            <SegmentedControl
              aria-labelledby="visit-priority"
              value={value}
              onChange={onChange}
              data={visitPriorities.map((priority) => ({
                value: priority,
                label: t(`priorities.${priority}`),
              }))}
            />
          )}
        />
      </Stack>
    </FormDialog>
  );
}
