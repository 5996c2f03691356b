import { Box, Button, Group, Text } from '@mantine/core';
import { IconCircleCheck, IconMailForward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SignInFrame } from '../../components/sign-in-frame.tsx';
import { paths } from '../../lib/paths.ts';
import { ResendActivation } from '../user/resend-activation.tsx';
import { activationQuery } from './account.queries.ts';

/** The account waits for the link in the mail. If it is activated in another window, this page notices. */
export function RegistrationDone({ email }: { email: string }) {
  const { t } = useTranslation('account');
  const { data } = useQuery(activationQuery(email));
  // Scrolls to the top, because it replaces a long form that was sent from its end.
  useEffect(() => window.scrollTo({ top: 0 }), []);
  const active = data?.active === true;
  const Icon = active ? IconCircleCheck : IconMailForward;
  return (
    <SignInFrame title={active ? t('done.activeTitle') : t('done.title')}>
      <Box mt="lg" role="status">
        <Icon size={48} stroke={1.3} color="var(--mantine-color-anchor)" aria-hidden />
        <Text mt="sm">{active ? t('activation.success') : t('done.text', { email })}</Text>
        {!active && (
          <Text size="sm" c="dimmed" mt="xs">
            {t('done.hint')}
          </Text>
        )}
      </Box>
      <Group gap="sm" mt={24}>
        <Button component={Link} to={paths.login} variant={active ? 'filled' : 'light'}>
          {t('done.toLogin')}
        </Button>
        {!active && <ResendActivation email={email} label={t('activation.resend')} />}
      </Group>
    </SignInFrame>
  );
}
