import { Box, Button, Card, Group, NativeSelect, Text } from '@mantine/core';
import { type Language, languageNames } from '@servicebook/i18n';
import { countryName, knownTimezones } from '@servicebook/i18n/intl.ts';
import { joinPresent } from '@servicebook/i18n/names.ts';
import { usualCurrency } from '@servicebook/shared/billing-amount';
import { languages } from '@servicebook/shared/primitives';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CountrySelect } from '../../components/country-select.tsx';
import { FormGrid } from '../../components/form-grid.tsx';
import { currentLanguage } from '../../lib/i18n.ts';

export interface Settings {
  /** Empty if the browser does not tell. */
  country: string;
  timezone: string;
  /** Of documents. */
  language: Language;
}

interface Props {
  settings: Settings;
  onChange: (part: Partial<Settings>) => void;
}

/**
 * What the browser says about a new company, in one line that can be corrected: it decides what documents look like and
 * which day it is on them.
 */
export function FirstSettings({ settings, onChange }: Props) {
  const { t } = useTranslation('components');
  const [changing, setChanging] = useState(false);
  const { country, timezone, language } = settings;
  const line = joinPresent(
    [
      country ? countryName(country, currentLanguage()) : t('firstSettings.noCountry'),
      timezone.replaceAll('_', ' '),
      t('firstSettings.documents', { language: languageNames[language] }),
      country && t('firstSettings.prices', { currency: usualCurrency(country) }),
    ].map((part) => part.replaceAll(' ', '\u00a0')),
    ' · ',
  );
  const timezones = [...new Set(['UTC', timezone, ...knownTimezones()])];
  return (
    <Card component="section" padding="md" mt="lg" aria-label={t('firstSettings.title')}>
      <Group justify="space-between" wrap="nowrap" align="start">
        <Box>
          <Text size="sm" c="dimmed">
            {t('firstSettings.title')}
          </Text>
          <Text fw={550}>{line}</Text>
        </Box>
        <Button
          variant="default"
          size="xs"
          flex="none"
          aria-expanded={changing}
          onClick={() => setChanging(!changing)}
        >
          {t(changing ? 'firstSettings.done' : 'firstSettings.change')}
        </Button>
      </Group>
      {changing && (
        <Box mt="md">
          <FormGrid>
            <CountrySelect
              label={t('firstSettings.country')}
              value={country}
              onChange={(event) => onChange({ country: event.currentTarget.value })}
            />
            <NativeSelect
              label={t('firstSettings.timezone')}
              value={timezone}
              data={timezones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
              onChange={(event) => onChange({ timezone: event.currentTarget.value })}
            />
            <NativeSelect
              mod="whole"
              label={t('firstSettings.language')}
              value={language}
              data={languages.map((value) => ({ value, label: languageNames[value] }))}
              onChange={(event) => onChange({ language: event.currentTarget.value as Language })}
            />
          </FormGrid>
          <Text size="sm" c="dimmed" mt="sm">
            {t('firstSettings.later')}
          </Text>
        </Box>
      )}
    </Card>
  );
}
