import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { margins } from '../../platform/pdf/look.ts';
import { readPlacedTexts, readTexts } from '../../platform/pdf/testing/read-pdf.ts';
import { inputOf, longBook, sampleBook } from '../../testing/service-book-samples.ts';
import { renderServiceBook } from './service-book.pdf.ts';
import { bookWordingFor } from './service-book-texts.ts';

const a4Width = 595.28;
const count = (text: string, part: string) => text.split(part).length - 1;
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1d4e63' } })
    .png()
    .toBuffer();

describe.each(['pl', 'de', 'ru'] as const)('five hundred entries in %s', (language) => {
  const book = longBook(language);
  const { texts, fill, book: words } = bookWordingFor(language);

  it('number their pages and name the machine on each', async () => {
    const pages = await readTexts(await renderServiceBook(inputOf(book)));
    expect(pages.length).toBeGreaterThan(20);
    for (const [index, text] of pages.entries()) {
      expect(text).toContain(fill(texts.page, { page: index + 1, pages: pages.length }));
      expect(text).toContain(book.machine.name);
      expect(text).toContain('Europe/Warsaw');
    }
  });

  it('lose nothing, not even of an event longer than a page', async () => {
    const text = (await readTexts(await renderServiceBook(inputOf(book)))).join(' ');
    for (const { kind, service, text: said } of book.history) {
      const [tag = ''] = /\[\d+\]$/.exec(said) ?? [];
      if (!['CHANGE', 'IMPORTED', 'IMPORT_CHANGED'].includes(kind)) expect(text).toContain(tag);
      if (service) expect(count(text, `${texts.title} ${service.number} `)).toBe(1);
    }
    for (let index = 0; index < 900; index++) expect(count(text, ` W${index} `)).toBe(1);
  });

  it('are grouped by year, each named once', async () => {
    const pages = await readPlacedTexts(await renderServiceBook(inputOf(book)));
    // Above the history stands the year the machine was built.
    const [built, ...years] = pages.flat().filter(({ text }) => /^20\d\d$/.test(text.trim()));
    expect(Number(built?.text)).toBe(book.machine.yearBuilt);
    expect(years.map(({ text }) => Number(text))).toEqual(
      Array.from({ length: 11 }, (_, index) => 2016 + index),
    );
    expect(pages.flat().some(({ text }) => text === fill(texts.continued, { name: '2016' }))).toBe(true);
  });

  it('leave no heading or year alone at the end of a page', async () => {
    const pages = await readPlacedTexts(await renderServiceBook(inputOf(book)));
    const heads = [words.kind.EVENT, words.kind.CHANGE, words.kind.PART, words.history];
    for (const items of pages) {
      const content = items.filter(({ baseline }) => baseline > margins.bottom);
      const lowest = Math.min(...content.map(({ baseline }) => baseline));
      for (const { text, baseline } of content) {
        if (baseline > lowest + 1) continue;
        expect(heads).not.toContain(text.trim());
        expect(text.trim()).not.toMatch(/^20\d\d$/);
      }
    }
  });

  it('keep every word within the margins, however long', async () => {
    const pages = await readPlacedTexts(await renderServiceBook(inputOf(book)));
    for (const { text, left, right, baseline } of pages.flat()) {
      const seen = text.endsWith(' ') ? right - 3 : right;
      expect(left, text).toBeGreaterThan(margins.left - 0.5);
      expect(seen, text).toBeLessThan(a4Width - margins.right + 0.5);
      expect(baseline, text).toBeGreaterThan(20);
    }
  });
});

it('keeps four nameplates of any shape within the margins', async () => {
  const shapes = [
    [900, 300],
    [200, 900],
    [800, 600],
    [30, 1200],
  ] as const;
  const nameplates = await Promise.all(
    shapes.map(async ([width, height]) => ({
      bytes: await picture(width, height),
      description: 'Description of forty-four characters, at most',
    })),
  );
  const [page = []] = await readPlacedTexts(
    await renderServiceBook(inputOf(sampleBook('en'), { nameplates })),
  );
  for (const { text, right } of page)
    expect(text.endsWith(' ') ? right - 3 : right, text).toBeLessThan(a4Width - margins.right + 0.5);
});
