import '@mantine/core/styles/Switch.layer.css';
import { Box, Card, NativeSelect, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { languageNames, languages } from '@servicebook/i18n';
import { formatLongDay } from '@servicebook/i18n/format.ts';
import type { Language } from '@servicebook/shared/primitives';
import {
  fillMailText,
  type ProtocolMailSettings,
  ProtocolMailSettingsInput,
  unknownPlaceholder,
} from '@servicebook/shared/protocol-mail';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useToday } from '../../lib/use-today.ts';
import { mailSettingsQuery, useSaveMailSettings } from './protocol-mail.queries.ts';

/** How the company mails its protocols. */
export function MailSettingsSection() {
  const { t } = useTranslation('protocol-mail');
  const { data, error, refetch } = useQuery(mailSettingsQuery);
  return (
    <SectionCard title={t('settings.title')} hint={t('settings.hint')}>
      {data ? (
        <SettingsForm stored={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <LoadingState />
      )}
    </SectionCard>
  );
}

type Values = z.input<typeof ProtocolMailSettingsInput>;
type Stored = ProtocolMailSettings & { defaults: Record<Language, string> };

const valuesOf = ({ automatic, replyTo, texts }: ProtocolMailSettings): Values => ({
  automatic,
  replyTo,
  texts,
});

function SettingsForm({ stored }: { stored: Stored }) {
  const { t } = useTranslation(['protocol-mail', 'common']);
  const save = useSaveMailSettings();
  const today = useToday();
  const [language, setLanguage] = useState<Language>(currentLanguage());
  const { form, field, submit, saving, dirty, failure } = useSaveForm({
    schema: ProtocolMailSettingsInput,
    defaultValues: valuesOf(stored),
    save: (content) => save.mutateAsync({ body: content }),
    onSaved: (saved) => {
      form.reset(valuesOf(saved));
      showToast({ tone: 'success', message: t('common:saved') });
    },
  });
  const isWrong = (one: Language) => form.getFieldState(`texts.${one}`).invalid;
  const submitAndShow = async (event: FormEvent) => {
    await submit(event);
    // A text of another language than the one that is shown.
    const wrong = isWrong(language) ? language : languages.find(isWrong);
    if (wrong) setLanguage(wrong);
  };
  const { reset, watch } = form;
  useEffect(() => {
    if (!dirty) reset(valuesOf(stored));
  }, [stored, reset, dirty]);
  const written = watch(`texts.${language}`) ?? '';
  const text = written || stored.defaults[language];
  const placeholder = unknownPlaceholder(written);
  const textField = field(`texts.${language}`);
  const sample = {
    number: `25/${today.slice(5, 7)}/${today.slice(0, 4)}`,
    day: formatLongDay(today, language),
    machines: t('settings.sampleMachine', { lng: language }),
  };
  return (
    <form onSubmit={submitAndShow} noValidate data-form-actions>
      <Stack gap="lg">
        <Switch
          size="md"
          label={t('settings.automatic')}
          description={t('settings.automaticHint')}
          {...form.register('automatic')}
        />
        <TextInput
          label={t('settings.replyTo')}
          description={t('settings.replyToHint')}
          type="email"
          inputMode="email"
          autoComplete="email"
          {...field('replyTo')}
        />
        <NativeSelect
          label={t('language')}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          value={language}
          onChange={({ currentTarget: { value } }) => setLanguage(value as Language)}
        />
        <Textarea
          // Another field for each language.
          key={language}
          label={t('settings.text')}
          description={t('settings.textHint')}
          placeholder={stored.defaults[language]}
          lang={language}
          autosize
          minRows={3}
          maxRows={12}
          {...textField}
          error={
            textField.error && placeholder
              ? t('settings.unknownPlaceholder', { placeholder })
              : textField.error
          }
        />
        <Box>
          <Text size="sm" fw={500} mb="xs">
            {t('settings.preview')}
          </Text>
          <Card padding="md" withBorder aria-live="polite">
            <Text mod="prose" lang={language}>
              {fillMailText(text, sample)}
            </Text>
          </Card>
        </Box>
      </Stack>
      <ErrorNotice error={failure} mt="lg" />
      <FormActions onCancel={() => reset()} saving={saving} dirty={dirty} saveLabel={t('settings.save')} />
    </form>
  );
}
