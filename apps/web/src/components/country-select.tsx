import { NativeSelect } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { countryOptions } from '../lib/countries.ts';
import { currentLanguage } from '../lib/i18n.ts';

/** The available countries in the user's language, with the empty choice first. */
export function CountrySelect(props: Omit<ComponentProps<typeof NativeSelect>, 'data'>) {
  const { t } = useTranslation();
  return <NativeSelect data={countryOptions(currentLanguage(), t('countries.none'))} {...props} />;
}
