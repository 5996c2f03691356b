import { countryName } from '@servicebook/i18n/intl.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { appConfigQuery } from '../../lib/use-app-config.ts';
import classes from './legal-text.module.css';
import site from './site.module.css';

export function AboutPage() {
  const { t } = useTranslation('site');
  const { data: config } = useQuery(appConfigQuery);
  return (
    <article className={`${site.text} ${classes.article}`}>
      <h1 className={site.pageTitle}>{t('pages.about.title')}</h1>
      <p className={classes.lead}>{t('about.lead')}</p>
      <h2>{t('about.whyTitle')}</h2>
      <p>{t('about.why')}</p>
      <h2>{t('about.howTitle')}</h2>
      <p>{t('about.how')}</p>
      {config && (
        <>
          <h2>{t('about.whoTitle')}</h2>
          <p>
            {t('about.who', {
              ...config.operator,
              country: countryName(config.operator.country, currentLanguage()),
            })}
          </p>
        </>
      )}
    </article>
  );
}
