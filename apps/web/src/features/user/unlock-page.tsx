import { Alert, Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SignInFrame } from '../../components/sign-in-frame.tsx';
import { paths } from '../../lib/paths.ts';
import { useUnlockSignIn } from './user.queries.ts';

/**
 * The target of the link in a mail about a locked address. Opening it does nothing, because mail scanners open links
 * too; its button unlocks.
 */
export function UnlockPage() {
  const { t } = useTranslation('session');
  const token = useLocation().hash.slice(1);
  const { mutate, isPending, isSuccess, error } = useUnlockSignIn();
  const toLogin = (
    <Button component={Link} to={paths.login} fullWidth size="md">
      {t('unlock.toLogin')}
    </Button>
  );
  return (
    <SignInFrame title={t('unlock.title')}>
      <Stack mt="md">{content()}</Stack>
    </SignInFrame>
  );

  function content() {
    if (token === '')
      return (
        <>
          <ErrorNotice error={t('unlock.noToken')} />
          {toLogin}
        </>
      );
    if (isSuccess)
      return (
        <>
          <Alert color="green" role="status">
            {t('unlock.done')}
          </Alert>
          {toLogin}
        </>
      );
    const isUsed = error?.code === 'UNLOCK_LINK_INVALID';
    return (
      <>
        {!isUsed && <Text>{t('unlock.lead')}</Text>}
        <ErrorNotice error={error} />
        {isUsed ? (
          toLogin
        ) : (
          <Button onClick={() => mutate(token)} loading={isPending} fullWidth size="md">
            {t('unlock.submit')}
          </Button>
        )}
      </>
    );
  }
}
