import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { renderProtocol } from '../../features/service/service.pdf.ts';
import { sampleSnapshot, signedInput } from '../../testing/service-pdf-samples.ts';
import { isGenuine, readSeals } from './read-seal.ts';
import { sealPdf } from './seal.ts';
import { openSealKey, type SealKey } from './seal-key.ts';
import { type Fault, startTimeStampServer } from './testing/time-stamp-server.ts';
import { StampRefused, stampPdf } from './time-stamp.ts';

let server: Awaited<ReturnType<typeof startTimeStampServer>>;
let key: SealKey;
let sealed: Uint8Array;
beforeAll(async () => {
  server = await startTimeStampServer();
  key = await openSealKey(inject('sealKeyFile'), '', new Date());
  const drawn = await renderProtocol(signedInput(sampleSnapshot('de')));
  const contact = 'https://servicebook.example.com/v/1-0';
  sealed = await sealPdf(drawn, key, { reason: 'Seal', contact, at: new Date() });
});
afterAll(() => server.stop());

describe('a time stamp', () => {
  it('stands behind the seal, which stays as it is, and covers it', async () => {
    const before = Date.now() - 2_000;
    const { bytes, at } = await stampPdf(sealed, server.url);
    expect(Buffer.compare(bytes.subarray(0, sealed.length), sealed)).toBe(0);
    expect(at.getTime()).toBeGreaterThan(before);
    const [seal, stamp] = readSeals(bytes);
    expect(seal?.end).toBe(sealed.length);
    expect(isGenuine(bytes, key.certificate)).toBe(true);
    expect(stamp?.dictionary).toContain('/SubFilter /ETSI.RFC3161');
    expect(stamp?.end).toBeGreaterThan(sealed.length);
    const text = Buffer.from(bytes).toString('latin1');
    expect(text.slice(sealed.length)).toContain('/DSS');
  });

  const faults: Fault[] = ['away', 'refuses', 'nonce', 'imprint', 'signature', 'purpose', 'garbage'];
  it.each<Fault>([...faults, 'time', 'endless'])('is refused when the answer is wrong: %s', async (fault) => {
    server.fail(fault);
    await expect(stampPdf(sealed, server.url)).rejects.toThrow(StampRefused);
    server.fail(null);
  });
});
