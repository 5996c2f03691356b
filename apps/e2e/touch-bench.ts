// The command behind `pnpm bench:touch`: how long a phone with a slow processor takes to answer a technician's hands.
// From the event to the picture on the screen that shows its effect. `pnpm bench:touch --rounds 15` measures more often.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { browserFlags, provideBrowser } from './browser.ts';
import { addMachine } from './machine.ts';
import { findProtocol } from './screens.ts';
import { startAppServer } from './server.ts';
import { call, callHeaders, demoAdmin, signIn } from './session.ts';

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
const rounds = Number(options.rounds);
/** A phone of some years ago, compared with this machine. */
const slowdown = 4;
const machines = 120;
const actions = 60;
/** Milliseconds between the keys of somebody who types fast. */
const betweenKeys = 80;

interface Answer {
  time: number;
  longestTask: number;
}
const answers: Record<string, Answer[]> = {};

/** Measures from the last event of this kind in `act` until what the selector finds is on the screen. */
async function measure(page: Page, name: string, event: string, shown: string, act: () => Promise<void>) {
  await page.evaluate(
    ([event, shown]) => {
      const tasks: number[] = [];
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration);
      }).observe({ type: 'longtask' });
      const answered = new Promise<number>((resolve) => {
        let begun = Number.NaN;
        const note = ({ timeStamp }: Event) => {
          begun = timeStamp;
          look();
        };
        const look = () => {
          if (Number.isNaN(begun) || !document.querySelector(shown)) return;
          changes.disconnect();
          window.removeEventListener(event, note, { capture: true });
          // The task after the frame's own work: layout and paint are done.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - begun);
            port2.postMessage(null);
          });
        };
        const changes = new MutationObserver(look);
        changes.observe(document, { subtree: true, childList: true, attributes: true });
        window.addEventListener(event, note, { capture: true });
      });
      Object.assign(window, { answered, tasks });
    },
    [event, shown] as const,
  );
  await act();
  const answer = await page.evaluate(async () => {
    const { answered, tasks } = window as unknown as { answered: Promise<number>; tasks: number[] };
    const time = await answered;
    // What goes on afterwards is not waited for, but holds up the next touch.
    await new Promise((resolve) => setTimeout(resolve, 500));
    return { time, longestTask: Math.max(0, ...tasks) };
  });
  answers[name] = [...(answers[name] ?? []), answer];
}

/** Opens a page that has loaded everything ahead. */
async function open(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForTimeout(1500);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

/** Other letters for each machine, so that a search finds it alone. */
const lettersOf = (index: number) =>
  [Math.floor(index / 26), index % 26].map((at) => String.fromCharCode(97 + at)).join('');

/** A machine in a list that fits its search. */
const row = 'ul:not([inert]) > li:has(a[href*="/machineEdit"])';

async function search(context: BrowserContext): Promise<void> {
  const page = await open(context, '/machineList');
  const box = page.getByRole('searchbox');
  const one = `${row}:only-child`;
  const several = `${row} ~ li`;
  const typing = { delay: betweenKeys };
  for (let round = 0; round < rounds; round++) {
    const [word, other] = [lettersOf(2 * round), lettersOf(2 * round + 1)];
    await box.fill('');
    await page.locator(several).first().waitFor();
    await measure(page, 'search: last key of a word', 'input', one, () =>
      box.pressSequentially(`lathe qx${word}`, typing),
    );
    await box.press('Backspace');
    await page.locator(several).first().waitFor();
    await page.waitForTimeout(1000);
    await measure(page, 'search: a letter after a pause', 'input', one, () => box.press(other.slice(-1)));
    await measure(page, 'search: back to what was found', 'input', several, () => box.press('Backspace'));
  }
  await page.close();
}

async function showMore(context: BrowserContext): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const page = await open(context, '/machineList?size=10');
    await measure(page, 'list: from 10 to 100 rows', 'click', `${row}:nth-child(100)`, () =>
      page.getByRole('button', { name: '100', exact: true }).tap(),
    );
    await page.close();
  }
}

async function writeProtocol(context: BrowserContext, some: number, many: number): Promise<void> {
  for (const [what, id, shown] of [
    ['opened first', some, '[role=dialog] form input'],
    ['opened first, to its last field', some, '[role=dialog] form select:not([hidden] *)'],
    [`opened first, ${actions} actions`, many, `[role=dialog] li:nth-child(${actions})`],
  ] as const)
    for (let round = 1; round <= rounds; round++) {
      const page = await open(context, `/machineEdit?id=${id}&activeTab=service`);
      const button = page.getByRole('main').getByRole('button', { name: 'New protocol' }).last();
      await measure(page, `protocol: ${what}`, 'click', shown, () => button.tap());
      if (id === many && round === rounds) await tick(page);
      await page.close();
    }
}

async function tick(page: Page): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    for (const [what, number, shown] of [
      ['the tick', 2 * round + 2, ':has(input:checked)'],
      ['its quantity', 2 * round + 3, '[data-done]'],
    ] as const) {
      const action = `[role=dialog] ul > li:nth-child(${number})`;
      const box = page.locator(`${action} input[type=checkbox]`);
      await box.scrollIntoViewIfNeeded();
      await measure(page, `protocol: ${what} of ${actions} actions`, 'click', `${action}${shown}`, () =>
        box.tap(),
      );
    }
  }
}

async function fillChecklist(page: Page, categoryId: number): Promise<void> {
  const stored = await page.request.get(`/api/category/findById/${categoryId}`, { headers: callHeaders });
  const { id, revision, name } = await stored.json();
  const steps = Array.from({ length: actions }, (_, index) => `Step ${index + 1}: check and clean the part`);
  const answer = await page.request.put('/api/category/update', {
    headers: callHeaders,
    data: { id, revision, name, serviceReviewOperationsList: JSON.stringify(steps) },
  });
  if (!answer.ok()) throw new Error(await answer.text());
}

const server = await startAppServer({ ACCOUNT_REQUESTS_PER_SECOND: '100000' });
try {
  const browser = await chromium.launch({ executablePath: provideBrowser(), args: browserFlags });
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'en-GB',
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    // What is stored on a phone is stored once, and by its own bench.
    serviceWorkers: 'block',
  });
  await context.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  const page = await context.newPage();
  await signIn(page, demoAdmin);
  await page.request.patch('/api/user/language', { params: { language: 'en' }, headers: callHeaders });
  const { deviceId } = await findProtocol(page);
  const { id, customer, category } = await addMachine(page);
  await fillChecklist(page, category.id);
  for (let index = 0; index < machines; index++)
    await call(page, '/api/device/insert', {
      name: `Lathe qx${lettersOf(index)}`,
      category: { id: category.id },
      customer: { id: customer.id },
    });
  await page.close();

  await search(context);
  await showMore(context);
  await writeProtocol(context, deviceId, id);
  await browser.close();
} finally {
  await server.stop();
}

const sorted = (values: number[]) => values.map(Math.round).sort((a, b) => a - b);
console.table(
  Object.fromEntries(
    Object.entries(answers).map(([name, all]) => {
      const times = sorted(all.map(({ time }) => time));
      const tasks = sorted(all.map(({ longestTask }) => longestTask));
      return [
        name,
        {
          times: times.length,
          'median, ms': times[times.length >> 1],
          'slowest, ms': times.at(-1),
          'longest task, median': tasks[tasks.length >> 1],
        },
      ];
    }),
  ),
);
console.log(
  `Load of the machine: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')}`,
);
