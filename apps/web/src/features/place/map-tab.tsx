import { ActionIcon, Button, CopyButton } from '@mantine/core';
import { addressLine } from '@servicebook/i18n/names.ts';
import type { Device } from '@servicebook/shared/device';
import { latitude, longitude } from '@servicebook/shared/primitives';
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
import classes from './map-tab.module.css';
import { useUpdateLocation } from './place.queries.ts';
import { PointPicker } from './point-picker.tsx';

/** A machine's point; null while none is set. */
export const pointOf = ({ gpsLatitude, gpsLongitude }: Device): MapPoint | null =>
  gpsLatitude === null || gpsLongitude === null ? null : { latitude: gpsLatitude, longitude: gpsLongitude };

/** Where the machine stands: to find the way there, and to set the point. */
export function MapTab({ device }: { device: Device }) {
  const [editing, setEditing] = useState(false);
  return editing ? (
    <LocationForm device={device} onDone={() => setEditing(false)} />
  ) : (
    <LocationView device={device} onEdit={() => setEditing(true)} />
  );
}

function LocationView({ device, onEdit }: { device: Device; onEdit: () => void }) {
  const { t } = useTranslation('place');
  const { may } = useSession();
  const { gpsLatitude, gpsLongitude } = device;
  const point = useMemo(
    () =>
      gpsLatitude === null || gpsLongitude === null
        ? null
        : { latitude: gpsLatitude, longitude: gpsLongitude },
    [gpsLatitude, gpsLongitude],
  );
  const fit = useMemo(() => (point ? [point] : []), [point]);
  const way = placeLink(device, navigator.userAgent);
  const navigate = way && (
    <Button
      component="a"
      href={way}
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
        point ? (
          <IconMapPin size={18} stroke={1.7} aria-hidden />
        ) : (
          <IconMapPinPlus size={18} stroke={1.7} aria-hidden />
        )
      }
      onClick={onEdit}
    >
      {point ? t('tab.change') : t('tab.set')}
    </Button>
  );
  if (!point)
    return (
      <div className={classes.none}>
        <EmptyState
          title={t('tab.noneTitle')}
          hint={t('tab.noneHint')}
          icon={<IconMapPin size={32} stroke={1.5} />}
          action={
            <div className={classes.ways}>
              {edit}
              {navigate}
            </div>
          }
        />
        <MapView label={t('label', { name: device.name })} markers={[]} fit={fit} className={classes.map} />
      </div>
    );
  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <p className={classes.point}>
          <span>{t('picker.coordinates')}</span>
          <span className={classes.figures}>
            <code>{pointText(point)}</code>
            <CopyCoordinates text={pointText(point)} />
          </span>
        </p>
        <div className={classes.ways}>
          {navigate}
          {edit}
        </div>
      </div>
      <MapView
        label={t('label', { name: device.name })}
        className={classes.map}
        markers={[{ ...point, id: 'device', label: device.name, main: true }]}
        fit={fit}
      />
    </div>
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

function LocationForm({ device, onDone }: { device: Device; onDone: () => void }) {
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
    <form className={classes.root} onSubmit={submit} noValidate data-form-actions>
      <Controller
        control={form.control}
        name="point"
        render={({ field }) => (
          <PointPicker
            label={t('label', { name: device.name })}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            inputRef={field.ref}
            error={errorOf('point')}
            searchText={field.value ? '' : addressLine(device)}
          />
        )}
      />
      <ErrorNotice error={failure} />
      <FormActions onCancel={onDone} saving={saving} dirty={dirty} />
    </form>
  );
}
