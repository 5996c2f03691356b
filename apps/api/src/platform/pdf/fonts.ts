/** The typeface of every document: Noto Sans, which has Polish, German and Cyrillic letters in one design. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font, type GlyphRun } from 'fontkit';

export type FontWeight = 'regular' | 'strong';

const require = createRequire(import.meta.url);
const files: Record<FontWeight, string> = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  strong: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
};

const rememberedWords = 5000;

let parsed: Record<FontWeight, Font> | undefined;

/**
 * The parsed fonts, shared by all documents of a process. Parsing costs several times as much as a page, so it happens
 * once; pdfkit accepts the parsed object and embeds a subset in each document.
 */
export function loadFonts(): Record<FontWeight, Font> {
  parsed ??= { regular: parse('regular'), strong: parse('strong') };
  return parsed;
}

function parse(weight: FontWeight): Font {
  const font = create(readFileSync(require.resolve(files[weight])));
  if (!('layout' in font)) throw new Error(`${files[weight]} holds several fonts`);
  nameGlyphs(font);
  return rememberingLayouts(font);
}

/**
 * Registers every glyph with its character. A glyph that first appears as part of another one (the Latin T in the
 * Cyrillic Т) would stay without its character as long as the font is in use, and text in later documents could not be
 * searched or copied.
 */
function nameGlyphs(font: Font): void {
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
}

/** Documents repeat their words, so a word is shaped once for all of them. */
function rememberingLayouts(font: Font): Font {
  const shaped = new Map<string, GlyphRun>();
  const remembering: Font = Object.create(font);
  remembering.layout = (text, features, ...rest) => {
    if (features) return font.layout(text, features, ...rest);
    let run = shaped.get(text);
    if (!run) {
      run = font.layout(text);
      if (shaped.size >= rememberedWords) shaped.clear();
      shaped.set(text, run);
    }
    // A copy, since pdfkit scales the positions it gets in place.
    const copy: GlyphRun = Object.create(run);
    copy.positions = run.positions.map((position) => ({ ...position }));
    return copy;
  };
  return remembering;
}
