import { Box, Card, Group, Text, Textarea, TextInput, Title } from '@mantine/core';
import { addressLine } from '@servicebook/i18n/names.ts';
import type { PlaceValues } from '@servicebook/shared/place';
import { useMemo } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CountrySelect } from '../../components/country-select.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { FormGrid } from '../../components/form-grid.tsx';
import type { MapMarker } from '../../components/map.tsx';
import type { MapPoint } from '../../components/map-point.ts';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import classes from './place-book.module.css';
import type { Place, PlaceActions, PlaceSchema } from './place-book.tsx';
import { focusAtOnce } from './place-texts.ts';
import { PointPicker } from './point-picker.tsx';
import type { PlaceTexts } from './use-place-texts.ts';

interface PlaceFormProps {
  /** The place to change; without it, the form adds one. */
  place: Place | undefined;
  /** The initial point of a new place. */
  point: MapPoint | null;
  schema: PlaceSchema;
  save: PlaceActions['save'];
  /** The query parameter that shows the form. */
  shownBy: string;
  texts: PlaceTexts;
  symbol: NonNullable<MapMarker['symbol']>;
  near: MapMarker | null;
  onSaved: (saved: { id: number }) => void;
  onCancel: () => void;
}

function valuesOf(place: Place | undefined, point: MapPoint | null): PlaceValues {
  const { id = null, name = '', street = '', zipCode = '', city = '', country = '' } = place ?? {};
  const { phone = '', email = '', www = '', description = '' } = place ?? {};
  const { latitude = null, longitude = null } = place ?? point ?? {};
  const address = { street, zipCode, city, country: country as '' };
  return { id, name, ...address, phone, email, www, description, latitude, longitude };
}

export function PlaceForm(props: PlaceFormProps) {
  const { place, schema, save, shownBy, texts, symbol, near, onSaved, onCancel } = props;
  const { t } = useTranslation(['place', 'common']);
  const { form, field, submit, errorOf, saving, dirty, failure } = useSaveForm({
    schema,
    defaultValues: valuesOf(place, props.point),
    save,
    shownBy,
    onSaved: (saved) => {
      showToast({ tone: 'success', message: t('common:saved') });
      onSaved(saved);
    },
  });
  const [name, latitude, longitude] = form.watch(['name', 'latitude', 'longitude']);
  const [street = '', zipCode = '', city = ''] = form.watch(['street', 'zipCode', 'city']);
  const point =
    latitude == null || longitude == null
      ? null
      : { latitude: Number(latitude), longitude: Number(longitude) };
  const look = useMemo(() => ({ selected: true, symbol }), [symbol]);
  const setPoint = (next: MapPoint | null) => {
    const how = { shouldDirty: true, shouldTouch: true } as const;
    form.setValue('longitude', next?.longitude ?? null, how);
    form.setValue('latitude', next?.latitude ?? null, { ...how, shouldValidate: form.formState.isSubmitted });
  };
  return (
    <Card
      component="form"
      padding="md"
      className={classes.form}
      onSubmit={submit}
      noValidate
      data-form-actions
    >
      <Title className={classes.title ?? ''} order={2} size="h3" ref={focusAtOnce} tabIndex={-1}>
        {place ? texts.editTitle : texts.newTitle}
      </Title>
      <FormGrid>
        <TextInput mod="whole" label={t('book.name')} withAsterisk autoComplete="off" {...field('name')} />
        <TextInput mod="whole" label={t('book.street')} autoComplete="off" {...field('street')} />
        <Group wrap="nowrap" align="start">
          <TextInput flex={2} label={t('book.zipCode')} autoComplete="off" {...field('zipCode')} />
          <TextInput flex={3} label={t('book.city')} autoComplete="off" {...field('city')} />
        </Group>
        <CountrySelect label={t('book.country')} {...field('country')} />
        <TextInput
          label={t('book.phone')}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          {...field('phone')}
        />
        <TextInput
          label={t('book.email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field('email')}
        />
        <TextInput
          mod="whole"
          label={t('book.www')}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field('www')}
        />
        <Textarea
          mod="whole"
          label={t('book.description')}
          autosize
          minRows={2}
          maxRows={10}
          {...field('description')}
        />
      </FormGrid>
      <Box component="fieldset" mt={4}>
        <Text component="legend" fw={600} pb="xs">
          {t('book.location')}
        </Text>
        <Controller
          control={form.control}
          name="latitude"
          render={({ field: location }) => (
            <PointPicker
              label={name || texts.newTitle}
              value={point}
              onChange={setPoint}
              inputRef={location.ref}
              error={errorOf('latitude') ?? errorOf('longitude')}
              searchText={point ? '' : addressLine({ streetAddress: street, zipCode, city })}
              near={near}
              others={near ? [near] : []}
              look={look}
            />
          )}
        />
      </Box>
      <ErrorNotice error={failure} />
      <FormActions onCancel={onCancel} saving={saving} dirty={dirty} />
    </Card>
  );
}
