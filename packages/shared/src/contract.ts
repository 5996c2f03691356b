/**
 * The contract of an endpoint, written once. The server's routes and validation, the OpenAPI document,
 * the authorization sweep test and the browser's client all derive from it.
 */
import { z } from 'zod';
import type { Access } from './access.ts';
import type { ErrorCode } from './error-codes.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type Schema = z.ZodType;

const none = z.strictObject({});
type None = typeof none;

/** A multipart endpoint: the file's field, and the field that carries the JSON body as text, if any. */
export interface Upload {
  file: string;
  json?: string;
  required: boolean;
  /** Bytes; larger is refused with FILE_TOO_LARGE. */
  maxBytes: number;
}

/** What an endpoint answers with besides JSON. */
export type SpecialResponse = 'file' | 'redirect' | 'empty';

export interface Endpoint<
  A extends Access = Access,
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema | SpecialResponse = Schema | SpecialResponse,
> {
  method: Method;
  /** As the specification writes it, with `{id}` for parameters. */
  path: string;
  summary: string;
  access: A;
  params: P;
  query: Q;
  body: B;
  response: R;
  status: number;
  /** What kinds of file a response of type 'file' is, by media type; any kind unless it says so. */
  media: readonly string[];
  /** The refusals particular to this endpoint; the OpenAPI document adds those that follow from the rest. */
  errors: readonly ErrorCode[];
  upload?: Upload;
  /** Accepts an Idempotency-Key header: the same key and content answers the stored result. */
  idempotent: boolean;
  /**
   * Answers from rows of the account alone, not from the time of day or another place. While no row changes, a
   * repeated call is answered 304 for the price of one small look-up.
   */
  revalidated: boolean;
  /**
   * A GET that changes nothing and may be asked for with HEAD. Any other answers HEAD with 405: programs that look at
   * links send HEAD without a person's wish, and a GET may have effects here.
   */
  answersHead: boolean;
  /** Users whose plan has run out may call it as well. */
  openToExpired: boolean;
  /**
   * For sessions that a mailed password opened, which must choose a password first: `closed` to them, `open` to them as
   * well, or `only` for them.
   */
  passwordChoice: 'closed' | 'open' | 'only';
  /** Followed as a plain link (downloads, activation) or called by another machine: no XHR header can be asked for. */
  plainLink: boolean;
  /** Takes HTTP Basic credentials. */
  basicAuth: boolean;
  /** Takes an authorization code of Google in the header `code`. */
  googleCode: boolean;
  /** Validation errors are also keyed by field with `<field>Message` counterparts, as registration wants them. */
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

/** Declares an endpoint. What is left out takes no parameters and status 200. */
export function endpoint<
  const A extends Access,
  R extends Schema | SpecialResponse,
  P extends Schema = None,
  Q extends Schema = None,
  B extends Schema = None,
>(definition: Definition<A, P, Q, B, R>): Endpoint<A, P, Q, B, R> {
  return {
    status: definition.response === 'redirect' ? 302 : 200,
    media: ['*/*'],
    errors: [],
    idempotent: false,
    revalidated: false,
    // What answers from rows alone changes nothing.
    answersHead: definition.revalidated ?? false,
    openToExpired: definition.access === 'public',
    passwordChoice: definition.access === 'public' ? 'open' : 'closed',
    plainLink: false,
    basicAuth: false,
    googleCode: false,
    keyedErrors: false,
    ...definition,
    params: definition.params ?? (none as unknown as P),
    query: definition.query ?? (none as unknown as Q),
    body: definition.body ?? (none as unknown as B),
  };
}

/** The request header that names the account and user a page was loaded for. */
export const signedInAsHeader = 'Signed-In-As';

/** The header's value. It names the user, not the session: signing in again as the same user disturbs no open page. */
export const signedInAs = (user: { accountId: number; userId: number }): string =>
  `${user.accountId}/${user.userId}`;

/** A feature's endpoints by name. */
export type Contract = Record<string, Endpoint>;

/** A part of a request that has no fields is not asked for; one whose fields may all be left out is optional. */
type Part<Name extends string, S extends Schema> = keyof z.input<S> extends never
  ? unknown
  : Record<string, never> extends z.input<S>
    ? { [Key in Name]?: z.input<S> }
    : { [Key in Name]: z.input<S> };

/** What a caller hands to an endpoint: parameters, query, body and file together. */
export type RequestOf<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']> & {
    file?: Blob;
    fileName?: string;
    idempotencyKey?: string;
    onProgress?: (share: number) => void;
    signal?: AbortSignal;
  };

/** What an endpoint answers, as the caller sees it. */
export type ResponseOf<E extends Endpoint> = E['response'] extends Schema
  ? z.output<E['response']>
  : E['response'] extends 'file'
    ? File
    : undefined;

/** Fills `{name}` places of a path. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
