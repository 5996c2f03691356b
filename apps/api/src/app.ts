/** The application: middleware, features, web app, errors. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { contracts } from '@servicebook/shared';
import compression from 'compression';
import express, { type Express, type RequestHandler, type Response, type Router } from 'express';
import helmet from 'helmet';
import { pinoHttp } from 'pino-http';
import type { Deps } from './deps.ts';
import { features } from './features/index.ts';
import { createAreas } from './http/areas.ts';
import { cookieName } from './http/caller.ts';
import { renderErrors } from './http/errors.ts';
import { addHealth } from './http/health.ts';
import { loggedPath } from './http/logged-path.ts';
import { mount } from './http/mount.ts';
import { describeApi } from './http/openapi.ts';
import { createPages } from './http/pages.ts';
import { traceIdOf } from './http/request-traces.ts';
import { AppError } from './platform/app-error.ts';
import { serveWebApp } from './web-app.ts';

export interface AppOptions {
  /** Folder of the built web app; without it the server serves only the API. */
  webDir?: string;
  /** Watch all requests, from their first step on. */
  watch?: RequestHandler[];
  /** Further routes, such as the caught mails of a development server. */
  routes?: Router;
}

/** Builds the application from its dependencies; does not open a port. */
export function createApp(deps: Deps, { webDir, watch = [], routes }: AppOptions = {}): Express {
  const app = express();
  for (const each of watch) app.use(each);
  app.disable('x-powered-by');
  app.set('trust proxy', deps.config.trustProxy);
  app.set('query parser', 'simple');
  app.use(security(deps));
  app.use(permissions);
  app.use(
    pinoHttp({
      logger: deps.log.http,
      genReqId: () => randomUUID(),
      customSuccessObject: (_request, response, line) => ({ ...line, ...traceIdOf(response as Response) }),
      customErrorObject: (_request, response, _error, line) => ({
        ...line,
        ...traceIdOf(response as Response),
      }),
      customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'warn' : 'info'),
      serializers: {
        req: ({ id, method, url }) => ({ id, method, path: loggedPath(String(url)) }),
        res: ({ statusCode }) => ({ statusCode }),
        err: () => undefined,
      },
    }),
  );
  app.use(compression({ level: 1, threshold: 1024 }));
  app.use(express.json({ limit: '1mb' }));

  addHealth(app, deps);
  const sendPage = createPages(webDir);
  const areas = createAreas(app);
  app.use(areas.serve);
  for (const feature of features(deps)) mount(areas.routerFor, deps, sendPage, feature);
  reference(app, deps);
  if (routes) app.use(routes);
  app.use('/api', notFound);
  if (webDir && existsSync(webDir)) serveWebApp(app, webDir, deps);
  app.use(renderErrors(deps, sendPage));
  return app;
}

/** All that a server answers that only does jobs. */
export function createHealthApp(deps: Deps): Express {
  const app = express();
  app.disable('x-powered-by');
  addHealth(app, deps);
  return app;
}

const security = (deps: Deps) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        // The PDF viewer's decoders of scanned pages are WebAssembly.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...googleSources(deps, 'client')],
        // Mantine writes its colour and spacing variables into style elements and attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...tileOrigins(deps.config.tileUrl)],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...googleSources(deps)],
        workerSrc: ["'self'", 'blob:'],
        frameSrc: ["'self'", 'blob:', ...googleSources(deps)],
        ...(deps.config.secure && { upgradeInsecureRequests: [] }),
      },
    },
    // Google's popup answers to the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // Map servers and Google's popup need to know the requesting site, and get nothing more.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: deps.config.secure,
  });

const denied = ['camera', 'display-capture', 'hid', 'microphone', 'midi', 'payment', 'serial', 'usb'];
/** Browser permissions: only the location, for signatures and the technician's position. */
const permissionsPolicy = ['geolocation=(self)', ...denied.map((feature) => `${feature}=()`)].join(', ');

const permissions: RequestHandler = (_request, response, next) => {
  response.set('Permissions-Policy', permissionsPolicy);
  next();
};

/** Origins of Google's sign-in script, if Google sign-in is configured. */
const googleSources = ({ config }: Deps, path = ''): string[] =>
  config.google ? [`https://accounts.google.com/gsi/${path}`] : [];

/** Origins of map pictures on other hosts. */
const tileOrigins = (tileUrl: string): string[] =>
  /^https?:/.test(tileUrl) ? [new URL(tileUrl.replace('{s}', '*').replace(/[{}]/g, '')).origin] : [];

/** Serves the OpenAPI document and a page to read it, with local scripts as the content security policy requires. */
function reference(app: Express, deps: Deps): void {
  const document = describeApi(contracts, { url: deps.config.publicUrl, cookie: cookieName(deps) });
  app.get('/api/openapi.json', (_request, response) => {
    response.json(document);
  });
  app.get('/api/docs', (_request, response) => {
    response
      .type('html')
      .send(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Servicebook API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs/swagger-ui.css"></head><body><div id="swagger-ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`);
  });
  app.get('/api/docs/start.js', (_request, response) => {
    response.type('js').send(
      `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true,
  requestInterceptor: (request) => { request.headers['X-Requested-With'] = 'XMLHttpRequest'; return request; } });`,
    );
  });
  const assets = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js'])
    app.get(`/api/docs/${name}`, (_request, response) => {
      response.sendFile(name, { root: assets, maxAge: '1h' });
    });
}

const notFound: RequestHandler = () => {
  throw new AppError('NOT_FOUND');
};
