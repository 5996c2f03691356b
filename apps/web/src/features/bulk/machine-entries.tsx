/** What can be done with the machines chosen in a list. */
import { ArchiveReason, archiveReasons, DeviceStatus, deviceStatuses } from '@servicebook/shared/device';
import '@mantine/core/styles/Radio.layer.css';
import { Group, NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core';
import {
  IconActivity,
  IconArchive,
  IconArchiveOff,
  IconBuilding,
  IconCalendarRepeat,
  IconCategory,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkEntry, BulkFieldsProps } from '../../components/bulk-actions.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { SearchSelect } from '../../components/search-select.tsx';
import type { Option } from '../../components/use-options.ts';
import { fieldText } from '../../lib/error-text.ts';
import { loadCategoryOptions } from '../category/category.queries.ts';
import { loadCustomerOptions } from '../customer/customer.queries.ts';

function StatusFields({ change, onChange }: BulkFieldsProps) {
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

function CategoryFields({ onChange }: BulkFieldsProps) {
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

function CustomerFields({ onChange }: BulkFieldsProps) {
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

function IntervalFields({ onChange }: BulkFieldsProps) {
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

function ArchiveFields({ change, onChange }: BulkFieldsProps) {
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

const edit = { access: 'device.edit', start: null } as const;

const status: BulkEntry = {
  ...edit,
  action: 'machine.status',
  icon: IconActivity,
  isPrimary: true,
  Fields: StatusFields,
};
const category: BulkEntry = {
  ...edit,
  action: 'machine.category',
  icon: IconCategory,
  Fields: CategoryFields,
};
const customer: BulkEntry = {
  ...edit,
  action: 'machine.customer',
  icon: IconBuilding,
  Fields: CustomerFields,
};
const interval: BulkEntry = {
  ...edit,
  action: 'machine.interval',
  icon: IconCalendarRepeat,
  isPrimary: true,
  Fields: IntervalFields,
};
const archive: BulkEntry = {
  action: 'machine.archive',
  icon: IconArchive,
  access: 'device.edit',
  start: { action: 'machine.archive', reason: 'SCRAPPED', note: '' },
  Fields: ArchiveFields,
};
const restore: BulkEntry = {
  action: 'machine.restore',
  icon: IconArchiveOff,
  access: 'device.edit',
  isPrimary: true,
  start: { action: 'machine.restore' },
};
const remove: BulkEntry = {
  action: 'machine.delete',
  icon: IconTrash,
  access: 'device.delete',
  start: { action: 'machine.delete' },
  instead: archive,
};
const { instead: _none, ...removeArchived } = remove;

export const machineEntries = [status, interval, category, customer, archive, remove];
/** In the list of archived machines. */
export const archivedMachineEntries = [restore, removeArchived];
/** Where machines are listed by their inspections. */
export const inspectionEntries = [interval, status, category, customer, archive];
