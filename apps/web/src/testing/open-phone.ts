/** A phone of a technician, with its stored data and its outbox, for tests that run it against a real server. */
/// <reference types="vite/client" />
import 'fake-indexeddb/auto';
import { deviceContract } from '@servicebook/shared/device';
import { serviceContract } from '@servicebook/shared/service';
import { serviceSigningContract } from '@servicebook/shared/service-signing';
import { confirmedContent, signedText } from '@servicebook/shared/signed-content';
import type { SessionUser } from '@servicebook/shared/user';
import { AxiosError, getAdapter } from 'axios';
import { vi } from 'vitest';
import { joinMachines } from '../features/device/join-machines.ts';
import { joinProtocols } from '../features/service/join-protocols.ts';
import { apiOf, http } from '../lib/api-client.ts';
import { setPhoneCode } from '../lib/phone.ts';
import { queryClient } from '../lib/query-client.ts';
import { hashContent } from '../lib/read-content.ts';
import { sessionKey } from '../lib/session-key.ts';
import { setUnsentCode } from '../lib/unsent.ts';
import type { Entry } from '../offline/outbox/database.ts';
import { listEntries, retryEntry, saveAsNew } from '../offline/outbox/entries.ts';
import { setJoin, versionsOf, writeOver } from '../offline/outbox/merge.ts';
import { unsent } from '../offline/outbox/outbox.ts';
import { sendAll } from '../offline/outbox/sender.ts';
import { phone } from '../offline/phone.ts';
import { refreshStored } from '../offline/refresh.ts';
import { keepUser, ownerOf } from '../offline/stored.ts';

const stored = new Map<string, string>();
const browser = { onLine: true };
let losesAnswers = false;

/** The parts of a browser that the phone's code needs. */
function standInForBrowser(): void {
  vi.stubGlobal('navigator', browser);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
}

const strokes = [
  {
    points: [
      { x: 10, y: 10, time: 0, pressure: 0.5 },
      { x: 80, y: 30, time: 300, pressure: 0.5 },
    ],
  },
];

type Input = Parameters<ReturnType<typeof apiOf<typeof serviceContract>>['add']>[0]['body'];

/**
 * @param cookie of the user's session
 * @param serverTime if the server's clock is not that of the phone
 */
export async function openPhone(url: string, cookie: string, user: SessionUser, serverTime?: Date) {
  standInForBrowser();
  browser.onLine = true;
  http.defaults.baseURL = url;
  http.defaults.headers.common.Cookie = cookie;
  losesAnswers = false;
  http.defaults.adapter = async (config) => {
    const answer = await getAdapter('http')(config);
    if (serverTime) answer.headers.date = serverTime.toUTCString();
    if (losesAnswers && config.method !== 'get') throw new AxiosError('Lost', 'ERR_NETWORK', config);
    return answer;
  };
  queryClient.setQueryData(sessionKey, user);
  setUnsentCode(async () => unsent);
  setPhoneCode(async () => phone);
  setJoin(
    {
      protocol: async (versions, timezone, isTheirs) => joinProtocols(versions, timezone, isTheirs),
      machine: async (versions, _, isTheirs) => joinMachines(versions, isTheirs),
    },
    () => {},
  );
  await keepUser(user);
  await refreshStored(user);
  const [services, signing, machines] = [
    apiOf(serviceContract),
    apiOf(serviceSigningContract),
    apiOf(deviceContract),
  ];
  const key = () => ({ idempotencyKey: crypto.randomUUID() });
  const phoneOf = {
    services,
    machines,
    lose: () => {
      browser.onLine = false;
    },
    find: () => {
      browser.onLine = true;
    },
    /** What is sent is carried out, but the phone never hears of it. */
    loseAnswers(lost: boolean) {
      losesAnswers = lost;
    },
    refresh: () => refreshStored(user),
    write: async (body: Input) => (await services.add({ body, ...key() })).id,
    photograph: (id: number, name: string) =>
      services.addFile({
        params: { serviceId: id },
        query: { print: 'false' },
        file: new File([`picture ${name}`], name, { type: 'text/plain' }),
        ...key(),
      }),
    /** As the customer does on the screen, who reads what is stored here. */
    async sign(id: number, signedAt = new Date()) {
      const { snapshot, today, performedBy, performers } = await signing.toSign({ params: { id } });
      const content = confirmedContent(snapshot, {
        date: snapshot.version > 0 ? snapshot.date : today,
        performers: performers.filter((each) => each.id === performedBy),
      });
      return services.sign({
        params: { id },
        body: {
          ...{ signerName: 'Jan Kowal', signerRole: '', strokes, signedAt: signedAt.toISOString() },
          ...{
            performedBy: performedBy === null ? null : { id: performedBy },
            date: `${content.date}T00:00:00`,
          },
          signedSha256: await hashContent(signedText(content)),
        },
        file: new Blob(['M10 10 C20 40 40 40 60 12 L80 30'], { type: 'text/plain' }),
        fileName: 'signature.txt',
        ...key(),
      });
    },
    /** Sends what can be sent. @returns what is left, with why */
    async send() {
      browser.onLine = true;
      await sendAll(user);
      return (await phoneOf.waiting()).map(({ label, refusal }) => ({
        kind: label.kind,
        refused: refusal && (Object.values(refusal.fields)[0] ?? refusal.code),
      }));
    },
    waiting: (): Promise<Entry[]> => listEntries(ownerOf(user)),
    async again() {
      for (const { seq, refusal } of await phoneOf.waiting()) if (refusal) await retryEntry(seq);
      return phoneOf.send();
    },
    saveAsNew,
    /** Its user prefers the own value of everything that both changed in a machine. */
    async takeMine() {
      for (const entry of await phoneOf.waiting()) {
        const versions = versionsOf(entry);
        if (versions) await writeOver(entry, versions, joinMachines(versions, () => false).content, user);
      }
    },
    /** Somebody signs in on this phone. */
    signIn(newCookie: string, other: SessionUser = user) {
      http.defaults.headers.common.Cookie = newCookie;
      queryClient.setQueryData(sessionKey, other);
    },
    close() {
      setUnsentCode(null);
      setPhoneCode(null);
      queryClient.clear();
      vi.unstubAllGlobals();
    },
  };
  return phoneOf;
}
