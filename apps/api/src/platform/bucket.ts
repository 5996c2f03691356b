/** A bucket of a store that speaks Amazon's S3 protocol: objects that are written, read and removed as a whole. */
import { addAbortSignal, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  type MultipartUpload,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { AppError } from './app-error.ts';
import { nullIfGone } from './file-store.ts';
import { traced } from './trace.ts';
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

/** The first byte, and the one after the last. */
interface ByteRange {
  start: number;
  end: number;
}

export interface StoredObject {
  name: string;
  /** Of its last change; of stores such as Amazon's, when its upload began. */
  at: Date;
}

/** Names are without the prefix of the settings. Errors are in the shape of Node's errors of files. */
export interface Bucket {
  /**
   * Stores a stream of any length. The object appears when it is whole; nothing remains if the stream breaks.
   * @returns the number of bytes
   * @throws AppError STORAGE_FULL if there is no space; errors of the stream
   */
  write(name: string, content: Readable): Promise<number>;
  /** Goes on where the bucket breaks off, a few times, as long as it is the same object. */
  stream(name: string, range?: ByteRange): Readable;
  /** Removes an object; one that is not there is no error. */
  remove(name: string): Promise<void>;
  /** Bytes of an object; null if there is none. A list of some stores has it later. */
  sizeOf(name: string): Promise<number | null>;
  /** All objects whose names begin so, in the order of their names. */
  list(start?: string): AsyncIterable<StoredObject>;
  /**
   * Gives up uploads that have not grown since a moment, because their process died.
   * @param isOurs whether an upload of this name may be given up
   * @returns their names @throws after the last of them, if the bucket has refused to give up others
   */
  removePartial(before: Date, isOurs: (name: string) => boolean | Promise<boolean>): AsyncIterable<string>;
  /** @throws if objects cannot be listed now, or nothing is known of it in time */
  check(inTime: AbortSignal): Promise<void>;
}

/** How long each may take, in milliseconds. */
const usualLimits = {
  /** Bytes that are sent at once. An object of Amazon's has 10,000 parts at most, and three of them are in memory. */
  partSize: 5 * 1024 * 1024,
  connection: 3_000,
  answer: 5_000,
  /** To remove an object, or to list unfinished uploads: some stores go through all parts of it, or of all objects. */
  tidying: 60_000,
  storingPart: 30_000,
  nextBytes: 20_000,
  /** Before a broken stream is resumed; each further time in a row takes so much longer. */
  resuming: 500,
};
export type BucketLimits = typeof usualLimits;
/** For objects of up to 640 GB; as fast or slow a line as usual stores their parts in time. */
export const largeObjects: BucketLimits = {
  ...usualLimits,
  partSize: 64 * 1024 * 1024,
  storingPart: 400_000,
};
/** Of a call. */
const tries = 3;
/** Of an object. */
const partsAtOnce = 2;
/** So often in a row a stream is resumed. */
const resumes = 3;
/** After so many bytes, a broken stream is one that works again. */
const worksAfter = 5 * 1024 * 1024;

/** The last one is the answer to HEAD, which has no other words. */
const gone = new Set(['NoSuchKey', 'NoSuchUpload', 'NotFound']);
/** Of MinIO and Ceph; Amazon's is never full. */
const full = new Set(['XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'QuotaExceeded']);
const insufficientStorage = 507;

/** In the shape of Node's errors of files. */
class S3Failure extends Error {
  readonly code: 'ENOENT' | 'ENOSPC' | 'STORAGE_AWAY';
  readonly syscall = 's3';
  /** The store has answered that it does not want the call. */
  readonly isRefusal: boolean;
  constructor(code: S3Failure['code'], cause: SdkError) {
    super(`${cause.name}: ${cause.message}`, { cause });
    this.name = 'S3Failure';
    this.code = code;
    this.isRefusal = (cause.$metadata?.httpStatusCode ?? 500) < 500;
  }
}

type SdkError = Error & { $metadata?: { httpStatusCode?: number } };

/** Whether a bucket has refused a call, so that only the operator can help. */
export const isRefusal = (error: unknown): boolean => error instanceof S3Failure && error.isRefusal;

/** A bucket that refuses us is away like one that does not answer: the operator can help, and the call is not wrong. */
function asFailure(error: unknown): S3Failure {
  const cause = error as SdkError;
  if (gone.has(cause.name)) return new S3Failure('ENOENT', cause);
  const isFull =
    full.has(cause.name) ||
    cause.$metadata?.httpStatusCode === insufficientStorage ||
    // Of OpenStack Swift. Amazon's is about the size of the object.
    (cause.name === 'EntityTooLarge' && /quota/i.test(cause.message));
  return new S3Failure(isFull ? 'ENOSPC' : 'STORAGE_AWAY', cause);
}

const answered = <Answer>(call: Promise<Answer>): Promise<Answer> =>
  call.catch((error: unknown) => {
    throw asFailure(error);
  });

/** Nothing is asked of it yet. */
export function openBucket(settings: S3Settings, limits: BucketLimits = usualLimits): Bucket {
  /** All tries of a part, and the pauses between them. */
  const uploadSilence = tries * (limits.connection + limits.storingPart) + 2_000;
  /** The time of an answer ends with its head; the signal also ends one whose content never comes, after all tries. */
  const within = (answer: number) => ({
    requestTimeout: answer,
    abortSignal: AbortSignal.timeout(tries * (limits.connection + answer)),
  });
  const quick = () => within(limits.answer);
  const tidying = () => within(limits.tidying);
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
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) =>
        traced(`S3 ${commandName?.replace(/Command$/, '')}`, {}, () => next(args)),
    { name: 'traced', step: 'initialize' },
  );

  async function write(name: string, content: Readable): Promise<number> {
    let size = 0;
    /** How the content failed. */
    let broken: unknown;
    /** What fails now is the upload, which then ends the content too. */
    let isSending = false;
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
          isSending = true;
          yield bytes;
          isSending = false;
          // The next bytes may take as long as they like.
          clearTimeout(patience);
        }
        heard();
      } catch (error) {
        if (!isSending) broken = error;
        throw error;
      }
    }
    const Body = Readable.from(counted(), { objectMode: false });
    const ServerSideEncryption = settings.serverSideEncryption ?? undefined;
    const params = { Bucket, Key: prefix + name, Body, ServerSideEncryption };
    try {
      const upload = new Upload({
        client,
        params,
        queueSize: partsAtOnce,
        partSize: limits.partSize,
        abortController: silence,
      });
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

  /** Of an object, from the first byte of a range. */
  async function* read(Key: string, { start = 0, end }: Partial<ByteRange>, signal: AbortSignal) {
    let IfMatch: string | undefined;
    let at = start;
    let breaks = { inARow: 0, at };
    const broke = (error: unknown) => {
      breaks = { inARow: at - breaks.at < worksAfter ? breaks.inARow + 1 : 1, at };
      if (breaks.inARow > resumes || signal.aborted) throw asFailure(error);
    };
    for (;;) {
      if (breaks.inARow > 0) await answered(pause(limits.resuming * breaks.inARow, null, { signal }));
      const Range = at > 0 || end !== undefined ? `bytes=${at}-${end ? end - 1 : ''}` : undefined;
      const command = new GetObjectCommand({ Bucket, Key, Range, IfMatch });
      const options = { requestTimeout: limits.answer, abortSignal: signal };
      const answer = await client.send(command, options).catch((error: unknown) => {
        // Whoever has begun waits for a store that starts again.
        const failure = asFailure(error);
        if (breaks.inARow === 0 || failure.isRefusal) throw failure;
        broke(error);
      });
      if (!answer) continue;
      if (Range && !answer.ContentRange?.startsWith(`bytes ${at}-`))
        throw asFailure(new Error('it sends other bytes'));
      IfMatch ??= answer.ETag;
      const bytes = addAbortSignal(signal, answer.Body as Readable);
      // Only while bytes are waited for: who takes them slowly may.
      const wait = () =>
        setTimeout(() => bytes.destroy(new Error('The bucket sends no more')), limits.nextBytes);
      let waiting: NodeJS.Timeout | null = wait();
      try {
        for await (const chunk of bytes as AsyncIterable<Buffer>) {
          clearTimeout(waiting);
          waiting = null;
          at += chunk.length;
          yield chunk;
          waiting = wait();
        }
        return;
      } catch (error) {
        // Of the reader.
        if (!waiting) throw error;
        broke(error);
      } finally {
        clearTimeout(waiting ?? undefined);
      }
    }
  }

  function stream(name: string, range: Partial<ByteRange> = {}): Readable {
    const unwanted = new AbortController();
    const content = Readable.from(read(prefix + name, range, unwanted.signal), { objectMode: false });
    const end = content._destroy.bind(content);
    // At once: the end waits for what the bucket sends next.
    content._destroy = (error, done) => {
      unwanted.abort();
      end(error, done);
    };
    return content;
  }

  /** When an upload in parts last grew; null if it has ended. */
  async function lastGrown(upload: { Key: string; UploadId: string }): Promise<Date | null> {
    let last = new Date(0);
    let PartNumberMarker: string | undefined;
    try {
      // The SDK's own loop would never end: stores name a next part also where there is none.
      do {
        const command = new ListPartsCommand({ Bucket, ...upload, PartNumberMarker });
        const { Parts = [], IsTruncated, NextPartNumberMarker } = await client.send(command, tidying());
        for (const { LastModified = last } of Parts) if (LastModified > last) last = LastModified;
        PartNumberMarker = IsTruncated ? NextPartNumberMarker : undefined;
      } while (PartNumberMarker);
      return last;
    } catch (error) {
      return nullIfGone(asFailure(error));
    }
  }

  async function* listUploads(): AsyncGenerator<MultipartUpload> {
    let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
    let isTruncated = false;
    do {
      const command = new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...from });
      const page = await answered(client.send(command, tidying()));
      yield* page.Uploads ?? [];
      from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
      isTruncated = page.IsTruncated ?? false;
    } while (isTruncated);
  }

  return {
    write,
    stream,
    async remove(name) {
      const command = new DeleteObjectCommand({ Bucket, Key: prefix + name });
      await answered(client.send(command, tidying())).catch(nullIfGone);
    },
    async sizeOf(name) {
      const command = new HeadObjectCommand({ Bucket, Key: prefix + name });
      return answered(client.send(command, quick())).then(
        ({ ContentLength = 0 }) => ContentLength,
        nullIfGone,
      );
    },
    async *list(start = '') {
      let ContinuationToken: string | undefined;
      // The SDK's own loop gives all pages one signal.
      do {
        const command = new ListObjectsV2Command({ Bucket, Prefix: prefix + start, ContinuationToken });
        const {
          Contents = [],
          IsTruncated,
          NextContinuationToken,
        } = await answered(client.send(command, quick()));
        for (const { Key = '', LastModified = new Date() } of Contents)
          yield { name: Key.slice(prefix.length), at: LastModified };
        ContinuationToken = IsTruncated ? NextContinuationToken : undefined;
      } while (ContinuationToken);
    },
    async *removePartial(before, isOurs) {
      const failures: unknown[] = [];
      for await (const { Key = '', UploadId = '', Initiated = before } of listUploads()) {
        // Not every store lists only what begins so.
        if (!Key.startsWith(prefix) || Initiated >= before) continue;
        const name = Key.slice(prefix.length);
        if (!(await isOurs(name))) continue;
        try {
          const grown = await lastGrown({ Key, UploadId });
          if (!grown || grown >= before) continue;
          const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
          await answered(client.send(abort, tidying())).catch(nullIfGone);
        } catch (error) {
          failures.push(error);
          continue;
        }
        yield name;
      }
      if (failures.length > 0) throw failures[0];
    },
    async check(inTime) {
      // Shows that objects can be listed, which the nightly work needs.
      const command = new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 });
      await answered(client.send(command, { requestTimeout: limits.answer, abortSignal: inTime }));
    },
  };
}
