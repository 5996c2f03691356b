import { createHash } from 'node:crypto';
import { languages } from '@servicebook/shared/primitives';
import { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { createPdfRenderer } from '../../platform/pdf/renderer.ts';
import { openPdf, readTexts } from '../../platform/pdf/testing/read-pdf.ts';
import {
  largeSnapshot,
  sampleSnapshot,
  signedInput,
  snapshotWithFiles,
} from '../../testing/service-pdf-samples.ts';
import { renderProtocol } from './service.pdf.ts';
import { protocolPdf } from './service-pdf-kind.ts';
import { wordingFor } from './service-pdf-texts.ts';

const logo = () =>
  sharp({ create: { width: 300, height: 100, channels: 4, background: '#1d4e63aa' } })
    .png()
    .toBuffer();

describe('content', () => {
  it.each([
    [
      'pl',
      'Protokół serwisowy',
      'Zakład Serwisowy Żółta Śruba',
      'Gęś i Źrebię',
      'kurtyny świetlnej',
      '162,5 bar',
    ],
    ['de', 'Serviceprotokoll', 'Muster & Söhne', 'Am Föhrenbühl 31', 'Größenhausen', '1,80 Nm'],
    ['ru', 'Сервисный акт', 'ООО «Образец Сервис»', 'нагревательных элементов', 'плёнки', '0,85 бар'],
  ] as const)('reads back in %s', async (language, ...expected) => {
    const snapshot = sampleSnapshot(language);
    const [text = ''] = await readTexts(await renderProtocol(signedInput(snapshot)));
    for (const part of expected) expect(text).toContain(part);
    for (const part of [
      snapshot.documentNumber,
      snapshot.customer.fullName,
      snapshot.customer.email,
      snapshot.machines[0]?.name,
      snapshot.machines[0]?.serialNumber,
      snapshot.technician.lastName,
      snapshot.signature?.kind === 'DRAWN' && snapshot.signature.signerName,
      canonicalJson(snapshot).sha256,
    ])
      expect(text).toContain(part);
  });

  it.each([7, 8] as const)('in shape %i says whose hours they are only since 8', async (schemaVersion) => {
    const sample = sampleSnapshot('de');
    const given = { ...sample, schemaVersion, workMinutes: 210, alsoPerformedBy: [sample.technician] };
    const [text = ''] = await readTexts(await renderProtocol(signedInput(ProtocolSnapshot.parse(given))));
    expect(text).toContain('3:30');
    expect(text.includes('alle Techniker zusammen')).toBe(schemaVersion === 8);
    const alone = { ...given, alsoPerformedBy: [] };
    const [other] = await readTexts(await renderProtocol(signedInput(ProtocolSnapshot.parse(alone))));
    expect(other).not.toContain('zusammen');
  });

  it('names manufacturer, model and year of a machine if the signed content has them', async () => {
    const snapshot = sampleSnapshot('de');
    const [machine] = snapshot.machines;
    if (!machine) throw new Error('the sample has a machine');
    Object.assign(machine, { manufacturer: 'Ganzmetall', model: 'P 160/4', yearBuilt: 1998 });
    const [text = ''] = await readTexts(
      await renderProtocol(signedInput({ ...ProtocolSnapshot.parse(snapshot), schemaVersion: 4 })),
    );
    expect(text).toContain('Ganzmetall P 160/4');
    expect(text).toContain('Baujahr 1998');
  });

  it('keeps every Polish, German and Russian letter', async () => {
    const letters = 'ąćęłńóśźż ĄĆĘŁŃÓŚŹŻ äöüß ÄÖÜẞ ёйцукенгшщзхъфывапролджэячсмитьбю';
    const snapshot = { ...sampleSnapshot('pl'), faultDescription: letters };
    expect((await readTexts(await renderProtocol(signedInput(snapshot)))).join()).toContain(letters);
  });

  it('is searchable after documents in another alphabet', async () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    await renderProtocol(
      signedInput({ ...sampleSnapshot('ru'), faultDescription: 'ТЕХНИКА АВЕНМОРС ЇЄІЈЅ ĄŹČŠŤ' }),
    );
    const snapshot = { ...sampleSnapshot('en'), faultDescription: letters };
    snapshot.customer.fullName = letters.slice(0, 26);
    const text = (await readTexts(await renderProtocol(signedInput(snapshot)))).join();
    expect(text).toContain(letters);
    expect(text).toContain(`${letters.slice(0, 26)} `);
  });

  it('formats dates, times, numbers and countries in the language', async () => {
    const [text = ''] = await readTexts(await renderProtocol(signedInput(sampleSnapshot('pl'))));
    for (const part of [
      '21 listopada 2026',
      '21 listopada 2027',
      '14:32 CET',
      '12 miesięcy',
      'Polska',
      '51,06000°',
    ])
      expect(text).toContain(part);
  });

  it('has texts for every service type and payment in every language', async () => {
    for (const language of languages) {
      const { texts } = wordingFor(language);
      const [text = ''] = await readTexts(await renderProtocol(signedInput(largeSnapshot(language))));
      for (const word of [...Object.values(texts.serviceType), texts.title]) expect(text).toContain(word);
    }
  });

  it('lists the signed files, each with the beginning of its hash', async () => {
    for (const language of languages) {
      const snapshot = snapshotWithFiles(language);
      const text = (await readTexts(await renderProtocol(signedInput(snapshot)))).join(' ');
      expect(text).toContain(wordingFor(language).texts.attachments);
      expect(text).toContain('photo-1.jpg');
      for (const { sha256 } of snapshot.attachments ?? []) expect(text).toContain(`${sha256.slice(0, 16)}…`);
    }
    const none = { ...snapshotWithFiles('en'), attachments: [] };
    expect((await readTexts(await renderProtocol(signedInput(none)))).join()).not.toContain('Attachments');
  });

  it('replaces characters missing in the font instead of failing', async () => {
    const snapshot = {
      ...sampleSnapshot('en'),
      faultDescription: 'Pressure ≥ 5 bar 😀👍 leak\u0007 at\tvalve',
    };
    const text = (await readTexts(await renderProtocol(signedInput(snapshot)))).join();
    expect(text).toContain('Pressure >= 5 bar \uFFFD leak at valve');
  });
});

describe('the file', () => {
  it('embeds Noto Sans and nothing else', async () => {
    const source = Buffer.from(await renderProtocol(signedInput(largeSnapshot('ru')))).toString('latin1');
    const fonts = new Set([...source.matchAll(/\/BaseFont \/(\S+)/g)].map(([, name]) => name));
    expect([...fonts].sort()).toEqual([
      expect.stringMatching(/^[A-Z]{6}\+NotoSans-SemiBold$/),
      expect.stringMatching(/^[A-Z]{6}\+NotoSans-Regular$/),
    ]);
    expect(source.match(/\/FontFile2 /g)).toHaveLength(2);
  });

  it('is tagged, titled and says its language', async () => {
    const bytes = await renderProtocol(signedInput(sampleSnapshot('de'), { logo: await logo() }));
    const document = await openPdf(bytes);
    const { info, metadata } = await document.getMetadata();
    expect(info).toMatchObject({
      Title: 'Serviceprotokoll 25A/11/2026',
      Language: 'de',
      PDFFormatVersion: '1.7',
    });
    expect(metadata?.get('pdfaid:part')).toBe('3');
    expect(metadata?.get('pdfaid:conformance')).toBe('A');
    expect(metadata?.get('dc:creator')).toEqual(['Muster & Söhne Maschinenservice GmbH']);
    expect(Buffer.from(bytes).toString('latin1')).toContain('/Marked true');
    const tree = JSON.stringify(await (await document.getPage(1)).getStructTree());
    for (const role of ['H1', 'H2', 'H3', 'Table', 'TH', 'TD', 'Figure', 'LBody'])
      expect(tree).toContain(`"role":"${role}"`);
    expect(tree).toContain('Unterschrift: Käthe Beispiel');
  });

  it('carries the sealed content, whose hash it prints', async () => {
    const snapshot = sampleSnapshot('pl');
    const document = await openPdf(await renderProtocol(signedInput(snapshot)));
    const [name = ''] = (await document.getAttachments())?.keys() ?? [];
    expect(name).toBe('25A-11-2026.json');
    const attached = new TextDecoder().decode((await document.getAttachmentContent(name)) ?? undefined);
    expect(ProtocolSnapshot.parse(JSON.parse(attached))).toEqual(snapshot);
    expect(canonicalJson(JSON.parse(attached))).toEqual({
      text: attached,
      sha256: canonicalJson(snapshot).sha256,
    });
  });

  it('is the same for the same input, and differs for another', async () => {
    const input = signedInput(sampleSnapshot('pl'), { logo: await logo() });
    const [first, second] = [await renderProtocol(input), await renderProtocol(structuredClone(input))];
    expect(Buffer.from(first).equals(second)).toBe(true);
    const other = await renderProtocol(signedInput({ ...sampleSnapshot('pl'), period: 6 }));
    const idOf = (bytes: Uint8Array) => /\/ID \[<(\w+)>/.exec(Buffer.from(bytes).toString('latin1'))?.[1];
    expect(idOf(first)).toMatch(/^\w{32}$/);
    expect(idOf(other)).not.toBe(idOf(first));
  });

  it('certifies only the snapshot it shows', async () => {
    const snapshot = sampleSnapshot('en');
    const changed = { ...snapshot, paymentType: 'PAID' as const };
    await expect(renderProtocol({ ...signedInput(snapshot), snapshot: changed })).rejects.toThrow(/hash/);
    await expect(renderProtocol(signedInput(snapshot, { version: 2 }))).rejects.toThrow(/version/);
  });
});

describe('pictures', () => {
  it.each([
    ['no picture', async () => Buffer.from('this is no picture')],
    ['cut off', async () => (await logo()).subarray(0, 90)],
    ['empty', async () => Buffer.alloc(0)],
  ])('goes out without a logo that is %s', async (_, broken) => {
    const [text = ''] = await readTexts(
      await renderProtocol(signedInput(sampleSnapshot('pl'), { logo: await broken() })),
    );
    expect(text).toContain('Zakład Serwisowy Żółta Śruba');
  });

  it('shows a signature picture only if it matches the sealed hash', async () => {
    const signaturePng = await logo();
    const sha256 = createHash('sha256').update(signaturePng).digest('hex');
    const snapshot = sampleSnapshot('en');
    if (snapshot.signature?.kind !== 'DRAWN') throw new Error('The sample is signed by hand');
    snapshot.signature.drawing = { format: 'PNG', fileKey: 'signature-1', sha256 };
    const withPicture = await renderProtocol(signedInput(snapshot, { signaturePng }));
    expect(Buffer.from(withPicture).toString('latin1')).toContain('/Subtype /Image');
    await expect(renderProtocol(signedInput(snapshot, { signaturePng: Buffer.from('x') }))).rejects.toThrow(
      /signature/,
    );
    await expect(renderProtocol(signedInput(snapshot))).rejects.toThrow(/signature/);
  });
});

it('is the same from a renderer process', async () => {
  const renderer = createPdfRenderer({ kinds: { protocol: protocolPdf }, processes: 1 });
  try {
    const input = signedInput(sampleSnapshot('ru'), { logo: await logo() });
    const bytes = await renderer.render('protocol', input, { accountId: 1 });
    expect(Buffer.from(bytes).equals(await renderProtocol(input))).toBe(true);
  } finally {
    await renderer.close();
  }
});
