import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BrandMark } from '../components/brand-mark.tsx';
import { LoadingState } from '../components/states.tsx';
import { keepChoice, readChoice } from '../lib/browser-storage.ts';
import { appConfigQuery } from '../lib/use-app-config.ts';
import classes from './message-page.module.css';

function isUnlocked(): boolean {
  if (new URLSearchParams(window.location.search).has('unlock')) {
    keepChoice('unlock', true);
    return true;
  }
  return readChoice('unlock') === true;
}

/** Before its opening day, an installation only shows a "coming soon" page, except to invited visitors. */
export function UnlockGate({ children }: { children: ReactNode }) {
  const [unlocked] = useState(isUnlocked);
  const { data: config, isPending, isPaused } = useQuery({ ...appConfigQuery, enabled: !unlocked });
  if (unlocked || (config && !config.unlockRequired)) return children;
  // If the server does not answer, the page stays and says so.
  if (!config && (!isPending || isPaused)) return children;
  return config ? <ComingSoon /> : <LoadingState />;
}

function ComingSoon() {
  const { t } = useTranslation();
  return (
    <main className={classes.page}>
      <BrandMark size={56} />
      <h1 className={classes.title}>{t('comingSoon.title')}</h1>
      <p className={classes.text}>{t('comingSoon.text')}</p>
    </main>
  );
}
