import { Button, Loader } from '@mantine/core';
import { IconInbox, IconRefresh, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isNoConnection, useNoConnection, useTryAgain } from '../lib/no-connection.ts';
import { ErrorNotice } from './error-notice.tsx';
import classes from './states.module.css';

/** No connection; requests are retried automatically, or at once with the button. */
export function NoConnectionState({
  onRetry,
  title,
  hint,
}: {
  onRetry?: (() => void) | undefined;
  title?: string;
  hint?: string;
}) {
  const { t } = useTranslation();
  const tryAgain = useTryAgain();
  return (
    <div className={classes.empty} role="status">
      <div className={classes.icon} aria-hidden>
        <IconWifiOff size={32} stroke={1.5} />
      </div>
      <p className={classes.title}>{title ?? t('states.noConnection')}</p>
      <p className={classes.hint}>{hint ?? t('states.noConnectionHint')}</p>
      <Button
        className={classes.retry ?? ''}
        variant="default"
        leftSection={<IconRefresh size={18} aria-hidden />}
        onClick={() => {
          tryAgain();
          onRetry?.();
        }}
      >
        {t('states.retry')}
      </Button>
    </div>
  );
}

/** Shown while a page or panel loads. It appears with a delay, so that it does not flash for quick answers. */
export function LoadingState({ label }: { label?: string }) {
  const { t } = useTranslation();
  const noConnection = useNoConnection();
  if (noConnection) return <NoConnectionState />;
  return (
    <div className={classes.loading} role="status">
      <Loader aria-hidden />
      <span className={classes.hint}>{label ?? t('states.loading')}</span>
    </div>
  );
}

export interface EmptyStateProps {
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
}

/** Says that there is nothing here yet, and what to do about it. */
export function EmptyState({ title, hint, action, icon }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <div className={classes.icon} aria-hidden>
        {icon ?? <IconInbox size={32} stroke={1.5} />}
      </div>
      <p className={classes.title}>{title}</p>
      {hint && <p className={classes.hint}>{hint}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
  /** A specific heading; otherwise a general one. */
  title?: string;
}

/** The failure in the user's language, with a retry button. */
export function ErrorState({ error, onRetry, title }: ErrorStateProps) {
  const { t } = useTranslation();
  if (isNoConnection(error)) return <NoConnectionState onRetry={onRetry} />;
  return (
    <ErrorNotice
      className={classes.error}
      error={error ?? new Error('unknown')}
      title={title ?? t('states.errorTitle')}
      action={
        onRetry && (
          <Button
            className={classes.retry ?? ''}
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            onClick={onRetry}
          >
            {t('states.retry')}
          </Button>
        )
      }
    />
  );
}
