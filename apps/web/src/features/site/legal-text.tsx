import { countryName } from '@servicebook/i18n/intl.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { appConfigQuery } from '../../lib/use-app-config.ts';
import classes from './legal-text.module.css';
import site from './site.module.css';

interface Section {
  title: string;
  text: string[];
  list?: string[];
}

/** A document in numbered sections, with the operator's details filled in; marked as a sample. */
export function LegalText({ document }: { document: 'terms' | 'privacy' }) {
  const { t } = useTranslation(['site', document]);
  const { data: config } = useQuery(appConfigQuery);
  if (!config) return null;
  const operator = { ...config.operator, country: countryName(config.operator.country, currentLanguage()) };
  const sections: Section[] = t(`${document}:sections`, { ...operator, returnObjects: true });
  return (
    <article className={`${site.text} ${classes.article}`}>
      <h1 className={site.pageTitle}>{t(`pages.${document}.title`)}</h1>
      <p className={classes.sample} role="note">
        <strong>{t('legal.sample')}.</strong> {t('legal.sampleHint')}
      </p>
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
