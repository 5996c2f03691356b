import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { languages } from '@servicebook/i18n';
import { publicPages } from '@servicebook/shared/site';
import axios from 'axios';
import { afterAll, describe, expect, it } from 'vitest';
import { useTestApp } from './testing/app.ts';
import { buildAdmin, buildUser } from './testing/builders.ts';

const webDir = mkdtempSync(path.join(tmpdir(), 'servicebook-web-'));
const script = `console.log(${JSON.stringify('much '.repeat(500))})`;
mkdirSync(path.join(webDir, 'assets'));
mkdirSync(path.join(webDir, '.vite'));
writeFileSync(
  path.join(webDir, 'index.html'),
  '<!doctype html><html lang="en"><head><title>Servicebook</title><link rel="stylesheet" href="/assets/index.css"><script type="module" src="/assets/index.js"></script></head><body><div id="root"></div></body></html>',
);
for (const file of ['service-worker.js', 'color-scheme.js']) writeFileSync(path.join(webDir, file), script);
for (const [name, drawn] of Object.entries({
  'landing-de': '<h1>Servicebuch</h1>',
  'signed-in-de': '<header>Maschinen</header>',
}))
  writeFileSync(path.join(webDir, `.vite/${name}.html`), drawn);
writeFileSync(path.join(webDir, 'assets/a-1.js'), script);
writeFileSync(path.join(webDir, 'assets/a-1.css'), '');
writeFileSync(path.join(webDir, 'assets/a-1.js.br'), brotliCompressSync(script));
writeFileSync(
  path.join(webDir, '.vite/first-files.json'),
  JSON.stringify({
    texts: Object.fromEntries(
      languages.map((language) => [
        language,
        {
          always: [`assets/${language}.js`],
          site: [`assets/site-${language}.js`],
          signedIn: [`assets/field-${language}.js`],
        },
      ]),
    ),
    pages: Object.fromEntries(
      publicPages.map(({ name }) => [name, [`assets/${name}.js`, `assets/${name}.css`]]),
    ),
    signedIn: { '/machineEdit': ['assets/frame.js', 'assets/machine.js', 'assets/machine.css'] },
  }),
);
afterAll(() => rm(webDir, { recursive: true }));
const app = useTestApp({ PUBLIC_URL: 'https://book.example' }, { webDir });

const open = async (address: string, headers: Record<string, string> = {}): Promise<string> =>
  (await axios.get(app.url + address, { headers, validateStatus: () => true })).data;

describe('the head of a public page', () => {
  it.each([
    ['pl', 'Regulamin · Servicebook'],
    ['en', 'Terms and conditions · Servicebook'],
    ['de', 'Nutzungsbedingungen · Servicebook'],
  ])('is in the language of who asks: %s', async (language, title) => {
    const page = await open('/conditions', { 'Accept-Language': `${language};q=0.9` });
    expect(page).toContain(`<html lang="${language}"`);
    expect(page).toContain(`<title>${title}</title>`);
    expect(page).toMatch(/<meta name="description" content="[^"]{40,}">/);
  });

  it('is in the language of the address otherwise', async () => {
    expect(await open('/?lang=ru', { 'Accept-Language': 'pl' })).toContain('<html lang="ru"');
  });

  it('contains the canonical address, and the page in every language', async () => {
    const page = await open('/sh-home');
    expect(page).toContain('<link rel="canonical" href="https://book.example/">');
    for (const language of languages)
      expect(page).toContain(`hreflang="${language}" href="https://book.example/?lang=${language}">`);
  });

  it('contains the initial files of the page, and no others', async () => {
    const landing = await open('/', { 'Accept-Language': 'pl' });
    for (const file of ['pl', 'site-pl', 'landing'])
      expect(landing).toContain(`<link rel="modulepreload" href="/assets/${file}.js" crossorigin>`);
    expect(landing).toContain('<link rel="stylesheet" href="/assets/landing.css" crossorigin>');
    const login = await open('/login', { 'Accept-Language': 'pl' });
    expect(login).toContain('/assets/login.js');
    expect(login).not.toContain('/assets/site-pl.js');
    expect(login).not.toContain('/assets/landing');
  });

  it('contains the code and the texts of a screen behind the sign-in, for somebody with a session', async () => {
    const session = { Cookie: '__Host-servicebook=token', 'Accept-Language': 'pl' };
    for (const address of ['/machineEdit?id=1&activeTab=service', '/MACHINEEDIT/']) {
      expect(await open(address)).not.toContain('modulepreload');
      const page = await open(address, session);
      for (const file of ['pl', 'field-pl', 'frame', 'machine'])
        expect(page).toContain(`<link rel="modulepreload" href="/assets/${file}.js" crossorigin>`);
      expect(page).toContain('<link rel="stylesheet" href="/assets/machine.css" crossorigin>');
      expect(page).not.toContain('/assets/site-pl.js');
    }
    for (const address of ['/home', '/machineEdit/1', '/__proto__', '/constructor'])
      expect(await open(address, session)).not.toContain('modulepreload');
  });

  it('lists the styles of the page after those of the app, which they override', async () => {
    const pricing = await open('/pricing');
    expect(pricing.indexOf('/assets/index.css')).toBeGreaterThan(0);
    expect(pricing.indexOf('/assets/pricing.css')).toBeGreaterThan(pricing.indexOf('/assets/index.css'));
  });

  it('keeps the screens behind the sign-in out of search engines, and public pages in', async () => {
    expect(await open('/machineList')).toContain('<meta name="robots" content="noindex">');
    expect(await open('/pricing')).not.toContain('noindex');
  });

  it('includes nothing of the address in the page', async () => {
    expect(await open('/%22%3E%3Cscript%3E?lang=%22%3E%3Cscript%3E')).not.toContain('<script>');
  });
});

describe('the first answers', () => {
  /** A browser in which this user is signed in. */
  const browserOf = async (user: { accountId: number; id: number }) => {
    const api = await app.as(user);
    return { api, Cookie: String(api.http.defaults.headers.Cookie) };
  };
  const ask = (address: string, headers: Record<string, string>) => axios.get(app.url + address, { headers });
  const answersIn = (page: string) => {
    const [, json] = /<script type="application\/json" id="first-answers">(.*?)<\/script>/s.exec(page) ?? [];
    return json === undefined ? null : JSON.parse(json);
  };

  it('come with the page of somebody who is signed in, and are those of their calls', async () => {
    const { api, Cookie } = await browserOf(
      await buildUser(app, { timezone: 'Europe/Rome', language: 'it' }),
    );
    const { data, headers } = await ask('/home', { Cookie, 'Accept-Language': 'pl' });
    expect(answersIn(data)).toEqual({ user: await api.user.checkAuth(), config: await api.app.config() });
    expect(headers['cache-control']).toBe('private, no-store');
    expect(data).toContain('<html lang="it"');
  });

  it('leave a timezone to the browser that the user has not chosen', async () => {
    const { Cookie } = await browserOf(await buildUser(app));
    expect(answersIn((await ask('/home', { Cookie })).data).user.timezone).toBe('');
  });

  it('cannot end the block they are in', async () => {
    const firstName = '</script><script src="//other.example">';
    const { Cookie } = await browserOf(await buildUser(app, { firstName }));
    const { data } = await ask('/home', { Cookie });
    expect(answersIn(data).user.firstName).toBe(firstName);
    expect(data).not.toContain(firstName);
  });

  it('come with no other page', async () => {
    const admin = await buildAdmin(app);
    const { api, Cookie } = await browserOf(admin);
    expect(answersIn(await open('/index.html', { Cookie }))).toBeNull();
    for (const headers of [{}, { Cookie: '__Host-servicebook=token' }] as Record<string, string>[]) {
      const page = await ask('/home', headers);
      expect(answersIn(page.data)).toBeNull();
      expect(page.headers['cache-control']).toBe('no-cache');
    }
    await api.user.logout();
    expect(answersIn(await open('/home', { Cookie }))).toBeNull();
  });
});

describe('an address', () => {
  const statusOf = async (address: string) =>
    (await axios.get(app.url + address, { validateStatus: () => true })).status;

  it.each(['/', '/home', '/machineEdit?id=1', '/MACHINELIST/', '/rodo', '/Security'])(
    'of a screen is found: %s',
    async (address) => {
      expect(await statusOf(address)).toBe(200);
    },
  );

  it.each(['/.env', '/.git/config', '/wp-login', '/admin', '/home/x', '/machinelist.php'])(
    'without a screen is not: %s',
    async (address) => {
      expect(await statusOf(address)).toBe(404);
    },
  );

  it('that is not found shows the error page', async () => {
    expect(await open('/nowhere')).toContain('<div id="root">');
  });

  it('allows the browser no device features except location', async () => {
    const { headers } = await axios.get(app.url);
    expect(headers['permissions-policy']).toContain('geolocation=(self)');
    expect(headers['permissions-policy']).toContain('microphone=()');
  });
});

describe('the landing page', () => {
  const german = { 'Accept-Language': 'de' };

  it('is served before any script to visitors', async () => {
    expect(await open('/', german)).toContain('<div id="root"><h1>Servicebuch</h1></div>');
    expect(await open('/sh-home', german)).toContain('<h1>Servicebuch</h1>');
  });

  it('comes before the deferred scripts', async () => {
    const page = await open('/', german);
    const [drawn = '', scripts = ''] = page.split('<template data-scripts>');
    expect(drawn).toContain('<h1>');
    expect(drawn).not.toMatch(/modulepreload|type="module"/);
    expect(scripts).toContain('<link fetchpriority="low" rel="modulepreload" href="/assets/landing.js"');
    expect(scripts).toContain('<script fetchpriority="low" type="module" src="/assets/index.js"></script>');
    expect(page.indexOf('/assets/landing.css')).toBeLessThan(page.indexOf('<h1>'));
  });

  it('is not rendered for visitors with a session, nor at other addresses', async () => {
    expect(await open('/', { ...german, Cookie: '__Host-servicebook=token' })).toContain(
      '<div id="root"></div>',
    );
    expect(await open('/pricing', german)).toContain('<div id="root"></div>');
  });
});

describe('the frame of a page', () => {
  const frame = '<div id="root"><header>Maschinen</header></div>';
  const openAs = async (user: { accountId: number; id: number }, address: string) => {
    const { http } = await app.as(user);
    return open(address, { Cookie: String(http.defaults.headers.Cookie), 'Accept-Language': 'pl' });
  };

  it('is there before the scripts of a screen behind the sign-in, in the language of its user', async () => {
    const page = await openAs(await buildUser(app, { language: 'de' }), '/machineEdit?id=1');
    expect(page).toContain(frame);
    expect(page.indexOf('/assets/machine.js')).toBeGreaterThan(page.indexOf('<header>'));
    expect(page.indexOf('/assets/machine.css')).toBeLessThan(page.indexOf('<header>'));
  });

  it('is not shown to those who must do something else first, nor at an address without a screen', async () => {
    const user = await buildUser(app, { language: 'de' });
    expect(await openAs(user, '/nowhere')).toContain('<div id="root"></div>');
    const expired = await buildUser(app, { language: 'de', plan: 'PREMIUM', planExpired: new Date(0) });
    expect(await openAs(expired, '/machineEdit')).toContain('<div id="root"></div>');
    const German = { 'Accept-Language': 'de' };
    expect(await open('/machineEdit', German)).toContain('<div id="root"></div>');
    expect(await open('/machineEdit', { ...German, Cookie: '__Host-servicebook=token' })).toContain(
      '<div id="root"></div>',
    );
  });
});

describe('robots.txt', () => {
  it('links the site map, which lists the public pages in every language', async () => {
    expect(await open('/robots.txt')).toContain('Sitemap: https://book.example/sitemap.xml');
    const { data, headers } = await axios.get(`${app.url}/sitemap.xml`);
    expect(headers['content-type']).toContain('xml');
    for (const address of ['/', '/pricing', '/mobile-app', '/about-us', '/conditions', '/rodo', '/login'])
      expect(data).toContain(`<loc>https://book.example${address}</loc>`);
    expect(data).toContain('hreflang="it" href="https://book.example/rodo?lang=it"');
    expect(data).not.toContain('/home<');
  });
});

describe('the files of the build', () => {
  it('are sent as the build’s Brotli copy to browsers that accept it', async () => {
    const ask = (encoding: string) =>
      axios.get(`${app.url}/assets/a-1.js`, {
        headers: { 'Accept-Encoding': encoding },
        decompress: false,
        responseType: 'arraybuffer',
      });
    const { data, headers } = await ask('gzip, br');
    expect(headers['content-encoding']).toBe('br');
    expect(headers['content-type']).toMatch(/javascript/);
    expect(headers['cache-control']).toContain('immutable');
    expect(headers.vary).toContain('Accept-Encoding');
    expect(headers.vary).toContain('Sec-Fetch-Dest');
    expect(Buffer.from(data)).toEqual(brotliCompressSync(script));
    expect((await ask('identity')).headers['content-encoding']).toBeUndefined();
  });

  it('name a charset that keeps compiled code in use, if the service worker asks for them', async () => {
    const typeOf = async (file: string, destination: string) => {
      const headers = { 'Sec-Fetch-Dest': destination };
      return (await axios.get(`${app.url}/assets/${file}`, { headers })).headers['content-type'];
    };
    expect(await typeOf('a-1.js', 'empty')).toBe('text/javascript; charset=shift_jis');
    expect(await typeOf('a-1.js', 'script')).toMatch(/^text\/javascript; charset=utf-8$/i);
    expect(await typeOf('a-1.css', 'empty')).toMatch(/^text\/css; charset=utf-8$/i);
  });
});

describe('the service worker', () => {
  it('is asked for every time, like the page it stores', async () => {
    for (const file of ['service-worker.js', 'index.html']) {
      const { status, headers } = await axios.get(`${app.url}/${file}`);
      expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
    }
    const { headers } = await axios.get(`${app.url}/service-worker.js`);
    expect(headers['content-type']).toMatch(/javascript/);
    expect(headers['content-security-policy']).toContain("worker-src 'self'");
    expect((await axios.get(`${app.url}/color-scheme.js`)).headers['cache-control']).toContain(
      'max-age=3600',
    );
  });
});

describe('an asset of an earlier build', () => {
  const updated = mkdtempSync(path.join(tmpdir(), 'servicebook-web-'));
  afterAll(() => rm(updated, { recursive: true }));
  mkdirSync(path.join(updated, 'assets'));
  for (const name of ['old-1.js', 'old-1.js.br'])
    writeFileSync(
      path.join(updated, 'assets', name),
      name.endsWith('.br') ? brotliCompressSync(script) : script,
    );
  writeFileSync(path.join(updated, 'index.html'), '<!doctype html>');
  const server = useTestApp({}, { webDir: updated });
  const ask = (address: string) => axios.get(server.url + address, { validateStatus: () => true });

  it('is still served after the next build has replaced it', async () => {
    await rm(path.join(updated, 'assets'), { recursive: true });
    const { status, data, headers } = await ask('/assets/old-1.js');
    expect([status, data]).toEqual([200, script]);
    expect(headers['content-type']).toMatch(/javascript/);
    expect(headers['cache-control']).toContain('immutable');
  });

  it.each(['/assets/never-1.js', '/assets/.current.json', '/logo-of-old.png', '/old.webmanifest'])(
    'that was not kept is not found, is not a page and is not cached: %s',
    async (address) => {
      const { status, data, headers } = await ask(address);
      expect([status, data.code]).toEqual([404, 'NOT_FOUND']);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-encoding']).toBeUndefined();
    },
  );
});

describe('before the opening day', () => {
  const closed = useTestApp({ APP_UNLOCK_REQUIRED: 'true' }, { webDir });

  it('nothing is listed anywhere', async () => {
    expect((await axios.get(`${closed.url}/robots.txt`)).data).toBe('User-agent: *\nDisallow: /\n');
    const { data } = await axios.get(`${closed.url}/`, { headers: { 'Accept-Language': 'de' } });
    expect(data).toContain('noindex');
    expect(data).toContain('<div id="root"></div>');
  });
});

describe('the page that signs out', () => {
  const asked = '<meta name="sign-out" content="ask">';

  it.each(['cross-site', 'same-site'])(
    'asks for confirmation if the visit comes from another site: %s',
    async (site) => {
      for (const address of ['/logout', '/logout/', '/LogOut'])
        expect(await open(address, { 'Sec-Fetch-Site': site })).toContain(asked);
      expect(await open('/home', { 'Sec-Fetch-Site': site })).not.toContain(asked);
    },
  );

  it.each<Record<string, string>>([{ 'Sec-Fetch-Site': 'same-origin' }, { 'Sec-Fetch-Site': 'none' }, {}])(
    'does not when it was typed or comes from the app: %j',
    async (headers) => {
      expect(await open('/logout', headers)).not.toContain(asked);
    },
  );
});
