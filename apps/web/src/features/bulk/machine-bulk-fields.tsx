/** What actions on several machines ask for. */
import { ArchiveReason, archiveReasons, DeviceStatus, deviceStatuses } from '@servicebook/shared/device';
import '@mantine/core/styles/Radio.layer.css';
import { Group, NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkFieldsProps } from '../../components/bulk-actions.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { SearchSelect } from '../../components/search-select.tsx';
import type { Option } from '../../components/use-options.ts';
import { fieldText } from '../../lib/error-text.ts';
import { loadCategoryOptions } from '../category/category.queries.ts';
import { loadCustomerOptions } from '../customer/customer.queries.ts';

export function StatusFields({ change, onChange }: BulkFieldsProps) {
  const { t } = useTranslation(['bulk', 'device']);
  return (
    <NativeSelect
      label={t('device:statusLabel')}
      data-autofocus
      value={change?.action === 'machine.status' ? change.status : ''}
      onChange={(event) => {
        const status = DeviceStatus.safeParse(event.currentTarget.value).data;
        onChange(status ? { action: 'machine.status', status } : null);
      }}
      data={[
        { value: '', label: t('choose') },
        ...deviceStatuses.map((value) => ({ value, label: t(`device:status.${value}`) })),
      ]}
    />
  );
}

export function CategoryFields({ onChange }: BulkFieldsProps) {
  const { t } = useTranslation(['bulk', 'device']);
  const [chosen, setChosen] = useState<Option | null>(null);
  return (
    <Stack gap="xs">
      <SearchSelect
        label={t('device:category')}
        placeholder={t('device:chooseCategory')}
        value={chosen}
        loadOptions={loadCategoryOptions}
        onChange={(option) => {
          setChosen(option);
          onChange(option && { action: 'machine.category', category: { id: option.id } });
        }}
      />
      <Text size="sm" c="dimmed">
        {t('machine.category.hint')}
      </Text>
    </Stack>
  );
}

export function CustomerFields({ onChange }: BulkFieldsProps) {
  const { t } = useTranslation(['bulk', 'device']);
  const [chosen, setChosen] = useState<Option | null>(null);
  return (
    <Stack gap="xs">
      <SearchSelect
        label={t('device:customer')}
        placeholder={t('device:chooseCustomer')}
        value={chosen}
        loadOptions={loadCustomerOptions}
        onChange={(option) => {
          setChosen(option);
          onChange(option && { action: 'machine.customer', customer: { id: option.id } });
        }}
      />
      <Text size="sm" c="dimmed">
        {t('machine.customer.hint')}
      </Text>
    </Stack>
  );
}

export function IntervalFields({ onChange }: BulkFieldsProps) {
  const { t } = useTranslation('inspection');
  const [months, setMonths] = useState<number | null>(null);
  const problem =
    months === null
      ? undefined
      : !Number.isInteger(months)
        ? 'WHOLE_NUMBER'
        : months < 1
          ? 'FREQUENCY_NOT_POSITIVE'
          : months > 600
            ? 'TOO_LARGE'
            : undefined;
  return (
    <Stack gap="xs">
      <NumberField
        label={t('frequency')}
        description={t('frequencyHint')}
        data-autofocus
        maw="16rem"
        negative="zero"
        value={months}
        error={fieldText(problem)}
        onChange={(next) => {
          setMonths(next);
          onChange(next === null ? null : { action: 'machine.interval', months: next });
        }}
      />
      <Text size="sm" c="dimmed">
        {t('bulk.hint')}
      </Text>
    </Stack>
  );
}

export function ArchiveFields({ change, onChange }: BulkFieldsProps) {
  const { t } = useTranslation(['bulk', 'device']);
  if (change?.action !== 'machine.archive') return null;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('machine.archive.hint')}
      </Text>
      <Radio.Group
        label={t('device:archive.reason')}
        value={change.reason}
        onChange={(value) => onChange({ ...change, reason: ArchiveReason.parse(value) })}
      >
        <Group gap="0 1.25rem">
          {archiveReasons.map((each) => (
            <Radio key={each} value={each} label={t(`device:archive.reasons.${each}`)} mod="touch" />
          ))}
        </Group>
      </Radio.Group>
      <TextInput
        label={t('device:archive.note')}
        maxLength={255}
        autoComplete="off"
        value={change.note}
        onChange={(event) => onChange({ ...change, note: event.currentTarget.value })}
      />
    </Stack>
  );
}
