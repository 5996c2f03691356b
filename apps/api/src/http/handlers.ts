/** How a feature's routes are written: one handler per endpoint of its contract. */

import type { Readable } from 'node:stream';
import type { Contract, Endpoint, Schema } from '@servicebook/shared/contract';
import type { z } from 'zod';
import type { Caller, Ctx } from '../context.ts';
import type { GoogleClaims } from './google-strategy.ts';
import type { OpenedSession } from './session.ts';

/** A file as it arrived, in the upload folder; removed when the request is over. */
export interface UploadedFile {
  path: string;
  /** What the user calls it; never used as a path. */
  name: string;
  size: number;
}

/** What an endpoint of response 'file' gives. */
export interface FileAnswer {
  content: Readable | Uint8Array;
  filename: string;
  contentType: string;
  size?: number;
  /** May be shown in the browser; everything else is downloaded. */
  inline: boolean;
}

/** A session to start, or one that is there. */
export interface SessionControl {
  /** The signed-in user, when the request carries a valid session. */
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
  /** HTTP Basic credentials, where the endpoint takes them. */
  credentials: { username: string; password: string } | undefined;
  /** Asks Google whose code the request carries, where the endpoint takes one; null: Google refuses the code. */
  askGoogle: () => Promise<GoogleClaims | null>;
  session: SessionControl;
}

type Answer<E extends Endpoint> = E['response'] extends Schema
  ? z.input<E['response']>
  : E['response'] extends 'file'
    ? FileAnswer
    : E['response'] extends 'redirect'
      ? string
      : // biome-ignore lint/suspicious/noConfusingVoidType: what a service without an answer returns
        void;

export type Handler<E extends Endpoint> = (request: Request<E>) => Promise<Answer<E>>;
export type Handlers<C extends Contract> = { [Name in keyof C]: Handler<C[Name]> };

/** Binds a contract to its handlers; one that is missing or answers something else is a type error. */
export interface Feature {
  contract: Contract;
  handlers: Record<string, (request: never) => Promise<unknown>>;
}

/** The routes of one feature. */
export const handlers = <C extends Contract>(contract: C, table: Handlers<C>): Feature => ({
  contract,
  handlers: table as Feature['handlers'],
});
