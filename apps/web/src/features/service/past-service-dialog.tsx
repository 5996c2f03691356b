import { Text, Textarea, TextInput } from '@mantine/core';
import { type PastService, PastServiceInsert } from '@servicebook/shared/past-service';
import type { ServiceType } from '@servicebook/shared/service-kinds';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/date-field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useInsertPastService, useUpdatePastService } from './past-service.queries.ts';
import { TypeChips } from './type-chips.tsx';

interface Props {
  device: { id: number };
  /** The entry to change; without it, the dialog adds one. */
  past: PastService | null;
  onClose: () => void;
}

/** Most of what comes from paper are inspections: they decide when the next one is due. */
const usual: ServiceType[] = ['PERIODIC_INSPECTION'];

/** A service done before the company kept its protocols here. */
export function PastServiceDialog({ device, past, onClose }: Props) {
  const { t } = useTranslation(['service', 'common']);
  const insert = useInsertPastService();
  const update = useUpdatePastService();
  const { form, field, errorOf, submit, saving, dirty, failure } = useSaveForm({
    schema: PastServiceInsert,
    defaultValues: {
      device: { id: device.id },
      date: past?.date ?? '',
      types: past?.types ?? usual,
      performedBy: past?.performedBy ?? '',
      number: past?.number ?? '',
      description: past?.description ?? '',
    },
    save: ({ device: of, ...content }, idempotencyKey) =>
      past
        ? update.mutateAsync({ body: { ...content, id: past.id, revision: past.revision }, idempotencyKey })
        : insert.mutateAsync({ body: { ...content, device: of }, idempotencyKey }),
    onSaved: () => {
      showToast({ tone: 'success', message: t('common:saved') });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(past ? 'past.title' : 'past.add')}
      saveLabel={t('common:save')}
      saving={saving}
      dirty={dirty}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('past.hint')}
      </Text>
      <Controller
        control={form.control}
        name="date"
        render={({ field: { value, onChange, onBlur, ref, name } }) => (
          <DateField
            label={t('past.form.date')}
            required
            {...{ onBlur, ref, name }}
            value={value || null}
            // An emptied field is a missing value, not a value of the wrong type.
            onChange={(day) => onChange(day ?? '')}
            error={errorOf('date')}
          />
        )}
      />
      <Controller
        control={form.control}
        name="types"
        render={({ field: { value, onChange, ref } }) => (
          <TypeChips value={value} onChange={onChange} error={errorOf('types')} ref={ref} />
        )}
      />
      <TextInput
        label={t('past.form.performedBy')}
        description={t('past.form.performedByHint')}
        autoComplete="off"
        {...field('performedBy')}
      />
      <TextInput
        label={t('past.form.number')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...field('number')}
      />
      <Textarea
        label={t('past.form.description')}
        autosize
        minRows={2}
        maxRows={12}
        {...field('description')}
      />
    </FormDialog>
  );
}
