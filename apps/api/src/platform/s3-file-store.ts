/** Files as objects of a bucket, by Amazon's S3 protocol. Uploads under way stay on the disk of their server. */
import { addAbortSignal, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { AppError } from './app-error.ts';
import { type FileStore, keyPattern } from './file-store.ts';
import { isDiskFull } from './unavailable.ts';

export interface S3Settings {
  bucket: string;
  /** Null: Amazon's own of the region. */
  endpoint: string | null;
  region: string;
  /** Null: those that the SDK finds on the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** Before every name; empty, or with a slash at its end. */
  prefix: string;
  forcePathStyle: boolean;
  serverSideEncryption: 'AES256' | 'aws:kms' | null;
}

/** How long each may take, in milliseconds. */
const usualLimits = { connection: 3_000, answer: 5_000, storingPart: 30_000, nextBytes: 20_000 };
/** Of a call. */
const tries = 3;
/** Of a file, in parts of 5 MiB: so much is in memory. */
const partsAtOnce = 2;

const gone = new Set(['NoSuchKey', 'NoSuchUpload']);
/** Of MinIO and Ceph; Amazon's is never full. */
const full = new Set(['XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'QuotaExceeded']);
const insufficientStorage = 507;

/** In the shape of Node's errors of files. */
class S3Failure extends Error {
  readonly code: 'ENOENT' | 'ENOSPC' | 'STORAGE_AWAY';
  readonly syscall = 's3';
  constructor(code: S3Failure['code'], cause: Error) {
    super(`${cause.name}: ${cause.message}`, { cause });
    this.name = 'S3Failure';
    this.code = code;
  }
}

/** A bucket that refuses us is away like one that does not answer: the operator can help, and the call is not wrong. */
function asFailure(error: unknown): S3Failure {
  const cause = error as Error & { $metadata?: { httpStatusCode?: number } };
  if (gone.has(cause.name)) return new S3Failure('ENOENT', cause);
  const isFull = full.has(cause.name) || cause.$metadata?.httpStatusCode === insufficientStorage;
  return new S3Failure(isFull ? 'ENOSPC' : 'STORAGE_AWAY', cause);
}

const answered = <Answer>(call: Promise<Answer>): Promise<Answer> =>
  call.catch((error: unknown) => {
    throw asFailure(error);
  });

function ignoreGone(error: unknown): void {
  if ((error as S3Failure).code !== 'ENOENT') throw error;
}

/** Nothing is asked of the bucket yet. @param local holds what this server has not stored yet */
export function openS3FileStore(settings: S3Settings, local: FileStore, limits = usualLimits): FileStore {
  /** All tries of a part, and the pauses between them. */
  const uploadSilence = tries * (limits.connection + limits.storingPart) + 2_000;
  /** The time of an answer ends with its head; the signal also ends one whose content never comes, after all tries. */
  const quick = () => ({
    requestTimeout: limits.answer,
    abortSignal: AbortSignal.timeout(tries * (limits.connection + limits.answer)),
  });
  const { bucket: Bucket, endpoint, region, credentials, prefix, forcePathStyle } = settings;
  const client = new S3Client({
    region,
    forcePathStyle,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    maxAttempts: tries,
    // Not every store says that it expects more.
    expectContinueHeader: false,
    // The signature has the SHA-256 of what is sent. Many stores refuse checksums beside it.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: limits.connection,
      requestTimeout: limits.storingPart,
      throwOnRequestTimeout: true,
      // Who downloads slowly is not silent, and keeps nobody else from a connection.
      socketTimeout: 0,
      httpAgent: { maxSockets: Number.POSITIVE_INFINITY },
      httpsAgent: { maxSockets: Number.POSITIVE_INFINITY },
    },
  });
  /** The same as in a local folder, so that any tool can copy from one to the other. */
  const nameOf = (key: string): string => {
    if (!keyPattern.test(key)) throw new Error('not a key of the file store');
    return `${prefix}${key.slice(0, 2)}/${key}`;
  };
  /** Null: something else that lies in the bucket. */
  const keyOf = (name = ''): string | null => {
    const key = name.slice(-40);
    return keyPattern.test(key) && nameOf(key) === name ? key : null;
  };

  async function write(key: string, content: Readable): Promise<number> {
    let size = 0;
    let broken: unknown;
    // The limit of a call ends with the head of its answer. This one ends an upload whose answer never comes.
    const silence = new AbortController();
    let patience: NodeJS.Timeout | undefined;
    let isOver = false;
    const heard = () => {
      clearTimeout(patience);
      if (!isOver) patience = setTimeout(() => silence.abort(), uploadSilence);
    };
    async function* counted(): AsyncGenerator<Buffer> {
      try {
        for await (const chunk of content) {
          const bytes = Buffer.from(chunk);
          size += bytes.length;
          heard();
          yield bytes;
          // The next bytes may take as long as they like.
          clearTimeout(patience);
        }
        heard();
      } catch (error) {
        broken = error;
        throw error;
      }
    }
    const Body = Readable.from(counted(), { objectMode: false });
    const ServerSideEncryption = settings.serverSideEncryption ?? undefined;
    const params = { Bucket, Key: nameOf(key), Body, ServerSideEncryption };
    try {
      const upload = new Upload({ client, params, queueSize: partsAtOnce, abortController: silence });
      upload.on('httpUploadProgress', heard);
      await upload.done();
      return size;
    } catch (error) {
      const reason = broken ?? asFailure(error);
      throw isDiskFull(reason) ? new AppError('STORAGE_FULL', {}, reason) : reason;
    } finally {
      isOver = true;
      clearTimeout(patience);
      Body.destroy();
    }
  }

  async function* read(command: GetObjectCommand, signal: AbortSignal): AsyncGenerator<Buffer> {
    const { Body } = await answered(
      client.send(command, { requestTimeout: limits.answer, abortSignal: signal }),
    );
    const bytes = addAbortSignal(signal, Body as Readable);
    // Only while bytes are waited for: who takes them slowly may.
    const wait = () =>
      setTimeout(() => bytes.destroy(new Error('The bucket sends no more')), limits.nextBytes);
    let waiting = wait();
    try {
      for await (const chunk of bytes) {
        clearTimeout(waiting);
        yield chunk;
        waiting = wait();
      }
    } catch (error) {
      throw asFailure(error);
    } finally {
      clearTimeout(waiting);
    }
  }

  function stream(key: string, range?: { start: number; end: number }): Readable {
    const unwanted = new AbortController();
    const Range = range && `bytes=${range.start}-${range.end - 1}`;
    const command = new GetObjectCommand({ Bucket, Key: nameOf(key), Range });
    const content = Readable.from(read(command, unwanted.signal), { objectMode: false });
    return content.once('close', () => unwanted.abort());
  }

  /** When an upload in parts last grew; null if it has ended. */
  async function lastGrown(upload: { Key: string; UploadId: string }): Promise<Date | null> {
    let last = new Date(0);
    let PartNumberMarker: string | undefined;
    try {
      // The SDK's own loop would never end: stores name a next part also where there is none.
      do {
        const command = new ListPartsCommand({ Bucket, ...upload, PartNumberMarker });
        const { Parts = [], IsTruncated, NextPartNumberMarker } = await client.send(command, quick());
        for (const { LastModified = last } of Parts) if (LastModified > last) last = LastModified;
        PartNumberMarker = IsTruncated ? NextPartNumberMarker : undefined;
      } while (PartNumberMarker);
      return last;
    } catch (error) {
      ignoreGone(asFailure(error));
      return null;
    }
  }

  return {
    newKey: local.newKey,
    uploadDir: local.uploadDir,
    write,
    stream,
    async put(bytes) {
      const key = local.newKey();
      await write(key, Readable.from([bytes]));
      return key;
    },
    get: (key) => buffer(stream(key)),
    remove: (key) =>
      answered(client.send(new DeleteObjectCommand({ Bucket, Key: nameOf(key) }), quick())).then(
        () => {},
        ignoreGone,
      ),
    async *keysBefore(moment) {
      try {
        for await (const { Contents = [] } of paginateListObjectsV2(
          { client },
          { Bucket, Prefix: prefix },
          { requestTimeout: limits.answer },
        ))
          for (const { Key, LastModified = moment } of Contents) {
            const key = LastModified < moment && keyOf(Key);
            if (key) yield key;
          }
      } catch (error) {
        throw asFailure(error);
      }
    },
    async removePartial(before) {
      let removed = await local.removePartial(before);
      // A thousand at most; the next ones come with the next call.
      const command = new ListMultipartUploadsCommand({ Bucket, Prefix: prefix });
      const { Uploads = [] } = await answered(client.send(command, quick()));
      for (const { Key = '', UploadId = '', Initiated = before } of Uploads) {
        if (!keyOf(Key) || Initiated >= before) continue;
        const grown = await lastGrown({ Key, UploadId });
        if (!grown || grown >= before) continue;
        const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
        await answered(client.send(abort, quick())).catch(ignoreGone);
        removed++;
      }
      return removed;
    },
    async check(inTime) {
      // Also shows that files can be listed, which the nightly sweep needs.
      const command = new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 });
      await answered(client.send(command, { requestTimeout: limits.answer, abortSignal: inTime }));
    },
  };
}
