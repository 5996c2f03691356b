/** The type of a feature's routes: one handler per endpoint of its contract. */

import type { Contract, Endpoint, Schema, StreamedList } from '@servicebook/shared/contract';
import type { z } from 'zod';
import type { Caller, Ctx } from '../platform/ctx.ts';
import type { FileAnswer, UploadedFile } from '../platform/file-transfer.ts';
import type { Cookies, Page, PageRedirect } from '../platform/page.ts';
import type { OpenedSession } from '../platform/session.ts';
import type { GoogleClaims } from './google-strategy.ts';

/** Starts and ends sessions. */
export interface SessionControl {
  /** The signed-in user, if the request has a valid session. */
  current(): Promise<Ctx | null>;
  /** The token of the request's cookie, valid or not. */
  token(): string | undefined;
  start(session: OpenedSession): void;
  end(): void;
}

export interface Request<E extends Endpoint> {
  ctx: E['access'] extends 'public' ? Caller : Ctx;
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  file: UploadedFile | undefined;
  /** HTTP Basic credentials, if the endpoint accepts them. */
  credentials: { username: string; password: string } | undefined;
  /** Asks Google for the user of the request's code, if the endpoint accepts one; null: Google refuses the code. */
  askGoogle: () => Promise<GoogleClaims | null>;
  session: SessionControl;
  cookies: Cookies;
}

/** The parts of a streamed list in order: rows, or JSON arrays that the database has written, as bytes. */
export type Parts<Row = unknown> = AsyncIterable<Row[] | Buffer>;

type Answer<E extends Endpoint> = E['response'] extends StreamedList
  ? Parts<z.input<E['response']>[number]>
  : E['response'] extends Schema
    ? z.input<E['response']>
    : E['response'] extends 'file'
      ? FileAnswer
      : E['response'] extends 'page'
        ? Page | PageRedirect
        : E['response'] extends 'redirect'
          ? string
          : // biome-ignore lint/suspicious/noConfusingVoidType: what a service without an answer returns
            void;

export type Handler<E extends Endpoint> = (request: Request<E>) => Promise<Answer<E>>;
export type Handlers<C extends Contract> = { [Name in keyof C]: Handler<C[Name]> };

/** Binds a contract to its handlers; a missing handler or a wrong answer is a type error. */
export interface Feature {
  contract: Contract;
  handlers: Record<string, (request: never) => Promise<unknown>>;
}

/** The routes of one feature. */
export const handlers = <C extends Contract>(contract: C, table: Handlers<C>): Feature => ({
  contract,
  handlers: table as Feature['handlers'],
});
