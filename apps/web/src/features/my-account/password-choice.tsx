import { Anchor, Button, PasswordInput, Stack } from '@mantine/core';
import { TypedPasswordChoice } from '@servicebook/shared/user';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { PasswordStrength } from '../../components/password-strength.tsx';
import { SignInFrame } from '../../components/sign-in-frame.tsx';
import { paths } from '../../lib/paths.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useSession } from '../../lib/use-session.ts';
import { useChoosePassword } from './my-account.queries.ts';

/** After signing in with a mailed password, users must first choose their own. */
export function PasswordChoice() {
  const { t } = useTranslation('my-account');
  const { user } = useSession();
  const choose = useChoosePassword();
  const { form, field, submit, saving, failure } = useSaveForm({
    schema: TypedPasswordChoice,
    defaultValues: { newPassword: '', newPassword2: '' },
    save: ({ newPassword }) => choose.mutateAsync({ body: { newPassword } }),
    asksBeforeLeaving: false,
  });
  const visibilityToggleButtonProps = { 'aria-label': t('password.show') };
  const publicFacts = user ? [user.email, user.firstName, user.lastName, user.account.companyName] : [];
  return (
    <SignInFrame
      title={t('choice.title')}
      hint={t('choice.lead')}
      footer={
        <Anchor component={Link} to={paths.logout} inherit fw={550}>
          {t('choice.later')}
        </Anchor>
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack mt={24}>
          {/* Tells password managers which user the password belongs to. */}
          <input type="text" hidden readOnly autoComplete="username" value={user?.email ?? ''} />
          <div>
            <PasswordInput
              label={t('choice.password')}
              description={t('choice.hint')}
              autoComplete="new-password"
              autoFocus
              visibilityToggleButtonProps={visibilityToggleButtonProps}
              {...field('newPassword')}
            />
            {!form.formState.errors.newPassword && (
              <PasswordStrength password={form.watch('newPassword')} known={publicFacts} />
            )}
          </div>
          <PasswordInput
            label={t('choice.repeat')}
            autoComplete="new-password"
            visibilityToggleButtonProps={visibilityToggleButtonProps}
            {...field('newPassword2')}
          />
          <ErrorNotice error={failure} />
          <Button type="submit" loading={saving} fullWidth size="md">
            {t('choice.save')}
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  );
}
