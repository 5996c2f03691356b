import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './store-badge.module.css';

/** A link to the app in a store. Our own drawing, to avoid using a trademark. */
export function StoreBadge({ url }: { url: string }) {
  const { t } = useTranslation('site');
  return (
    <a href={url} className={classes.badge} rel="noopener noreferrer" target="_blank">
      <IconDownload size={28} stroke={1.6} aria-hidden />
      <span>
        <span className={classes.small}>{t('mobile.badgeSmall')}</span>{' '}
        <span className={classes.large}>{t('mobile.badgeLarge')}</span>
      </span>
    </a>
  );
}
