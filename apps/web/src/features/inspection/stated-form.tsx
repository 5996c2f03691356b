import { Button, Group, Stack } from '@mantine/core';
import { type InspectionSummary, statedInspectionDay } from '@servicebook/shared/inspection';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { DateField } from '../../components/date-field.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useStateInspection } from './inspection.queries.ts';

const StatedInspection = z.object({ date: statedInspectionDay.nullable() });

/** The next inspection as the company states it. An empty field takes it back. */
export function StatedForm({ summary }: { summary: InspectionSummary }) {
  const { t } = useTranslation(['inspection', 'common']);
  const stateInspection = useStateInspection();
  const { form, submit, errorOf, saving, failure } = useSaveForm({
    schema: StatedInspection,
    defaultValues: { date: summary.statedInspection?.date ?? null },
    save: ({ date }) => stateInspection.mutateAsync({ body: { id: summary.device.id, date } }),
    onSaved: () => showToast({ tone: 'success', message: t('saved') }),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Controller
          control={form.control}
          name="date"
          render={({ field }) => (
            <DateField
              ref={field.ref}
              label={t('stated.label')}
              description={t('stated.hint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              // Level with the field, however many lines its label has.
              inputContainer={(input) => (
                <Group gap="xs" wrap="nowrap" align="flex-start">
                  {input}
                  <Button
                    type="submit"
                    flex="none"
                    loading={saving}
                    aria-label={`${t('common:save')}: ${t('stated.label')}`}
                  >
                    {t('common:save')}
                  </Button>
                </Group>
              )}
              clearable
              value={field.value}
              error={errorOf('date')}
              onChange={field.onChange}
            />
          )}
        />
        <ErrorNotice error={failure} />
      </Stack>
    </form>
  );
}
