/**
 * A store that speaks as much of S3 as the application uses, as an older store would: it wants signed calls with the hash of
 * what is sent, and refuses the checksums that newer ones know.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Stored {
  bytes: Buffer;
  at: Date;
}
interface PartUpload {
  name: string;
  at: Date;
  parts: Map<number, Stored>;
}

/**
 * SILENT: no answer; CUT: half of what was asked for, and the end of the connection; STUCK: half of it, and then nothing;
 * WHOLE: all of a file, whichever part of it was asked for. A refusal meets all calls, or those of one method.
 */
type Fault =
  | 'SILENT'
  | 'CUT'
  | 'STUCK'
  | 'WHOLE'
  | { status: number; code: string; message?: string; method?: string };

export interface S3Server {
  /** Of the application. */
  settings: Record<'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY', string>;
  objects: Map<string, Stored>;
  /** Begun, and neither completed nor aborted. */
  uploads: Map<string, PartUpload>;
  /** Of the calls so far, the newest last: method, path and query. */
  calls: { call: string; headers: IncomingMessage['headers'] }[];
  /** Goes wrong so often from now on. */
  fail(fault: Fault, times?: number): void;
  recover(): void;
  close(): Promise<void>;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message = `as tests want: ${code}`) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const bucket = 'files';
const keyId = 'key-of-tests';
const pageSize = 2;

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;
const xml = (root: string, content: string) => `<?xml version="1.0"?><${root}>${content}</${root}>`;
const tag = (name: string, value: string | number | Date) =>
  `<${name}>${value instanceof Date ? value.toISOString() : value}</${name}>`;
const byName = <Value>([one]: [string, Value], [other]: [string, Value]) => (one < other ? -1 : 1);

function requireSigned({ headers }: IncomingMessage, content: Buffer): void {
  if (!headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${keyId}/`))
    throw new Refusal(403, 'InvalidAccessKeyId');
  if (
    !/SignedHeaders=[\w;-]*x-amz-content-sha256[\w;-]*, Signature=[0-9a-f]{64}$/.test(headers.authorization)
  )
    throw new Refusal(403, 'SignatureDoesNotMatch');
  if (headers['x-amz-content-sha256'] !== sha256(content))
    throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  const unknown = Object.keys(headers).find((name) => /^x-amz-(checksum|sdk-checksum|trailer)/.test(name));
  if (unknown || headers['content-encoding']) throw new Refusal(501, 'NotImplemented');
}

export async function openS3Server(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const uploads: S3Server['uploads'] = new Map();
  const calls: S3Server['calls'] = [];
  let fault: Fault | null = null;
  /** How many calls it still meets. */
  let faults = 0;
  let uploadsBegun = 0;

  const find = <Value>(map: Map<string, Value>, key: string | null, code: string): Value => {
    const value = map.get(key ?? '');
    if (!value) throw new Refusal(404, code);
    return value;
  };

  function takeFault(method: string): Fault | null {
    if (faults === 0) return null;
    if (typeof fault === 'object' && (fault?.method ?? method) !== method) return null;
    faults--;
    return fault;
  }

  function get(
    name: string,
    { headers }: IncomingMessage,
    response: ServerResponse,
    fault: Fault | null,
  ): void {
    const { bytes, at } = find(objects, name, 'NoSuchKey');
    const etag = etagOf(bytes);
    if (headers['if-match'] && headers['if-match'] !== etag) throw new Refusal(412, 'PreconditionFailed');
    const [, from, to] = (fault !== 'WHOLE' && /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '')) || [];
    const start = Number(from ?? 0);
    const sent = bytes.subarray(start, to ? Number(to) + 1 : bytes.length);
    response.writeHead(from === undefined ? 200 : 206, {
      'Content-Length': sent.length,
      'Last-Modified': at.toUTCString(),
      ETag: etag,
      ...(from && { 'Content-Range': `bytes ${start}-${start + sent.length - 1}/${bytes.length}` }),
    });
    if (fault !== 'CUT' && fault !== 'STUCK') return void response.end(sent);
    response.write(sent.subarray(0, sent.length / 2), () => fault === 'CUT' && response.destroy());
  }

  function list(query: URLSearchParams): string {
    const names = [...objects].filter(([name]) => name.startsWith(query.get('prefix') ?? '')).sort(byName);
    const start = Number(query.get('continuation-token') ?? 0);
    const most = Number(query.get('max-keys') ?? pageSize);
    const contents = names
      .slice(start, start + most)
      .map(([name, { bytes, at }]) =>
        tag('Contents', tag('Key', name) + tag('LastModified', at) + tag('Size', bytes.length)),
      );
    const isTruncated = start + most < names.length;
    const next = isTruncated ? tag('NextContinuationToken', start + most) : '';
    return xml('ListBucketResult', `${tag('IsTruncated', String(isTruncated))}${next}${contents.join('')}`);
  }

  /** Whatever they begin with, as some stores do. */
  function listUploads(query: URLSearchParams): string {
    const all = [...uploads].map(([id, { name, at }]) => ({ id, name, at, place: `${name}\0${id}` }));
    const from = `${query.get('key-marker') ?? ''}\0${query.get('upload-id-marker') ?? ''}`;
    const rest = all.filter(({ place }) => place > from).sort((a, b) => (a.place < b.place ? -1 : 1));
    const page = rest.slice(0, pageSize);
    const isTruncated = rest.length > page.length;
    const { name: key = '', id = '' } = page.at(-1) ?? {};
    const next = isTruncated ? tag('NextKeyMarker', key) + tag('NextUploadIdMarker', id) : '';
    const content = page.map(({ id, name, at }) =>
      tag('Upload', tag('Key', name) + tag('UploadId', id) + tag('Initiated', at)),
    );
    return xml(
      'ListMultipartUploadsResult',
      tag('IsTruncated', String(isTruncated)) + next + content.join(''),
    );
  }

  /** Names a next part also where there is none, as some stores do. */
  function listParts({ parts }: PartUpload, after: number): string {
    const rest = [...parts].filter(([number]) => number > after).sort(([one], [other]) => one - other);
    const page = rest.slice(0, 1);
    const isTruncated = tag('IsTruncated', String(rest.length > page.length));
    const next = tag('NextPartNumberMarker', page.at(-1)?.[0] ?? after);
    const content = page.map(([number, { at }]) =>
      tag('Part', tag('PartNumber', number) + tag('LastModified', at)),
    );
    return xml('ListPartsResult', isTruncated + next + content.join(''));
  }

  /** What a method means by its query. @returns XML; undefined if the answer is sent already */
  function carryOut(
    { method = '' }: IncomingMessage,
    name: string,
    query: URLSearchParams,
    content: Buffer,
  ): string {
    const uploadId = query.get('uploadId');
    const upload = () => find(uploads, uploadId, 'NoSuchUpload');
    if (method === 'GET' && name === '' && query.has('uploads')) return listUploads(query);
    if (method === 'GET' && name === '') return list(query);
    if (method === 'GET' && uploadId)
      return listParts(upload(), Number(query.get('part-number-marker') ?? 0));
    if (method === 'POST' && query.has('uploads')) {
      const id = String(++uploadsBegun);
      uploads.set(id, { name, at: new Date(), parts: new Map() });
      return xml('InitiateMultipartUploadResult', tag('UploadId', id));
    }
    if (method === 'PUT' && uploadId) {
      upload().parts.set(Number(query.get('partNumber')), { bytes: content, at: new Date() });
      return '';
    }
    if (method === 'POST' && uploadId) {
      const numbers = [...content.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) =>
        Number(number),
      );
      const { parts } = upload();
      const bytes = Buffer.concat(numbers.map((number) => parts.get(number)?.bytes ?? Buffer.alloc(0)));
      objects.set(name, { bytes, at: new Date() });
      uploads.delete(uploadId);
      return xml('CompleteMultipartUploadResult', tag('ETag', 'whole'));
    }
    if (method === 'PUT') objects.set(name, { bytes: content, at: new Date() });
    else if (method === 'DELETE' && uploadId) {
      upload();
      uploads.delete(uploadId);
    } else if (method === 'DELETE') objects.delete(name);
    else throw new Refusal(501, 'NotImplemented');
    return '';
  }

  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const { pathname, searchParams } = new URL(url, 'http://here');
    const content = await buffer(request);
    calls.push({ call: `${method} ${url}`, headers });
    const name = decodeURIComponent(pathname).slice(`/${bucket}/`.length);
    try {
      const wrong = takeFault(method);
      if (wrong === 'SILENT') return;
      if (typeof wrong === 'object' && wrong) throw new Refusal(wrong.status, wrong.code, wrong.message);
      requireSigned(request, content);
      if (!`${pathname}/`.startsWith(`/${bucket}/`)) throw new Refusal(404, 'NoSuchBucket');
      if (method === 'HEAD') {
        const { bytes } = find(objects, name, 'NoSuchKey');
        return void response.writeHead(200, { 'Content-Length': bytes.length }).end();
      }
      if (method === 'GET' && name !== '' && !searchParams.has('uploadId'))
        return get(name, request, response, wrong);
      const answer = carryOut(request, name, searchParams, content);
      if (method === 'PUT') response.setHeader('ETag', etagOf(content));
      if (wrong === 'STUCK') return void response.writeHead(200).write(answer.slice(0, answer.length / 2));
      response.writeHead(method === 'DELETE' ? 204 : 200).end(answer);
    } catch (error) {
      const { status, code, message } = error instanceof Refusal ? error : new Refusal(500, String(error));
      response.writeHead(status).end(xml('Error', tag('Code', code) + tag('Message', message)));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    settings: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_ACCESS_KEY_ID: keyId,
      S3_SECRET_ACCESS_KEY: 'secret-of-tests',
    },
    objects,
    uploads,
    calls,
    fail(given, times = Number.POSITIVE_INFINITY) {
      fault = given;
      faults = times;
    },
    recover() {
      faults = 0;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
