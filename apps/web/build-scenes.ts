/** What is loaded together. How the build cuts, preloads and counts code depends on it. */
import { globSync } from 'node:fs';
import { paths } from '@servicebook/shared/screen-paths';
import type { publicPages as openPaths } from '@servicebook/shared/site';

const features = 'src/features';
const screens = 'src/app/screens';

/** What every page behind the sign-in loads around it. */
export const frame = [
  'src/lib/check-auth.ts',
  'src/lib/later-texts.ts',
  'src/app/signed-in.tsx',
  'src/app/top-bar.tsx',
  'src/app/bottom-bar.tsx',
  'src/app/print-head.tsx',
  'src/app/stored-data.tsx',
  `${features}/notification/notification-bell.tsx`,
  `${features}/search/search-entry.tsx`,
  `${features}/service/unsent-files.tsx`,
];

/** What it loads once it is there. */
export const afterwards = [
  'src/offline/phone.ts',
  'src/offline/keeping.ts',
  'src/offline/outbox/entries.ts',
  'src/app/toast-stack.tsx',
  'src/app/update-notice.tsx',
  `${features}/search/search-dialog.tsx`,
];

/** The page of every address behind the sign-in, and what it opens by itself. */
export const signedInPages: Partial<Record<(typeof paths)[keyof typeof paths], string[]>> = {
  [paths.home]: [`${screens}/home/home-page.tsx`],
  [paths.machineList]: [
    `${features}/device/device-list-page.tsx`,
    `${features}/device/device-filter-panel.tsx`,
  ],
  [paths.machineAdd]: [`${features}/device/device-add-page.tsx`],
  [paths.machineEdit]: [
    `${screens}/device/device-edit-page.tsx`,
    `${screens}/stored-data/take-along-button.tsx`,
    `${features}/file/nameplates-tab.tsx`,
  ],
  [paths.machineTodo]: [`${features}/todo/todo-list-page.tsx`],
  [paths.machinePeriodicInspection]: [`${features}/inspection/inspection-overview-page.tsx`],
  [paths.servicesList]: [`${features}/service/services-list-page.tsx`],
  [paths.planning]: [`${features}/planning/planning-page.tsx`],
  [paths.visitList]: [`${features}/visit/visit-list-page.tsx`],
  [paths.visit]: [`${features}/visit/visit-page.tsx`],
  [paths.customerList]: [`${features}/customer/customer-list-page.tsx`],
  [paths.customerAdd]: [`${features}/customer/customer-add-page.tsx`],
  [paths.customerEdit]: [
    `${screens}/customer/customer-edit-page.tsx`,
    `${screens}/stored-data/take-along-button.tsx`,
    `${features}/device/devices-of.tsx`,
  ],
  [paths.categoryList]: [`${features}/category/category-list-page.tsx`],
  [paths.categoryAdd]: [`${features}/category/category-add-page.tsx`],
  [paths.categoryEdit]: [`${screens}/category/category-edit-page.tsx`],
  [paths.userList]: [`${features}/employee/employee-list-page.tsx`],
  [paths.userAdd]: [`${features}/employee/employee-add-page.tsx`],
  [paths.userEdit]: [`${screens}/employee/employee-edit-page.tsx`],
  [paths.statistics]: [`${features}/statistics/statistics-page.tsx`],
  [paths.myAccount]: [`${screens}/my-account/my-account-page.tsx`, `${screens}/my-account/user-tab.tsx`],
  [paths.storedData]: [`${screens}/stored-data/stored-data-page.tsx`],
  [paths.logs]: [`${features}/log/log-page.tsx`],
  [paths.bin]: [`${features}/bin/bin-page.tsx`],
  [paths.import]: [`${features}/import/import-page.tsx`],
  [paths.order]: [`${features}/order/order-page.tsx`],
  [paths.waitingForPayment]: [`${features}/order/waiting-page.tsx`],
};

/** Writing a protocol at a machine, which its page loads ahead. */
export const protocol = [
  `${screens}/device/device-edit-page.tsx`,
  `${screens}/stored-data/take-along-button.tsx`,
  `${features}/service/service-tab.tsx`,
  `${features}/service/service-dialog.tsx`,
  `${features}/service/signing-dialog.tsx`,
  `${features}/billing/billing-panel.tsx`,
];

/** Each script costs a slow phone 25 milliseconds or more. */
export const mostScripts = 25;

/**
 * What a page behind the sign-in, with its frame, may load more than /login, in kB (gzip): 120 and 2 for work without a
 * network, 56 for signing in, 13 for the frame's later parts, and 29 for loading 20 files instead of 190. More with the
 * tab or panel that it opens by itself, and for a machine's page with an open protocol.
 */
export const budgetOf = (modules: readonly string[]): number =>
  modules === protocol ? 370 : modules.length > 1 ? 270 : 220;

export const openPages: Record<(typeof openPaths)[number]['name'], string> = {
  landing: `${features}/site/landing-page.tsx`,
  pricing: `${features}/site/pricing-page.tsx`,
  mobile: `${features}/site/mobile-app-page.tsx`,
  about: `${features}/site/about-page.tsx`,
  terms: `${features}/site/terms-page.tsx`,
  privacy: `${features}/site/privacy-page.tsx`,
  security: `${features}/site/security-page.tsx`,
  login: `${features}/user/login-page.tsx`,
  register: `${features}/account/register-page.tsx`,
};

/** Scripts of the pages that the server draws: entries of their own, which know nothing of the app. */
export const publicPages = globSync('src/public-pages/*.ts', { cwd: import.meta.dirname }).filter(
  (file) => !file.includes('.test.'),
);
