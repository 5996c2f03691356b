import { Button, Group, Stack, Text } from '@mantine/core';
import type { InspectionSummary } from '@servicebook/shared/inspection';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { Frequency } from './frequency.ts';
import { useSetInspectionPeriod } from './inspection.queries.ts';

/** The interval between inspections. A negative number becomes 0, and 0 is refused. */
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
  const isOverridden =
    summary.lastInspection !== null && lastPeriod !== null && lastPeriod !== inspectionPeriodInMonths;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Controller
          control={form.control}
          name="months"
          render={({ field }) => (
            <NumberField
              ref={field.ref}
              label={t('frequency')}
              description={t('frequencyHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              // Level with the field, however many lines its label has.
              inputContainer={(input) => (
                <Group gap="xs" wrap="nowrap" align="flex-start">
                  {input}
                  <Button type="submit" flex="none" loading={saving}>
                    {t('common:save')}
                  </Button>
                </Group>
              )}
              rightSection={
                <Text span size="sm" c="dimmed" w="100%" pr="sm" ta="end">
                  {t('unit')}
                </Text>
              }
              rightSectionWidth="5rem"
              rightSectionPointerEvents="none"
              negative="zero"
              value={field.value}
              error={errorOf('months')}
              onChange={field.onChange}
            />
          )}
        />
        {isOverridden && (
          <Text size="sm" c="dimmed">
            {t('protocolCounts', { months: t('device:months', { count: lastPeriod }) })}
          </Text>
        )}
        <ErrorNotice error={failure} />
      </Stack>
    </form>
  );
}
