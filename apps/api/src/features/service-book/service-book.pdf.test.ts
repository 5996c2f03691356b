import { deviceStatuses } from '@servicebook/shared/device';
import { languages } from '@servicebook/shared/primitives';
import { historyKinds } from '@servicebook/shared/service-book';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createPdfRenderer } from '../../platform/pdf/renderer.ts';
import { openPdf, readTexts } from '../../platform/pdf/testing/read-pdf.ts';
import { inputOf, longBook, sampleBook } from '../../testing/service-book-samples.ts';
import { type BookEntry, renderServiceBook, type ServiceBook } from './service-book.pdf.ts';
import { serviceBookPdf } from './service-book-pdf-kind.ts';
import { bookWordingFor } from './service-book-texts.ts';

const count = (text: string, part: string) => text.split(part).length - 1;
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1d4e63' } })
    .png()
    .toBuffer();
const textOf = async (book: ServiceBook) =>
  (await readTexts(await renderServiceBook(inputOf(book)))).join(' ');
const pictures = (bytes: Uint8Array) => count(Buffer.from(bytes).toString('latin1'), '/Subtype /Image');

describe('content', () => {
  it.each([
    [
      'pl',
      'Książka serwisowa',
      'Zakład Serwisowy Żółta Śruba',
      'Gęś i Źrebię',
      'Święciechowa',
      'Łucja Przykładowa',
      'Sprawna',
      '12 lutego 2024',
      'Montaż, 36 miesięcy',
      'za 81 dni',
      'Protokół serwisowy 25A/9/2025 Podpisany',
      'Protokół serwisowy 31/11/2026 Niepodpisany',
      'Status W montażu › Sprawna',
      'Data przekazania nie podano › 12.02.2024',
      'Szkolenie operatorów',
      'Wydrukowano 21 listopada 2026 14:32 CET · Europe/Warsaw',
    ],
    [
      'de',
      'Serviceheft',
      'Muster & Söhne',
      'Am Föhrenbühl 31',
      'Überlingen',
      'Käthe Beispiel',
      'In Ordnung',
      'Letzte Inspektion der',
      'Serviceprotokoll 25A/9/2025 Unterschrieben',
      'Serviceprotokoll 31/11/2026 Nicht unterschrieben',
      'Status In Montage › In Ordnung',
      '51,06000°',
    ],
    [
      'ru',
      'Сервисная книжка',
      'ООО «Образец Сервис»',
      'Щёлково',
      'Юлия Примерова',
      'нагревательных элементов',
      'Сервисный акт 25A/9/2025 Подписан',
      'Статус Монтаж › Исправна',
      'Периодические осмотры отключены › включены',
    ],
  ] as const)('reads back in %s', async (language, ...expected) => {
    const book = sampleBook(language);
    const text = await textOf(book);
    for (const part of expected) expect(text).toContain(part);
    for (const part of [
      book.machine.name,
      book.machine.serialNumber,
      book.machine.ownNumber,
      book.machine.manufacturer,
      book.machine.model,
      String(book.machine.yearBuilt),
      book.machine.sourcePower,
      book.machine.category,
      book.customer.name,
      book.customer.email,
      book.company.nip,
    ])
      expect(text).toContain(part);
  });

  it('tells the history from its beginning, year by year', async () => {
    const text = await textOf(sampleBook('en'));
    const order = [
      'Service book opened',
      '4/2/2024',
      '2025 11 Feb 2025',
      '25A/9/2025',
      '2026 10 Feb 2026',
      '31/11/2026',
    ];
    const places = order.map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('shows times in the account’s timezone', async () => {
    const book = sampleBook('en');
    const [last] = book.history.splice(0, Infinity, {
      ...(book.history.find(({ kind }) => kind === 'CREATED') as BookEntry),
      at: '2025-12-31T23:30:00Z',
    });
    expect(last).toBeDefined();
    expect(await textOf(book)).toContain('2026 1 Jan 2026 00:30');
    expect(await textOf({ ...book, timezone: 'America/New_York' })).toContain('2025 31 Dec 2025 18:30');
  });

  it('shows an unknown field by its stored name', async () => {
    expect(await textOf(sampleBook('pl'))).toContain('spindleSpeed 1200 › 1450');
  });

  it('has texts for every status and every kind of entry in every language', async () => {
    for (const language of languages) {
      const wording = bookWordingFor(language);
      const book = sampleBook(language);
      const shown = historyKinds.filter((kind) => kind !== 'NOTE');
      expect(new Set(book.history.map(({ kind }) => kind))).toEqual(new Set(shown));
      const changes = deviceStatuses.map((before) => ({ field: 'status', before, after: 'OK' }));
      (book.history[0] as BookEntry).changes = changes;
      const text = await textOf(book);
      for (const word of [...Object.values(wording.book.kind), wording.book.title])
        expect(text).toContain(word);
      // Customers get the book; what the company's lists are called is nothing for them.
      expect(text).not.toContain('machines.xlsx');
      for (const status of deviceStatuses)
        expect(text).toContain(`${wording.device.status[status]} › ${wording.device.status.OK}`);
    }
  });

  it.each([
    ['overdue', { daysToNextInspection: -12 }, {}, '10 February 2027 overdue by 12 days'],
    ['due today', { daysToNextInspection: 0 }, {}, '10 February 2027 today'],
    ['out of warranty', { daysToEndWarranty: 0 }, {}, '12 February 2027 expired'],
    [
      'switched off',
      { nextInspection: null },
      { isPeriodicInspectionEnabled: false },
      'Next inspection Switched off',
    ],
    [
      'not handed over',
      { lastInspection: null, nextInspection: null, daysToNextInspection: null, daysToEndWarranty: null },
      { transferDate: null },
      'Last inspection None yet Next inspection No handover date',
    ],
    [
      'without an interval',
      { nextInspection: null, daysToNextInspection: null, lastPeriod: null },
      {},
      'Next inspection No interval set',
    ],
  ] as const)('says where a machine stands that is %s', async (_, inspection, machine, expected) => {
    const book = sampleBook('en');
    const text = await textOf({
      ...book,
      inspection: { ...book.inspection, ...inspection },
      machine: { ...book.machine, ...machine },
    });
    expect(text).toContain(expected);
  });

  it('is complete even without entries', async () => {
    const book = sampleBook('en');
    const empty = { streetAddress: '', zipCode: '', city: '', country: '' };
    const machine = {
      ...book.machine,
      ...empty,
      serialNumber: '',
      ownNumber: '',
      manufacturer: '',
      model: '',
      yearBuilt: null,
      sourcePower: '',
      warranty: '',
      gpsLatitude: null,
    };
    const text = await textOf({ ...book, machine, customer: { ...book.customer, ...empty }, history: [] });
    expect(text).toContain('History No entries yet.');
    expect(text).toContain('Page 1 of 1');
    expect(text).not.toContain('Location');
  });
});

describe('the file', () => {
  it('embeds Noto Sans and nothing else', async () => {
    const source = Buffer.from(await renderServiceBook(inputOf(longBook('ru')))).toString('latin1');
    const fonts = new Set([...source.matchAll(/\/BaseFont \/(\S+)/g)].map(([, name]) => name));
    expect([...fonts].sort()).toEqual([
      expect.stringMatching(/^[A-Z]{6}\+NotoSans-SemiBold$/),
      expect.stringMatching(/^[A-Z]{6}\+NotoSans-Regular$/),
    ]);
  });

  it('is tagged, titled and says its language', async () => {
    const nameplates = [{ bytes: await picture(300, 200), description: 'Motor' }];
    const bytes = await renderServiceBook(
      inputOf(sampleBook('de'), { logo: await picture(300, 100), nameplates }),
    );
    const document = await openPdf(bytes);
    const { info, metadata } = await document.getMetadata();
    expect(info).toMatchObject({
      Title: 'Serviceheft: Füll- und Verschließmaschine FV 2000',
      Language: 'de',
    });
    expect(metadata?.get('pdfaid:conformance')).toBe('A');
    expect(Buffer.from(bytes).toString('latin1')).toContain('/Marked true');
    const trees = await Promise.all(
      Array.from({ length: document.numPages }, async (_, index) =>
        (await document.getPage(index + 1)).getStructTree(),
      ),
    );
    const tree = JSON.stringify(trees);
    for (const role of ['H1', 'H2', 'H3', 'L', 'LI', 'Lbl', 'LBody', 'Figure'])
      expect(tree).toContain(`"role":"${role}"`);
    expect(tree).toContain('"alt":"Motor"');
    await document.loadingTask.destroy();
  });

  it('is the same for the same book, and differs for another', async () => {
    const input = inputOf(sampleBook('pl'), { logo: await picture(300, 100) });
    const first = await renderServiceBook(input);
    expect(Buffer.from(first).equals(await renderServiceBook(structuredClone(input)))).toBe(true);
    const idOf = (bytes: Uint8Array) => /\/ID \[<(\w+)>/.exec(Buffer.from(bytes).toString('latin1'))?.[1];
    const other = await renderServiceBook({ ...input, logo: await picture(300, 99) });
    expect(idOf(first)).toMatch(/^\w{32}$/);
    expect(idOf(other)).not.toBe(idOf(first));
  });

  it('is the same from a renderer process', async () => {
    const renderer = createPdfRenderer({ kinds: { serviceBook: serviceBookPdf }, processes: 1 });
    try {
      const input = inputOf(sampleBook('ru'), { logo: await picture(300, 100) });
      const { logo, ...only } = input;
      const bytes = await renderer.render('serviceBook', { logo, books: [only] }, { accountId: 1 });
      expect(Buffer.from(bytes).equals(await renderServiceBook(input))).toBe(true);
    } finally {
      await renderer.close();
    }
  });
});

describe('pictures', () => {
  it('omits unreadable ones and keeps the others', async () => {
    const bytes = await picture(400, 300);
    const nameplates = [
      { bytes: Buffer.from('this is no picture'), description: 'Broken' },
      { bytes: bytes.subarray(0, 90), description: 'Cut off' },
      { bytes, description: 'Motor, left' },
    ];
    const document = await renderServiceBook(
      inputOf(sampleBook('en'), { logo: Buffer.from('no logo'), nameplates }),
    );
    expect(pictures(document)).toBe(1);
    const [text = ''] = await readTexts(document);
    expect(text).toContain('Nameplates Motor, left');
    expect(text).toContain('Example Machine Care Ltd');
    for (const absent of ['Broken', 'Cut off']) expect(text).not.toContain(absent);
  });

  it('has no heading for nameplates if there are none', async () => {
    const nameplates = [{ bytes: Buffer.from('x'), description: '' }];
    const bytes = await renderServiceBook(inputOf(sampleBook('en'), { nameplates }));
    expect(pictures(bytes)).toBe(0);
    expect((await readTexts(bytes)).join()).not.toContain('Nameplates');
  });
});
