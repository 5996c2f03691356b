// Days of work on a phone whose network is cut at random bytes and whose browser is killed at random moments. The calls
// are those of the form, made through the app's own API client with everything it does about a missing network; the screens
// are the matter of the journeys.
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type APIRequestContext, type BrowserContext, type Page, request } from '@playwright/test';
import type { ServiceProtocol, ServiceVersion } from '@servicebook/shared/service';
import type { ProtocolToSign } from '@servicebook/shared/service-signing';
import { confirmedContent, signedText } from '@servicebook/shared/signed-content';
import sharp from 'sharp';
import { builtFile } from './built-files.ts';
import { type CutNetwork, startCutNetwork } from './cut-network.ts';
import { type Credentials, callHeaders, signInBy } from './session.ts';
import { hasWorkingSet, openPhone } from './stored-data.ts';

interface Chaos {
  /** Of the application. */
  url: string;
  user: Credentials;
  runs: number;
  /** Per run. */
  protocols: number;
  /** The same seed makes the same choices. When they meet the work of browser and server still differs. */
  seed: number;
  log?: (text: string) => void;
  /** Ends early, with the runs made so far. */
  until?: number;
}

export interface ChaosResult {
  runs: number;
  protocols: number;
  kills: number;
  /** How often the browser has lost its databases. */
  losses: number;
  cuts: { ofRequests: number; ofAnswers: number };
  /** Everything that is not as it was written; empty: nothing was lost or doubled. */
  faults: string[];
}

interface Photo {
  name: string;
  bytes: Buffer;
  sha256: string;
  key: string;
}

/** What the technician has done, as the phone confirmed it. */
interface Work {
  text: string;
  body: Record<string, unknown>;
  key: string;
  photos: Photo[];
  /** As the phone or the server names it. */
  id: number | null;
  photosAdded: number;
  signing: { text: string; body: Record<string, unknown>; key: string } | null;
  signed: boolean;
}

interface Call {
  method: 'GET' | 'POST' | 'PATCH';
  url: string;
  key?: string;
  /** The field with the JSON. */
  json?: [field: string, value: unknown];
  file?: { field: string; name: string; type: string; base64: string };
  /** A text to hash before, as the signing screen does. */
  text?: string;
}
type Answer = { data: unknown } | { code: string; status: number };

/** The files of the build that hold the API client and the hashes of what was read. */
const builtModules = (): [client: string, content: string] => [
  builtFile('src/lib/api-client.ts'),
  builtFile('src/lib/read-content.ts'),
];

const callFromPage = (page: Page, modules: [string, string], call: Call): Promise<Answer> =>
  page.evaluate(
    async ({ modules: [clientFile, contentFile], call: { method, url, key, json, file, text } }) => {
      const [client, content] = await Promise.all([import(clientFile), import(contentFile)]);
      // The build shortens the names of exports.
      const http = Object.values(client).find(
        (each) => typeof each === 'function' && 'interceptors' in each,
      ) as unknown as { request: (config: object) => Promise<{ data: unknown }> };
      const hash = Object.values(content).find((each) => /^async.*new TextEncoder/s.test(String(each))) as (
        read: string,
      ) => Promise<string>;
      const signedSha256 = text === undefined ? undefined : await hash(text);
      const form = new FormData();
      const value = json?.[1] as object;
      if (json) form.append(json[0], JSON.stringify(signedSha256 ? { ...value, signedSha256 } : value));
      if (file) {
        const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0));
        form.append(file.field, new Blob([bytes], { type: file.type }), file.name);
      }
      try {
        const headers = key ? { 'Idempotency-Key': key } : {};
        const { data } = await http.request({
          method,
          url,
          headers,
          ...(method !== 'GET' && { data: form }),
        });
        return { data };
      } catch (error) {
        const { code, status, message } = error as { code?: string; status?: number; message: string };
        return { code: code ?? message, status: status ?? 0 };
      }
    },
    { modules, call },
  );

/** The entries that wait on the phone; null: the app has still to bring them back from their copy. */
const waitingOn = (page: Page): Promise<{ path: string; refusal: { code: string } | null }[] | null> =>
  page.evaluate(async () => {
    const name = 'servicebook-outbox';
    const copies = await Promise.all(
      [0, 1].map((each) => caches.match(`/outbox/${each}`, { cacheName: name })),
    );
    const copied = Math.max(...copies.map((copy) => Number(copy?.headers.get('Change') ?? 0)));
    if (!(await indexedDB.databases()).some((each) => each.name === name)) return copied ? null : [];
    const done = <Result>(asked: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
      });
    const database = await done(indexedDB.open(name));
    const work = database.transaction(['entries', 'ids']);
    const change = (await done(work.objectStore('ids').get(['', 0])))?.id ?? 0;
    const entries = await done(work.objectStore('entries').getAll());
    database.close();
    return change < copied ? null : entries;
  });

/** Looks at the app again, as one does who wonders whether it was sent. */
const lookAt = (page: Page) =>
  page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** A small generator of which the same seed gives the same numbers (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The group of a process. A browser and all that it starts are one. */
async function groupOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // Elsewhere than on Linux no script starts the browser: it leads its group.
  if (stat === null) return pid;
  // Behind the name, which may contain anything: state, parent, group.
  const [, , group] = stat.replace(/^.*\) /s, '').split(' ');
  return Number(group);
}

/** Ends a browser with all its processes, and waits until none is left that could still write. */
async function endGroup(pid: number): Promise<void> {
  const group = await groupOf(pid);
  if (group === (await groupOf(process.pid))) throw new Error('The browser has no group of its own');
  try {
    process.kill(-group, 'SIGKILL');
    for (const end = Date.now() + 10_000; Date.now() < end; await sleep(20)) process.kill(-group, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
    throw error;
  }
  throw new Error('The browser does not end');
}

/** A browser that keeps its data when it is killed. */
class Phone {
  kills = 0;
  /** How often the browser has lost its databases. */
  losses = 0;
  readonly #profile: string;
  readonly #address: string;
  readonly #cookies: Parameters<BrowserContext['addCookies']>[0];
  #open: { context: BrowserContext; page: Page; pid: number } | null = null;
  #isOffline = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #killing: Promise<void> | undefined;

  constructor(profile: string, address: string, cookies: Parameters<BrowserContext['addCookies']>[0]) {
    this.#profile = profile;
    this.#address = address;
    this.#cookies = cookies;
  }

  async #launch(): Promise<Page> {
    await this.#killing;
    const context = await openPhone(this.#profile, this.#address, this.#cookies);
    const session = await context.browser()?.newBrowserCDPSession();
    const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
    const pid = processInfo.find(({ type }) => type === 'browser')?.id;
    if (!pid) throw new Error('The browser does not tell its process');
    const page = context.pages()[0] ?? (await context.newPage());
    this.#open = { context, page, pid };
    context.once('close', () => {
      if (this.#open?.context === context) this.#open = null;
    });
    await context.setOffline(this.#isOffline);
    await page.goto('/machineList');
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }

  /** Does something on the phone; if it is killed meanwhile, it is started, and the thing is done again. */
  async on<Result>(work: (page: Page) => Promise<Result>): Promise<Result> {
    for (let attempts = 1; ; attempts++) {
      const before = this.kills;
      try {
        return await work(this.#open?.page ?? (await this.#launch()));
      } catch (error) {
        if (this.kills === before && attempts >= 20) throw error;
        if (this.kills === before) {
          // The page itself was cut.
          await this.#open?.page.waitForTimeout(200).catch(() => {});
          await this.#open?.page.goto('/machineList').catch(() => {});
          await this.#open?.page
            .getByRole('heading', { level: 1 })
            .waitFor()
            .catch(() => {});
        }
      }
    }
  }

  /** @param losesDatabases all of them or their end, as after a dead battery */
  killIn(milliseconds: number, losesDatabases = false): void {
    this.#timer = setTimeout(() => {
      this.#killing = this.#kill(losesDatabases);
    }, milliseconds);
  }

  /** As when the battery falls out. */
  async #kill(losesDatabases: boolean): Promise<void> {
    const open = this.#open;
    if (!open) return;
    this.#open = null;
    this.kills += 1;
    const closed = new Promise<void>((resolve) => open.context.once('close', () => resolve()));
    await endGroup(open.pid);
    await closed;
    if (!losesDatabases) return;
    this.losses += 1;
    const databases = path.join(this.#profile, 'Default/IndexedDB');
    if (this.losses % 2 === 1) return rm(databases, { recursive: true });
    // A torn record: what is written behind it is lost at the start after the next, and everything at one that follows.
    const log = (await readdir(databases, { recursive: true })).find((file) => file.endsWith('.log'));
    if (!log) throw new Error('The browser has no log of its databases');
    const file = path.join(databases, log);
    await truncate(file, Math.max(0, (await stat(file)).size - 1000));
  }

  async setOffline(isOffline: boolean): Promise<void> {
    this.#isOffline = isOffline;
    await this.on((page) => page.context().setOffline(isOffline));
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#killing;
    const context = this.#open?.context;
    this.#open = null;
    await context?.close();
  }
}

const strokes = [
  {
    points: Array.from({ length: 24 }, (_, step) => ({
      x: 150 + step * 30,
      y: 150 - 80 * Math.sin(step / 2),
    })),
  },
];
const svgPath = 'M150 150 L500 80 L840 200';

/** A photo that no other is equal to. */
async function takePhoto(name: string, random: () => number): Promise<Photo> {
  const width = 240 + Math.floor(random() * 300);
  const noise = { type: 'gaussian', mean: 60 + Math.floor(random() * 130), sigma: 40 } as const;
  const bytes = await sharp({ create: { width, height: 300, channels: 3, background: 'white', noise } })
    .jpeg({ quality: 80 })
    .toBuffer();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name, bytes, sha256, key: randomUUID() };
}

/** What is known of the company before. */
interface Place {
  customer: { id: number };
  machines: { id: number }[];
}

async function newWork({ customer, machines }: Place, text: string, random: () => number): Promise<Work> {
  const device = machines[Math.floor(random() * machines.length)];
  if (!device) throw new Error('The company has no machine');
  const photos = await Promise.all([1, 2].map((number) => takePhoto(`${text} ${number}.jpg`, random)));
  return {
    text,
    body: {
      id: null,
      date: new Date().toISOString(),
      type: ['REPAIR'],
      customer: { id: customer.id },
      devices: [{ id: device.id }],
      faultDescription: text,
      remarks: 'Ölwechsel, wężyk, шланг',
      workMinutes: Math.floor(random() * 200),
    },
    key: randomUUID(),
    photos,
    id: null,
    photosAdded: 0,
    signing: null,
    signed: false,
  };
}

/** One step of a protocol, from what the phone has confirmed so far. @returns the code of a refusal */
async function goOn(page: Page, modules: [string, string], work: Work): Promise<string | null> {
  const call = (given: Call) => callFromPage(page, modules, given);
  if (work.id === null) {
    const url = '/api/service/add';
    const answer = await call({ method: 'POST', url, key: work.key, json: ['serviceJson', work.body] });
    if ('code' in answer) return answer.code;
    work.id = (answer.data as ServiceProtocol).id;
    return null;
  }
  const photo = work.photos[work.photosAdded];
  if (photo) {
    const { name, bytes, key } = photo;
    const file = { field: 'file', name, type: 'image/jpeg', base64: bytes.toString('base64') };
    const answer = await call({ method: 'PATCH', url: `/api/service/addFile/${work.id}`, key, file });
    if ('code' in answer) return answer.code;
    work.photosAdded += 1;
    return null;
  }
  if (!work.signing) {
    const answer = await call({ method: 'GET', url: `/api/service/toSign/${work.id}` });
    if ('code' in answer) return answer.code;
    const { snapshot, performers, performedBy, today, revision, contentSha256 } =
      answer.data as ProtocolToSign;
    const performer = performers.find(({ id }) => id === performedBy);
    if (!performer) return 'NO_PERFORMER';
    const body = {
      signerName: 'Jürgen Weißmüller',
      signerRole: '',
      strokes,
      signedAt: new Date().toISOString(),
      performedBy: { id: performedBy },
      date: `${today}T00:00:00`,
      revision,
      contentSha256,
    };
    const content = confirmedContent(snapshot, { date: today, performers: [performer] });
    work.signing = { text: signedText(content), body, key: randomUUID() };
    return null;
  }
  const { text, body, key } = work.signing;
  const file = {
    field: 'signature',
    name: 'signature.txt',
    type: 'text/plain',
    base64: Buffer.from(svgPath).toString('base64'),
  };
  const url = `/api/service/sign/${work.id}`;
  const answer = await call({ method: 'POST', url, key, json: ['signJson', body], file, text });
  if ('code' in answer) {
    // Something else is stored by now: the customer reads again.
    if (answer.code === 'SERVICE_CHANGED') work.signing = null;
    return answer.code;
  }
  work.signed = true;
  return null;
}

const isDone = ({ signed }: Work) => signed;

/** What the server has, compared with what was written. */
async function compare(api: APIRequestContext, works: readonly Work[]): Promise<string[]> {
  const faults: string[] = [];
  const all: ServiceProtocol[] = [];
  for (let page = 0; ; page++) {
    const answer = await api.post('/api/service/search', {
      data: { page, size: 100, sort: { by: 'id', direction: 'asc' } },
      headers: callHeaders,
    });
    if (!answer.ok()) throw new Error(`The protocols: ${answer.status()} ${await answer.text()}`);
    const { content }: { content: ServiceProtocol[] } = await answer.json();
    all.push(...content);
    if (content.length < 100) break;
  }
  const now = new Date();
  const numbers = all
    .filter(({ year, month }) => year === now.getFullYear() && month === now.getMonth() + 1)
    .map(({ number }) => number)
    .sort((a, b) => a - b);
  for (const [index, number] of numbers.entries())
    if (number !== index + 1) faults.push(`Number ${number} stands where ${index + 1} should be`);

  for (const { text, photos, signing } of works) {
    const found = all.filter(({ faultDescription }) => faultDescription === text);
    const [protocol] = found;
    if (!protocol || found.length > 1) {
      faults.push(`${text}: there ${found.length} times`);
      continue;
    }
    if (protocol.state !== 'SIGNED' || protocol.version !== 1)
      faults.push(`${text}: ${protocol.state}, version ${protocol.version}`);
    const sent = photos.map(({ name, sha256 }) => `${name} ${sha256}`).sort();
    const stored = protocol.fileDtos.map(({ filename, sha256 }) => `${filename} ${sha256}`).sort();
    if (String(sent) !== String(stored)) faults.push(`${text}: files ${stored}`);
    for (const { filename, key } of protocol.fileDtos) {
      const file = await api.get('/api/storage/downloadFile', {
        params: { fileName: key },
        headers: callHeaders,
      });
      const picture = file.ok()
        ? await sharp(await file.body())
            .stats()
            .catch(() => null)
        : null;
      if (!picture) faults.push(`${text}: ${filename} cannot be opened, ${file.status()}`);
    }
    const answer = await api.get(`/api/service/versions/${protocol.id}`, { headers: callHeaders });
    const versions: ServiceVersion[] = await answer.json();
    const signed = signing && createHash('sha256').update(signing.text).digest('hex');
    if (versions.length !== 1 || versions[0]?.readSha256 !== signed)
      faults.push(`${text}: signed ${signed}, frozen ${versions.map(({ readSha256 }) => readSha256)}`);
    // The frozen hash covers the files by what the phone sent, so these must be the photos' own.
    for (const { name, sha256 } of photos)
      if (!signing?.text.includes(sha256)) faults.push(`${text}: ${name} was signed as another file`);
  }
  return faults;
}

/** Works through the runs, and compares at the end. */
export async function runChaos({
  url,
  user,
  runs,
  protocols,
  seed,
  log,
  until,
}: Chaos): Promise<ChaosResult> {
  const random = randomOf(seed);
  const modules = builtModules();
  const api = await request.newContext({ baseURL: url });
  await signInBy(api, user);
  const read = async <Body>(path: string, data: unknown = {}): Promise<Body[]> => {
    const answer = await api.post(path, { data, headers: callHeaders });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()).content;
  };
  const machines = await read<{ id: number; customer: { id: number } | null }>('/api/device/search');
  const customer = machines.find((machine) => machine.customer)?.customer;
  if (!customer) throw new Error('The company has no machine of a customer');
  const place = { customer, machines: machines.filter((machine) => machine.customer?.id === customer.id) };

  const network = await startCutNetwork(url, random);
  const profile = await mkdtemp(path.join(tmpdir(), 'servicebook-phone-'));
  const phone = new Phone(profile, network.url, (await api.storageState()).cookies);
  const works: Work[] = [];
  const faults: string[] = [];
  let made = 0;
  try {
    for (; made < runs && faults.length === 0 && Date.now() < (until ?? Number.POSITIVE_INFINITY); made++) {
      faults.push(...(await oneRun(`${seed}-${made + 1}`)));
      log?.(
        `Run ${made + 1}: ${works.length} protocols, ${phone.kills} kills, ${phone.losses} losses, ${JSON.stringify(network.cuts())}`,
      );
    }
    faults.push(...(await compare(api, works)));
  } finally {
    await phone.close();
    await network.stop();
    await api.dispose();
    await rm(profile, { recursive: true, force: true });
  }
  return {
    runs: made,
    protocols: works.length,
    kills: phone.kills,
    losses: phone.losses,
    cuts: network.cuts(),
    faults,
  };

  /** A day: into the cellar, work, and back to where the network comes and goes. */
  async function oneRun(name: string): Promise<string[]> {
    const mine = await Promise.all(
      Array.from({ length: protocols }, (_, index) => newWork(place, `${name}-${index + 1}`, random)),
    );
    works.push(...mine);
    const inCellar = mine.slice(0, Math.ceil(protocols * 0.7));
    network.set('whole');
    await phone.on(async (page) => {
      for (const end = Date.now() + 60_000; !(await hasWorkingSet(page)); await sleep(200))
        if (Date.now() > end) throw new Error('The app or its data were not stored within a minute');
    });
    // Some phones know that they have no network; others believe to have one.
    const knows = random() < 0.5;
    network.set('gone');
    if (knows) await phone.setOffline(true);
    await write(inCellar, 3_000);

    network.set('cut');
    if (knows) await phone.setOffline(false);
    await write(mine.slice(inCellar.length), 3_000);
    return send(name, network);
  }

  async function write(wanted: readonly Work[], killWithin: number): Promise<void> {
    if (random() < 0.7) phone.killIn(random() * killWithin);
    for (const work of wanted)
      for (let attempts = 1; !isDone(work); attempts++) {
        const refused = await phone.on((page) => goOn(page, modules, work));
        if (!refused) continue;
        if (attempts > 50) throw new Error(`${work.text} cannot be written: ${refused}`);
        // What the phone does not know by itself needs a network; so one goes where there is one.
        if (attempts === 21) {
          network.set('whole');
          await phone.setOffline(false);
        }
        await sleep(100);
      }
  }

  /** Waits until everything was sent: first with a network that is cut, then with a whole one. */
  async function send(name: string, { set }: CutNetwork): Promise<string[]> {
    const started = Date.now();
    // The second run and every third after it.
    phone.killIn(random() * 2_000, made % 3 === 1);
    const wholeAt = started + 2_000 + random() * 3_000;
    for (;;) {
      if (Date.now() > wholeAt) set('whole');
      const waiting = await phone.on(waitingOn);
      const parked = waiting?.filter(({ refusal }) => refusal) ?? [];
      if (parked.length > 0)
        return parked.map(({ path: of, refusal }) => `${name}: ${of} was refused, ${refusal?.code}`);
      if (waiting?.length === 0 && Date.now() - started > 2_000) return [];
      if (Date.now() - started > 90_000) return [`${name}: ${waiting?.length ?? 'all'} entries are not sent`];
      await phone.on(lookAt);
      await sleep(400);
    }
  }
}
