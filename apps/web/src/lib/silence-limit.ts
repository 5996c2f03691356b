import {
  type AxiosAdapter,
  AxiosError,
  type AxiosProgressEvent,
  type InternalAxiosRequestConfig,
} from 'axios';

/** Without a byte for this long, the connection is dead. */
const silence = 15_000;
/** Time until the first byte of answers that must be rendered first, such as PDFs and exports. */
const drawing = 60_000;
/**
 * A browser counts a byte as sent when it is in the phone's buffer. Over GPRS, at about 10 bytes per millisecond, the
 * buffer empties later; but the user must get a message within 20 seconds.
 */
const bufferDelay = (bytes: number) => Math.min(5000, bytes / 10);

const answerWithin = ({ responseType }: InternalAxiosRequestConfig, sent: number) =>
  (responseType === 'blob' ? drawing : silence) + bufferDelay(sent);

/**
 * A transport that fails when no more data is transferred. There is no total limit: a large file over a poor connection
 * may take its time, in either direction.
 */
export const limitSilence =
  (adapter: AxiosAdapter): AxiosAdapter =>
  (config) =>
    new Promise((resolve, reject) => {
      const { signal, onUploadProgress, onDownloadProgress } = config;
      const controller = new AbortController();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const expect = (within: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          reject(new AxiosError('Nothing moved in time', AxiosError.ETIMEDOUT, config));
          controller.abort();
        }, within);
      };
      const cancel = () => controller.abort();
      if (signal?.aborted) cancel();
      signal?.addEventListener?.('abort', cancel);
      expect(answerWithin(config, 0));
      adapter({
        ...config,
        signal: controller.signal,
        onUploadProgress: (event: AxiosProgressEvent) => {
          const { loaded, total } = event;
          expect(total !== undefined && loaded >= total ? answerWithin(config, total) : silence);
          onUploadProgress?.(event);
        },
        onDownloadProgress: (event: AxiosProgressEvent) => {
          expect(silence);
          onDownloadProgress?.(event);
        },
      })
        .then(resolve, reject)
        .finally(() => {
          clearTimeout(timer);
          signal?.removeEventListener?.('abort', cancel);
        });
    });
