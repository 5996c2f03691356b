import { defineConfig } from '@playwright/test';
import { browserFlags, findBrowser, offline } from './apps/e2e/browser.ts';

export default defineConfig({
  testDir: 'apps/e2e/journeys',
  globalSetup: './apps/e2e/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // One second try on a build machine of unknown load; the report still names such a journey as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: process.env.CI ? [['list'], ['html', { open: 'never' }]] : [['list']],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Warsaw',
    actionTimeout: 15_000,
    // A route of Playwright does not see what a service worker loads. The journeys without a network allow it.
    serviceWorkers: 'block',
    // Recording takes a quarter of the time; a build machine records the second try.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findBrowser(), args: [...browserFlags, offline] },
  },
  projects: [
    // A journey runs on a desktop, with the tag @phone on a phone too, and with @phone-only there alone. Rules and words
    // are alike on every screen; every screen is seen on a phone by screens.spec.ts.
    { name: 'desktop', grepInvert: /@phone-only/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
    },
  ],
});
