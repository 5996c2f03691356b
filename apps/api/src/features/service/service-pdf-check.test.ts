/** The code and the address on every page of a document that can be checked. */
import { languages } from '@servicebook/shared/primitives';
import { parseVerifyCode, printedVerifyAddress } from '@servicebook/shared/verify';
import { describe, expect, it } from 'vitest';
import * as look from '../../platform/pdf/look.ts';
import { readCode, readPlacedTexts } from '../../platform/pdf/testing/read-pdf.ts';
import { inputOf, sampleBook } from '../../testing/service-book-samples.ts';
import { draftInput, largeSnapshot, sampleSnapshot, signedInput } from '../../testing/service-pdf-samples.ts';
import { renderServiceBooks } from '../service-book/service-book.pdf.ts';
import { renderProtocol } from './service.pdf.ts';
import { wordingFor } from './service-pdf-texts.ts';

const verify = { url: 'https://servicebook.example.com/v/12-7h3k9qxa2mvb4tncwe8rfy501j' };
const withdrawn = { at: '2026-11-20T09:00:00Z', by: 'Anna Nowak', reason: 'Falsche Maschine' };
const a4Width = 595.28;
/** The line above the footer, from the page's lower edge. */
const footerLine = 78;

const bookOf = (url: string) => {
  const { logo, ...only } = inputOf(sampleBook('pl'));
  return renderServiceBooks({ logo, books: [only, only], verify: { url } });
};

describe('a document that can be checked', () => {
  it.each([
    ['a protocol', () => renderProtocol(signedInput(largeSnapshot('de'), { verify }))],
    ['a withdrawn copy', () => renderProtocol(signedInput(sampleSnapshot('it'), { verify, withdrawn }))],
    ['service books', () => bookOf(verify.url)],
  ])('shows its address on every page, as code and as text: %s', async (_, render) => {
    const bytes = await render();
    const pages = await readPlacedTexts(bytes);
    for (const [index, items] of pages.entries()) {
      expect(await readCode(bytes, index + 1)).toBe(verify.url);
      expect(items.map(({ text }) => text)).toContain(printedVerifyAddress(verify.url));
    }
  });

  it.each(languages)('keeps the footer apart from the content and from itself in %s', async (language) => {
    const bytes = await renderProtocol(signedInput(largeSnapshot(language), { verify }));
    const { texts } = wordingFor(language);
    for (const items of await readPlacedTexts(bytes)) {
      const footer = items.filter(({ baseline }) => baseline < footerLine);
      const content = items.filter(({ baseline, level }) => baseline > footerLine && level);
      expect(Math.min(...content.map(({ baseline }) => baseline))).toBeGreaterThan(
        look.marginsWithCode.bottom,
      );
      expect(footer.map(({ text }) => text)).toContain(texts.check);
      for (const { left, right } of footer) {
        expect(left).toBeGreaterThan(look.margins.left + look.codeSide + 10);
        expect(right).toBeLessThan(a4Width - look.margins.right + 0.5);
      }
    }
  });

  it('keeps a long address whole, on the page, and readable for a camera', async () => {
    const host = `${'long-name-of-a-company.'.repeat(6)}example.com:8443`;
    const url = `https://${host}/v/2147483647-7h3k9qxa2mvb4tncwe8rfy501j`;
    const bytes = await bookOf(url);
    expect(await readCode(bytes, 1)).toBe(url);
    const [items = []] = await readPlacedTexts(bytes);
    const address = items.find(({ text }) => text.startsWith('https://'));
    expect(parseVerifyCode(address?.text ?? '')).toEqual({
      accountId: 2147483647,
      token: '7h3k9qxa2mvb4tncwe8rfy501j',
    });
    expect(address?.right).toBeLessThan(a4Width - look.margins.right + 0.5);
  });
});

it('a draft and a document without an address have no code', async () => {
  for (const input of [draftInput(sampleSnapshot('en')), signedInput(sampleSnapshot('en'))])
    await expect(readCode(await renderProtocol(input), 1)).rejects.toThrow();
});

it('without an address every byte is as before', async () => {
  const input = signedInput(sampleSnapshot('en'));
  expect(await renderProtocol({ ...input, verify: null })).toEqual(await renderProtocol(input));
});
