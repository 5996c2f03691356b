import { useTranslation } from 'react-i18next';
import { CallToAction } from './call-to-action.tsx';
import classes from './pricing-page.module.css';
import site from './site.module.css';

export function PricingPage() {
  const { t } = useTranslation('site');
  return (
    <div className={`${site.band} ${classes.page}`}>
      <h1 className={site.pageTitle}>{t('pages.pricing.title')}</h1>
      <p className={site.lead}>{t('price.text')}</p>
      <div className={classes.action}>
        <CallToAction />
      </div>
    </div>
  );
}
