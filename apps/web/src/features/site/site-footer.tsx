import { countryName } from '@servicebook/i18n/intl.ts';
import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandYoutube,
  IconDeviceMobile,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { BrandMark } from '../../components/brand-mark.tsx';
import { ColourSchemeButton } from '../../components/colour-scheme-button.tsx';
import { LanguageSelect } from '../../components/language-select.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { type Path, paths } from '../../lib/paths.ts';
import { appConfigQuery } from '../../lib/use-app-config.ts';
import { useSession } from '../../lib/use-session.ts';
import classes from './site-footer.module.css';

const networks = [
  ['linkedin', 'LinkedIn', IconBrandLinkedin],
  ['facebook', 'Facebook', IconBrandFacebook],
  ['instagram', 'Instagram', IconBrandInstagram],
  ['youtube', 'YouTube', IconBrandYoutube],
] as const;

/** The footer of every public page. */
export function SiteFooter() {
  const { t } = useTranslation('site');
  const { t: common } = useTranslation();
  const { user } = useSession();
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div className={classes.brandColumn}>
          <Link to={paths.landing} className={classes.brand}>
            <BrandMark />
            <span>Servicebook</span>
          </Link>
          <p className={classes.tagline}>{t('footer.tagline')}</p>
          <Link to={paths.mobileApp} className={classes.badge}>
            <IconDeviceMobile size={22} stroke={1.6} aria-hidden />
            {common('menu.mobileApp')}
          </Link>
        </div>
        <LinkColumn
          title={t('footer.info')}
          links={[
            [paths.about, t('pages.about.title')],
            [paths.conditions, t('pages.terms.title')],
            [paths.privacy, t('pages.privacy.title')],
          ]}
        />
        <LinkColumn
          title={t('footer.links')}
          links={[
            [paths.landing, t('footer.start')],
            [paths.pricing, t('pages.pricing.title')],
            ...(user
              ? [[paths.home, t('cta.open')] as const]
              : [
                  [paths.login, common('menu.signIn')] as const,
                  [paths.register, t('cta.register')] as const,
                ]),
          ]}
        />
        <Contact />
      </div>
      <div className={classes.settings}>
        {/* Signed-in users have these in the menu. */}
        {!user && (
          <>
            <LanguageSelect />
            <ColourSchemeButton />
          </>
        )}
        <SocialLinks />
      </div>
    </footer>
  );
}

function LinkColumn({ title, links }: { title: string; links: (readonly [to: Path, label: string])[] }) {
  return (
    <nav aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <ul className={classes.list}>
        {links.map(([to, label]) => (
          <li key={to}>
            <Link to={to} className={classes.link}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Contact() {
  const { t } = useTranslation('site');
  const { data: config } = useQuery(appConfigQuery);
  if (!config) return null;
  const { name, street, postalCode, city, country, nip, email, phone } = config.operator;
  return (
    <section className={classes.contact}>
      <h2 className={classes.title}>{t('footer.contact')}</h2>
      <address className={classes.address}>
        <Line>{name}</Line>
        <Line>{street}</Line>
        <Line>
          {postalCode} {city}
        </Line>
        <Line>{countryName(country, currentLanguage())}</Line>
        <Line>{nip && t('footer.nip', { nip })}</Line>
        <a href={`mailto:${email}`} className={classes.link}>
          {email}
        </a>
        {phone && (
          <a href={`tel:${phone.replaceAll(' ', '')}`} className={classes.link}>
            {phone}
          </a>
        )}
      </address>
    </section>
  );
}

const Line = ({ children }: { children: ReactNode }) => children && <span>{children}</span>;

function SocialLinks() {
  const { t } = useTranslation('site');
  const { data: config } = useQuery(appConfigQuery);
  const activeNetworks = networks.filter(([key]) => config?.socialUrls[key]);
  if (!config || activeNetworks.length === 0) return null;
  return (
    <ul className={classes.social}>
      {activeNetworks.map(([key, network, Icon]) => (
        <li key={key}>
          <a
            href={config.socialUrls[key]}
            className={classes.socialLink}
            rel="noopener noreferrer"
            target="_blank"
            aria-label={t('footer.social', { operator: config.operator.name, network })}
          >
            <Icon size={22} stroke={1.6} aria-hidden />
          </a>
        </li>
      ))}
    </ul>
  );
}
