// The command behind `pnpm lighthouse`: Lighthouse's mobile profile (a slow phone on slow mobile data, simulated) on the
// pages a newcomer opens first, and on those of a technician who is signed in, with nothing in the browser's cache. For
// each page, prints the median of three runs by performance, and the problems found.
// `pnpm lighthouse /pricing` measures that page instead; a whole address, one of a server that runs already.
import { chromium, request } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { browserFlags, provideBrowser } from './browser.ts';
import { startAppServer } from './server.ts';
import { callHeaders, demoTechnician, signInBy } from './session.ts';

const debuggingPort = 9333;
const runs = 3;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

const given = process.argv.slice(2).filter((name) => /^(\/|https?:)/.test(name));
/** Pages that are measured without a session. */
const isOpen = (address: string) => /^(https?:|\/($|login|register|pricing|verify|v\/))/.test(address);

const scoreOf = (result: Result, category: string): number =>
  Math.round((result.categories[category]?.score ?? 0) * 100);

const shown = (result: Result, audit: string): string => result.audits[audit]?.displayValue ?? '';

/** How many scripts the page has loaded. */
function scriptsOf(result: Result): number {
  const details = result.audits['network-requests']?.details;
  if (details?.type !== 'table') return 0;
  const scripts = details.items.flatMap(({ url }) =>
    /\/assets\/[^?]+\.m?js$/.test(String(url)) ? [url] : [],
  );
  return new Set(scripts).size;
}

async function look(url: string, cookie: string): Promise<Result> {
  const results: Result[] = [];
  const failures: string[] = [];
  while (results.length < runs) {
    const answer = await lighthouse(url, {
      port: debuggingPort,
      logLevel: 'silent',
      locale: 'en',
      ...(cookie && { extraHeaders: { Cookie: cookie } }),
    });
    const failure = answer ? answer.lhr.runtimeError?.message : 'no answer';
    if (answer && !failure) results.push(answer.lhr);
    // On a busy machine, a trace sometimes lacks its beginning.
    else if (failures.push(String(failure)) > runs) throw new Error(`${url}: ${failures.join(' ')}`);
  }
  results.sort((one, other) => scoreOf(one, 'performance') - scoreOf(other, 'performance'));
  return results[Math.floor(runs / 2)] as Result;
}

/** The problems that keep a page from 100, apart from speed. */
const complaintsOf = (result: Result): string[] =>
  categories.slice(1).flatMap((category) =>
    (result.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const { score, title } = result.audits[id] ?? {};
      return weight > 0 && score !== null && score !== undefined && score < 1 ? [`${id}: ${title}`] : [];
    }),
  );

/** Signs in without the screens. @returns the session's cookie, and the pages that are measured */
async function signedIn(url: string): Promise<{ cookie: string; pages: string[] }> {
  const api = await request.newContext({ baseURL: url });
  await signInBy(api, demoTechnician);
  const data = { page: 0, size: 1 };
  const { content } = await (await api.post('/api/device/search', { data, headers: callHeaders })).json();
  const { cookies } = await api.storageState();
  await api.dispose();
  const machine = `/machineEdit?id=${content[0].id}`;
  return {
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    pages: [
      '/home',
      '/machineList',
      machine,
      `${machine}&activeTab=service`,
      `${machine}&activeTab=service&service=new`,
    ],
  };
}

const server = await startAppServer({ DEMO_DATA: 'true' });
try {
  const browser = await chromium.launch({
    executablePath: provideBrowser(),
    args: [...browserFlags, `--remote-debugging-port=${debuggingPort}`],
  });
  const { cookie, pages } = await signedIn(server.url);
  const rows: Record<string, Record<string, string | number>> = {};
  const complaints: string[] = [];
  for (const address of given.length > 0 ? given : ['/', '/login', ...pages]) {
    const result = await look(new URL(address, server.url).href, isOpen(address) ? '' : cookie);
    rows[address] = {
      ...Object.fromEntries(categories.map((category) => [category, scoreOf(result, category)])),
      'first paint': shown(result, 'first-contentful-paint'),
      'largest paint': shown(result, 'largest-contentful-paint'),
      blocked: shown(result, 'total-blocking-time'),
      shift: shown(result, 'cumulative-layout-shift'),
      loaded: shown(result, 'total-byte-weight'),
      scripts: scriptsOf(result),
    };
    complaints.push(...complaintsOf(result).map((complaint) => `${address}  ${complaint}`));
  }
  console.table(rows);
  for (const complaint of complaints) console.log(complaint);
  await browser.close();
} finally {
  await server.stop();
}
