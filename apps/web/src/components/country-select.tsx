import { NativeSelect } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { countryOptions } from '../lib/countries.ts';

/** The available countries in the user's language, with the empty choice first. */
export function CountrySelect(props: Omit<ComponentProps<typeof NativeSelect>, 'data'>) {
  const { t, i18n } = useTranslation();
  return <NativeSelect data={countryOptions(i18n.language, t('countries.none'))} {...props} />;
}
