// The command behind `pnpm lighthouse`: Lighthouse's mobile profile (a slow phone on slow mobile data, simulated) on the
// pages a newcomer opens first. For each page, prints the median of three runs by performance, and the problems found.
// `pnpm lighthouse /pricing` measures that page instead; a whole address, one of a server that runs already.
import { chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { browserFlags, provideBrowser } from './browser.ts';
import { startAppServer } from './server.ts';

const debuggingPort = 9333;
const runs = 3;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

const given = process.argv.slice(2).filter((name) => /^(\/|https?:)/.test(name));
const addresses = given.length > 0 ? given : ['/', '/login'];

const scoreOf = (result: Result, category: string): number =>
  Math.round((result.categories[category]?.score ?? 0) * 100);

const shown = (result: Result, audit: string): string => result.audits[audit]?.displayValue ?? '';

async function look(url: string): Promise<Result> {
  const results: Result[] = [];
  const failures: string[] = [];
  while (results.length < runs) {
    const answer = await lighthouse(url, { port: debuggingPort, logLevel: 'silent', locale: 'en' });
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

const server = await startAppServer({ DEMO_DATA: 'false' });
try {
  const browser = await chromium.launch({
    executablePath: provideBrowser(),
    args: [...browserFlags, `--remote-debugging-port=${debuggingPort}`],
  });
  const rows: Record<string, Record<string, string | number>> = {};
  const complaints: string[] = [];
  for (const address of addresses) {
    const result = await look(new URL(address, server.url).href);
    rows[address] = {
      ...Object.fromEntries(categories.map((category) => [category, scoreOf(result, category)])),
      'first paint': shown(result, 'first-contentful-paint'),
      'largest paint': shown(result, 'largest-contentful-paint'),
      blocked: shown(result, 'total-blocking-time'),
      shift: shown(result, 'cumulative-layout-shift'),
      loaded: shown(result, 'total-byte-weight'),
    };
    complaints.push(...complaintsOf(result).map((complaint) => `${address}  ${complaint}`));
  }
  console.table(rows);
  for (const complaint of complaints) console.log(complaint);
  await browser.close();
} finally {
  await server.stop();
}
