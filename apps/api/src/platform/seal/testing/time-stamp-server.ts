/** A time-stamp server (RFC 3161) with a key of its own, which can be away or answer wrongly. */
import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Integer, ObjectIdentifier, OctetString, Utf8String } from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  AttributeTypeAndValue,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';

export type Fault =
  | 'away'
  | 'refuses'
  | 'nonce'
  | 'imprint'
  | 'signature'
  | 'purpose'
  | 'garbage'
  | 'time'
  | 'endless'
  | null;

export async function startTimeStampServer() {
  const right = await keyFor('1.3.6.1.5.5.7.3.8');
  const wrong = await keyFor('1.3.6.1.5.5.7.3.1');
  let fault: Fault = null;
  let asked = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      asked += 1;
      if (fault === 'away') return response.writeHead(503).end();
      if (fault === 'endless') return endlessly(response);
      const question = TimeStampReq.fromBER(new Uint8Array(Buffer.concat(chunks)));
      const answer = await answerTo(question, fault === 'purpose' ? wrong : right, fault);
      response.setHeader('Content-Type', 'application/timestamp-reply');
      return response.end(fault === 'garbage' ? Buffer.from('garbage') : Buffer.from(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    certificate: new Uint8Array(right.certificate.toSchema().toBER()),
    fail(next: Fault) {
      fault = next;
    },
    asked: () => asked,
    stop: () => server.close(),
  };
}

/** Until the other side hangs up. */
function endlessly(response: ServerResponse): void {
  while (!response.destroyed && response.write(Buffer.alloc(100_000)));
  if (!response.destroyed) response.once('drain', () => endlessly(response));
}

async function keyFor(purpose: string) {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = new Certificate({ version: 2, serialNumber: new Integer({ value: 7 }) });
  const name = new AttributeTypeAndValue({
    type: '2.5.4.3',
    value: new Utf8String({ value: 'Time Stamps' }),
  });
  certificate.issuer.typesAndValues.push(name);
  certificate.subject.typesAndValues.push(name);
  certificate.notBefore.value = new Date('2000-01-01');
  certificate.notAfter.value = new Date('2049-01-01');
  const usage = new ExtKeyUsage({ keyPurposes: [purpose] });
  certificate.extensions = [
    new Extension({ extnID: '2.5.29.37', critical: true, extnValue: usage.toSchema().toBER() }),
  ];
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign(keys.privateKey, 'SHA-256');
  // Read again, as others read it.
  return { key: keys.privateKey, certificate: Certificate.fromBER(certificate.toSchema(true).toBER()) };
}

type Key = Awaited<ReturnType<typeof keyFor>>;

async function answerTo(
  question: TimeStampReq,
  { key, certificate }: Key,
  fault: Fault,
): Promise<ArrayBuffer> {
  if (fault === 'refuses')
    return new TimeStampResp({ status: new PKIStatusInfo({ status: 2 }) }).toSchema().toBER();
  if (fault === 'imprint')
    question.messageImprint.hashedMessage = new OctetString({ valueHex: randomBytes(32) });
  const info = new TSTInfo({
    version: 1,
    policy: '1.2.3.4',
    messageImprint: question.messageImprint,
    serialNumber: new Integer({ value: 1 }),
    genTime: fault === 'time' ? new Date('2001-01-01') : new Date(Math.floor(Date.now() / 1000) * 1000),
    nonce: fault === 'nonce' ? new Integer({ value: 5 }) : question.nonce,
  });
  const content = info.toSchema().toBER();
  const sha256 = new AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1' });
  const hash = await crypto.subtle.digest('SHA-256', content);
  const signed = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: '1.2.840.113549.1.9.16.1.4',
      eContent: new OctetString({ valueHex: content }),
    }),
    certificates: [certificate],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        digestAlgorithm: sha256,
        signedAttrs: new SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            new Attribute({
              type: '1.2.840.113549.1.9.3',
              values: [new ObjectIdentifier({ value: '1.2.840.113549.1.9.16.1.4' })],
            }),
            new Attribute({
              type: '1.2.840.113549.1.9.4',
              values: [new OctetString({ valueHex: hash })],
            }),
          ],
        }),
      }),
    ],
  });
  await signed.sign(key, 0, 'SHA-256', content);
  if (fault === 'signature') {
    const bytes = signed.signerInfos[0]?.signature.valueBlock.valueHexView;
    if (bytes) bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
  }
  const token = new ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema(true) });
  return new TimeStampResp({ status: new PKIStatusInfo({ status: 0 }), timeStampToken: token })
    .toSchema()
    .toBER();
}
