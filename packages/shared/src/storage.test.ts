import { expect, it } from 'vitest';
import { previewKind } from './storage.ts';

it.each([
  ['manual.pdf', 'pdf'],
  ['MANUAL.PDF', 'pdf'],
  ['photo.jpg', 'image'],
  ['photo.jpeg', 'image'],
  ['photo.bmp', 'image'],
  ['photo.png', 'image'],
  ['photo.gif', 'image'],
  ['photo.heic', 'none'],
  ['list.xlsx', 'none'],
  ['drawing.pdf.zip', 'none'],
  ['page.svg', 'none'],
  ['README', 'none'],
])('%s is previewed as %s', (filename, kind) => {
  expect(previewKind(filename)).toBe(kind);
});
