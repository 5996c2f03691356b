/** The typed client of a contract, used by the browser and the API tests. */
import type { AxiosInstance, AxiosRequestConfig } from 'axios';
import { type Contract, type Endpoint, fillPath, type RequestOf, type ResponseOf } from './contract.ts';

type Call<E extends Endpoint> = (
  ...request: Record<string, never> extends RequestOf<E> ? [RequestOf<E>?] : [RequestOf<E>]
) => Promise<ResponseOf<E>>;
export type Client<C extends Contract> = { [Name in keyof C]: Call<C[Name]> };

interface AnyRequest {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: Blob;
  fileName?: string;
  idempotencyKey?: string;
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

function contentOf(endpoint: Endpoint, { body, file, fileName }: AnyRequest): unknown {
  if (endpoint.response === 'page') return new URLSearchParams(body as Record<string, string>);
  if (!endpoint.upload) return body;
  const form = new FormData();
  if (endpoint.upload.json) form.append(endpoint.upload.json, JSON.stringify(body));
  if (file) form.append(endpoint.upload.file, file, fileName ?? (file instanceof File ? file.name : 'file'));
  return form;
}

/** A download, with the file name given by the server. */
function nameFile(content: Blob, disposition: unknown): File {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(String(disposition)) ?? [];
  const [, plain] = /filename="?([^";]+)"?/i.exec(String(disposition)) ?? [];
  const name = encoded === undefined ? (plain ?? 'file') : decodeURIComponent(encoded);
  return new File([content], name, { type: content.type });
}

/**
 * Derives the calls of one feature.
 * @param http an axios instance with base address, credentials and default headers set.
 */
export function clientOf<C extends Contract>(http: AxiosInstance, contract: C): Client<C> {
  const call =
    (endpoint: Endpoint) =>
    async (request: AnyRequest = {}) => {
      const config: AxiosRequestConfig = {
        method: endpoint.method,
        url: fillPath(endpoint.path, request.params),
        params: request.query,
        data: contentOf(endpoint, request),
        headers: request.idempotencyKey ? { 'Idempotency-Key': request.idempotencyKey } : {},
      };
      if (endpoint.response === 'file') config.responseType = 'blob';
      if (request.signal) config.signal = request.signal;
      const { onProgress } = request;
      if (onProgress) config.onUploadProgress = ({ progress }) => onProgress(progress ?? 0);
      const answer = await http.request(config);
      if (answer.data instanceof Blob) return nameFile(answer.data, answer.headers['content-disposition']);
      return endpoint.response === 'empty' || endpoint.response === 'redirect' ? undefined : answer.data;
    };
  return Object.fromEntries(
    Object.entries(contract).map(([name, endpoint]) => [name, call(endpoint)]),
  ) as unknown as Client<C>;
}
