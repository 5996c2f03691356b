import { IconBrandAndroid, IconBrandApple } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { appConfigQuery } from '../../lib/use-app-config.ts';
import classes from './mobile-app-page.module.css';
import { addressForPhones } from './phone-address.ts';
import { ScreenPicture } from './screen-picture.tsx';
import site from './site.module.css';
import { StoreBadge } from './store-badge.tsx';

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

const systems = [
  { name: 'android', icon: IconBrandAndroid, steps: ['androidOpen', 'androidMenu', 'androidAdd'] },
  { name: 'ios', icon: IconBrandApple, steps: ['iosOpen', 'iosShare', 'iosAdd'] },
] as const;

/** How to install the app on a phone. */
export function MobileAppPage() {
  const { t } = useTranslation('site');
  const { data: config } = useQuery(appConfigQuery);
  return (
    <>
      <section className={classes.head}>
        <div>
          <h1 className={site.pageTitle}>{t('mobile.title')}</h1>
          <p className={site.lead}>{t('mobile.text')}</p>
          {config && <OpenOnPhone publicUrl={config.publicUrl} />}
          {config?.storeUrl && <StoreLink url={config.storeUrl} />}
        </div>
        <div className={classes.phones}>
          <ScreenPicture name="find" sizes="15rem" first className={classes.phone} />
          <ScreenPicture name="protocol" sizes="15rem" first className={classes.phone} />
        </div>
      </section>
      <section className={`${site.band} ${site.raised}`}>
        <div className={`${site.inner} ${classes.systems}`}>
          {systems.map(({ name, icon: Icon, steps }) => (
            <div key={name}>
              <h2 className={classes.system}>
                <Icon size={24} stroke={1.6} aria-hidden />
                {t(`mobile.${name}`)}
              </h2>
              <ol className={classes.steps}>
                {steps.map((step) => (
                  <li key={step}>{t(`mobile.${step}`)}</li>
                ))}
              </ol>
            </div>
          ))}
        </div>
      </section>
    </>
  );
}

function OpenOnPhone({ publicUrl }: { publicUrl: string }) {
  const { t } = useTranslation('site');
  const address = addressForPhones(publicUrl, window.location.origin);
  if (!address) return <p className={classes.onlyHere}>{t('mobile.onlyHere')}</p>;
  return (
    <div className={classes.scan}>
      <Suspense fallback={<div className={classes.code} />}>
        <div className={classes.code}>
          <QrCode text={address} label={t('mobile.code', { address })} />
        </div>
      </Suspense>
      <div>
        <h2 className={classes.scanTitle}>{t('mobile.scan')}</h2>
        <p className={classes.scanHint}>{t('mobile.scanHint')}</p>
        <a href={address} className={site.link}>
          {address}
        </a>
      </div>
    </div>
  );
}

/** The badge exists in two languages; the others only have the link. */
function StoreLink({ url }: { url: string }) {
  const { t, i18n } = useTranslation('site');
  return (
    <p className={classes.store}>
      {['pl', 'en'].includes(i18n.language) ? (
        <StoreBadge url={url} />
      ) : (
        <a href={url} className={site.link} rel="noopener noreferrer" target="_blank">
          {t('mobile.store')}
        </a>
      )}
    </p>
  );
}
