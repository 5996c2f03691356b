import { expect, it } from 'vitest';
import { fileStem, uniqueNames } from './file-name.ts';

it.each([
  ['25A-11-2026 Młyn', '25A-11-2026 Młyn'],
  ['../../etc/passwd', '-..-etc-passwd'],
  ['a\\b:c*?"<>|d', 'a-b-c-d'],
  ['line\r\nbreak\u0000', 'line-break-'],
  ['cod\u202egpj.exe', 'cod-gpj.exe'],
  ['  spaced   out . ', 'spaced out'],
  ['...', '_'],
  ['', '_'],
  ['CON', '_CON'],
  ['Пресс', 'Пресс'],
])('makes %j safe', (text, stem) => {
  expect(fileStem(text)).toBe(stem);
});

it('truncates long names without splitting a character', () => {
  expect(Buffer.byteLength(fileStem('Ж'.repeat(300)))).toBe(180);
  expect(fileStem('😀'.repeat(100))).toBe('😀'.repeat(45));
});

it('gives no name twice, ignoring case', () => {
  const nameOnce = uniqueNames();
  expect(['a', 'A', 'b', 'a'].map((stem) => nameOnce(stem, '.pdf'))).toEqual([
    'a.pdf',
    'A (2).pdf',
    'b.pdf',
    'a (3).pdf',
  ]);
});
