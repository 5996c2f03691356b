import { describe, expect, it } from 'vitest';
import { boundsOfPath } from './svg-path.ts';
import { breakLines, cleanText } from './text.ts';

const perCharacter = (text: string) => Array.from(text).length;

describe('breakLines', () => {
  it('breaks at spaces and keeps them', () => {
    expect(breakLines('one two three', 7, perCharacter)).toEqual(['one two ', 'three']);
  });

  it('breaks after hyphens and slashes inside long compounds', () => {
    expect(breakLines('Sicherheits-Lichtschranke', 14, perCharacter)).toEqual([
      'Sicherheits-',
      'Lichtschranke',
    ]);
    expect(breakLines('Antrieb/Steuerung', 12, perCharacter)).toEqual(['Antrieb/', 'Steuerung']);
  });

  it('does not tear short parts or numbers apart', () => {
    expect(breakLines('Taste Not-Halt', 10, perCharacter)).toEqual(['Taste ', 'Not-Halt']);
  });

  it('breaks a word longer than a line, with a hyphen in a plain word only', () => {
    expect(breakLines('Donaudampfschifffahrt', 10, perCharacter)).toEqual([
      'Donaudamp-',
      'fschifffa-',
      'hrt',
    ]);
    expect(breakLines('12345678901234', 10, perCharacter)).toEqual(['1234567890', '1234']);
    expect(breakLines('service@customer.example', 12, perCharacter)).toEqual([
      'service@cust',
      'omer.example',
    ]);
  });

  it('never writes beyond the width and loses no text, at any width', () => {
    const text = 'Превысокомногорассмотрительствующая проверка  12/2026 Hochdruckreinigungsanlage X-1 a';
    for (let width = 1; width < 60; width++) {
      const lines = breakLines(text, width, perCharacter);
      for (const line of lines) expect(perCharacter(line.trimEnd())).toBeLessThanOrEqual(Math.max(width, 2));
      const letters = (value: string) => value.replace(/[-\s]/g, '');
      expect(letters(lines.join(''))).toBe(letters(text));
    }
  });

  it('keeps paragraphs and empty lines', () => {
    expect(breakLines('one\n\ntwo', 10, perCharacter)).toEqual(['one ', ' ', 'two']);
  });
});

describe('cleanText', () => {
  const latin = (codePoint: number) => codePoint < 0x180 || codePoint === 0xfffd;

  it('composes letters and drops invisible characters', () => {
    expect(cleanText('o\u0301z\u0307\r\nb\u200D\u0000c\td', latin)).toBe('óż\nbc d');
  });

  it('marks runs of missing characters once', () => {
    expect(cleanText('a 😀👍🏽 b 漢字', latin)).toBe('a \uFFFD b \uFFFD');
  });
});

describe('boundsOfPath', () => {
  it('covers absolute and relative commands', () => {
    expect(boundsOfPath('M10 10 L 30,40 H 5 V-2 Z')).toEqual({ left: 5, top: -2, right: 30, bottom: 40 });
    expect(boundsOfPath('m10 10 20 30 h-25 c1 1 2 2 3 3z')).toEqual({
      left: 5,
      top: 10,
      right: 30,
      bottom: 43,
    });
    expect(boundsOfPath('M1e1-5.5.5')).toBeNull();
  });

  it('refuses text that it cannot parse', () => {
    for (const path of ['', 'M', 'M1', 'L 1 2 3', 'M1 2 A 3 3 0 0 1 4 4', 'nonsense'])
      expect(boundsOfPath(path), path).toBeNull();
  });
});
