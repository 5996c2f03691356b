import { useTranslation } from 'react-i18next';
import site from './site.module.css';

/** Only a title, as specified: in Polish, followed by the user's language. */
export function SecurityPage() {
  const { t, i18n } = useTranslation('site');
  return (
    <div className={site.text}>
      <h1 className={site.pageTitle}>
        <span lang="pl">{polishTitle}</span>{' '}
        {i18n.language !== 'pl' && <span className={site.beside}>{t('pages.security.title')}</span>}
      </h1>
    </div>
  );
}

const polishTitle = 'Bezpieczeństwo';
