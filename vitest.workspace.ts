import { defineConfig } from 'vitest/config';

/**
 * Tests of the web app that share one set of modules, which takes a quarter of the time. Not for tests that replace
 * modules, or that leave something in a module or in the browser's storage.
 */
const sharing = [
  'src/components/!(data-table|downscale-image|lazy-page|pdf-preview|saved-views).test.{ts,tsx}',
  'src/features/!(history|service|todo|user)/*.test.{ts,tsx}',
];
const web = { extends: 'apps/web/vitest.config.ts' } as const;

// Vitest no longer looks for this file by itself: run `vitest --config vitest.workspace.ts`.
export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      { test: { name: 'shared', root: 'packages/shared', include: ['src/**/*.test.ts'] } },
      { test: { name: 'i18n', root: 'packages/i18n', include: ['src/**/*.test.ts'] } },
      {
        // One project, so that the tests of the migrations share the database server of the API's tests.
        test: {
          name: 'api',
          include: ['apps/api/src/**/*.test.ts', 'prisma/**/*.test.ts'],
          globalSetup: ['apps/api/src/testing/global-setup.ts'],
          // Every file has a server of its own; loading the modules once for all halves the time.
          isolate: false,
          // For what hangs: on a busy machine, a test may take ten times as long.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        ...web,
        test: {
          name: 'web',
          root: 'apps/web',
          include: ['*.test.ts', 'src/**/*.test.{ts,tsx}'],
          exclude: sharing,
        },
      },
      { ...web, test: { name: 'web, shared', root: 'apps/web', include: sharing, isolate: false } },
    ],
  },
});
