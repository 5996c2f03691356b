import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type Hotel, HotelInput } from '@servicebook/shared/hotel';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import type { MapMarker } from '../../components/map.tsx';
import type { MapPoint } from '../../components/map-point.ts';
import { countryOptions } from '../../lib/countries.ts';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { PointPicker } from '../place/point-picker.tsx';
import { useSaveHotel } from './hotel.queries.ts';
import { focusAtOnce } from './hotel-texts.ts';
import classes from './hotels-tab.module.css';

interface HotelFormProps {
  /** The one to change; without it the form adds one. */
  hotel: Hotel | undefined;
  machine: MapMarker | null;
  onSaved: (hotel: Hotel) => void;
  onCancel: () => void;
}

const empty = {
  id: null,
  name: '',
  streetAddress: '',
  zipCode: '',
  city: '',
  country: '' as const,
  phone: '',
  email: '',
  www: '',
  description: '',
  latitude: null,
  longitude: null,
};

const hotelLook = { selected: true };

export function HotelForm({ hotel, machine, onSaved, onCancel }: HotelFormProps) {
  const { t, i18n } = useTranslation(['hotel', 'common']);
  const saveHotel = useSaveHotel();
  const { form, field, submit, errorOf, saving, dirty, failure } = useSaveForm({
    schema: HotelInput,
    defaultValues: hotel ? { ...hotel, country: hotel.country as '' } : empty,
    save: (content, idempotencyKey) => saveHotel.mutateAsync({ content, idempotencyKey }),
    onSaved: (saved) => {
      showToast({ tone: 'success', message: t('common:saved') });
      onSaved(saved);
    },
  });
  const [name, latitude, longitude] = form.watch(['name', 'latitude', 'longitude']);
  const point = latitude == null || longitude == null ? null : { latitude, longitude };
  const setPoint = (next: MapPoint | null) => {
    const how = { shouldDirty: true, shouldTouch: true } as const;
    form.setValue('longitude', next?.longitude ?? null, how);
    form.setValue('latitude', next?.latitude ?? null, { ...how, shouldValidate: form.formState.isSubmitted });
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate data-form-actions>
      <h2 className={classes.title} ref={focusAtOnce} tabIndex={-1}>
        {t(hotel ? 'editTitle' : 'newTitle')}
      </h2>
      <div className={classes.fields}>
        <TextInput
          className={classes.whole ?? ''}
          label={t('name')}
          withAsterisk
          autoComplete="off"
          {...field('name')}
        />
        <TextInput
          className={classes.whole ?? ''}
          label={t('streetAddress')}
          autoComplete="off"
          {...field('streetAddress')}
        />
        <div className={classes.town}>
          <TextInput label={t('zipCode')} autoComplete="off" {...field('zipCode')} />
          <TextInput label={t('city')} autoComplete="off" {...field('city')} />
        </div>
        <NativeSelect
          label={t('country')}
          data={countryOptions(i18n.language, t('common:countries.none'))}
          {...field('country')}
        />
        <TextInput label={t('phone')} type="tel" inputMode="tel" autoComplete="off" {...field('phone')} />
        <TextInput
          label={t('email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field('email')}
        />
        <TextInput
          className={classes.whole ?? ''}
          label={t('www')}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field('www')}
        />
        <Textarea
          className={classes.whole ?? ''}
          label={t('description')}
          autosize
          minRows={2}
          maxRows={10}
          {...field('description')}
        />
      </div>
      <fieldset className={classes.location}>
        <legend>{t('location')}</legend>
        <Controller
          control={form.control}
          name="latitude"
          render={({ field: location }) => (
            <PointPicker
              label={name || t('newTitle')}
              value={point}
              onChange={setPoint}
              inputRef={location.ref}
              error={errorOf('latitude') ?? errorOf('longitude')}
              near={machine}
              others={machine ? [machine] : []}
              look={hotelLook}
            />
          )}
        />
      </fieldset>
      <ErrorNotice error={failure} />
      <FormActions onCancel={onCancel} saving={saving} dirty={dirty} />
    </form>
  );
}
