import { formatNumber } from '@servicebook/i18n/format.ts';
import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { HomeFigures } from '@servicebook/shared/statistics';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../lib/i18n.ts';
import classes from './home-page.module.css';

/** The props of every card: the figures once loaded, or the failure. */
export interface Known {
  figures: HomeFigures | undefined;
  failed: boolean;
}

/** The number of machines with any status. */
export const totalOf = (figures: HomeFigures): number =>
  figures.machines.reduce((sum, { count }) => sum + count, 0);

/** A count. It reserves its space while loading; the card works without it. */
export function Figure({ value, failed }: { value: number | undefined; failed: boolean }) {
  const { t } = useTranslation('home');
  if (value !== undefined) return <>{formatNumber(value, currentLanguage())}</>;
  if (!failed) return <Skeleton component="span" className={classes.waiting ?? ''} />;
  return (
    <>
      <span aria-hidden>–</span>
      <VisuallyHidden>{t('unknown')}</VisuallyHidden>
    </>
  );
}
