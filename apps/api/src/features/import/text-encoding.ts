/** The encoding of a text file: said by its first bytes, proven by UTF-8, or told from the letters of six languages. */
import { isUtf8 } from 'node:buffer';

/** As `TextDecoder` calls them. */
export type TextEncoding =
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'windows-1250'
  | 'iso-8859-2'
  | 'windows-1251'
  | 'windows-1252';

/** How many bytes are looked at; a list of machines shows its letters long before. */
const sampleBytes = 500_000;

/**
 * The letters beyond ASCII of each language, and the encodings in which they are written. The same byte is ñ in Spain
 * and ń in Poland: ñ stands before a vowel, ń does not. A Cyrillic letter between Latin ones is none.
 */
const alphabets: { letters: RegExp; encodings: TextEncoding[] }[] = [
  // Of equals the first wins: Western Europe writes what is most frequent.
  { letters: /[äöüß]/giu, encodings: ['windows-1252'] },
  { letters: /[àèéìíîòóùú]/giu, encodings: ['windows-1252'] },
  { letters: /[áéíóúü¿¡ºª]|ñ(?=[aeiouáéíóú])/giu, encodings: ['windows-1252'] },
  { letters: /[ąćęłóśźż]|ń(?![aeiouy])/giu, encodings: ['windows-1250', 'iso-8859-2'] },
  { letters: /(?<![a-z])[а-яё](?![a-z])/giu, encodings: ['windows-1251'] },
];
/** Signs that belong to any language. */
const signs = /[„“”‚‘’«»–—…€£§°²³±×·•№®©™´µ\u00a0\u00ad]/gu;
const beyondAscii = /[^\0-\x7f]/gu;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** How well a decoded text fits a language: letters that are its own, less twice those that are not. */
const fitOf = (text: string, letters: RegExp): number => {
  const own = count(text, letters);
  const known = own + count(text, signs);
  return own - 2 * (count(text, beyondAscii) - known);
};

/** The encoding of a file's bytes, by its first ones. The shorter the text, the more of it is a guess. */
export function encodingOf(bytes: Uint8Array): TextEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, sampleBytes);
  // Of the two bytes of a letter, one is 0, or 4 in Cyrillic. No other encoding has such bytes.
  const [even, odd] = lowBytesOf(sample);
  if (odd > 0.7 && even < 0.2) return 'utf-16le';
  if (even > 0.7 && odd < 0.2) return 'utf-16be';
  if (isUtf8(bytes)) return 'utf-8';
  let best: TextEncoding = 'windows-1252';
  let most = Number.NEGATIVE_INFINITY;
  for (const { letters, encodings } of alphabets)
    for (const encoding of encodings) {
      const score = fitOf(new TextDecoder(encoding).decode(sample), letters);
      if (score > most) [best, most] = [encoding, score];
    }
  return best;
}

/** The share of bytes up to 5 among those at even and at odd places. */
function lowBytesOf(bytes: Uint8Array): [even: number, odd: number] {
  const low: [number, number] = [0, 0];
  bytes.forEach((byte, index) => {
    if (byte <= 5) low[(index % 2) as 0 | 1] += 1;
  });
  const half = Math.max(1, bytes.length / 2);
  return [low[0] / half, low[1] / half];
}
