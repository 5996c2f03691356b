/** Serves the built web app: its files, its single page with a head for the requested address, and files for robots. */
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { chooseLanguage, type Language, languages } from '@servicebook/i18n';
import type { FirstAnswers } from '@servicebook/shared/first-answers';
import { paths } from '@servicebook/shared/screen-paths';
import { publicPages } from '@servicebook/shared/site';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import expressStaticGzip from 'express-static-gzip';
import type { Deps } from './deps.ts';
import { readFirstAnswers, toBlock } from './first-answers.ts';
import { readToken } from './http/caller.ts';
import { keptAssetsDir } from './kept-assets.ts';
import { AppError } from './platform/app-error.ts';
import { textsOf } from './platform/texts.ts';

type PageName = (typeof publicPages)[number]['name'];

/** Written by the web app's build (build-extras.ts): the first files of a page, and a language's texts. */
interface FirstFiles {
  texts: Record<Language, { always: string[]; site: string[]; signedIn: string[] }>;
  pages: Record<PageName, string[]>;
  /** By address. */
  signedIn: Record<string, string[]>;
}

/** What the build has drawn of a page (src/app/prerender.tsx there); empty if it has drawn nothing. */
async function readDrawnPage(webDir: string, name: string | undefined, language: Language): Promise<string> {
  if (!name) return '';
  return readFile(path.join(webDir, `.vite/${name}-${language}.html`), 'utf8').catch(() => '');
}

/** The frame is for users who may go on to the screen. */
const mayGoOn = ({ user: { expired, mustChoosePassword, account } }: FirstAnswers): boolean =>
  !expired && !mustChoosePassword && !account.closed;

const scriptTags = /[ \t]*<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?\n?/g;

/**
 * On a prerendered page, style sheets and pictures load before the scripts, and public/color-scheme.js of the web app
 * takes the scripts out of their template when the page is painted.
 */
function deferScripts(page: string): string {
  const scripts = page.match(scriptTags) ?? [];
  const late = scripts.map((tag) => tag.replace(/ (rel|type)=/, ' fetchpriority="low" $1='));
  return page
    .replace(scriptTags, '')
    .replace('</body>', () => `<template data-scripts>${late.join('')}</template></body>`);
}

/**
 * Lets a phone start without compiling its stored modules again. Chromium keeps what it has compiled of a stored file, but
 * compiles a module on another thread while it reads it, and does not look for kept code then. A charset that it cannot
 * read on that thread keeps it from doing so. Nothing else changes: a module is UTF-8 by definition, whatever its answer
 * says. A page that loads a script has the usual answer, since the other thread is faster as long as no code is kept; the
 * service worker fetches what it stores for no destination.
 */
const setTypeToStore = (response: ServerResponse, file: string): void => {
  if (!/\.js(\.br)?$/.test(file)) return;
  response.appendHeader('Vary', 'Sec-Fetch-Dest');
  const isStored = response.req.headers['sec-fetch-dest'] === 'empty';
  if (isStored) response.setHeader('Content-Type', 'text/javascript; charset=shift_jis');
};

/** The names of assets contain a hash of their content. */
const unchanging = { immutable: true, maxAge: '1y', setHeaders: setTypeToStore };

/** What the service worker is and stores: an old copy of a proxy would keep a phone from a new version. */
const asked = new Set(['index.html', 'service-worker.js']);
const alwaysAsk = (response: Response, file: string): void => {
  if (asked.has(path.basename(file))) response.setHeader('Cache-Control', 'no-cache');
};

/** If a later build has removed a compressed copy, its headers are already set, but the fallback is not compressed. */
const forgetEncoding: RequestHandler = (_request, response, next) => {
  for (const header of ['Content-Encoding', 'Content-Type']) response.removeHeader(header);
  next();
};

const notFound: RequestHandler = () => {
  throw new AppError('NOT_FOUND');
};

const listed = publicPages.filter(({ path }) => path !== '/sh-home' && path !== '/Security');

export function serveWebApp(app: Express, webDir: string, deps: Deps): void {
  const { publicUrl, unlockRequired } = deps.config;
  // The build creates Brotli copies of its files; other files are compressed on the fly.
  app.use(
    '/assets',
    expressStaticGzip(path.join(webDir, 'assets'), {
      enableBrotli: true,
      orderPreference: ['br'],
      index: false,
      serveStatic: unchanging,
    }),
    forgetEncoding,
    express.static(keptAssetsDir(deps.config.dataDir), { index: false, ...unchanging }),
    notFound,
  );
  app.use(express.static(webDir, { index: false, maxAge: '1h', setHeaders: alwaysAsk }));
  app.get('/robots.txt', (_request, response) => {
    response.type('text').send(robots(publicUrl, unlockRequired));
  });
  app.get('/sitemap.xml', (_request, response) => {
    response.type('xml').send(sitemap(publicUrl));
  });
  app.get('/{*path}', async (request, response, next) => {
    // A missing file. Addresses of screens have no dot.
    if (path.extname(request.path)) return notFound(request, response, next);
    // Read every time, so that a build needs no restart of the server.
    const page = await readFile(path.join(webDir, 'index.html'), 'utf8');
    const firstFiles = await readFirstFiles(webDir);
    const answers = await readFirstAnswers(deps, request);
    const language = answers?.user.language ?? languageOf(request);
    const head = [
      ...describePage(publicUrl, request.path, language, unlockRequired),
      ...askBeforeSignOut(request),
      ...(answers ? [toBlock(answers)] : []),
    ];
    // Signed-in users are redirected to their home page, and before the launch there is nothing to show.
    const isVisitor = !readToken(deps, request) && !unlockRequired;
    const hasFrame = answers && mayGoOn(answers) && screenOf(firstFiles, request.path);
    const name = hasFrame ? 'signed-in' : isVisitor ? nameOf(request.path) : undefined;
    const drawn = await readDrawnPage(webDir, name, language);
    const first = preload(firstFiles, request.path, language, readToken(deps, request) !== undefined);
    const whole = page
      .replace('<html lang="en"', `<html lang="${language}"`)
      .replace('<title>Servicebook</title>', () => head.join('\n    '))
      // After the app's style sheet: both have the same specificity, so the later rules win.
      .replace('</head>', () => `${first.join('\n    ')}\n  </head>`)
      .replace('<div id="root"></div>', () => `<div id="root">${drawn}</div>`);
    response
      .status(isScreen(request.path) ? 200 : 404)
      .set('Cache-Control', answers ? 'private, no-store' : 'no-cache')
      .vary('Accept-Language, Cookie, Sec-Fetch-Site')
      .type('html')
      .send(drawn ? deferScripts(whole) : whole);
  });
}

const screens = new Set<string>(Object.values(paths).map((address) => address.toLowerCase()));

/** Normalises an address like the router: ignores case and a trailing slash. */
const routed = (address: string): string => address.toLowerCase().replace(/\/+$/, '') || paths.root;

const isScreen = (address: string): boolean => screens.has(routed(address));

/** @returns null if the build has no list. */
async function readFirstFiles(webDir: string): Promise<FirstFiles | null> {
  const list = await readFile(path.join(webDir, '.vite/first-files.json'), 'utf8').catch(() => null);
  return list && JSON.parse(list);
}

/** A link on another site must not sign users out: the page asks first. */
const askBeforeSignOut = (request: Request): string[] =>
  routed(request.path) === paths.logout &&
  ['cross-site', 'same-site'].includes(request.get('Sec-Fetch-Site') ?? '')
    ? ['<meta name="sign-out" content="ask">']
    : [];

function languageOf(request: Request): Language {
  const { lang } = request.query;
  return chooseLanguage([...(typeof lang === 'string' ? [lang] : []), ...request.acceptsLanguages()]);
}

const nameOf = (address: string): PageName | undefined =>
  publicPages.find(({ path }) => path === address)?.name;

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Metadata for search engines and link previews; not for screens behind the sign-in. */
function describePage(publicUrl: string, address: string, language: Language, closed: boolean): string[] {
  const name = nameOf(address);
  if (!name) return ['<title>Servicebook</title>', '<meta name="robots" content="noindex">'];
  const site = textsOf(language, 'site');
  const title = escapeHtml(`${titleOf(name, language)} · Servicebook`);
  const description = escapeHtml(site(`pages.${name}.description`));
  const canonical = publicUrl + (name === 'landing' ? '/' : address);
  return [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    `<link rel="canonical" href="${canonical}">`,
    ...languages.map(
      (other) => `<link rel="alternate" hreflang="${other}" href="${canonical}?lang=${other}">`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${canonical}">`,
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="Servicebook">',
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${canonical}">`,
    `<meta property="og:image" content="${publicUrl}/share.jpg">`,
    ...(closed || name === 'security' ? ['<meta name="robots" content="noindex">'] : []),
  ];
}

function titleOf(name: PageName, language: Language): string {
  if (name === 'login' || name === 'register') return textsOf(language, 'account')(`${name}.title`);
  return textsOf(language, 'site')(`pages.${name}.title`);
}

/** Preloads files that the scripts would otherwise request one after another. */
function preload(
  files: FirstFiles | null,
  address: string,
  language: Language,
  hasSession: boolean,
): string[] {
  if (!files) return [];
  return [...new Set(firstFilesOf(files, address, language, hasSession))].map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" href="/${file}" crossorigin>`
      : `<link rel="modulepreload" href="/${file}" crossorigin>`,
  );
}

function firstFilesOf(files: FirstFiles, address: string, language: Language, hasSession: boolean): string[] {
  const { texts, pages, signedIn } = files;
  const { always, site, signedIn: later } = texts[language];
  const name = nameOf(address);
  if (name === 'login' || name === 'register') return [...always, ...pages[name]];
  if (name) return [...always, ...site, ...pages[name]];
  // Others are sent to the sign-in.
  if (!hasSession) return [];
  const screen = screenOf(files, address);
  return screen && signedIn[screen] ? [...always, ...later, ...signedIn[screen]] : [];
}

/** The screen behind the sign-in at an address. */
const screenOf = (files: FirstFiles | null, address: string): string | undefined =>
  Object.keys(files?.signedIn ?? {}).find((path) => path.toLowerCase() === routed(address));

const robots = (publicUrl: string, closed: boolean) =>
  closed
    ? 'User-agent: *\nDisallow: /\n'
    : `User-agent: *\nDisallow: /api/\nDisallow: /dev/\nSitemap: ${publicUrl}/sitemap.xml\n`;

function sitemap(publicUrl: string): string {
  const entries = listed.map(({ path }) => {
    const alternates = languages.map(
      (language) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${publicUrl}${path}?lang=${language}"/>`,
    );
    return `<url><loc>${publicUrl}${path}</loc>${alternates.join('')}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
}
