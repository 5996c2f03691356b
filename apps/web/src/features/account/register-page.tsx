import { Anchor, Box, Button, Checkbox, Group, PasswordInput, TextInput } from '@mantine/core';
import { ownTimezone } from '@servicebook/i18n/intl.ts';
import { ownCountry } from '@servicebook/i18n/own-country.ts';
import { Registration } from '@servicebook/shared/account';
import { countryCodes } from '@servicebook/shared/primitives';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { z } from 'zod';
import { CountrySelect } from '../../components/country-select.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FieldGroup } from '../../components/form-grid.tsx';
import { PasswordStrength } from '../../components/password-strength.tsx';
import { SignInFrame } from '../../components/sign-in-frame.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { appConfigQuery } from '../../lib/use-app-config.ts';
import { usePostalCode } from '../../lib/use-postal-code.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useRegister } from './account.queries.ts';
import type { Settings } from './first-settings.tsx';
import { RegistrationDone } from './registration-done.tsx';
import { TermsLabel } from './terms-label.tsx';

const FirstSettings = lazy(async () => ({ default: (await import('./first-settings.tsx')).FirstSettings }));
const GoogleRegistration = lazy(async () => ({
  default: (await import('./google-registration.tsx')).GoogleRegistration,
}));

const empty = {
  companyName: '',
  street: '',
  postalCode: '',
  city: '',
  nip: '',
  phone: '',
  superUser: { firstName: '', lastName: '', email: '', password: '', password2: '' },
  approvedConditions: false as never,
};

export function RegisterPage() {
  const { t } = useTranslation('account');
  const { state } = useLocation();
  const register = useRegister();
  const [registered, setRegistered] = useState<string | null>(null);
  const { data: config } = useQuery(appConfigQuery);
  const { form, field, submit, saving, failure } = useSaveForm({
    schema: Registration,
    defaultValues: { ...empty, country: (ownCountry(countryCodes) ?? '') as never, timezone: ownTimezone() },
    save: (registration) => register.mutateAsync({ body: registration }),
    onSaved: ({ email }) => setRegistered(email),
  });

  const { postalCode, country } = usePostalCode({ form, field });
  const [chosenCountry, timezone, language] = form.watch(['country', 'timezone', 'language']);
  const settings: Settings = {
    country: chosenCountry,
    timezone: timezone ?? 'UTC',
    // Until somebody chooses one, it is that of the screen, which may still change.
    language: language ?? currentLanguage(),
  };
  const change = (part: Partial<Settings>) => {
    for (const name of ['country', 'timezone', 'language'] as const)
      if (part[name] !== undefined)
        form.setValue(name, part[name] as never, {
          shouldDirty: true,
          shouldValidate: form.formState.isSubmitted,
        });
  };

  if (registered) return <RegistrationDone email={registered} />;
  const showPassword = { 'aria-label': t('showPassword') };
  return (
    <SignInFrame
      wide
      title={t('register.title')}
      hint={t('register.hint')}
      footer={
        <>
          {t('register.haveAccount')}{' '}
          <Anchor component={Link} to={paths.login} state={state} inherit fw={550}>
            {t('login.submit')}
          </Anchor>
        </>
      }
    >
      <Suspense fallback={<Box mih="6.5rem" />}>
        <FirstSettings settings={settings} onChange={change} />
      </Suspense>
      {config?.googleClientId && (
        <Suspense fallback={<Box mih="9.5rem" />}>
          <GoogleRegistration
            clientId={config.googleClientId}
            settings={settings}
            accepted={Boolean(form.watch('approvedConditions'))}
            onAccept={(accepted) =>
              form.setValue('approvedConditions', accepted as true, {
                shouldDirty: true,
                shouldValidate: accepted,
              })
            }
          />
        </Suspense>
      )}
      <form onSubmit={submit} noValidate>
        <FieldGroup title={t('register.company')} mt={28}>
          <TextInput
            mod="whole"
            label={t('register.companyName')}
            withAsterisk
            autoComplete="organization"
            {...field('companyName')}
          />
          <TextInput label={t('register.nip')} withAsterisk autoComplete="off" {...field('nip')} />
          <TextInput
            label={t('register.phone')}
            withAsterisk
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            {...field('phone')}
          />
          <TextInput
            mod="whole"
            label={t('register.street')}
            withAsterisk
            autoComplete="street-address"
            {...field('street')}
          />
          <Group wrap="nowrap" align="start">
            <TextInput
              flex={2}
              label={t('register.postalCode')}
              withAsterisk
              autoComplete="postal-code"
              {...postalCode}
            />
            <TextInput
              flex={3}
              label={t('register.city')}
              withAsterisk
              autoComplete="address-level2"
              {...field('city')}
            />
          </Group>
          <CountrySelect label={t('register.country')} withAsterisk autoComplete="country" {...country} />
        </FieldGroup>
        <FieldGroup title={t('register.user')} mt={28}>
          <TextInput
            label={t('register.firstName')}
            withAsterisk
            autoComplete="given-name"
            {...field('superUser.firstName')}
          />
          <TextInput
            label={t('register.lastName')}
            withAsterisk
            autoComplete="family-name"
            {...field('superUser.lastName')}
          />
          <TextInput
            mod="whole"
            label={t('login.email')}
            description={t('register.emailHint')}
            withAsterisk
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...field('superUser.email')}
          />
          <div>
            <PasswordInput
              label={t('login.password')}
              description={t('register.passwordHint')}
              withAsterisk
              autoComplete="new-password"
              visibilityToggleButtonProps={showPassword}
              {...field('superUser.password')}
            />
            {!form.formState.errors.superUser?.password && <Strength control={form.control} />}
          </div>
          <PasswordInput
            label={t('register.password2')}
            description={t('register.password2Hint')}
            withAsterisk
            autoComplete="new-password"
            visibilityToggleButtonProps={showPassword}
            {...field('superUser.password2')}
          />
        </FieldGroup>
        <Checkbox mt={28} label={<TermsLabel />} {...field('approvedConditions')} />
        <ErrorNotice error={failure} mt="lg" />
        <Button type="submit" loading={saving} fullWidth size="md" mt="lg">
          {t('register.submit')}
        </Button>
      </form>
    </SignInFrame>
  );
}

function Strength({ control }: { control: Control<z.input<typeof Registration>, unknown, Registration> }) {
  const [{ password, email, firstName, lastName }, companyName] = useWatch({
    control,
    name: ['superUser', 'companyName'],
  });
  return <PasswordStrength password={password} known={[email, firstName, lastName, companyName]} />;
}
