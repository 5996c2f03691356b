import { formatList, formatLongDay } from '@servicebook/i18n/format.ts';
import { countryName } from '@servicebook/i18n/intl.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { appConfigQuery } from '../../lib/use-app-config.ts';
import classes from './legal-text.module.css';
import site from './site.module.css';

/** The day from which the texts are as they are. */
const version = '2026-11-24';

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
    </article>
  );
}
