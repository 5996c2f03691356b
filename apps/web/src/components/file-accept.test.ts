import { expect, it } from 'vitest';
import { acceptsFile, acceptsImages } from './file-accept.ts';

const file = (name: string, type = '') => ({ name, type });

it.each([
  ['image/*', file('a.png', 'image/png'), true],
  ['image/*', file('a.pdf', 'application/pdf'), false],
  ['image/*', file('IMG_1.HEIC'), true],
  ['.pdf', file('IMG_1.HEIC'), false],
  ['image/*,.pdf', file('A.PDF'), true],
  ['application/pdf', file('a.pdf', 'application/pdf'), true],
  ['.docx', file('a.doc'), false],
  [undefined, file('anything'), true],
])('%s lets in %o: %s', (accept, picked, taken) => {
  expect(acceptsFile(picked, accept)).toBe(taken);
});

it('offers a camera only if images are accepted', () => {
  expect(acceptsImages('.pdf,image/*')).toBe(true);
  expect(acceptsImages(undefined)).toBe(true);
  expect(acceptsImages('.pdf')).toBe(false);
});
