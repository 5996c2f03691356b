import { expect, it } from 'vitest';
import { keepChoice, readChoice } from './browser-storage.ts';
import { i18n, startI18n } from './i18n.ts';

it('starts in the language of the user whom the page names, and keeps to it', async () => {
  keepChoice('language', 'de');
  await startI18n('es');
  expect(i18n.language).toBe('es');
  expect(readChoice('language')).toBe('es');
});
