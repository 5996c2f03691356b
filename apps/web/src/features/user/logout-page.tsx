import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { LoadingState } from '../../components/states.tsx';
import { paths } from '../../lib/paths.ts';
import { appConfigQuery } from '../../lib/use-app-config.ts';
import { endSession } from '../../lib/use-session.ts';
import classes from './logout-page.module.css';
import { signOut } from './user.queries.ts';

/** Ends the session and leaves for the product's site. Who could not be signed out is told, and tries again. */
export function LogoutPage() {
  const { t } = useTranslation(['common', 'components']);
  const queryClient = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: signOut,
    meta: { handlesErrors: true },
    onSuccess: async () => {
      endSession(queryClient);
      const config = await queryClient.fetchQuery(appConfigQuery).catch(() => null);
      window.location.assign(config?.siteUrl ?? paths.root);
    },
  });
  useEffect(() => mutate(), [mutate]);
  if (!error || isPending) return <LoadingState />;
  return (
    <div className={classes.failed}>
      <ErrorNotice error={error} title={t('signOut.failed')} />
      <p>{t('signOut.stillIn')}</p>
      <div className={classes.ways}>
        <Button onClick={() => mutate()}>{t('components:states.retry')}</Button>
        <Button component={Link} to={paths.home} variant="default">
          {t('signOut.back')}
        </Button>
      </div>
    </div>
  );
}
