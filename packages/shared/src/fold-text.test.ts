import { expect, it } from 'vitest';
import { foldText, searchOfText, wordsOf } from './fold-text.ts';

it.each([
  ['ŁÓDŹ', 'lodz'],
  ['Störung', 'storung'],
  ['Straße', 'strasse'],
  ['ПЕКАРНЯ', 'пекарня'],
  ['Caffè', 'caffe'],
])('folds %s to %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

it('splits a text into words, without those that have neither letter nor digit', () => {
  expect(wordsOf('  Łódź – kowalski 5/11 5/11 / ')).toEqual(['Łódź', 'kowalski', '5/11']);
  expect(wordsOf(' -- ')).toEqual([]);
  expect(wordsOf(Array.from({ length: 30 }, (_, number) => `w${number}`).join(' '))).toHaveLength(12);
});

it.each([
  ['presso berlin', 'Berlin, Druckmaschine PressoMat', true],
  ['GA20241296', 'Atlas GA-2024 1296', true],
  ['ga 2024-1296', 'Atlas GA20241296', true],
  ['5/11', '5/11/2026', true],
  ['lodz KOWALSKI', 'Zakład Kowalskiego, ŁÓDŹ', true],
  ['пекарня 7', 'Пекарня №7', true],
  ['firma.pl', 'jan@firma.pl', true],
  ['- .', 'anything', true],
  ['presso paris', 'Presso Berlin', false],
  // Letters of two words are no word.
  ['ann', 'Jan Nowak', false],
])('searches for %s in %s', (text, content, found) => {
  expect(searchOfText(text)(content)).toBe(found);
});
