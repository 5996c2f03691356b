// Holds the direction of imports, on both sides of the wire. What one file may know of another is the architecture.
// The rest of the lint is in biome.json.

const tests = String.raw`\.test\.tsx?$|/testing/`;
/** A package of the registry, by a regular expression of its name. */
const npm = (names) => `node_modules/(@types/)?(${names})/`;
const entries = '(testing|app|main|start|dev|correct-invoice|backup|ops)';

const web = '^apps/web/src';
/** The only features that a web feature may import. Screens that combine more are in app/screens. */
const neighbours = {
  // Registration shows Google's button, and signs in.
  account: ['user'],
  // Prices of a customer, and the list of one.
  billing: ['company', 'customer'],
  // Both are a book of places on a map.
  branch: ['place'],
  hotel: ['place'],
  // Its form sets the position on the map.
  customer: ['place'],
  // What is done with several machines moves them to a category or a customer.
  bulk: ['category', 'customer', 'export'],
  // A wrong cell is corrected by one of the categories that there are.
  import: ['category'],
  // A machine belongs to a customer and a category, chosen or made in its form.
  device: ['bulk', 'category', 'customer'],
  // Which field changed from what to what.
  log: ['history'],
  // Visits are planned where inspections are due and where faults are reported.
  inspection: ['bulk', 'visit'],
  incident: ['visit'],
  // Its archive is made by an export; the button is beside the service book.
  dossier: ['export'],
  history: ['dossier'],
  // Mails are settings of the company, and part of a signed protocol.
  company: ['protocol-mail'],
  service: ['billing', 'customer', 'export', 'history', 'protocol-mail'],
  // A new password may end the calendar's address.
  'my-account': ['calendar', 'user'],
  // Its protocols have the same types; it is planned for a customer.
  visit: ['absence', 'customer', 'service'],
  // The board plans visits, inspections and absences; its list is filtered by customer, category and place. A day
  // starts at a branch.
  planning: ['absence', 'branch', 'category', 'customer', 'inspection', 'place', 'visit'],
  // An invoice needs the company's data.
  order: ['company'],
};

const feature = (name) => `${web}/features/${name}/`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Types are gone when the code runs, so a circle with a type-only import is none.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'shared-runs-on-both-sides',
      severity: 'error',
      from: { path: '^packages/shared/', pathNot: tests },
      to: { pathNot: ['^packages/shared/', npm('zod|temporal-polyfill|axios|canonicalize')] },
    },
    {
      name: 'texts-know-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/i18n/', pathNot: tests },
      to: { path: '^(apps|prisma|packages/shared)/' },
    },
    {
      name: 'api-platform-serves-any-application',
      severity: 'error',
      from: { path: '^apps/api/src/platform/', pathNot: tests },
      to: { path: '^apps/api/src/(?!platform/)' },
    },
    {
      name: 'api-loads-opentelemetry-only-when-asked',
      severity: 'error',
      from: { path: '^apps/api/', pathNot: 'platform/otlp-traces' },
      to: {
        path: [npm('@opentelemetry/.*'), '^apps/api/src/platform/otlp-traces'],
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'api-http-knows-no-feature',
      severity: 'error',
      from: { path: '^apps/api/src/http/', pathNot: tests },
      to: { path: String.raw`^apps/api/src/(features|${entries})\b` },
    },
    {
      name: 'api-features-know-what-is-below',
      severity: 'error',
      from: { path: '^apps/api/src/features/', pathNot: tests },
      to: { path: String.raw`^apps/api/src/${entries}\b` },
    },
    {
      name: 'api-services-speak-no-http',
      severity: 'error',
      // Routes bind handlers; the index lists them.
      from: {
        path: '^apps/api/src/features/',
        pathNot: [tests, String.raw`\.routes\.ts$|/features/index\.ts$`],
      },
      to: { path: [npm('express|multer'), '^apps/api/src/http/'] },
    },
    {
      name: 'api-only-the-scoped-factory-holds-the-database',
      severity: 'error',
      from: { path: '^apps/api/src/features/', pathNot: tests },
      to: { path: [npm('pg|@prisma/adapter-pg'), '^apps/api/src/platform/database'] },
    },
    {
      name: 'api-features-share-what-they-do-not-routes',
      severity: 'error',
      from: { path: '^apps/api/src/features/([^/]+)/', pathNot: tests },
      to: {
        path: String.raw`^apps/api/src/features/[^/]+/.*\.routes\.ts$`,
        pathNot: '^apps/api/src/features/$1/',
      },
    },
    {
      name: 'web-knows-the-api-by-its-contracts',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^(apps/(?!web/)|prisma/)' },
    },
    {
      name: 'web-lib-knows-no-component',
      severity: 'error',
      from: { path: `${web}/lib/`, pathNot: tests },
      to: { path: `${web}/(components|features|app)/` },
    },
    {
      name: 'web-components-know-no-feature',
      severity: 'error',
      from: { path: `${web}/components/`, pathNot: tests },
      to: { path: `${web}/(features|app)/` },
    },
    {
      name: 'web-features-know-neither-app-nor-axios',
      severity: 'error',
      from: { path: `${web}/features/`, pathNot: tests },
      to: { path: [`${web}/app/`, npm('axios')] },
    },
    {
      name: 'web-screens-know-no-shell',
      severity: 'error',
      from: { path: `${web}/app/screens/` },
      to: { path: `${web}/app/(?!screens/)` },
    },
    {
      name: 'web-offline-is-named-by-the-app-alone',
      comment:
        'Screens do not know where an answer comes from. What they need of it goes through lib/phone.ts.',
      severity: 'error',
      from: { path: `${web}/(lib|components|features)/`, pathNot: tests },
      to: { path: `${web}/offline/` },
    },
    {
      name: 'web-offline-knows-no-component',
      severity: 'error',
      from: { path: `${web}/offline/`, pathNot: tests },
      to: { path: `${web}/(components|features|app)/` },
    },
    {
      name: 'web-features-know-no-other',
      severity: 'error',
      from: { path: feature('([^/]+)'), pathNot: feature(`(${Object.keys(neighbours).join('|')})`) },
      to: { path: feature('[^/]+'), pathNot: feature('$1') },
    },
    ...Object.entries(neighbours).map(([name, allowed]) => ({
      name: `web-feature-${name}-knows-its-neighbours`,
      severity: 'error',
      from: { path: feature(name) },
      to: { path: feature('[^/]+'), pathNot: feature(`(${[name, ...allowed].join('|')})`) },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^apps/[^/]+/(dist|src/generated)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
    // It reads TypeScript by the compiler's interface, which TypeScript 7 does not have.
    parser: 'swc',
  },
};
