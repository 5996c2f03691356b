/** Breaks text into lines once; drawing only places them. */
import { withLineFeeds } from '@servicebook/shared/line-breaks';

const letter = /\p{L}/u;
/** An ordinary word, unlike a number, a part number or an address: only words get a hyphen when split. */
const plainWord = /^[(„“"«]*[\p{L}\p{M}'’–-]+[).,;:!?”"»]*$/u;
const controls = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]|\p{Variation_Selector}/gu;
/** Characters that the typeface certainly has, so that ordinary text needs no check of single characters. */
const ordinary = /^[\n\u0020-\u007E\u00A0-\u017F\u0400-\u045F\u2010-\u2026]*$/u;
/** Unbreakable pieces: a word, or its part up to a hyphen or slash that is not near its ends. */
const pieces = / *(?:[^ ]{4,}?[-/–—](?=[^ ]{3})|[^ ]+?(?= |$))/g;
/** A long word is split with at least this many characters on either side. */
const fewestInPart = 3;

/** Replacements for technical symbols that the typeface lacks. */
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
 * Breaks text to a width: at spaces and after hyphens and slashes; a word longer than a line is split, with a hyphen
 * between letters. No character is lost: a line that ends at a space keeps it (invisible, even beyond the width), so
 * that words stay separate when the text is read out or copied.
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
 * Measuring shapes a text, which is expensive for new text. The sum of its characters is cheap, and kerning and
 * ligatures change it only by a few percent, so it decides all cases that are not close to the width.
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

/** The first characters of a word at the end of a line. */
function joined(characters: string[], count: number, hyphenate: boolean): string {
  const partsLetters =
    hyphenate && letter.test(characters[count - 1] ?? '') && letter.test(characters[count] ?? '');
  return characters.slice(0, count).join('') + (partsLetters ? '-' : '');
}
