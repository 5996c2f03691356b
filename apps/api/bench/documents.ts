/**
 * How long an ordinary signed protocol takes to draw and to seal, beside bare pdfkit with the same texts and pictures, and
 * what sealing a large document costs.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { create } from 'fontkit';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { renderProtocol } from '../src/features/service/service.pdf.ts';
import { drawCode } from '../src/platform/pdf/code.ts';
import { openPdf } from '../src/platform/pdf/testing/read-pdf.ts';
import { sealPdf } from '../src/platform/seal/seal.ts';
import { openOwnSealKey, type SealKey } from '../src/platform/seal/seal-key.ts';
import { samplePath, sampleSnapshot, signedInput } from '../src/testing/service-pdf-samples.ts';

const protocols = 1_000;
const url = 'https://servicebook.example.com/v/12-7h3k9qxa2mvb4tncwe8rfy501j';
const words = { reason: 'Versiegelt', contact: url, at: new Date() };
const require = createRequire(import.meta.url);
/** Parsed once, as the application does, without its memory of shaped words. */
const fonts = ['400Regular/NotoSans_400Regular', '600SemiBold/NotoSans_600SemiBold'].map((file) =>
  create(readFileSync(require.resolve(`@expo-google-fonts/noto-sans/${file}.ttf`))),
);

interface Text {
  text: string;
  left: number;
  baseline: number;
  size: number;
  font: string;
}

/** The texts of a document's first page, with the fonts in the order of their first use. */
async function readTexts(bytes: Uint8Array): Promise<Text[]> {
  const document = await openPdf(bytes);
  if (document.numPages !== 1) throw new Error('One page was expected');
  const { items } = await (await document.getPage(1)).getTextContent();
  await document.loadingTask.destroy();
  const names: string[] = [];
  return items.flatMap((item) => {
    if (!('str' in item) || !item.str.trim()) return [];
    if (!names.includes(item.fontName)) names.push(item.fontName);
    const [, , , size, left, baseline] = item.transform as [number, number, number, number, number, number];
    return [{ text: item.str, left, baseline, size, font: `${names.indexOf(item.fontName)}` }];
  });
}

/** What the page shows, without anything that an archive or a screen reader needs. */
async function drawBare(texts: Text[]): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'A4', margin: 0, font: '' });
  // pdfkit accepts a parsed font; its published types do not say so yet.
  for (const [number, font] of fonts.entries()) doc.registerFont(`${number}`, font as unknown as Uint8Array);
  for (const { text, left, baseline, size, font } of texts)
    doc
      .font(font)
      .fontSize(size)
      .text(text, left, doc.page.height - baseline, { lineBreak: false });
  doc.path(samplePath).stroke();
  drawCode({ doc }, url, 500, 20, 60);
  return finish(doc);
}

async function finish(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = once(doc, 'end');
  doc.end();
  await end;
  return Buffer.concat(chunks);
}

/** In turn, so that a slow moment of the machine meets all. */
async function measureProtocols(key: SealKey): Promise<void> {
  const input = signedInput(sampleSnapshot('de'), { verify: { url } });
  const texts = await readTexts(await renderProtocol(input));
  const times: Record<'bare pdfkit' | 'drawn' | 'sealed' | 'drawn and sealed', number[]> = {
    'bare pdfkit': [],
    drawn: [],
    sealed: [],
    'drawn and sealed': [],
  };
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  const warmUp = 100;
  for (let number = -warmUp; number < protocols; number++) {
    const start = performance.now();
    await drawBare(texts);
    const bare = performance.now();
    const drawn = await renderProtocol(input);
    const between = performance.now();
    const sealed = await sealPdf(drawn, key, words);
    const end = performance.now();
    if (number < 0) continue;
    times['bare pdfkit'].push(bare - start);
    times.drawn.push(between - bare);
    times.sealed.push(end - between);
    times['drawn and sealed'].push(end - bare);
    const added = sealed.length - drawn.length;
    [least, most] = [Math.min(least, added), Math.max(most, added)];
  }
  const at = (values: number[], part: number): number =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] as number;
  const floor = at(times['bare pdfkit'], 0.5);
  console.log('\n| a protocol of one page | p50 | p95 | ratio | load |\n|---|---|---|---|---|');
  for (const [name, values] of Object.entries(times)) {
    const [half, most] = [at(values, 0.5), at(values, 0.95)];
    const load = loadavg()[0]?.toFixed(1);
    console.log(
      `| ${name} | ${half.toFixed(1)} ms | ${most.toFixed(1)} ms | ${(half / floor).toFixed(2)} | ${load} |`,
    );
  }
  console.log(`\nA seal adds ${least.toLocaleString('en')} to ${most.toLocaleString('en')} bytes.\n`);
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const memory = (): string => megabytes(process.memoryUsage.rss());

/** Ten pages, a photo of two megabytes on each. */
async function drawLarge(): Promise<Uint8Array> {
  const doc = new PDFDocument({ size: 'A4', margin: 0, font: '', autoFirstPage: false });
  for (let page = 0; page < 10; page++) {
    const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const;
    const photo = await sharp({
      create: { width: 1980, height: 1400, channels: 3, background: 'grey', noise },
    })
      .jpeg({ quality: 90 })
      .toBuffer();
    doc.addPage().image(photo, 0, 0, { fit: [595, 841] });
  }
  return finish(doc);
}

async function measureLarge(key: SealKey): Promise<void> {
  await sealPdf(await drawBare([]), key, words);
  const drawn = await drawLarge();
  const before = memory();
  const pauses = monitorEventLoopDelay({ resolution: 1 });
  pauses.enable();
  const start = performance.now();
  const sealed = await sealPdf(drawn, key, words);
  const time = performance.now() - start;
  pauses.disable();
  console.log(
    `A PDF of ${megabytes(drawn.length)} is sealed in ${time.toFixed(0)} ms; others wait at most ${(pauses.max / 1e6).toFixed(0)} ms; ` +
      `${(sealed.length - drawn.length).toLocaleString('en')} bytes longer; memory ${before} before, ${memory()} after.`,
  );
}

/** Prints a line for the large document, and a table. */
export async function measureDocuments(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'servicebook-bench-'));
  try {
    const owner = { name: 'bench', country: 'PL' };
    const key = await openOwnSealKey(path.join(dataDir, 'seal.p12'), 'bench', owner, new Date());
    // First, since a thousand protocols leave much unused memory behind.
    await measureLarge(key);
    await measureProtocols(key);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
