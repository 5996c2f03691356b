import { Button } from '@mantine/core';
import type { InspectionSummary } from '@servicebook/shared/inspection';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useSetInspectionPeriod } from './inspection.queries.ts';
import classes from './inspection-tab.module.css';

const Frequency = z.object({
  months: z
    .number('WHOLE_NUMBER')
    .int('WHOLE_NUMBER')
    .nullable()
    .refine((months) => months !== null && months >= 1, 'FREQUENCY_NOT_POSITIVE')
    .refine((months) => months === null || months <= 600, 'TOO_LARGE'),
});

/** How often the machine is inspected. A negative number becomes 0, which like 0 itself is refused. */
export function FrequencyForm({ summary }: { summary: InspectionSummary }) {
  const { t } = useTranslation(['inspection', 'common', 'device']);
  const { id, inspectionPeriodInMonths } = summary.device;
  const setPeriod = useSetInspectionPeriod();
  const { form, submit, errorOf, saving, failure } = useSaveForm({
    schema: Frequency,
    defaultValues: { months: inspectionPeriodInMonths },
    save: ({ months }) => setPeriod.mutateAsync({ query: { deviceId: id, months: months ?? 0 } }),
    onSaved: () => showToast({ tone: 'success', message: t('saved') }),
  });
  const { lastPeriod } = summary;
  const overruled =
    summary.lastInspection !== null && lastPeriod !== null && lastPeriod !== inspectionPeriodInMonths;
  return (
    <form className={classes.frequency} onSubmit={submit} noValidate>
      <Controller
        control={form.control}
        name="months"
        render={({ field }) => (
          <NumberField
            ref={field.ref}
            label={t('frequency')}
            description={t('frequencyHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            // Beside the field itself, however many lines its label takes.
            inputContainer={(input) => (
              <div className={classes.row}>
                {input}
                <Button type="submit" loading={saving}>
                  {t('common:save')}
                </Button>
              </div>
            )}
            rightSection={<span className={classes.unit}>{t('unit')}</span>}
            rightSectionWidth="5rem"
            rightSectionPointerEvents="none"
            negative="zero"
            value={field.value}
            error={errorOf('months')}
            onChange={field.onChange}
          />
        )}
      />
      {overruled && (
        <p className={classes.overruled}>
          {t('protocolCounts', { months: t('device:months', { count: lastPeriod }) })}
        </p>
      )}
      <ErrorNotice error={failure} className={classes.failure} />
    </form>
  );
}
