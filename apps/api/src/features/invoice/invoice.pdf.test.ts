import { expect, it } from 'vitest';
import { openPdf, readTexts } from '../../platform/pdf/testing/read-pdf.ts';
import { sampleCorrection, sampleInvoice, sampleLine } from '../../testing/invoice-samples.ts';
import { renderInvoice } from './invoice.pdf.ts';
import { totalsByRate } from './invoice-document.ts';

const lines = [
  sampleLine({ quantity: 2 }),
  sampleLine({ unit: 'year', unitNetPrice: 9000, name: 'Servicebook Premium, Zoë Müller-Łaska' }),
  sampleLine({ vatRate: 8, unitNetPrice: 4 }),
];

const read = async (...given: Parameters<typeof sampleInvoice>) =>
  (await readTexts(await renderInvoice(sampleInvoice(...given)))).join(' ');

it('has all required details in Polish', async () => {
  const text = await read({ lines });
  for (const part of [
    'Faktura Nr FV/2026/11/0001',
    'Data wystawienia 21 listopada 2026',
    'Data sprzedaży 21 listopada 2026',
    'Zapłacono 21 listopada 2026, Przelewy24',
    'Sprzedawca Sample Operator Ltd Sample Street 1 00-000 Sampletown Polska NIP 1111111111',
    'Nabywca Przykład & Wspólnicy sp. z o.o. ul. Źródlana 7 90-002 Łódź Polska NIP 222-222-22-22',
    '1 Servicebook Premium, Jan Wzorcowy 2 miesiące 9,00 18,00 23% 4,14 22,14',
    '2 Servicebook Premium, Zoë Müller-Łaska 1 rok 90,00 90,00 23% 20,70 110,70',
    'VAT 23% 108,00 24,84 132,84',
    'VAT 8% 0,04 0,00 0,04',
    'Razem 108,04 24,84 132,88',
    'Razem, zapłacono 132,88 USD',
    'Strona 1 z 1',
  ])
    expect(text).toContain(part);
});

it('has all required details in German', async () => {
  const text = await read({ language: 'de', lines });
  for (const part of [
    'Rechnung Nr. FV/2026/11/0001',
    'Rechnungsdatum 21. November 2026',
    'Bezahlt am 21. November 2026, Przelewy24',
    'Rechnungsempfänger Przykład & Wspólnicy',
    '2 Monate 9,00 18,00 23 % 4,14 22,14',
    'USt. 8 % 0,04 0,00 0,04',
    'Gesamt, bezahlt 132,88 USD',
  ])
    expect(text).toContain(part);
});

it('has all required details in Russian', async () => {
  const text = await read({ language: 'ru', lines });
  for (const part of [
    'Счёт-фактура № FV/2026/11/0001',
    'Дата выставления 21 ноября 2026 г.',
    'Покупатель Przykład & Wspólnicy',
    '2 месяца 9,00 18,00 23 % 4,14 22,14',
    'Итого, оплачено 132,88 USD',
  ])
    expect(text).toContain(part);
});

it('shows the corrected invoice, the reason and the difference for a correction', async () => {
  const correction = sampleCorrection(sampleInvoice());
  const text = (await readTexts(await renderInvoice(correction))).join(' ');
  for (const part of [
    'Faktura korygująca Nr FK/2026/12/0001',
    'Dotyczy faktury FV/2026/11/0001, 21 listopada 2026',
    'Przyczyna korekty Zwrot zapłaty na życzenie nabywcy',
    '-1 miesiąc 9,00 -9,00 23% -2,07 -11,07',
    'Różnica, zwrócono -11,07 USD',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('Zapłacono');
});

it('is tagged, in the buyer’s language, and byte-identical each time', async () => {
  const bytes = await renderInvoice(sampleInvoice());
  expect(Buffer.from(await renderInvoice(sampleInvoice())).equals(bytes)).toBe(true);
  const pdf = await openPdf(bytes);
  expect((await pdf.getMetadata()).info).toMatchObject({ Title: 'Faktura FV/2026/11/0001', Language: 'pl' });
  expect(await (await pdf.getPage(1)).getStructTree()).not.toBeNull();
  await pdf.loadingTask.destroy();
});

it('spans as many pages as needed, each with a header', async () => {
  const pages = await readTexts(
    await renderInvoice(sampleInvoice({ lines: Array.from({ length: 100 }, () => sampleLine()) })),
  );
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages.slice(1)) expect(page).toContain('Faktura FV/2026/11/0001');
  expect(pages.at(-1)).toContain('Razem, zapłacono 1107,00 USD');
});

it('sums each rate by its lines, the highest first', () => {
  expect(totalsByRate([sampleLine({ vatRate: 8 }), ...lines])).toEqual([
    { vatRate: 23, net: 10800, vat: 2484, gross: 13284 },
    { vatRate: 8, net: 904, vat: 72, gross: 976 },
  ]);
});
