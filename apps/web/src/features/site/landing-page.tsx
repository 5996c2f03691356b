import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { CallToAction } from './call-to-action.tsx';
import { FeatureList } from './feature-list.tsx';
import classes from './landing-page.module.css';
import { ScreenPicture } from './screen-picture.tsx';
import site from './site.module.css';

const steps = ['find', 'protocol', 'sign', 'signed'] as const;
const points = ['history', 'versions', 'roles', 'languages'] as const;

/** Presents the product with pictures of its screens. */
export function LandingPage() {
  const { t } = useTranslation('site');
  return (
    <>
      <section className={classes.hero}>
        <div className={classes.heroText}>
          <h1 className={classes.title}>{t('pages.landing.title')}</h1>
          <p className={classes.heroLead}>{t('hero.text')}</p>
          <div className={classes.actions}>
            <CallToAction />
            <a href="#how" className={site.link}>
              {t('cta.how')}
            </a>
          </div>
          <p className={classes.free}>
            <IconCheck size={18} stroke={2.2} aria-hidden />
            {t('cta.free')}
          </p>
        </div>
        <div className={classes.heroPictures}>
          <ScreenPicture name="machines" sizes="(min-width: 56.25em) 49rem, 100vw" first />
          <ScreenPicture
            name="protocol"
            sizes="(min-width: 56.25em) 12rem, 28vw"
            first
            className={classes.heroPhone}
          />
        </div>
      </section>

      <section className={`${site.band} ${site.raised}`}>
        <div className={site.inner}>
          <h2 className={site.heading}>{t('features.title')}</h2>
          <FeatureList />
        </div>
      </section>

      <section className={`${site.band} ${classes.how}`} id="how">
        <div className={site.inner}>
          <h2 className={site.heading}>{t('how.title')}</h2>
          <p className={site.lead}>{t('how.text')}</p>
          <ol className={classes.steps}>
            {steps.map((step) => (
              <li key={step} className={classes.step}>
                <ScreenPicture name={step} sizes="15rem" className={classes.stepPicture} />
                <h3 className={classes.stepTitle}>{t(`how.${step}.title`)}</h3>
                <p className={classes.stepText}>{t(`how.${step}.text`)}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>

      <section className={`${site.band} ${site.raised}`}>
        <div className={`${site.inner} ${classes.desk}`}>
          <div>
            <h2 className={site.heading}>{t('desk.title')}</h2>
            <p className={site.lead}>{t('desk.text')}</p>
            <ul className={classes.points}>
              {points.map((point) => (
                <li key={point} className={classes.point}>
                  <IconCheck size={20} stroke={2.2} aria-hidden />
                  {t(`desk.${point}`)}
                </li>
              ))}
            </ul>
          </div>
          <ScreenPicture name="machine" sizes="(min-width: 56.25em) 40rem, 100vw" />
        </div>
      </section>

      <section className={site.band}>
        <div className={`${site.inner} ${classes.price}`}>
          <div>
            <h2 className={site.heading}>{t('price.title')}</h2>
            <p className={site.lead}>{t('price.text')}</p>
          </div>
          <Link to={paths.pricing} className={site.link}>
            {t('price.link')}
          </Link>
        </div>
      </section>

      <section className={classes.closing}>
        <div className={`${site.inner} ${classes.closingInner}`}>
          <div>
            <h2 className={site.heading}>{t('closing.title')}</h2>
            <p className={classes.closingText}>{t('closing.text')}</p>
          </div>
          <CallToAction inverse />
        </div>
      </section>
    </>
  );
}
