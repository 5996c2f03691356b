import { languages } from '@servicebook/i18n';
import { expect, it } from 'vitest';
import { filesToStore } from './build-service-worker.ts';

const page = (key: string) => [key, { file: `assets/${key.split('/').at(-1)}.js` }] as const;
const pages = [
  'src/app/screens/customer/customer-edit-page.tsx',
  'src/app/screens/device/device-edit-page.tsx',
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
const text = (language: string, name: string) => `../../packages/i18n/src/${language}/${name}.json`;
const manifest = {
  ...Object.fromEntries(pages.map(page)),
  'index.html': {
    file: 'assets/index.js',
    imports: ['_libraries.js'],
    css: ['assets/index.css'],
    dynamicImports: [
      'src/app/screens/home/home-page.tsx',
      'src/features/statistics/statistics-page.tsx',
      'src/app/signed-in.tsx',
      text('de', 'site'),
    ],
  },
  '_libraries.js': { file: 'assets/libraries.js' },
  'src/app/signed-in.tsx': { file: 'assets/signed-in.js' },
  'src/app/screens/home/home-page.tsx': {
    file: 'assets/home.js',
    dynamicImports: ['src/components/map-canvas.tsx', 'src/components/pdf-preview.tsx', text('de', 'home')],
  },
  'src/components/map-canvas.tsx': {
    file: 'assets/map.js',
    css: ['assets/map.css'],
    assets: ['assets/pin.png', 'assets/worker.js'],
  },
  'src/components/pdf-preview.tsx': { file: 'assets/pdf.js' },
  'src/features/statistics/statistics-page.tsx': { file: 'assets/statistics.js' },
  ...Object.fromEntries(
    languages.flatMap((language) => [
      [`src/lib/first-texts/${language}.ts`, { file: `assets/first-${language}.js` }],
      ...['home', 'service-pdf', 'site'].map((name) => [
        text(language, name),
        { file: `assets/${name}-${language}.js`, imports: ['_libraries.js'] },
      ]),
    ]),
  ),
};

it('stores the start, the pages of the field and what these load later, each once', () => {
  const { files } = filesToStore(manifest);
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
});

it('stores the texts of documents in every language: a customer reads before signing', () => {
  const { files, texts } = filesToStore(manifest);
  for (const language of languages) expect(files).toContain(`assets/service-pdf-${language}.js`);
  expect(Object.values(texts).flat()).not.toContain('assets/service-pdf-de.js');
});

it('leaves out other pages, viewers of the server’s documents, and workers', () => {
  const { files } = filesToStore(manifest);
  for (const file of ['statistics.js', 'pdf.js', 'worker.js', 'site-de.js'])
    expect(files).not.toContain(`assets/${file}`);
});

it('lists the texts of each language apart, without those of the public site', () => {
  const { texts } = filesToStore(manifest);
  expect(texts.de?.toSorted()).toEqual(['assets/first-de.js', 'assets/home-de.js']);
  expect(Object.keys(texts).sort()).toEqual([...languages].sort());
});

it('fails if a page of the field has moved', () => {
  const { 'src/features/visit/visit-page.tsx': _, ...others } = manifest as Record<string, { file: string }>;
  expect(() => filesToStore(others)).toThrow('visit-page');
});
