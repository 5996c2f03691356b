import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { type DeviceStatus, deviceStatuses, statusColours } from '@servicebook/shared/device';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StatusDot } from './status-dot.tsx';

interface Props extends Omit<NativeSelectProps, 'value' | 'data'> {
  status: DeviceStatus;
}

/** The status dropdown, marked with the colour of the selected status. */
export function StatusSelect({ status, ...rest }: Props) {
  const { t } = useTranslation('device');
  return (
    <NativeSelect
      label={t('statusLabel')}
      leftSection={<StatusDot status={status} />}
      rightSectionPointerEvents="none"
      rightSection={<IconChevronDown size={18} aria-hidden />}
      {...rest}
    >
      {deviceStatuses.map((value) => (
        <option
          key={value}
          value={value}
          style={{ backgroundColor: statusColours[value].background, color: statusColours[value].text }}
        >
          {t(`status.${value}`)}
        </option>
      ))}
    </NativeSelect>
  );
}
