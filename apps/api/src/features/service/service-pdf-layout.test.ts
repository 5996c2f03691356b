import { languages } from '@servicebook/shared/primitives';
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import { describe, expect, it } from 'vitest';
import { margins } from '../../platform/pdf/look.ts';
import { openPdf, readPlacedTexts, readTexts } from '../../platform/pdf/testing/read-pdf.ts';
import {
  draftInput,
  largeSnapshot,
  samplePath,
  sampleSnapshot,
  signedInput,
  snapshotWithFiles,
  snapshotWithPhotos,
} from '../../testing/service-pdf-samples.ts';
import { renderProtocol } from './service.pdf.ts';
import { wordingFor } from './service-pdf-texts.ts';

const a4Width = 595.28;
const a4Height = 841.89;
const count = (text: string, part: string) => text.split(part).length - 1;

describe.each(['pl', 'de', 'ru'] as const)('eight machines and eighty actions in %s', (language) => {
  const { texts, fill } = wordingFor(language);
  const snapshot = largeSnapshot(language);

  it('numbers its pages and names itself on each', async () => {
    const pages = await readTexts(await renderProtocol(signedInput(snapshot)));
    expect(pages.length).toBeGreaterThan(3);
    for (const [index, text] of pages.entries()) {
      expect(text).toContain(fill(texts.page, { page: index + 1, pages: pages.length }));
      expect(text).toContain(`${texts.title} ${snapshot.documentNumber}`);
    }
  });

  it('repeats the header of a continued table, with the machine’s name', async () => {
    const pages = await readTexts(await renderProtocol(signedInput(snapshot)));
    const continued = fill(texts.continued, { name: '' }).trim();
    const going = pages.filter((text) => text.includes(continued));
    expect(going.length).toBeGreaterThan(1);
    for (const text of going) {
      const [, after = ''] = text.split(continued);
      expect(after.trim().startsWith(`${texts.action} ${texts.quantity}`)).toBe(true);
    }
    expect(count(pages.join(' '), texts.action)).toBe(snapshot.machines.length + going.length);
  });

  it('loses no action and leaves no machine or header alone at the end of a page', async () => {
    const pages = await readPlacedTexts(await renderProtocol(signedInput(snapshot)));
    const shortName = snapshot.machines[0]?.actions[0]?.name.split(' ').slice(0, 2).join(' ') ?? '';
    const all = pages.flat().map(({ text }) => text);
    const expected = snapshot.machines
      .flatMap(({ actions }) => actions)
      .filter(({ name }) => name.startsWith(shortName));
    expect(count(all.join(' '), shortName)).toBe(expected.length);
    const heads = [texts.action, texts.quantity, texts.values, texts.work, texts.signatures];
    for (const items of pages) {
      const content = items.filter(({ baseline }) => baseline > margins.bottom);
      const lowest = Math.min(...content.map(({ baseline }) => baseline));
      const last = content.filter(({ baseline }) => baseline < lowest + 1).map(({ text }) => text.trim());
      for (const text of last) {
        expect(heads).not.toContain(text);
        expect(text).not.toContain('SN-2019');
      }
    }
  });

  it('keeps every word within the margins, however long', async () => {
    const pages = await readPlacedTexts(await renderProtocol(signedInput(snapshot)));
    for (const { text, left, right, baseline } of pages.flat()) {
      const seen = text.endsWith(' ') ? right - 3 : right;
      expect(left, text).toBeGreaterThan(margins.left - 0.5);
      expect(seen, text).toBeLessThan(a4Width - margins.right + 0.5);
      expect(baseline, text).toBeGreaterThan(20);
    }
  });

  it('keeps the signature with its names', async () => {
    const pages = await readTexts(await renderProtocol(signedInput(snapshot)));
    const { signature } = snapshot;
    const signer = signature?.kind === 'DRAWN' ? signature.signerName : '';
    const page = pages.find((text) => text.includes(signer));
    for (const part of [texts.signatures, texts.forCompany, texts.forCustomer, texts.signedAt])
      expect(page).toContain(part);
  });
});

it('keeps the signature with its names wherever the text before it ends', async () => {
  const { texts } = wordingFor('en');
  const pageCounts = new Set<number>();
  for (let actions = 1; actions <= 24; actions++) {
    const snapshot = sampleSnapshot('en');
    const [machine] = snapshot.machines;
    if (!machine) throw new Error('The sample has a machine');
    machine.actions = Array.from({ length: actions }, (_, index) => ({
      name: `Check ${index}`,
      quantity: 1,
      fields: [],
    }));
    const pages = await readTexts(await renderProtocol(signedInput(snapshot)));
    pageCounts.add(pages.length);
    const signed = pages.filter((text) => text.includes('Example Signer'));
    expect(signed).toHaveLength(1);
    expect(signed[0]).toContain(`${texts.signatures} `);
    expect(signed[0]).toContain(texts.signedAt);
  }
  expect([...pageCounts].sort()).toEqual([1, 2]);
});

it.each(['de', 'ru'] as const)('never leaves the signatures alone on a page, in %s', async (language) => {
  const { texts } = wordingFor(language);
  let moved = 0;
  for (let lines = 0; lines <= 16; lines++) {
    const full = snapshotWithFiles(language);
    const last = [
      { attachments: full.attachments?.slice(0, 1 + (lines % 3)) },
      { attachments: [], remarks: 'Text '.repeat(30 * (1 + (lines % 3))) },
      { attachments: [], partsUsed: [{ machine: 1, name: 'O-Ring', number: '', quantity: 2, unit: '' }] },
      { attachments: [] },
    ];
    for (const given of last) {
      const snapshot = { ...full, schemaVersion: 5 as const, ...given };
      const [machine] = snapshot.machines;
      if (!machine) throw new Error('The sample has a machine');
      const actions = Array.from({ length: lines }, () => ({ name: 'Check', quantity: 1, fields: [] }));
      snapshot.machines = [{ ...machine, result: 'PASSED', actions }];
      const pages = await readPlacedTexts(await renderProtocol(signedInput(snapshot)));
      const signed = pages.find((items) => items.some(({ text }) => text.trim() === texts.signatures));
      const heading = signed?.find(({ text }) => text.trim() === texts.signatures);
      const above = signed?.filter(
        ({ baseline }) => baseline > (heading?.baseline ?? 0) + 5 && baseline < a4Height - margins.top,
      );
      expect(above?.length, `${lines} ${Object.keys(given)}`).toBeGreaterThan(0);
      if (pages.length > 1) moved += 1;
    }
  }
  expect(moved).toBeGreaterThan(0);
});

it('names the machine above a result that starts a page', async () => {
  const { texts } = wordingFor('de');
  const full = snapshotWithFiles('de');
  const [machine] = full.machines;
  if (!machine) throw new Error('The sample has a machine');
  const passed = `${texts.result}: ${texts.results.PASSED}`;
  let moved = 0;
  for (let lines = 10; lines <= 40; lines++) {
    const actions = Array.from({ length: lines }, () => ({ name: 'Check', quantity: 1, fields: [] }));
    const machines = [1, 2].map((id) => ({ ...machine, id, result: 'PASSED' as const, actions }));
    const pages = await readPlacedTexts(await renderProtocol(signedInput({ ...full, machines })));
    for (const items of pages) {
      const [first, second] = items
        .filter(({ text, baseline }) => text.trim() && baseline < a4Height - margins.top)
        .toSorted((one, other) => other.baseline - one.baseline);
      expect(first?.text.trim()).not.toBe(passed);
      if (second?.text.trim() !== passed) continue;
      expect(first?.text).toContain(machine.name);
      moved += 1;
    }
  }
  expect(moved).toBeGreaterThan(0);
});

it('says since shape 8 that a value was not measured, and whose hours they are', async () => {
  const { texts } = wordingFor('de');
  const full = snapshotWithFiles('de');
  const [machine] = full.machines;
  if (!machine) throw new Error('The sample has a machine');
  const fields = [{ name: 'Druck', value: '', unit: 'bar', reason: 'Messgerät defekt' }];
  const textOf = async (schemaVersion: 7 | 8) => {
    const snapshot: ProtocolSnapshot = {
      ...full,
      schemaVersion,
      workMinutes: 90,
      alsoPerformedBy: [{ firstName: 'Anna', lastName: 'Beispiel', position: null }],
      machines: [{ ...machine, actions: [{ name: 'Prüfung', quantity: 1, fields }] }],
    };
    return (await readTexts(await renderProtocol(signedInput(snapshot)))).join(' ').replaceAll(/\s+/g, ' ');
  };
  const [before, since] = [await textOf(7), await textOf(8)];
  const reason = texts.notMeasured.replace('{{reason}}', 'Messgerät defekt');
  const [, together = ''] = texts.together.split('{{hours}}');
  expect(before).toContain('– Messgerät defekt');
  expect(before).not.toContain(together.trim());
  expect(since).toContain(reason);
  expect(since).toContain(together.trim());
});

describe.each(['de', 'ru'] as const)('photos in %s', (language) => {
  const { texts } = wordingFor(language);

  it.each([1, 2, 3, 7])(
    '%i of them are whole, two in a row, and never leave the signatures alone',
    async (size) => {
      const { snapshot: full, photos } = await snapshotWithPhotos(language, size);
      const [machine] = full.machines;
      if (!machine) throw new Error('The sample has a machine');
      const together = [{ firstName: 'Anna', lastName: 'Beispiel', position: null }, full.technician];
      let moved = 0;
      for (let lines = 0; lines <= 14; lines += 2) {
        const actions = Array.from({ length: lines }, () => ({ name: 'Check', quantity: 1, fields: [] }));
        const more =
          lines % 4 ? { alsoPerformedBy: together, ownSignature: { of: 1, path: samplePath } } : {};
        const snapshot: ProtocolSnapshot = { ...full, ...more, machines: [{ ...machine, actions }] };
        const bytes = await renderProtocol(signedInput(snapshot, { photos }));
        const pages = await readPlacedTexts(bytes);
        const figures = (await readFigures(bytes)).filter(({ alt }) => alt.startsWith('photo-'));
        expect(figures.map(({ alt }) => alt)).toEqual(full.attachments?.map(({ filename }) => filename));
        for (const { alt, page, bbox } of figures) {
          const [left = 0, bottom = 0, right = a4Width, top = a4Height] = bbox;
          expect(left).toBeGreaterThan(margins.left - 1);
          expect(bottom).toBeGreaterThan(margins.bottom);
          expect(right).toBeLessThan(a4Width - margins.right + 1);
          expect(top).toBeLessThan(a4Height - margins.top + 1);
          const caption = pages[page]?.findLast(({ text }) => text.trim() === alt);
          expect(caption?.baseline).toBeLessThan(bottom);
        }
        const signed = pages.findIndex((items) => items.some(({ text }) => text.trim() === texts.signatures));
        const heading = pages[signed]?.find(({ text }) => text.trim() === texts.signatures);
        const above = figures.filter(
          ({ page, bbox }) => page === signed && (bbox[1] ?? 0) > (heading?.baseline ?? 0),
        );
        expect(above.length, `${lines} actions`).toBeGreaterThan(0);
        if (pages.length > 2) moved += 1;
      }
      if (size > 2) expect(moved).toBeGreaterThan(0);
    },
  );

  it('say where one could not be read', async () => {
    const { snapshot } = await snapshotWithPhotos(language, 2);
    const text = (await readTexts(await renderProtocol(signedInput(snapshot)))).join(' ');
    expect(count(text, texts.photoUnreadable)).toBe(2);
  });
});

interface Figure {
  alt: string;
  page: number;
  /** Left, lower, right and upper edge. */
  bbox: number[];
}

/** The pictures of a document, from its structure tree. */
async function readFigures(bytes: Uint8Array): Promise<Figure[]> {
  const document = await openPdf(bytes);
  const figures: Figure[] = [];
  const walk = (
    node: { role?: string; alt?: string; bbox?: number[]; children?: object[] },
    page: number,
  ) => {
    if (node.role === 'Figure') figures.push({ alt: node.alt ?? '', page, bbox: node.bbox ?? [] });
    for (const child of node.children ?? []) walk(child, page);
  };
  for (let page = 0; page < document.numPages; page++)
    walk(await (await document.getPage(page + 1)).getStructTree(), page);
  await document.loadingTask.destroy();
  return figures;
}

it('splits an action longer than a page, and a fault description of thousands of characters', async () => {
  const snapshot: ProtocolSnapshot = {
    ...sampleSnapshot('de'),
    faultDescription: Array.from({ length: 700 }, (_, index) => `Wort${index}`).join(' '),
  };
  const [machine] = snapshot.machines;
  if (!machine) throw new Error('The sample has a machine');
  const results = (field: number) =>
    Array.from({ length: 24 }, (_, index) => `Ergebnis${field}.${index}`).join(' ');
  machine.actions = [
    {
      name: 'Messreihe',
      quantity: 1,
      fields: Array.from({ length: 20 }, (_, index) => ({
        name: `Messung ${index}.`,
        value: results(index),
        unit: 'bar',
      })),
    },
  ];
  const pages = await readTexts(await renderProtocol(signedInput(snapshot)));
  const text = pages.join(' ');
  expect(pages.length).toBeGreaterThan(3);
  for (let index = 0; index < 700; index++) expect(text).toContain(`Wort${index} `);
  for (let field = 0; field < 20; field++) {
    expect(count(text, `Messung ${field}. `)).toBe(1);
    for (let index = 0; index < 24; index++) expect(count(text, `Ergebnis${field}.${index} `)).toBe(1);
  }
});

describe('drafts', () => {
  it.each(languages)('are marked on every page, in %s, unlike signed protocols', async (language) => {
    const { texts } = wordingFor(language);
    const pages = await readPlacedTexts(await renderProtocol(draftInput(largeSnapshot(language))));
    for (const items of pages) {
      const mark = items.filter(({ level }) => !level);
      expect(mark.map(({ text }) => text).join(' ')).toBe(texts.draftMark);
      const footer = items.filter(({ baseline }) => baseline < margins.bottom).map(({ text }) => text);
      expect(footer.join(' ')).toContain(texts.draftNote);
      expect(footer.join(' ')).not.toContain('SHA-256');
    }
    const signed = (await readTexts(await renderProtocol(signedInput(sampleSnapshot(language))))).join();
    expect(signed).not.toContain(texts.draftMark);
    expect(signed).not.toContain(texts.draftNote);
  });
});

it('leaves an empty line for the signature of a paper copy', async () => {
  const { texts } = wordingFor('pl');
  const snapshot: ProtocolSnapshot = {
    ...sampleSnapshot('pl'),
    signature: { kind: 'PAPER', signedAt: '2026-11-21T13:32:05Z' },
    faultDescription: null,
    period: null,
    nextInspection: null,
  };
  const [text = ''] = await readTexts(await renderProtocol(signedInput(snapshot)));
  expect(text).toContain(texts.signatureLine);
  expect(text).toContain(texts.signedOnPaper);
  for (const absent of [texts.fault, texts.interval, texts.nextInspection, `${texts.signedAt}:`])
    expect(text).not.toContain(absent);
});
