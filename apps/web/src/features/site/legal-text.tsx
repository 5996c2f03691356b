import { formatList, formatLongDay } from '@servicebook/i18n/format.ts';
import { countryName } from '@servicebook/i18n/intl.ts';
import { currentTerms, termsVersions } from '@servicebook/shared/terms';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { appConfigQuery } from '../../lib/use-app-config.ts';
import classes from './legal-text.module.css';
import site from './site.module.css';

/** The day from which the privacy policy is as it is. */
const versionOfPrivacy = '2026-11-24';

interface Section {
  title: string;
  text: string[];
  list?: string[];
}

/** A document in numbered sections, with the operator's details filled in; marked as a sample. */
export function LegalText({ document }: { document: 'terms' | 'privacy' }) {
  const { t } = useTranslation(['site', 'terms', document]);
  const { data: config } = useQuery(appConfigQuery);
  if (!config) return null;
  const { operator, dataCountries, publicUrl } = config;
  const language = currentLanguage();
  const named = (code: string) => countryName(code, language);
  const place =
    dataCountries.length > 0
      ? t('terms:place.known', { countries: formatList(dataCountries.map(named), language) })
      : t('terms:place.unknown', { email: operator.email });
  const version = document === 'terms' ? currentTerms : versionOfPrivacy;
  const sections: Section[] = t(`${document}:sections`, {
    ...operator,
    country: named(operator.country),
    place,
    publicUrl,
    returnObjects: true,
  });
  return (
    <article className={`${site.text} ${classes.article}`}>
      <h1 className={site.pageTitle}>{t(`pages.${document}.title`)}</h1>
      <p className={classes.sample} role="note">
        <strong>{t('legal.sample')}.</strong> {t('legal.sampleHint')}
      </p>
      <p>{t('terms:version', { date: formatLongDay(version, language) })}</p>
      <nav aria-label={t('legal.contents')} className={classes.contents}>
        <ol>
          {sections.map(({ title }, index) => (
            <li key={title}>
              <a href={`#${index + 1}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map(({ title, text, list }, index) => (
        <section key={title} id={String(index + 1)}>
          <h2>
            {index + 1}. {title}
          </h2>
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {list && (
            <ul>
              {list.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
      {document === 'terms' && <Versions />}
    </article>
  );
}

/** What each version of the terms has changed, the newest first. */
function Versions() {
  const { t } = useTranslation('terms');
  return (
    <section>
      <h2>{t('history')}</h2>
      {termsVersions.toReversed().map((version) => (
        <div key={version}>
          <p>{t('version', { date: formatLongDay(version, currentLanguage()) })}</p>
          <p>{t(`versions.${version}`)}</p>
        </div>
      ))}
    </section>
  );
}
