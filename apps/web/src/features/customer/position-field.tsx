import { Alert, Button, Group, Input, Stack, Text } from '@mantine/core';
import { addressLine } from '@servicebook/i18n/names.ts';
import type { Place } from '@servicebook/shared/distance';
import { IconMapPin, IconMapPinPlus, IconNavigation, IconTrash } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPanel } from '../../components/lazy-tabs.tsx';
import { pointText } from '../../components/map-point.ts';
import { placeLink } from '../../lib/place-link.ts';

const PositionDialog = lazyPanel(
  async () => (await import('./position-dialog.tsx')).PositionDialog,
  ['place'],
);

interface Props {
  name: string;
  value: Place | null;
  onChange: (position: Place | null) => void;
  address: { streetAddress: string; zipCode: string; city: string };
  /** The address was changed, and the position was not. */
  outdated: boolean;
}

/** Where a customer is on the map: sets, changes and removes the position, and opens directions to it. */
export function PositionField({ name, value, onChange, address, outdated }: Props) {
  const { t } = useTranslation('customer');
  const [editing, setEditing] = useState(false);
  const labelId = useId();
  const directions =
    value &&
    placeLink(
      { ...address, country: '', gpsLatitude: value.latitude, gpsLongitude: value.longitude },
      navigator.userAgent,
    );
  return (
    <Input.Wrapper
      mod="whole"
      label={t('position')}
      labelElement="div"
      labelProps={{ id: labelId }}
      description={t('pin.hint')}
    >
      <Stack role="group" aria-labelledby={labelId} gap="xs" mt="xs">
        {value && outdated && (
          <Alert color="yellow" role="status">
            {t('pin.outdated')}
          </Alert>
        )}
        {value && <Text style={{ userSelect: 'all' }}>{pointText(value)}</Text>}
        <Group gap="xs" mod="actions">
          <Button
            variant="default"
            leftSection={
              value ? (
                <IconMapPin size={18} stroke={1.7} aria-hidden />
              ) : (
                <IconMapPinPlus size={18} stroke={1.7} aria-hidden />
              )
            }
            onClick={() => setEditing(true)}
          >
            {value ? t('pin.change') : t('pin.set')}
          </Button>
          {value && (
            <Button
              variant="default"
              leftSection={<IconTrash size={18} stroke={1.7} aria-hidden />}
              onClick={() => onChange(null)}
            >
              {t('pin.remove')}
            </Button>
          )}
          {directions && (
            <Button
              component="a"
              href={directions}
              {...(directions.startsWith('https:') ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
              variant="default"
              leftSection={<IconNavigation size={18} stroke={1.7} aria-hidden />}
            >
              {t('pin.navigate')}
            </Button>
          )}
        </Group>
      </Stack>
      <Suspense>
        {editing && (
          <PositionDialog
            name={name}
            value={value}
            // An old position says nothing about a new address.
            searchText={value && !outdated ? '' : addressLine(address)}
            onApply={(position) => {
              onChange(position);
              setEditing(false);
            }}
            onClose={() => setEditing(false)}
          />
        )}
      </Suspense>
    </Input.Wrapper>
  );
}
