/**
 * The contract of an endpoint, written once. The server's routes and validation, the OpenAPI document,
 * the authorization sweep test and the browser's client derive from it.
 */
import { z } from 'zod';
import type { Access } from './access.ts';
import type { ErrorCode } from './error-codes.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type Schema = z.ZodType;

/** A list as long as the account. The server sends it while it reads it, a part at a time. */
export const streamedList = <Item extends Schema>(item: Item) =>
  Object.assign(z.array(item), { isStreamed: true as const });
export type StreamedList = ReturnType<typeof streamedList>;
export const isStreamed = (response: Endpoint['response']): response is StreamedList =>
  typeof response === 'object' && 'isStreamed' in response;

const none = z.strictObject({});
type None = typeof none;

/** A multipart endpoint: the file's field, and the field that carries the JSON body as text, if any. */
export interface Upload {
  file: string;
  json?: string;
  required: boolean;
  /** In bytes; a larger file is refused with FILE_TOO_LARGE. */
  maxBytes: number;
}

/**
 * Response types other than JSON. A `page` is drawn by the server, for people without an account: it is opened as a plain
 * link, a GET changes nothing, and a POST comes from a form.
 */
export type SpecialResponse = 'file' | 'page' | 'redirect' | 'empty';

export interface Endpoint<
  A extends Access = Access,
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema | SpecialResponse = Schema | SpecialResponse,
> {
  method: Method;
  /** As in the specification, with `{id}` for parameters. */
  path: string;
  summary: string;
  access: A;
  params: P;
  query: Q;
  body: B;
  response: R;
  status: number;
  /** Media types of a response of type 'file'; any by default. */
  media: readonly string[];
  /** Errors specific to this endpoint; the OpenAPI document adds those that follow from the other properties. */
  errors: readonly ErrorCode[];
  upload?: Upload;
  /** Accepts an Idempotency-Key header: the same key and content get the stored result. */
  idempotent: boolean;
  /**
   * The answer depends only on rows of the account, not on the time or on other data. While no row changes, a
   * repeated call gets 304 at the cost of one small look-up.
   */
  revalidated: boolean;
  /**
   * A GET that changes nothing and may be called with HEAD. All others answer HEAD with 405: link scanners send HEAD
   * without the user's intent, and a GET may have effects here.
   */
  answersHead: boolean;
  /** Users with an expired plan may also call it. */
  openToExpired: boolean;
  /** Admins of an account that is closed after the end of its contract may also call it. */
  openToClosed: boolean;
  /**
   * Access for sessions that were opened with a mailed password and must choose a new one first: `closed` to them,
   * `open` to them too, or `only` for them.
   */
  passwordChoice: 'closed' | 'open' | 'only';
  /** Opened as a plain link (downloads, activation) or called by another server, so the XHR header cannot be required. */
  plainLink: boolean;
  /** Accepts HTTP Basic credentials. */
  basicAuth: boolean;
  /** Accepts a Google authorization code in the header `code`. */
  googleCode: boolean;
  /** Validation errors are also keyed by field, with `<field>Message` counterparts, as specified for registration. */
  keyedErrors: boolean;
}

type Optional =
  | 'status'
  | 'media'
  | 'errors'
  | 'idempotent'
  | 'revalidated'
  | 'answersHead'
  | 'openToExpired'
  | 'openToClosed'
  | 'passwordChoice'
  | 'plainLink'
  | 'basicAuth'
  | 'googleCode'
  | 'keyedErrors';
type Definition<
  A extends Access,
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  R extends Schema | SpecialResponse,
> = Omit<Endpoint<A, P, Q, B, R>, Optional | 'params' | 'query' | 'body'> &
  Partial<Pick<Endpoint<A, P, Q, B, R>, Optional>> & { params?: P; query?: Q; body?: B };

/** Declares an endpoint. The defaults are no parameters and status 200. */
export function endpoint<
  const A extends Access,
  R extends Schema | SpecialResponse,
  P extends Schema = None,
  Q extends Schema = None,
  B extends Schema = None,
>(definition: Definition<A, P, Q, B, R>): Endpoint<A, P, Q, B, R> {
  const isPage = definition.response === 'page';
  return {
    status: definition.response === 'redirect' ? 302 : 200,
    media: ['*/*'],
    errors: [],
    idempotent: false,
    revalidated: false,
    // An endpoint that only reads rows has no effects.
    answersHead: definition.revalidated ?? (isPage && definition.method === 'get'),
    openToExpired: definition.access === 'public',
    openToClosed: definition.access === 'public',
    passwordChoice: definition.access === 'public' ? 'open' : 'closed',
    plainLink: isPage,
    basicAuth: false,
    googleCode: false,
    keyedErrors: false,
    ...definition,
    params: definition.params ?? (none as unknown as P),
    query: definition.query ?? (none as unknown as Q),
    body: definition.body ?? (none as unknown as B),
  };
}

/**
 * A call may be repeated with its Idempotency-Key for this many days after its `Written-After`, and is carried out once.
 * Keys are kept longer than that. A call that is older and has no key is refused with TOO_OLD_TO_REPEAT: nobody could say
 * whether it was carried out.
 */
export const repeatableDays = 180;

/** A feature's endpoints by name. */
export type Contract = Record<string, Endpoint>;

/** A request part without fields is not required; a part whose fields are all optional is optional. */
type Part<Name extends string, S extends Schema> = keyof z.input<S> extends never
  ? unknown
  : Record<string, never> extends z.input<S>
    ? { [Key in Name]?: z.input<S> }
    : { [Key in Name]: z.input<S> };

/** The request of an endpoint: parameters, query, body and file together. */
export type RequestOf<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']> & {
    file?: Blob;
    fileName?: string;
    idempotencyKey?: string;
    onProgress?: (share: number) => void;
    signal?: AbortSignal;
  };

/** The answer of an endpoint, as seen by the caller. */
export type ResponseOf<E extends Endpoint> = E['response'] extends Schema
  ? z.output<E['response']>
  : E['response'] extends 'file'
    ? File
    : E['response'] extends 'page'
      ? string
      : undefined;

/** Replaces `{name}` placeholders in a path. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
