/** The frame of the pages that the server draws, and the headers that they are sent with. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Language, languageNames, languages } from '@servicebook/i18n';
import type { Response } from 'express';
import { type Html, html, rawHtml } from '../platform/html.ts';
import type { Page } from '../platform/page.ts';
import { textsOf } from '../platform/texts.ts';

const style = readFileSync(new URL('./page.css', import.meta.url), 'utf8')
  .replace(/\n\s*/g, ' ')
  .trim();
const styleHash = createHash('sha256').update(style).digest('base64');

/** Nothing is loaded from elsewhere, and nobody learns from where a visitor comes. */
const headers = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "img-src 'self' data:",
    "script-src 'self'",
    "connect-src 'self'",
    `style-src 'sha256-${styleHash}'`,
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'no-store',
};

export type SendPage = (response: Response, page: Page) => Promise<void>;

/** @param webDir the built web app, for the pages' scripts; without it there are none. */
export const createPages = (webDir: string | undefined): SendPage =>
  async function sendPage(response, page) {
    const script = page.script && webDir ? await scriptOf(webDir, page.script) : null;
    response
      .status(page.status ?? 200)
      .set(headers)
      .vary('Accept-Language')
      .type('html')
      .send(frame(page, script).text);
  };

/** Read every time, so that a build needs no restart of the server. Vite's own server has the source. */
async function scriptOf(webDir: string, name: string): Promise<string> {
  const source = `src/public-pages/${name}.ts`;
  const text = await readFile(path.join(webDir, '.vite/manifest.json'), 'utf8').catch(() => '{}');
  const built = (JSON.parse(text) as Record<string, { file: string }>)[source];
  return built ? `/${built.file}` : `/${source}`;
}

const frame = ({ language, title, company, body, hasLanguages }: Page, script: string | null): Html =>
  html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg">
<title>${title}</title>
<style>${rawHtml(style)}</style>
${script && html`<script type="module" src="${script}"></script>`}
</head><body><div class="page">
<header><strong>${company ?? 'Servicebook'}</strong></header>
<main>${body}</main>
<footer>${hasLanguages && switcher(language)}${company && html`<p>Servicebook</p>`}</footer>
</div></body></html>`;

const switcher = (current: Language): Html =>
  html`<nav class="languages" aria-label="${textsOf(current, 'common')('menu.language')}">${languages.map(
    (language) =>
      language === current
        ? html`<span class="quiet" lang="${language}" aria-current="true">${languageNames[language]}</span>`
        : html`<a href="?lang=${language}" lang="${language}" hreflang="${language}">${languageNames[language]}</a>`,
  )}</nav>`;
