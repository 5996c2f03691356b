import { Box, Group, NativeSelect, TextInput } from '@mantine/core';
import { languageNames } from '@servicebook/i18n';
import { formatDuration } from '@servicebook/i18n/format.ts';
import { type Account, AccountUpdate } from '@servicebook/shared/company';
import { languages } from '@servicebook/shared/primitives';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { z } from 'zod';
import { CountrySelect } from '../../components/country-select.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { FormGrid } from '../../components/form-grid.tsx';
import { useWayBack } from '../../components/page-header.tsx';
import { TimezoneSelect } from '../../components/timezone-select.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { showToast } from '../../lib/toast.ts';
import { usePostalCode } from '../../lib/use-postal-code.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useUpdateCompany } from './company.queries.ts';
import { LogoField } from './logo-field.tsx';

type Values = z.input<typeof AccountUpdate>;

const valuesOf = ({ name: _, defaultPlan: __, country, ...company }: Account) => ({
  ...company,
  country: country as NonNullable<Values['country']>,
});

const refusals = {
  UNSUPPORTED_FILE_TYPE: 'logo',
  IMAGE_UNREADABLE: 'logo',
  PICTURE_TOO_LARGE: 'logo',
  FILE_TOO_LARGE: 'logo',
} as const;

export function CompanyForm({ company }: { company: Account }) {
  const { t } = useTranslation(['company', 'common']);
  const update = useUpdateCompany();
  const navigate = useNavigate();
  const toSteps = useWayBack(null);
  const { form, field, errorOf, submit, saving, dirty, failure } = useSaveForm({
    schema: AccountUpdate,
    defaultValues: valuesOf(company),
    save: (content) => update.mutateAsync({ body: content }),
    onSaved: (saved) => {
      form.reset(valuesOf(saved));
      showToast({ tone: 'success', message: t('common:saved') });
      if (toSteps) navigate(toSteps);
    },
    refusals,
  });
  const { reset, setValue } = form;
  const [logo, timezone, signRequestDays] = form.watch(['logo', 'timezone', 'signRequestDays']);

  // Newer values from the server replace an untouched form.
  useEffect(() => {
    if (!dirty) reset(valuesOf(company));
  }, [company, reset, dirty]);

  const change = (name: 'logo' | 'timezone') => (value: string) =>
    setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  const { postalCode, country } = usePostalCode({ form, field });
  return (
    <form onSubmit={submit} noValidate data-form-actions>
      <FormGrid>
        <Box mod="whole">
          <LogoField value={logo ?? ''} onChange={change('logo')} error={errorOf('logo')} />
        </Box>
        <TextInput
          mod="whole"
          label={t('companyName')}
          withAsterisk
          autoComplete="organization"
          {...field('companyName')}
        />
        <TextInput label={t('nip')} autoComplete="off" {...field('nip')} />
        <TextInput label={t('phone')} type="tel" inputMode="tel" autoComplete="tel" {...field('phone')} />
        <TextInput mod="whole" label={t('street')} autoComplete="street-address" {...field('street')} />
        <Group wrap="nowrap" align="start">
          <TextInput flex={2} label={t('postalCode')} autoComplete="postal-code" {...postalCode} />
          <TextInput flex={3} label={t('city')} autoComplete="address-level2" {...field('city')} />
        </Group>
        <CountrySelect label={t('country')} autoComplete="country" {...country} />
        <NativeSelect
          mod="whole"
          label={t('language')}
          description={t('languageHint')}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          {...field('language')}
        />
        <Box mod="whole">
          <TimezoneSelect
            label={t('timezone')}
            description={t('timezoneHint')}
            value={timezone ?? 'UTC'}
            onChange={change('timezone')}
            error={errorOf('timezone')}
          />
        </Box>
        <NativeSelect
          mod="whole"
          label={t('signRequestDays')}
          description={t('signRequestDaysHint')}
          data={[...new Set([3, 7, 14, 30, 60, company.signRequestDays])]
            .sort((one, other) => one - other)
            .map((days) => ({ value: String(days), label: formatDuration(days, 'day', currentLanguage()) }))}
          value={String(signRequestDays)}
          onChange={(event) =>
            setValue('signRequestDays', Number(event.currentTarget.value), { shouldDirty: true })
          }
        />
      </FormGrid>
      <ErrorNotice error={failure} mt="lg" />
      <FormActions onCancel={() => reset()} saving={saving} dirty={dirty} />
    </form>
  );
}
