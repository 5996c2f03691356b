/**
 * Renders the landing page as HTML at build time, so that new visitors can read while the scripts load. main.tsx then
 * replaces it with the interactive page. Parts that depend on the visitor (cookie notice, footer) come with the
 * scripts.
 */
import { MantineProvider } from '@mantine/core';
import { type Language, languages } from '@servicebook/i18n';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import { LandingPage } from '../features/site/landing-page.tsx';
import { i18n } from '../lib/i18n.ts';
import { queryClient } from '../lib/query-client.ts';
import { sessionQuery } from '../lib/use-session.ts';
import { PublicBar } from './public-bar.tsx';
import classes from './shell.module.css';
import { theme } from './theme.ts';

const texts = import.meta.glob<object>('../../../../packages/i18n/src/*/{common,site}.json', {
  import: 'default',
});

async function addTexts(language: Language): Promise<void> {
  for (const namespace of ['common', 'site']) {
    const load = texts[`../../../../packages/i18n/src/${language}/${namespace}.json`];
    i18n.addResourceBundle(language, namespace, await load?.());
  }
}

/** The landing page in every language. */
export async function prerenderLanding(): Promise<Record<Language, string>> {
  queryClient.setQueryData(sessionQuery.queryKey, null);
  await i18n.use(initReactI18next).init({
    resources: {},
    defaultNS: 'common',
    interpolation: { escapeValue: false },
  });
  const pages: Partial<Record<Language, string>> = {};
  for (const language of languages) {
    await addTexts(language);
    await i18n.changeLanguage(language);
    pages[language] = renderToString(
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <QueryClientProvider client={queryClient}>
          <MemoryRouter>
            <header className={classes.header}>
              <PublicBar />
            </header>
            <main className={classes.main} data-signed-in={false} data-site>
              <LandingPage />
            </main>
          </MemoryRouter>
        </QueryClientProvider>
      </MantineProvider>,
    );
  }
  return pages as Record<Language, string>;
}
