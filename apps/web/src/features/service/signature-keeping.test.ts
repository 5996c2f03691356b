import { expect, it } from 'vitest';
import { isFor, wordsOf } from './signature-keeping.ts';

const before = {
  schemaVersion: 4,
  documentNumber: '3/11/2026',
  faultDescription: null,
  machines: [{ id: 1, name: 'Press', actions: [] }],
  attachments: [{ filename: 'a.jpg' }],
};
const now = {
  ...before,
  schemaVersion: 5,
  machines: [{ id: 1, name: 'Press', actions: [], result: null }],
  remarks: null,
  partsUsed: [],
  attachments: [],
};
/** As the version before this one stored it. */
const stored = { words: JSON.stringify({ ...before, attachments: undefined }) };

it('a signature outlasts an update that knows more facts, and photos that come later', () => {
  expect(isFor(stored, wordsOf(now))).toBe(true);
  expect(isFor({ words: wordsOf(now) }, wordsOf(now))).toBe(true);
});

it('a signature is not for a text with other words', () => {
  for (const other of [
    { ...now, remarks: 'Worn' },
    { ...now, documentNumber: '4/11/2026' },
    { ...now, machines: [{ id: 1, name: 'Press', actions: [], result: 'FAILED' }] },
    { ...now, machines: [] },
  ])
    expect(isFor(stored, wordsOf(other))).toBe(false);
});
