import { ActionIcon, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { addressLine } from '@servicebook/i18n/names.ts';
import type { Device } from '@servicebook/shared/device';
import { latitude, longitude } from '@servicebook/shared/primitives';
import { pointOf, type WorkPlace } from '@servicebook/shared/work-place';
import { IconCheck, IconCopy, IconMapPin, IconMapPinPlus, IconNavigation } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { MapView } from '../../components/map.tsx';
import { type MapPoint, pointText } from '../../components/map-point.ts';
import { EmptyState } from '../../components/states.tsx';
import { placeLink } from '../../lib/place-link.ts';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useSession } from '../../lib/use-session.ts';
import { useUpdateLocation } from './place.queries.ts';
import { PointPicker } from './point-picker.tsx';

interface Props {
  device: Device;
  /** Where it stands, which may be known from its customer. */
  place?: WorkPlace | undefined;
}

/** The machine's location: shows directions and sets the point. */
export function MapTab({ device, place = { ...device, isCustomers: false } }: Props) {
  const [editing, setEditing] = useState(false);
  return editing ? (
    <LocationForm device={device} place={place} onDone={() => setEditing(false)} />
  ) : (
    <LocationView device={device} place={place} onEdit={() => setEditing(true)} />
  );
}

interface ViewProps extends Required<Props> {
  place: WorkPlace;
  onEdit: () => void;
}

function LocationView({ device, place, onEdit }: ViewProps) {
  const { t } = useTranslation('place');
  const { may } = useSession();
  const { gpsLatitude, gpsLongitude, isCustomers } = place;
  const point = useMemo(
    () =>
      gpsLatitude === null || gpsLongitude === null
        ? null
        : { latitude: gpsLatitude, longitude: gpsLongitude },
    [gpsLatitude, gpsLongitude],
  );
  const fit = useMemo(() => (point ? [point] : []), [point]);
  const directions = placeLink(place, navigator.userAgent);
  const navigate = directions && (
    <Button
      component="a"
      href={directions}
      target="_blank"
      rel="noreferrer"
      variant="default"
      leftSection={<IconNavigation size={18} stroke={1.7} aria-hidden />}
    >
      {t('tab.navigate')}
    </Button>
  );
  const edit = may('device.edit') && (
    <Button
      variant={point ? 'default' : 'filled'}
      leftSection={
        point && !isCustomers ? (
          <IconMapPin size={18} stroke={1.7} aria-hidden />
        ) : (
          <IconMapPinPlus size={18} stroke={1.7} aria-hidden />
        )
      }
      onClick={onEdit}
    >
      {point && !isCustomers ? t('tab.change') : t('tab.set')}
    </Button>
  );
  if (!point)
    return (
      <Stack gap="sm">
        <EmptyState
          title={t('tab.noneTitle')}
          hint={t('tab.noneHint')}
          icon={<IconMapPin size={32} stroke={1.5} />}
          action={
            <Group gap="xs" mod="actions">
              {edit}
              {navigate}
            </Group>
          }
        />
        <MapView label={t('label', { name: device.name })} markers={[]} fit={fit} height="16rem" />
      </Stack>
    );
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="0.5rem 1rem">
        <div>
          <Text size="xs" c="dimmed">
            {t('picker.coordinates')}
          </Text>
          <Group gap={4}>
            <Text fw={550} style={{ userSelect: 'all' }}>
              {pointText(point)}
            </Text>
            <CopyCoordinates text={pointText(point)} />
          </Group>
          {isCustomers && (
            <Text size="sm" c="dimmed">
              {t('tab.ofCustomer')}
            </Text>
          )}
        </div>
        <Group gap="xs" w={{ base: '100%', xs: 'auto' }} mod="actions">
          {navigate}
          {edit}
        </Group>
      </Group>
      <MapView
        label={t('label', { name: device.name })}
        height="clamp(18rem, 60vh, 40rem)"
        markers={[{ ...point, id: 'device', label: device.name, main: true }]}
        fit={fit}
      />
    </Stack>
  );
}

function CopyCoordinates({ text }: { text: string }) {
  const { t } = useTranslation('place');
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color={copied ? 'green.9' : 'gray'}
          size="lg"
          aria-label={copied ? t('tab.copied') : t('tab.copy')}
          title={copied ? t('tab.copied') : t('tab.copy')}
          onClick={copy}
        >
          {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}

const Location = z.object({
  point: z
    .object({ latitude, longitude })
    .nullable()
    .refine((point) => point !== null, 'SELECT_LOCATION'),
});

function LocationForm({ device, place, onDone }: Omit<ViewProps, 'onEdit'> & { onDone: () => void }) {
  const { t } = useTranslation('place');
  const update = useUpdateLocation();
  const { form, submit, errorOf, saving, dirty, failure } = useSaveForm({
    schema: Location,
    defaultValues: { point: pointOf(device) },
    save: ({ point }) => update.mutateAsync({ body: { ...(point as MapPoint), deviceId: device.id } }),
    onSaved: () => {
      showToast({ tone: 'success', message: t('tab.saved') });
      onDone();
    },
  });
  return (
    <form onSubmit={submit} noValidate data-form-actions>
      <Stack gap="sm">
        <Controller
          control={form.control}
          name="point"
          render={({ field }) => (
            <PointPicker
              label={device.name}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              inputRef={field.ref}
              error={errorOf('point')}
              searchText={field.value ? '' : addressLine(place)}
              near={pointOf(place)}
            />
          )}
        />
        <ErrorNotice error={failure} />
        <FormActions onCancel={onDone} saving={saving} dirty={dirty} />
      </Stack>
    </form>
  );
}
