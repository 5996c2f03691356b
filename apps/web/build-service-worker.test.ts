import { languages } from '@servicebook/i18n';
import { expect, it } from 'vitest';
import type { BuiltFile, BuiltFiles } from './build-files.ts';
import { filesToStore } from './build-service-worker.ts';

const pages = [
  'src/app/screens/customer/customer-edit-page.tsx',
  'src/app/screens/device/device-edit-page.tsx',
  'src/app/screens/logout/logout-page.tsx',
  'src/app/screens/my-account/my-account-page.tsx',
  'src/app/screens/stored-data/stored-data-page.tsx',
  'src/features/customer/customer-list-page.tsx',
  'src/features/device/device-add-page.tsx',
  'src/features/device/device-list-page.tsx',
  'src/features/inspection/inspection-overview-page.tsx',
  'src/features/service/services-list-page.tsx',
  'src/features/todo/todo-list-page.tsx',
  'src/features/user/login-page.tsx',
  'src/features/visit/visit-list-page.tsx',
  'src/features/visit/visit-page.tsx',
];
const text = (language: string, name: string) => `i18n/src/${language}/${name}.json`;
const file = (modules: string[], more: Partial<BuiltFile> = {}): BuiltFile => ({
  modules,
  imports: [],
  later: [],
  css: [],
  assets: [],
  ...more,
});
const build: BuiltFiles = {
  ...Object.fromEntries(pages.map((page) => [`assets/${page.split('/').at(-1)}.js`, file([page])])),
  'assets/index.js': file(['src/app/main.tsx'], {
    imports: ['assets/libraries.js'],
    css: ['assets/index.css'],
    later: [
      'src/app/screens/home/home-page.tsx',
      'src/features/statistics/statistics-page.tsx',
      'src/app/signed-in.tsx',
      text('de', 'site'),
    ],
  }),
  'assets/libraries.js': file(['react.js']),
  'assets/signed-in.js': file(['src/app/signed-in.tsx']),
  'assets/home.js': file(['src/app/screens/home/home-page.tsx'], {
    later: [
      'src/components/map-canvas.tsx',
      'src/components/pdf-preview.tsx',
      'src/features/category/category-form.tsx',
      text('de', 'home'),
    ],
  }),
  'assets/map.js': file(['src/components/map-canvas.tsx'], {
    css: ['assets/map.css'],
    assets: ['assets/pin.png', 'assets/worker.js'],
  }),
  'assets/category.js': file([
    'src/features/category/category-add-page.tsx',
    'src/features/category/category-form.tsx',
  ]),
  'assets/pdf.js': file(['src/components/pdf-preview.tsx']),
  'assets/statistics.js': file(['src/features/statistics/statistics-page.tsx']),
  ...Object.fromEntries(
    languages.flatMap((language) => [
      [`assets/first-${language}.js`, file([`src/lib/first-texts/${language}.ts`])],
      ...['home', 'service-pdf', 'site'].map((name) => [
        `assets/${name}-${language}.js`,
        file([text(language, name)], { imports: ['assets/libraries.js'] }),
      ]),
    ]),
  ),
};

it('stores the start, the pages of the field and what these load later, each once', () => {
  const { files } = filesToStore(build);
  expect(files).toHaveLength(new Set(files).size);
  for (const file of [
    'index.js',
    'index.css',
    'libraries.js',
    'signed-in.js',
    'home.js',
    'map.js',
    'map.css',
  ])
    expect(files).toContain(`assets/${file}`);
  expect(files).toContain('assets/pin.png');
  expect(files).toContain('assets/device-edit-page.tsx.js');
  expect(files).toContain('assets/logout-page.tsx.js');
});

it('stores the texts of documents in every language: a customer reads before signing', () => {
  const { files, texts } = filesToStore(build);
  for (const language of languages) expect(files).toContain(`assets/service-pdf-${language}.js`);
  expect(Object.values(texts).flat()).not.toContain('assets/service-pdf-de.js');
});

it('stores a dialog also where it shares its file with a page that is left out', () => {
  expect(filesToStore(build).files).toContain('assets/category.js');
});

it('leaves out other pages, viewers of the server’s documents, and workers', () => {
  const { files } = filesToStore(build);
  for (const file of ['statistics.js', 'pdf.js', 'worker.js', 'site-de.js'])
    expect(files).not.toContain(`assets/${file}`);
});

it('lists the texts of each language apart, without those of the public site', () => {
  const { texts } = filesToStore(build);
  expect(texts.de?.toSorted()).toEqual(['assets/first-de.js', 'assets/home-de.js']);
  expect(Object.keys(texts).sort()).toEqual([...languages].sort());
});

it('fails if a page of the field has moved', () => {
  const { 'assets/visit-page.tsx.js': _, ...others } = build;
  expect(() => filesToStore(others)).toThrow('visit-page');
});
