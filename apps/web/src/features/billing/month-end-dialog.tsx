import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { addDays, addMonths } from '@servicebook/shared/calendar';
import type { ExportFormat } from '@servicebook/shared/export-format';
import { IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayRangeFields, daysOf, isReversed } from '../../components/day-range.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormGrid } from '../../components/form-grid.tsx';
import { SearchSelect } from '../../components/search-select.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import type { Option } from '../../components/use-options.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useToday } from '../../lib/use-today.ts';
import { loadCustomerOptions } from '../customer/customer.queries.ts';
import { exportBilling } from './billing.queries.ts';

/** The month before a day. */
const monthBefore = (today: string) => {
  const first = `${today.slice(0, 7)}-01`;
  return { dateFrom: addMonths(first, -1), dateTo: addDays(first, -1) };
};

/** The days and the customer of the month-end list, and its formats. */
export function MonthEndDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['billing', 'common', 'components']);
  const today = useToday();
  const narrow = useNarrowScreen();
  const [range, setRange] = useState<{ dateFrom: string | null; dateTo: string | null }>(monthBefore(today));
  const [customer, setCustomer] = useState<Option | null>(null);
  const { dateFrom, dateTo } = daysOf(range);
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (format: ExportFormat) =>
      exportBilling({
        dateFrom: dateFrom ?? '',
        dateTo: dateTo ?? '',
        customerId: customer?.id ?? null,
        format,
      }),
    onSuccess: saveFile,
  });
  const button = (format: ExportFormat, Icon: typeof IconFileTypeCsv) => (
    <Button
      variant={format === 'xlsx' ? 'filled' : 'default'}
      leftSection={<Icon size={18} aria-hidden />}
      disabled={!dateFrom || !dateTo || isReversed(range) || (isPending && variables !== format)}
      loading={isPending && variables === format}
      onClick={() => mutate(format)}
    >
      {t(`components:export.${format}`)}
    </Button>
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('export.button')}
      size="36rem"
      fullScreen={narrow}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('export.hint')}
        </Text>
        <FormGrid>
          <DayRangeFields
            range={range}
            labels={{ dateFrom: t('export.from'), dateTo: t('export.to') }}
            onChange={(part) => setRange({ ...range, ...part })}
          />
        </FormGrid>
        <SearchSelect
          label={t('export.customer')}
          placeholder={t('export.allCustomers')}
          clearable
          value={customer}
          onChange={setCustomer}
          loadOptions={loadCustomerOptions}
        />
        <ErrorNotice error={error} />
        <Group mod="actions">
          {button('xlsx', IconFileSpreadsheet)}
          {button('csv', IconFileTypeCsv)}
        </Group>
      </Stack>
    </Modal>
  );
}
