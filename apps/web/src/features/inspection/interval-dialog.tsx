import { Text } from '@mantine/core';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/form-dialog.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { Frequency } from './frequency.ts';
import { useSetInspectionPeriods } from './inspection.queries.ts';

interface Props {
  ids: readonly number[];
  onClose: () => void;
  onDone: () => void;
}

/** Asks for the inspection interval of several machines. */
export function IntervalDialog({ ids, onClose, onDone }: Props) {
  const { t } = useTranslation(['inspection', 'common']);
  const setPeriods = useSetInspectionPeriods();
  const { form, submit, errorOf, saving, dirty, failure } = useSaveForm({
    schema: Frequency,
    defaultValues: { months: null },
    save: ({ months }, idempotencyKey) =>
      setPeriods.mutateAsync({ body: { devices: [...ids], months: months ?? 0 }, idempotencyKey }),
    onSaved: ({ changed }) => {
      showToast({ tone: 'success', message: t('bulk.done', { count: changed }) });
      onClose();
      onDone();
    },
  });
  return (
    <FormDialog
      title={t('bulk.title', { count: ids.length })}
      saveLabel={t('common:save')}
      saving={saving}
      dirty={dirty}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="months"
        render={({ field }) => (
          <NumberField
            ref={field.ref}
            label={t('frequency')}
            description={t('frequencyHint')}
            data-autofocus
            maw="16rem"
            negative="zero"
            value={field.value}
            error={errorOf('months')}
            onChange={field.onChange}
          />
        )}
      />
      <Text size="sm" c="dimmed">
        {t('bulk.hint')}
      </Text>
    </FormDialog>
  );
}
