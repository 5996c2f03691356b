/** Breaks text into lines, once; drawing then only places them. */
import { withLineFeeds } from '@servicebook/shared/line-breaks';

const letter = /\p{L}/u;
/** A word of the language, unlike a number, a part number or an address: only these take a hyphen when parted. */
const plainWord = /^[(„“"«]*[\p{L}\p{M}'’–-]+[).,;:!?”"»]*$/u;
const controls = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]|\p{Variation_Selector}/gu;
/** What the typeface surely has, so that ordinary text needs no look at single characters. */
const ordinary = /^[\n\u0020-\u007E\u00A0-\u017F\u0400-\u045F\u2010-\u2026]*$/u;
/** What is kept on one line: a word, or the part of one up to a hyphen or slash that does not stand near its ends. */
const pieces = / *(?:[^ ]{4,}?[-/–—](?=[^ ]{3})|[^ ]+?(?= |$))/g;
/** A long word is broken with at least this many characters on either side. */
const fewestInPart = 3;

/** Signs of the trade that the typeface lacks, in signs it has. */
const standIns: Record<string, string> = {
  '≥': '>=',
  '≤': '<=',
  '≠': '!=',
  '≈': '~',
  '⌀': 'Ø',
  '∅': 'Ø',
  '∆': 'Δ',
  '→': '->',
  '←': '<-',
  '✓': '[x]',
  '✔': '[x]',
  '☑': '[x]',
  '☐': '[ ]',
  '●': '•',
  '■': '•',
  '▪': '•',
};

/**
 * Prepares text for the typeface: composed letters, plain line ends, no invisible characters, and one visible
 * placeholder for each run of characters the typeface lacks (emoji, say), which archival PDFs must not contain.
 */
export function cleanText(text: string, hasGlyph: (codePoint: number) => boolean): string {
  const composed = withLineFeeds(text)
    .normalize('NFC')
    .replace(/\t/g, ' ')
    .replace(controls, (character) => (character === '\n' ? '\n' : ''));
  if (ordinary.test(composed)) return composed;
  const placeholder = hasGlyph(0xfffd) ? '\uFFFD' : '?';
  let clean = '';
  for (const character of composed) {
    if (character === '\n' || hasGlyph(character.codePointAt(0) as number)) clean += character;
    else if (standIns[character]) clean += standIns[character];
    else if (!clean.endsWith(placeholder)) clean += placeholder;
  }
  return clean;
}

/**
 * Breaks text to a width: at spaces and after hyphens and slashes; a word longer than a line is broken inside, with
 * a hyphen where letters are parted. No character is lost: a line that ends at a space keeps it (it may reach beyond
 * the width, unseen), so that text read out or copied from the document has its words apart.
 */
export function breakLines(text: string, width: number, measure: (part: string) => number): string[] {
  const paragraphs = text.split('\n');
  return paragraphs.flatMap((paragraph, index) => {
    const lines = breakParagraph(paragraph.trimEnd(), width, measure);
    if (index < paragraphs.length - 1) lines.push(`${lines.pop() ?? ''} `);
    return lines;
  });
}

type Measure = (part: string) => number;

/**
 * Measuring shapes a text, which is dear for one that was never met before. The sum of its characters is cheap, and
 * kerning and ligatures change it by a few hundredths only, so that it decides all that is not near the width.
 */
function roughly(text: string, measure: Measure): number {
  let sum = 0;
  for (const character of text) sum += measure(character);
  return sum;
}
const [surelyFits, surelyTooWide] = [0.85, 1.15];

function fits(text: string, width: number, measure: Measure): boolean {
  const rough = roughly(text, measure);
  return rough <= width * surelyFits || (rough < width * surelyTooWide && measure(text) <= width);
}

function breakParagraph(paragraph: string, width: number, measure: Measure): string[] {
  if (fits(paragraph, width, measure)) return [paragraph];
  const lines: string[] = [];
  let line = '';
  let room = width;
  for (const piece of paragraph.match(pieces) ?? []) {
    const rough = roughly(piece, measure);
    if (rough <= room - width * (1 - surelyFits) || fits(line + piece, width, measure)) {
      line += piece;
      room -= rough;
      continue;
    }
    if (line) lines.push(piece.startsWith(' ') ? `${line} ` : line);
    line = piece.trimStart();
    while (line.length > 1 && !fits(line, width, measure)) {
      const [head, rest] = breakWord(line, width, measure);
      lines.push(head);
      line = rest;
    }
    room = width - roughly(line, measure);
  }
  lines.push(line);
  return lines;
}

function breakWord(word: string, width: number, measure: Measure): [string, string] {
  const characters = Array.from(word);
  const hyphenate = plainWord.test(word);
  let count = 0;
  for (let room = width - (hyphenate ? measure('-') : 0); count < characters.length - 1; count++) {
    room -= measure(characters[count] as string);
    if (room < 0) break;
  }
  while (count > 1 && measure(joined(characters, count, hyphenate)) > width) count--;
  count = Math.max(1, count);
  const balanced = Math.min(count, characters.length - fewestInPart);
  const at = balanced >= fewestInPart ? balanced : count;
  return [joined(characters, at, hyphenate), characters.slice(at).join('')];
}

/** The first characters of a word as they end a line. */
function joined(characters: string[], count: number, hyphenate: boolean): string {
  const partsLetters =
    hyphenate && letter.test(characters[count - 1] ?? '') && letter.test(characters[count] ?? '');
  return characters.slice(0, count).join('') + (partsLetters ? '-' : '');
}
