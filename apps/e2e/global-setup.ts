// One server for all journeys: the production build, the demo company, caught mails. Every journey that writes
// registers its own company, so journeys do not affect each other.
import { startGoogle } from '@servicebook/api/testing/google';
import { provideBrowser } from './browser.ts';
import { startAppServer } from './server.ts';

export default async function globalSetup(): Promise<() => Promise<void>> {
  process.env.CHROMIUM_PATH = provideBrowser();
  const google = await startGoogle();
  process.env.GOOGLE_URL = google.url;
  const server = await startAppServer({
    DEMO_DATA: 'true',
    TRUST_PROXY: '1',
    P24_POLL_SECONDS: '2',
    VISIT_MAIL_SECONDS: '2',
    ...google.settings,
  });
  process.env.APP_URL = server.url;
  return async () => {
    await server.stop();
    await google.stop();
  };
}
