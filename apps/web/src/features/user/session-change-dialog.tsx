import { Button, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { nameOrEmail } from '@servicebook/i18n/names.ts';
import type { SessionUser } from '@servicebook/shared/user';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { checkAuth } from '../../lib/check-auth.ts';
import { paths } from '../../lib/paths.ts';
import { forgetSessionChange } from '../../lib/session-change.ts';
import { forgetUnsavedChanges, hasUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { isSameUser } from '../../lib/use-session.ts';
import { signInAgain } from './sign-in.ts';

const fullNameOf = (user: SessionUser) =>
  user.account.companyName ? `${nameOrEmail(user)} (${user.account.companyName})` : nameOrEmail(user);

/**
 * Another user has signed in in this browser: asks as which user to continue. It cannot be dismissed, and no input is
 * lost.
 */
export function SessionChangeDialog({ user }: { user: SessionUser }) {
  const { t } = useTranslation(['session', 'account']);
  const [password, setPassword] = useState('');
  const { data: now } = useQuery({
    queryKey: ['session', 'now'],
    queryFn: checkAuth,
    staleTime: 0,
    gcTime: 0,
  });
  const isBack = now ? isSameUser(now, user) : false;
  useEffect(() => {
    if (isBack) forgetSessionChange();
  }, [isBack]);
  const { mutate, isPending, error } = useMutation({
    mutationFn: signInAgain,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '' && !isPending) mutate({ username: user.email, password });
  };
  const leave = () => {
    forgetUnsavedChanges();
    window.location.assign(paths.home);
  };
  const originalUser = fullNameOf(user);
  const { email } = user;
  const hasInput = hasUnsavedChanges();
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('changed.title')}
      size="30rem"
    >
      <Stack gap="sm">
        <Text>{messageOf()}</Text>
        {hasInput && <Text>{t('changed.kept', { email })}</Text>}
        <form onSubmit={submit}>
          <Stack gap="sm">
            <ErrorNotice error={error} />
            <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
            <PasswordInput
              name="password"
              label={t('changed.password', { email })}
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': t('account:showPassword') }}
              data-autofocus
            />
            <Button type="submit" loading={isPending}>
              {t('changed.signIn', { name: nameOrEmail(user) })}
            </Button>
          </Stack>
        </form>
        <Text size="sm" c="dimmed">
          {t('changed.otherTab', { email })}
        </Text>
        {now && !isBack && (
          <Stack gap="sm">
            <Button variant="default" onClick={leave} fullWidth>
              {t('changed.goOn', { name: nameOrEmail(now) })}
            </Button>
            {hasInput && (
              <Text size="sm" c="dimmed">
                {t('changed.lost')}
              </Text>
            )}
          </Stack>
        )}
      </Stack>
    </Modal>
  );

  function messageOf(): string {
    if (now === null) return t('changed.nobody', { was: originalUser });
    return now
      ? t('changed.now', { now: fullNameOf(now), was: originalUser })
      : t('changed.asking', { was: originalUser });
  }
}
