/** What is said about a dropped file, with a server that knows one document. */
import { createHash } from 'node:crypto';
import type { FileCheck } from '@servicebook/shared/verify';
import { describe, expect, it } from 'vitest';
import { type Ask, checkFile, mostBytes } from './check-file.ts';

const code = '12-7h3k9qxa2mvb4tncwe8rfy501j';
const address = `(https://servicebook.example.com/v/${code})`;
const drawn = '%PDF-1.7 drawn';
const sealed = `${drawn} /ByteRange /Reason ${address} %%EOF`;
const stamped = `${sealed} stamp`;

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const stateOf = (text: string) => ({ sha256: hashOf(text), size: text.length });

const document: NonNullable<FileCheck['document']> = {
  path: `/v/${code}`,
  name: 'Service protocol 1/11/2026, Version 1',
  status: 'CURRENT',
  replacedBy: null,
  states: [drawn, sealed, stamped].map(stateOf),
};

/** Answers like the server, and notes what it was asked. */
function server(known = document) {
  const asked: Parameters<Ask>[0][] = [];
  const ask: Ask = async (question) => {
    asked.push(question);
    const isGenuine = known.states.some(({ sha256 }) => sha256 === question.sha256);
    return { isGenuine, document: isGenuine || question.code === code ? known : null };
  };
  return { asked, ask };
}
const check = (text: string, { onPage, known }: { onPage?: string; known?: typeof document } = {}) =>
  checkFile(new Blob([text]), onPage, server(known).ask);

describe('a file', () => {
  it.each([
    ['the newest state', stamped, { is: 'CURRENT', isEarlier: false }],
    ['sealed, before the stamp', sealed, { is: 'CURRENT', isEarlier: true }],
    ['drawn, before the seal', drawn, { is: 'CURRENT', isEarlier: true }],
    ['with something added', `${stamped} note`, { is: 'ADDED' }],
    ['with something added to an earlier state', `${sealed} other`, { is: 'ADDED' }],
    ['with one byte changed', stamped.replace('drawn', 'drawm'), { is: 'ALTERED' }],
    ['a printed page that links to one', `%PDF-1.4 page ${address}`, { is: 'UNSEALED' }],
    ['cut off', stamped.slice(0, -1), { is: 'ADDED' }],
    ['with a damaged seal', sealed.slice(0, -1), { is: 'ALTERED' }],
    ['an archive that begins with one', `PK\u0003\u0004 dossier.pdf ${stamped}`, { is: 'ZIP' }],
    ['another PDF', '%PDF-1.4 invoice', { is: 'UNKNOWN' }],
    ['a picture', '\u00ff\u00d8\u00ff', { is: 'NOT_PDF' }],
    ['nothing', '', { is: 'NOT_PDF' }],
  ])('%s', async (_, text, expected) => {
    expect(await check(text)).toMatchObject(expected);
  });

  it('that names no address is compared with the document of the page', async () => {
    const saved = '%PDF-1.7 saved again by a viewer';
    expect(await check(saved)).toEqual({ is: 'UNKNOWN' });
    expect(await check(saved, { onPage: code })).toEqual({ is: 'UNSEALED', of: document });
    expect(await check(`${sealed} saved`)).toEqual({ is: 'ADDED', of: document });
  });

  it('says what has become of its document', async () => {
    const replaced = { ...document, status: 'REPLACED' as const, replacedBy: 2 };
    expect(await check(stamped, { known: replaced })).toEqual({
      is: 'REPLACED',
      of: replaced,
      isEarlier: false,
    });
  });

  it('that names many addresses asks about few, the last ones first', async () => {
    const others = Array.from({ length: 20 }, (_, index) => `/v/${index + 1}-${'0'.repeat(26)} `).join('');
    const { ask, asked } = server();
    const text = `${'%PDF-1.7 '}/ByteRange ${others}${address}`;
    expect(await checkFile(new Blob([text]), undefined, ask)).toEqual({ is: 'ALTERED', of: document });
    expect(asked.map((question) => question.code)).toEqual([
      code,
      ...Array.from({ length: 9 }, (_, index) => `${20 - index}-${'0'.repeat(26)}`),
    ]);
  });

  it('of many megabytes is searched to its first byte, also where two steps meet', async () => {
    for (const before of [0, 1_999_990, 2_000_010, 5_000_000]) {
      const text = `%PDF-1.7 ${' '.repeat(before)}${address}${' '.repeat(2_000_000)}`;
      expect(await check(text)).toEqual({ is: 'UNSEALED', of: document });
      expect(await check(text.replace(address, `/ByteRange ${address}`))).toEqual({
        is: 'ALTERED',
        of: document,
      });
    }
  });

  it('that is too large is not read', async () => {
    const file = { size: mostBytes + 1 } as Blob;
    expect(await checkFile(file, code, server().ask)).toEqual({ is: 'TOO_LARGE' });
  });

  it('that the server is not reached for is not called genuine', async () => {
    await expect(checkFile(new Blob([stamped]), code, () => Promise.reject(new Error()))).rejects.toThrow();
  });
});
