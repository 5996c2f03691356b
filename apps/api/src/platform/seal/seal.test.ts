import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { OctetString, Sequence } from 'asn1js';
import type { Certificate } from 'pkijs';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { renderProtocol } from '../../features/service/service.pdf.ts';
import { sampleSnapshot, signedInput } from '../../testing/service-pdf-samples.ts';
import { attributeOf, attributesOf, isGenuine, readSeals, signerOf } from './read-seal.ts';
import { sealPdf } from './seal.ts';
import { openSealKey, type SealKey } from './seal-key.ts';

const words = {
  reason: 'Скреплено печатью: ż (2)',
  contact: 'https://servicebook.example.com/v/1-0123456789abcdefghjkmnpqrs',
  at: new Date('2026-11-24T08:30:15.500Z'),
};

let key: SealKey;
let drawn: Uint8Array;
let sealed: Uint8Array;
beforeAll(async () => {
  key = await openSealKey(inject('sealKeyFile'), '', new Date());
  drawn = await renderProtocol(signedInput(sampleSnapshot('ru')));
  sealed = await sealPdf(drawn, key, words);
});

const attribute = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
};

describe('a sealed PDF', () => {
  it('begins with what was drawn, and is at most 16 kB longer', () => {
    expect(Buffer.compare(sealed.subarray(0, drawn.length), drawn)).toBe(0);
    expect(sealed.length - drawn.length).toBeLessThan(16_000);
  });

  it('is signed to its last byte, by the key whose certificate it carries', () => {
    const seals = readSeals(sealed);
    expect(seals).toHaveLength(1);
    expect(seals[0]?.end).toBe(sealed.length);
    expect(isGenuine(sealed, key.certificate)).toBe(true);
    const carried = seals[0]?.cms.certificates as Certificate[];
    expect(carried.map((each) => Buffer.from(each.toSchema().toBER()))).toEqual([
      Buffer.from(key.certificate),
    ]);
  });

  it('has the attributes of PAdES baseline, and no time beside that of the dictionary', () => {
    const [seal] = readSeals(sealed);
    if (!seal) throw new Error('no seal');
    expect(attributesOf(seal)).toEqual(Object.values(attribute));
    expect(signerOf(seal).unsignedAttrs).toBeUndefined();
    const hash = createHash('sha256').update(key.certificate).digest();
    const named = attributeOf(seal, attribute.signingCertificateV2) as Sequence;
    const [list] = named.valueBlock.value as [Sequence];
    const [id] = list.valueBlock.value as [Sequence];
    const [first] = id.valueBlock.value as [OctetString];
    expect(Buffer.from(first.valueBlock.valueHexView)).toEqual(hash);
    const { serialNumber, issuer } = signerOf(seal).sid;
    expect(Buffer.from(serialNumber.valueBlock.valueHexView).toString('hex').toUpperCase()).toBe(
      new X509Certificate(key.certificate).serialNumber,
    );
    expect(issuer).toBeDefined();
  });

  it('names time, reason and the address as readers show them', () => {
    const dictionary = readSeals(sealed)[0]?.dictionary ?? '';
    expect(dictionary).toContain('/SubFilter /ETSI.CAdES.detached');
    expect(dictionary).toContain("/M (D:20261124083015+00'00')");
    expect(dictionary).toContain(`/ContactInfo (${words.contact})`);
    const reason = Buffer.from(words.reason, 'utf16le').swap16().toString('hex').toUpperCase();
    expect(dictionary).toContain(`/Reason <FEFF${reason}>`);
  });

  it('shows a change of any bit outside of the signature itself', () => {
    const [seal] = readSeals(sealed);
    const step = Math.ceil(sealed.length / 400);
    const unseen: number[] = [];
    for (let at = 0; at < sealed.length; at += step) {
      const changed = Uint8Array.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      if (isGenuine(changed, key.certificate)) unseen.push(at);
    }
    expect(unseen.filter((at) => !seal?.isInSignature(at))).toEqual([]);
  });

  it('is found out when something is added or cut off', () => {
    expect(isGenuine(sealed.subarray(0, -1), key.certificate)).toBe(false);
    expect(readSeals(Buffer.concat([sealed, Buffer.from('\n%')]))[0]?.end).toBe(sealed.length);
  });

  it('is not sealed twice, nor is what is damaged', async () => {
    await expect(sealPdf(sealed, key, words)).rejects.toThrow('a form');
    await expect(sealPdf(drawn.subarray(0, 5_000), key, words)).rejects.toThrow();
  });
});

describe('a key of another kind', () => {
  it('seals with a certificate of an authority, and carries those above it', async () => {
    const ec = await openSealKey(`${import.meta.dirname}/testing/sign.p12`, 'sample', new Date());
    expect(ec).toMatchObject({ type: 'EC', isSelfSigned: false, chain: [expect.anything()] });
    for (let round = 0; round < 20; round++) {
      const bytes = await sealPdf(drawn, ec, words);
      expect(isGenuine(bytes, ec.certificate)).toBe(true);
      expect(readSeals(bytes)[0]?.cms.certificates).toHaveLength(2);
    }
  });

  it('is one that cannot be read without old encryption', async () => {
    const file = `${import.meta.dirname}/testing/legacy.p12`;
    expect((await readFile(file)).length).toBeGreaterThan(1_000);
    expect((await openSealKey(file, 'sample', new Date())).type).toBe('EC');
  });
});
