import { Alert, Anchor, Box, Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { SignInFrame } from '../../components/sign-in-frame.tsx';
import type { ApiError, ApiErrorCode } from '../../lib/api-error.ts';
import { errorText, fieldText } from '../../lib/error-text.ts';
import { paths } from '../../lib/paths.ts';
import { hasUnsent } from '../../lib/unsent.ts';
import { appConfigQuery } from '../../lib/use-app-config.ts';
import classes from './login-page.module.css';
import { useSignIn } from './use-sign-in.ts';

const ForgotPasswordDialog = lazy(async () => ({
  default: (await import('./forgot-password-dialog.tsx')).ForgotPasswordDialog,
}));
const GoogleSignIn = lazy(async () => ({ default: (await import('./google-sign-in.tsx')).GoogleSignIn }));
const ResendActivation = lazy(async () => ({
  default: (await import('./resend-activation.tsx')).ResendActivation,
}));

/** The result of an activation link, which redirects here with `message`. */
const notices = {
  success: { color: 'green', text: 'activation.success' },
  mailed: { color: 'green', text: 'activation.mailed' },
  active: { color: 'brand', text: 'activation.active' },
  error: { color: 'red', text: 'activation.error' },
} as const;
const isNotice = (message: string | null): message is keyof typeof notices =>
  message !== null && Object.hasOwn(notices, message);

export function LoginPage() {
  const { t } = useTranslation('account');
  const { state } = useLocation();
  const [query] = useSearchParams();
  const message = query.get('message');
  const username = useRef<HTMLInputElement>(null);
  const shared = useRef<HTMLInputElement>(null);
  const sharedHint = useId();
  const [forgot, setForgot] = useState({ opened: false, wanted: false });
  const { submit, prepare, signingIn, fields, failure, setFailure } = useSignIn();
  const { data: config } = useQuery(appConfigQuery);
  const typedEmail = () => username.current?.value ?? '';

  return (
    <SignInFrame
      title={t('login.title')}
      footer={
        <>
          {t('login.noAccount')}{' '}
          <Anchor component={Link} to={paths.register} state={state} inherit fw={550}>
            {t('login.register')}
          </Anchor>
        </>
      }
    >
      {isNotice(message) && !failure && (
        <Alert mt="lg" color={notices[message].color} role="status">
          {t(notices[message].text)}
        </Alert>
      )}
      {state?.sessionEnded && !failure && (
        <Alert mt="lg" color="yellow" role="status">
          {t('login.sessionEnded')}
        </Alert>
      )}
      {hasUnsent() && (
        <Text mt="lg" size="sm">
          {t('login.unsent')}
        </Text>
      )}
      {failure && <SignInFailure failure={failure} email={failure.email ?? typedEmail()} />}
      <form className={classes.form} onSubmit={submit} onFocus={prepare} noValidate>
        <TextInput
          ref={username}
          name="username"
          label={t('login.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={fieldText(fields.username)}
        />
        <PasswordInput
          name="password"
          label={t('login.password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          error={fieldText(fields.password)}
        />
        {/* A native checkbox: Mantine's would add 4 kB to the first load. */}
        <label className={classes.shared}>
          <input ref={shared} type="checkbox" name="sharedComputer" aria-describedby={sharedHint} />
          {t('login.shared')}
          <span id={sharedHint} className={classes.sharedHint} aria-hidden>
            {t('login.sharedHint')}
          </span>
        </label>
        <Button type="submit" loading={signingIn} fullWidth size="md">
          {t('login.submit')}
        </Button>
        <Anchor
          component="button"
          type="button"
          size="sm"
          mod="touch"
          style={{ alignSelf: 'center' }}
          onClick={() => setForgot({ opened: true, wanted: true })}
        >
          {t('login.forgot')}
        </Anchor>
      </form>
      {config?.googleClientId && (
        <Suspense>
          <GoogleSignIn
            clientId={config.googleClientId}
            isSharedComputer={() => shared.current?.checked ?? false}
            onFailure={setFailure}
          />
        </Suspense>
      )}
      {forgot.wanted && (
        <Suspense>
          <ForgotPasswordDialog
            opened={forgot.opened}
            email={typedEmail()}
            onClose={() => setForgot({ opened: false, wanted: true })}
          />
        </Suspense>
      )}
    </SignInFrame>
  );
}

/** Errors whose message is clear by itself. */
const selfExplanatory: string[] = [
  'ACCOUNT_CLOSED',
  'ADDRESS_OF_ANOTHER_COMPANY',
  'GOOGLE_AFTER_INVITATION',
  'GOOGLE_SIGN_IN_FAILED',
  'GOOGLE_UNAVAILABLE',
  'POPUP_BLOCKED',
  'SIGN_IN_LOCKED',
  'TOO_MANY_ATTEMPTS',
] satisfies ApiErrorCode[];

function SignInFailure({ failure, email }: { failure: ApiError; email: string }) {
  const { t } = useTranslation('account');
  const inactive = failure.code === 'ACCOUNT_INACTIVE';
  return (
    <Alert mt="lg" color={inactive ? 'yellow' : 'red'} role="alert">
      {failureText()}
      {inactive && (
        <Box mt="sm">
          <Suspense>
            <ResendActivation email={email} label={t('activation.send')} />
          </Suspense>
        </Box>
      )}
    </Alert>
  );

  function failureText(): string {
    if (inactive) return t('login.inactive');
    if (selfExplanatory.includes(failure.code)) return errorText(failure);
    if (failure.status === 401) return t('login.wrong');
    // For the user, a failing server and an unreachable one are the same.
    if (failure.unexpected) return t('login.connection');
    return t('login.failed');
  }
}
