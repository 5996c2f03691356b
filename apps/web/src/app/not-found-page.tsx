import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import classes from './message-page.module.css';

/** The specified text is in Polish; the text in the user's language follows it. */
const polishText = 'Strona, której szukasz, nie istnieje.';

export function NotFoundPage() {
  const { t, i18n } = useTranslation();
  return (
    <div className={classes.page}>
      <MissingPage />
      <h1 className={classes.title} lang="pl">
        {polishText}
      </h1>
      {i18n.language !== 'pl' && <p className={classes.text}>{t('notFound.text')}</p>}
      <Button component={Link} to={paths.root}>
        {t('notFound.home')}
      </Button>
    </div>
  );
}

/** A service book with a page torn out. */
function MissingPage() {
  return (
    <svg className={classes.picture} viewBox="0 0 320 200" role="img" aria-label="404">
      <g fill="none" stroke="currentColor" strokeWidth="3" strokeLinejoin="round" strokeLinecap="round">
        <path d="M160 60c-28-18-62-22-102-12v104c40-10 74-6 102 12" />
        <path d="M160 60c8-5 17-9 26-12l-6 16 10 10-8 16 9 13-9 15 7 14-6 16c-8 3-15 7-23 12" />
        <path d="M160 60v104" opacity=".5" />
        <path d="M78 76c20-3 40-1 60 6M78 98c20-3 40-1 60 6M78 120c14-2 26-2 40 1" opacity=".5" />
        <path d="m214 44 50-4 8 98-58 5 6-15-9-14 8-15-10-14 7-15-8-11z" strokeDasharray="2 8" opacity=".8" />
      </g>
      <text x="240" y="104" fontSize="26" fontWeight="700" fill="currentColor" textAnchor="middle">
        404
      </text>
    </svg>
  );
}
