import 'virtual:theme.css';
import './mantine.css';
import './global.css';
import './print.css';
import '../lib/zod-settings.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { watchDoubleTaps } from '../lib/double-tap.ts';
import { firstAnswers } from '../lib/first-answers.ts';
import { startI18n } from '../lib/i18n.ts';
import { watchMissingCode } from '../lib/load-code.ts';
import { setPhoneCode } from '../lib/phone.ts';
import { queryClient } from '../lib/query-client.ts';
import { watchCrashes } from '../lib/report-crash.ts';
import { setUnsentCode } from '../lib/unsent.ts';
import { appConfigQuery, startConfig } from '../lib/use-app-config.ts';
import { startSession } from '../lib/use-session.ts';
import { App } from './app.tsx';
import { routes } from './routes.tsx';

watchCrashes();
watchDoubleTaps();
const phoneCode = () => import('../offline/phone.ts');
setPhoneCode(async () => (await phoneCode()).phone);
setUnsentCode(async () => (await import('../offline/outbox/outbox.ts')).unsent);
const given = firstAnswers();
// The texts first: nothing is shown without them.
startI18n(given?.user.language);
// Without a network, the phone gives the first answer.
if (!navigator.onLine) phoneCode().catch(() => {});
startSession(queryClient, given?.user);
startConfig(queryClient, given?.config);
show(document.getElementById('root'));

/** In a function, because top-level await would delay the page modules, which import this one. */
async function show(root: HTMLElement | null): Promise<void> {
  if (!root) throw new Error('index.html has no #root');
  // Loads the page's code in parallel with the texts.
  const router = createBrowserRouter(routes);
  await startI18n();
  // What the server has drawn stays until this page can replace it without a gap, or must say why it cannot.
  if (root.hasChildNodes())
    await Promise.allSettled([loaded(router), queryClient.ensureQueryData(appConfigQuery)]);
  document.documentElement.removeAttribute('data-other-language');
  // In short steps, so that the first taps are not held up.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  );
}

function loaded(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) resolve();
    else router.subscribe(({ initialized }) => initialized && resolve());
    watchMissingCode(resolve);
  });
}
