import { Alert, Button, Checkbox, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { TypedPasswordChange } from '@servicebook/shared/user';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useSession } from '../../lib/use-session.ts';
import { feedQuery } from '../calendar/calendar.queries.ts';
import { useResetPassword } from '../user/user.queries.ts';
import { signInMethodsQuery, useSetNewPassword } from './my-account.queries.ts';

const empty = { oldPassword: '', newPassword: '', newPassword2: '', endCalendarFeed: false };

/** Changes the password. Users without a password are mailed one first. */
export function PasswordSection() {
  const { t } = useTranslation('my-account');
  const { user } = useSession();
  const queryClient = useQueryClient();
  const { data: feed } = useQuery(feedQuery);
  const setNewPassword = useSetNewPassword();
  const { form, field, submit, saving, failure } = useSaveForm({
    schema: TypedPasswordChange,
    defaultValues: empty,
    save: ({ oldPassword, newPassword, endCalendarFeed }) =>
      setNewPassword.mutateAsync({
        body: { oldPassword, newPassword, ...(endCalendarFeed && { endCalendarFeed }) },
      }),
    onSaved: () => {
      form.reset(empty);
      void queryClient.invalidateQueries({ queryKey: feedQuery.queryKey });
      showToast({ tone: 'success', message: t('password.changed') });
    },
    refusals: { WRONG_PASSWORD: 'oldPassword' },
  });
  const visibilityToggleButtonProps = { 'aria-label': t('password.show') };
  return (
    <SectionCard title={t('password.title')} hint={t('password.hint')}>
      <NoPasswordYet />
      <form onSubmit={submit} noValidate>
        <Stack maw="26rem">
          {/* Tells password managers which user the password belongs to. */}
          <input type="text" hidden readOnly autoComplete="username" value={user?.email ?? ''} />
          <PasswordInput
            label={t('password.old')}
            autoComplete="current-password"
            visibilityToggleButtonProps={visibilityToggleButtonProps}
            {...field('oldPassword')}
          />
          <PasswordInput
            label={t('password.new')}
            description={t('password.newHint')}
            autoComplete="new-password"
            visibilityToggleButtonProps={visibilityToggleButtonProps}
            {...field('newPassword')}
          />
          <PasswordInput
            label={t('password.repeat')}
            autoComplete="new-password"
            visibilityToggleButtonProps={visibilityToggleButtonProps}
            {...field('newPassword2')}
          />
          {feed?.createdAt && (
            <Checkbox
              label={t('password.endCalendar')}
              description={t('password.endCalendarHint')}
              {...form.register('endCalendarFeed')}
            />
          )}
          <ErrorNotice error={failure} />
          <Group mod="actions">
            <Button type="submit" loading={saving}>
              {t('password.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </SectionCard>
  );
}

/** For users who have only signed in with Google: a mailed password proves that they own the mailbox. */
function NoPasswordYet() {
  const { t } = useTranslation('my-account');
  const { user } = useSession();
  const { data: methods } = useQuery(signInMethodsQuery);
  const send = useResetPassword();
  if (!user || !methods || methods.password) return null;
  const { email } = user;
  return (
    <Alert mb="lg" color={send.isSuccess ? 'green' : 'brand'} role="status">
      <Text>{t(send.isSuccess ? 'password.sent' : 'password.none', { email })}</Text>
      <ErrorNotice error={send.error} />
      {!send.isSuccess && (
        <Button variant="default" loading={send.isPending} onClick={() => send.mutate(email)}>
          {t('password.send')}
        </Button>
      )}
    </Alert>
  );
}
