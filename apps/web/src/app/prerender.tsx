/**
 * Draws at build time what the server's pages show while the scripts load: the landing page, which visitors can read
 * meanwhile, and the frame of the screens behind the sign-in. main.tsx then replaces it with the interactive
 * page. The footer comes with the scripts; color-scheme.js hides the notice on cookies from those who have accepted it.
 */
import { MantineProvider } from '@mantine/core';
import { type Language, languages } from '@servicebook/i18n';
import type { SessionUser } from '@servicebook/shared/user';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import { LoadingState } from '../components/states.tsx';
import { LandingPage } from '../features/site/landing-page.tsx';
import { i18n } from '../lib/i18n.ts';
import { paths } from '../lib/paths.ts';
import { queryClient } from '../lib/query-client.ts';
import { sessionQuery } from '../lib/use-session.ts';
import { BottomBar } from './bottom-bar.tsx';
import { CookieBar } from './cookie-bar.tsx';
import { PublicBar } from './public-bar.tsx';
import classes from './shell.module.css';
import { theme } from './theme.ts';
import { TopBar } from './top-bar.tsx';

const texts = import.meta.glob<object>('../../../../packages/i18n/src/*/{common,site}.json', {
  import: 'default',
});

async function addTexts(language: Language): Promise<void> {
  for (const namespace of ['common', 'site']) {
    const load = texts[`../../../../packages/i18n/src/${language}/${namespace}.json`];
    i18n.addResourceBundle(language, namespace, await load?.());
  }
}

/** Nobody yet: whose the page is, is not known to the build. */
const anybody: SessionUser = {
  id: 0,
  position: '',
  email: '',
  firstName: '',
  lastName: '',
  vacationDays: 0,
  expired: false,
  mustChoosePassword: false,
  timezone: 'UTC',
  roles: [],
  language: 'en',
  account: { id: 0, companyName: '', closed: false, endsOn: null, termsFrom: null },
};

interface FrameProps {
  bar: ReactNode;
  bottom?: ReactNode;
  signedIn?: boolean;
  site?: boolean;
  children?: ReactNode;
}

/** Links work at once. A button would take a tap and do nothing, so it waits for the app. */
const Waiting = ({ children }: { children: ReactNode }) => (
  <fieldset disabled style={{ display: 'contents' }}>
    {children}
  </fieldset>
);

const Frame = ({ bar, bottom, signedIn = false, site = false, children = <LoadingState /> }: FrameProps) => (
  <>
    <header className={classes.header}>
      <Waiting>{bar}</Waiting>
    </header>
    <main className={classes.main} data-signed-in={signedIn} data-site={site}>
      {children}
    </main>
    <Waiting>{bottom}</Waiting>
    <CookieBar onAccept={() => {}} />
  </>
);

const drawings = {
  landing: [
    paths.landing,
    <Frame key="landing" bar={<PublicBar />} site>
      <LandingPage />
    </Frame>,
  ],
  // An address without a screen, because no section of the bars may be the current one.
  'signed-in': [
    '/-',
    <Frame key="signed-in" bar={<TopBar user={anybody} />} bottom={<BottomBar user={anybody} />} signedIn />,
  ],
} as const;

/** Every drawn page by its name and language: `landing-de`. */
export async function drawPages(): Promise<Record<string, string>> {
  queryClient.setQueryData(sessionQuery.queryKey, null);
  await i18n.use(initReactI18next).init({
    resources: {},
    defaultNS: 'common',
    interpolation: { escapeValue: false },
  });
  const pages: Record<string, string> = {};
  for (const language of languages) {
    await addTexts(language);
    await i18n.changeLanguage(language);
    for (const [name, [address, page]] of Object.entries(drawings))
      pages[`${name}-${language}`] = renderToString(
        <MantineProvider
          theme={theme}
          defaultColorScheme="auto"
          withCssVariables={false}
          withGlobalClasses={false}
        >
          <QueryClientProvider client={queryClient}>
            <MemoryRouter initialEntries={[address]}>{page}</MemoryRouter>
          </QueryClientProvider>
        </MantineProvider>,
      );
  }
  return pages;
}
