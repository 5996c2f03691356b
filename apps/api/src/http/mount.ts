/** Turns contracts into routes: guards, parsing, the handler, the answer; the same for every endpoint. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { finished, type Readable } from 'node:stream';
import { may } from '@servicebook/shared/access';
import { signedInAs, signedInAsHeader, writtenAfterHeader } from '@servicebook/shared/call-headers';
import { type Contract, type Endpoint, isStreamed, repeatableDays } from '@servicebook/shared/contract';
import { fieldErrors } from '@servicebook/shared/error-codes';
import { create as contentDisposition } from 'content-disposition';
import {
  type Request as HttpRequest,
  type IRouter,
  type NextFunction,
  type RequestHandler,
  type Response,
  urlencoded,
} from 'express';
import { Passport } from 'passport';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { AppError } from '../platform/app-error.ts';
import { canonicalJson } from '../platform/canonical-json.ts';
import type { Caller, Ctx, Idempotency } from '../platform/ctx.ts';
import { hashOf } from '../platform/file-hash.ts';
import type { FileAnswer, UploadedFile } from '../platform/file-transfer.ts';
import type { Page, PageRedirect } from '../platform/page.ts';
import { accountClosed, findSession, type OpenedSession } from '../platform/session.ts';
import type { WorkKind } from '../platform/work/account-share.ts';
import { BasicStrategy } from './basic-strategy.ts';
import { callerOf, cookiesOf, readToken, writeToken } from './caller.ts';
import { createGoogleReader, type GoogleReader } from './google-strategy.ts';
import type { Feature, Parts, Request } from './handlers.ts';
import type { SendPage } from './pages.ts';
import { isKnown, tagsOf } from './revalidation.ts';
import { sendList } from './streamed-list.ts';
import { type Multipart, readMultipart } from './upload.ts';

const passport = new Passport();
passport.use(new BasicStrategy());

/** Mounts a feature's endpoints. @param routerFor which router serves a path */
export function mount(
  routerFor: (path: string) => IRouter,
  deps: Deps,
  sendPage: SendPage,
  { contract, handlers }: Feature,
): void {
  const readGoogle = createGoogleReader(deps);
  for (const [name, endpoint] of Object.entries(contract)) {
    const handler = handlers[name] as (request: Request<Endpoint>) => Promise<unknown>;
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1');
    const router = routerFor(path);
    // Express would run a GET's handler for HEAD.
    if (endpoint.method === 'get' && !endpoint.answersHead) router.head(path, refuseHead(contract, endpoint));
    const forms = endpoint.response === 'page' && endpoint.method !== 'get' ? [readForm] : [];
    router[endpoint.method](path, ...forms, serve(deps, endpoint, handler, readGoogle, sendPage));
  }
}

/** The forms of pages that the server draws. */
const readForm = urlencoded({ extended: false, limit: '100kb' });

/** Answers HEAD with the allowed methods. A plain visit to a screen's path is passed on to the web app. */
const refuseHead =
  (contract: Contract, endpoint: Endpoint): RequestHandler =>
  (request, response, next) => {
    if (isVisitOfScreen(endpoint, request)) return next();
    const { path } = endpoint;
    const methods = Object.values(contract).flatMap((one) => (one.path === path ? [one.method] : []));
    response.status(405).set('Allow', methods.join(', ').toUpperCase()).end();
  };

const isSentByScript = (request: HttpRequest) => request.get('X-Requested-With') === 'XMLHttpRequest';

/** Browsers say where a request comes from; older ones and other programs say nothing. */
const isFromOtherSite = (request: HttpRequest) => request.get('Sec-Fetch-Site') === 'cross-site';

/**
 * Older browsers only name the origin of a form. Our own pages send no referrer, so theirs is `null`, as a stranger's can
 * be: it tells nothing.
 */
function isFormOfOtherSite(request: HttpRequest, { config: { publicUrl } }: Deps): boolean {
  if (request.get('Sec-Fetch-Site') !== undefined) return isFromOtherSite(request);
  const origin = request.get('Origin') ?? 'null';
  if (origin === 'null' || origin === new URL(publicUrl).origin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== request.get('Host');
}

/** Outside /api the same path may be a screen of the web app (/logout), which a plain visit means. */
const isVisitOfScreen = ({ path, plainLink }: Endpoint, request: HttpRequest) =>
  !plainLink && !path.startsWith('/api/') && !isSentByScript(request);

function serve(
  deps: Deps,
  endpoint: Endpoint,
  handler: (request: Request<Endpoint>) => Promise<unknown>,
  readGoogle: GoogleReader,
  sendPage: SendPage,
): RequestHandler {
  const isPage = endpoint.response === 'page';
  const parse = parserOf(endpoint);
  const kind = kindOf(endpoint);
  const readTag = endpoint.revalidated ? tagsOf(endpoint) : undefined;
  return async (request, response, next) => {
    response.locals.endpoint = endpoint;
    if (isVisitOfScreen(endpoint, request)) return next();
    if (!endpoint.plainLink && (!isSentByScript(request) || isFromOtherSite(request)))
      throw new AppError('XHR_HEADER_MISSING');
    if (isPage && endpoint.method !== 'get' && isFormOfOtherSite(request, deps))
      throw new AppError('XHR_HEADER_MISSING');
    const gone = goneSignal(response);
    const caller: Caller = { ...callerOf(deps, request, String(request.id)), gone };
    const ctx = await admit(deps, endpoint, caller, request);
    response.locals.ctx = ctx;
    const turn = 'accountId' in ctx && { accountId: ctx.accountId, gone };
    if (turn) await deps.share.count(turn.accountId);
    let multipart: Multipart | undefined;
    try {
      multipart = endpoint.upload && (await readMultipart(deps, endpoint.upload, request, response));
      const parsed = parse(request, multipart ? multipart.body : request.body);
      // Read before the rows: a change in between is then sent twice, but never missed.
      const tag = await readTag?.(deps, ctx as Ctx);
      if (tag && isKnown(request, tag)) {
        response.status(304).set({ ETag: tag, 'Cache-Control': cachePolicy }).end();
        return;
      }
      const file = multipart?.file;
      const idempotency = await idempotencyOf(deps, endpoint, request, multipart?.body ?? request.body, file);
      const work = async () => {
        const sessionWrites = deps.db.sessionWrites();
        const answer = await handler({
          ...parsed,
          ctx: (idempotency ? { ...ctx, idempotency } : ctx) as Ctx,
          file,
          credentials: endpoint.basicAuth ? credentialsOf(request, response) : undefined,
          askGoogle: () => readGoogle(request, response),
          session: sessionControl(deps, caller, request, response),
          cookies: cookiesOf(deps, request, response),
        });
        // Nothing of the answer stands before it is known whether the file can be read.
        if (endpoint.response === 'file') await untilReadable(answer as FileAnswer, gone);
        // A caller must be able to rely on a deactivation, so this server processes it before answering.
        const isRepeated = idempotency?.repeated === true;
        if (isRepeated || deps.db.sessionWrites() !== sessionWrites) await deps.sessions.catchUp();
        if (tag) response.set('ETag', tag);
        if (isPage) await answerPage(response, answer as Page | PageRedirect, sendPage);
        else if (kind === 'list' && turn)
          await send(endpoint, response, deps.share.eachInTurn(turn, answer as Parts), next);
        else await send(endpoint, response, answer, next);
      };
      // An upload is here by now, so a slow connection takes no turn.
      if (turn) await deps.share.run(kind, turn, work);
      else await work();
    } catch (error) {
      // The work was cancelled because the caller hung up, so there is nobody to answer.
      if (!gone.aborted || error !== gone.reason) throw error;
    } finally {
      await multipart?.remove();
    }
  };
}

/** What is refused when there is too much of it has a queue of its own; a file may wait for its store. */
function kindOf({ response, errors }: Endpoint): WorkKind {
  if (isStreamed(response)) return 'list';
  return response === 'file' || errors.includes('TOO_MUCH_WORK') ? 'heavy' : 'request';
}

/** Aborts if the connection ends before the answer is sent. */
function goneSignal(response: Response): AbortSignal {
  const hangUp = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) hangUp.abort();
  });
  return hangUp.signal;
}

async function signedIn(deps: Deps, caller: Caller, request: HttpRequest): Promise<Ctx | null> {
  const token = readToken(deps, request);
  return token ? findSession(deps, caller, token) : null;
}

/** Admits the caller or throws the reason. */
async function admit(
  deps: Deps,
  endpoint: Endpoint,
  caller: Caller,
  request: HttpRequest,
): Promise<Caller | Ctx> {
  if (endpoint.access === 'public') return caller;
  const ctx = await signedIn(deps, caller, request);
  if (!ctx) throw new AppError('NOT_SIGNED_IN');
  // All tabs share one cookie: a page loaded for another user must neither read nor save as this one.
  const loadedFor = request.get(signedInAsHeader);
  if (loadedFor !== undefined && loadedFor !== signedInAs(ctx)) throw new AppError('SESSION_CHANGED');
  if (ctx.mustChoosePassword && endpoint.passwordChoice === 'closed')
    throw new AppError('PASSWORD_CHOICE_REQUIRED');
  if (!ctx.mustChoosePassword && endpoint.passwordChoice === 'only')
    throw new AppError('PASSWORD_ALREADY_CHOSEN');
  if (ctx.closedUntil !== null && !endpoint.openToClosed) throw accountClosed(ctx.closedUntil, ctx);
  if (ctx.expired && !endpoint.openToExpired) throw new AppError('NOT_ACTIVE_SUBSCRIPTION');
  if (!may(ctx.roles, endpoint.access)) throw new AppError('NO_PERMISSION');
  return ctx;
}

/** Created once per endpoint: zod compiles a schema when it is first used. */
function parserOf({ params, query, body: content }: Endpoint) {
  const parts = z.object({ params, query, body: content });
  return (request: HttpRequest, body: unknown) => {
    // A body that no parser accepted would count as empty, which some endpoints accept.
    if (body === undefined && hasBody(request)) throw new AppError('MALFORMED_REQUEST');
    const parsed = parts.safeParse({ params: request.params, query: request.query, body: body ?? {} });
    if (parsed.success) return parsed.data;
    const badPath = parsed.error.issues.some(({ path }) => path[0] === 'params');
    if (badPath) throw new AppError('NOT_FOUND');
    const inner = new z.ZodError(
      parsed.error.issues.map((issue) => ({ ...issue, path: issue.path.slice(1) })),
    );
    throw new AppError('VALIDATION_FAILED', { fields: fieldErrors(inner) });
  };
}

const hasBody = ({ headers }: HttpRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const uuid = z.uuid();

const givenMoment = z.iso.datetime();

async function idempotencyOf(
  { clock }: Deps,
  endpoint: Endpoint,
  request: HttpRequest,
  body: unknown,
  file: UploadedFile | undefined,
): Promise<Idempotency | undefined> {
  const key = endpoint.idempotent ? request.get('Idempotency-Key') : undefined;
  if (!key) return undefined;
  const writtenAfter = request.get(writtenAfterHeader);
  if (!uuid.safeParse(key).success || !givenMoment.optional().safeParse(writtenAfter).success)
    throw new AppError('MALFORMED_REQUEST');
  // As it was sent, because an update may read it differently, with another default for example.
  const hash = createHash('sha256').update(canonicalJson({ path: request.path, body: body ?? {} }).text);
  if (file) hash.update(await hashOf(file.path));
  return {
    key: key.toLowerCase(),
    endpoint: endpoint.path,
    requestHash: hash.digest('hex'),
    tooOld:
      writtenAfter !== undefined &&
      clock().getTime() - Date.parse(writtenAfter) > repeatableDays * 24 * 3_600_000,
  };
}

function credentialsOf(request: HttpRequest, response: Response) {
  let accepted: { username: string; password: string } | undefined;
  passport.authenticate(
    'basic',
    { session: false },
    (error: unknown, credentials?: typeof accepted | false) => {
      if (error || credentials === false) throw new AppError('MALFORMED_REQUEST');
      accepted = credentials;
    },
  )(request, response, () => {});
  return accepted;
}

const sessionControl = (deps: Deps, caller: Caller, request: HttpRequest, response: Response) => ({
  current: () => signedIn(deps, caller, request),
  token: () => readToken(deps, request),
  start: (session: OpenedSession) => writeToken(deps, response, session),
  end: () => {
    writeToken(deps, response, null);
    // Clears the account's data and files from this browser's cache together with the session.
    response.set('Clear-Site-Data', '"cache"');
  },
});

async function answerPage(
  response: Response,
  answer: Page | PageRedirect,
  sendPage: SendPage,
): Promise<void> {
  if ('location' in answer) response.set('Referrer-Policy', 'no-referrer').redirect(303, answer.location);
  else await sendPage(response, answer);
}

/** The user's browser may cache an account's data, with revalidation each time; intermediate caches may not. */
const cachePolicy = 'private, no-cache';

async function send(
  endpoint: Endpoint,
  response: Response,
  answer: unknown,
  fail: NextFunction,
): Promise<void> {
  response.status(endpoint.status).set('Cache-Control', cachePolicy);
  switch (endpoint.response) {
    case 'redirect':
      response.redirect(endpoint.status, answer as string);
      return;
    case 'file':
      sendFile(response, answer as FileAnswer, fail);
      return;
    case 'empty':
      response.status(204).end();
      return;
  }
  if (isStreamed(endpoint.response)) return sendList(response, endpoint.response, answer as Parts);
  // A wrong answer is our defect, so it is an error 500 and not the caller's 400.
  const content = (endpoint.response as z.ZodType).parse(answer);
  if (endpoint.method === 'get') response.json(content);
  // Express would hash it for an ETag, which is useless after a POST.
  else response.set('Content-Type', 'application/json; charset=utf-8').end(JSON.stringify(content));
}

/** @throws errors of the store; the signal's reason when the caller hangs up */
async function untilReadable({ content }: FileAnswer, gone: AbortSignal): Promise<void> {
  if (content instanceof Uint8Array) return;
  // It may break later, before anybody reads it: `sendFile` looks.
  content.on('error', () => {});
  const giveUp = () => content.destroy(gone.reason);
  if (gone.aborted) giveUp();
  gone.addEventListener('abort', giveUp);
  try {
    await once(content, 'readable');
  } finally {
    gone.removeEventListener('abort', giveUp);
  }
}

/** Images and PDFs may be shown inline; they cannot run scripts or reach the application. */
function sendFile(
  response: Response,
  { content, filename, contentType, size, inline }: FileAnswer,
  fail: NextFunction,
): void {
  if (!(content instanceof Uint8Array) && content.errored) throw content.errored;
  response.set({
    'Content-Type': contentType,
    'Content-Disposition': contentDisposition(filename, { type: inline ? 'inline' : 'attachment' }),
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
  });
  if (content instanceof Uint8Array) {
    // Express hashes it for an ETag and answers 304 to clients that have it, such as calendar programs that poll hourly.
    if (response.req.method === 'GET') response.send(content);
    else response.end(content);
    return;
  }
  if (size !== undefined) response.set('Content-Length', String(size));
  const stream: Readable = content;
  stream.once('error', (error) => {
    response.destroy();
    fail(error);
  });
  finished(response, () => stream.destroy());
  stream.pipe(response);
}
