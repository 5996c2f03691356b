import { Anchor, Box, InputWrapper, NativeSelect, Text } from '@mantine/core';
import { type Language, languageNames, languages } from '@servicebook/i18n';
import { ownTimezone } from '@servicebook/i18n/intl.ts';
import { useTranslation } from 'react-i18next';
import { ColourSchemeChoice } from '../../components/colour-scheme-choice.tsx';
import { FormGrid } from '../../components/form-grid.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { TimezoneSelect } from '../../components/timezone-select.tsx';
import { errorText } from '../../lib/error-text.ts';
import { showToast } from '../../lib/toast.ts';
import { useSession } from '../../lib/use-session.ts';
import { useChooseLanguage } from '../user/user.queries.ts';
import { useSetTimezone } from './my-account.queries.ts';

/** The user's display settings; each change takes effect at once. */
export function PreferencesSection() {
  const { t, i18n } = useTranslation(['my-account', 'common']);
  const { user } = useSession();
  const setTimezone = useSetTimezone();
  const chooseLanguage = useChooseLanguage();
  const here = ownTimezone();
  const choose = (timezone: string) =>
    setTimezone.mutate(timezone, {
      onSuccess: () => showToast({ tone: 'success', message: t('common:saved') }),
    });
  if (!user) return null;
  return (
    <SectionCard title={t('preferences.title')}>
      <FormGrid>
        <Box mod="whole">
          <TimezoneSelect
            label={t('preferences.timezone')}
            description={t('preferences.timezoneHint')}
            value={user.timezone}
            onChange={choose}
            disabled={setTimezone.isPending}
            error={setTimezone.error ? errorText(setTimezone.error) : undefined}
          />
          {here && here !== user.timezone && (
            <Text size="sm" c="dimmed" mt="xs">
              {t('preferences.browserTimezone', { timezone: here.replaceAll('_', ' ') })}{' '}
              <Anchor component="button" type="button" inherit onClick={() => choose(here)}>
                {t('preferences.useBrowserTimezone')}
              </Anchor>
            </Text>
          )}
        </Box>
        <NativeSelect
          label={t('preferences.language')}
          description={t('preferences.languageHint')}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          value={i18n.language}
          onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}
        />
        <InputWrapper label={t('common:colourScheme.title')} labelElement="div">
          <Box mt={4}>
            <ColourSchemeChoice />
          </Box>
        </InputWrapper>
      </FormGrid>
    </SectionCard>
  );
}
