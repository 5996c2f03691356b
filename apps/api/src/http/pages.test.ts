/** Pages that the server draws, with a feature of the test. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endpoint } from '@servicebook/shared/contract';
import { Router } from 'express';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../platform/app-error.ts';
import { html } from '../platform/html.ts';
import { useTestApp } from '../testing/app.ts';
import { handlers } from './handlers.ts';
import { mount } from './mount.ts';
import { createPages } from './pages.ts';

const webDir = mkdtempSync(path.join(tmpdir(), 'servicebook-web-'));
mkdirSync(path.join(webDir, '.vite'));
const manifest = { 'src/public-pages/sample.ts': { file: 'assets/sample-1.js' } };
writeFileSync(path.join(webDir, '.vite/manifest.json'), JSON.stringify(manifest));
afterAll(() => rm(webDir, { recursive: true }));

const routes = Router();
const app = useTestApp({}, { routes });
const posted: string[] = [];
const contract = {
  show: endpoint({
    method: 'get',
    path: '/sample/{name}',
    summary: 'A sample',
    access: 'public',
    params: z.strictObject({ name: z.string().max(30) }),
    response: 'page',
  }),
  change: endpoint({
    method: 'post',
    path: '/sample/{name}',
    summary: 'A sample of a form',
    access: 'public',
    params: z.strictObject({ name: z.string() }),
    body: z.strictObject({ note: z.string().max(10) }),
    response: 'page',
  }),
};

const get = (at: string, init?: RequestInit) => fetch(app.url + at, { redirect: 'manual', ...init });
const post = (note: string, headers: Record<string, string> = {}) =>
  get('/sample/one', { method: 'POST', body: new URLSearchParams({ note }), headers });

describe('a page', () => {
  it('is mounted', () => {
    mount(
      () => routes,
      app.deps,
      createPages(webDir),
      handlers(contract, {
        show: async ({ ctx, params: { name } }) => {
          if (name === 'none') throw new AppError('NOT_FOUND');
          return { language: ctx.language, title: name, body: html`<p>${name}</p>`, script: 'sample' };
        },
        change: async ({ body, cookies }) => {
          posted.push(body.note);
          cookies.set('sample', 'kept', 60);
          return { location: '/sample/done' };
        },
      }),
    );
  });

  it('escapes what it shows, names its script, and lets nothing else in', async () => {
    const answer = await get(`/sample/${encodeURIComponent('<script>alert("1")')}`, {
      headers: { 'Accept-Language': 'de' },
    });
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text).toContain('<html lang="de">');
    expect(text).toContain('<p>&#60;script&#62;alert(&#34;1&#34;)</p>');
    expect(text).toContain('<script type="module" src="/assets/sample-1.js">');
    expect(answer.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'.*style-src 'sha256-/);
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(answer.headers.get('X-Robots-Tag')).toContain('noindex');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect((await get('/sample/one', { method: 'HEAD' })).status).toBe(200);
  });

  it('says what went wrong on a page, too', async () => {
    const answer = await get('/sample/none', { headers: { Accept: 'text/html', 'Accept-Language': 'en' } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('Content-Type')).toContain('text/html');
    expect((await get(`/sample/${'x'.repeat(31)}`)).status).toBe(404);
  });

  it('takes its form, and sends the browser on', async () => {
    const answer = await post('Hello');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('Location')).toBe('/sample/done');
    expect(answer.headers.get('Set-Cookie')).toMatch(/sample=kept; .*HttpOnly/);
    expect(posted).toEqual(['Hello']);
    expect((await post('longer than ten')).status).toBe(400);
  });

  it.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'https://elsewhere.example' },
    { Origin: 'no origin' },
    { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' },
  ])('takes no form of another site: %o', async (headers) => {
    expect((await post('Trick', headers)).status).toBe(403);
    expect(posted).not.toContain('Trick');
  });

  it('takes its own form from every browser, whose origin is hidden by the missing referrer', async () => {
    for (const Origin of ['null', app.url, app.deps.config.publicUrl])
      expect((await post('Mine', { Origin })).status).toBe(303);
    expect((await post('Mine', { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' })).status).toBe(303);
  });
});
