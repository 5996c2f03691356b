import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keepChoice, storageKey } from './browser-storage.ts';

const day = 24 * 3_600_000;
/** The true time when the server is heard. */
const heard = Date.parse('2026-11-28T09:00:00.000Z');

/** The module as in a newly opened page. */
async function opened() {
  vi.resetModules();
  const { noteServerTime, ...rest } = await import('./server-time.ts');
  return {
    ...rest,
    /** An answer of the server. @param takes what passes on this clock until it is read */
    hear: async (date: string, takes = 0) => {
      const answer = async () => {
        if (takes > 0) vi.spyOn(Date, 'now').mockReturnValue(Date.now() + takes);
        return { headers: { date } } as never;
      };
      await noteServerTime(answer)({} as never);
    },
  };
}

/** This clock, in days ahead of the true time. */
const setClock = (now: number, ahead: number) => vi.spyOn(Date, 'now').mockReturnValue(now + ahead * day);

/** What a device takes for the present, in days after the server was last heard. */
async function assumed(aheadWhenHeard: number, later: { days: number; ahead: number }): Promise<number> {
  setClock(heard, aheadWhenHeard);
  await (await opened()).hear(new Date(heard).toUTCString());
  setClock(heard + later.days * day, later.ahead);
  const { presentTime } = await opened();
  return (presentTime().getTime() - heard) / day;
}

beforeEach(() => localStorage.clear());

describe('The present time without the server', () => {
  it.each([
    ['right', 0, 0, 2],
    ['20 days ahead', 20, 20, 2],
    ['a year ahead', 365, 365, 2],
    ['a year behind', -365, -365, 2],
    ['ahead, and put right since', 20, 0, 2],
    ['behind, and put right since', -20, 0, 2],
    ['set back since: not before the server was heard', 0, -20, 0],
    ['set ahead since: only its user can see that', 0, 20, 22],
  ])('of a clock that is %s', async (_, when, later, expected) => {
    expect(await assumed(when, { days: 2, ahead: later })).toBe(expected);
  });

  it('is the clock alone for a device that never heard the server, or did with an earlier version', async () => {
    setClock(heard, 0);
    const never = await opened();
    expect([never.presentTime().getTime(), never.lastHeard()]).toEqual([heard, null]);
    keepChoice('heard', '2026-11-27T09:00:00.000Z');
    const { presentTime, lastHeard } = await opened();
    expect([presentTime().getTime(), lastHeard()]).toEqual([heard, heard - day]);
  });

  it('is counted by the clock alone from the second day', async () => {
    setClock(heard, 0);
    await (await opened()).hear(new Date(heard).toUTCString());
    const { countsAlone } = await opened();
    setClock(heard + day - 60_000, 0);
    expect(countsAlone()).toBe(false);
    setClock(heard + day + 60_000, 0);
    expect(countsAlone()).toBe(true);
  });

  it('follows a clock that is changed while the server answers', async () => {
    setClock(heard, 0);
    const { hear, presentTime } = await opened();
    await hear(new Date(heard).toUTCString());
    setClock(heard + 120_000, 20);
    await hear(new Date(heard + 120_000).toUTCString());
    await hear('no date');
    expect(presentTime().getTime()).toBe(heard + 120_000);
  });

  it.each([
    ['behind', -1],
    ['ahead', 1],
  ])('never goes back while it is counted, also of a clock that is a day %s', async (_, ahead) => {
    setClock(heard, ahead);
    await (await opened()).hear(new Date(heard).toUTCString());
    const days = [];
    for (let hours = 0; hours <= 72; hours += 8) {
      setClock(heard + (hours / 24) * day, ahead);
      days.push(((await opened()).presentTime().getTime() - heard) / day);
    }
    expect(days).toEqual(days.map((_day, turn) => (turn * 8) / 24));
  });

  it('is not read from the storage for each row of a list, and follows what another tab has heard', async () => {
    setClock(heard, 0);
    const { presentTime } = await opened();
    presentTime();
    const reads = vi.spyOn(Storage.prototype, 'getItem');
    for (let row = 0; row < 100; row += 1) presentTime();
    expect(reads).not.toHaveBeenCalled();
    keepChoice('heard', { at: heard + day, ahead: -day });
    window.dispatchEvent(new StorageEvent('storage', { key: storageKey('heard') }));
    expect(presentTime().getTime()).toBe(heard + day);
  });

  it('takes no sleep of the browser for a clock that is ahead', async () => {
    setClock(heard, 0);
    const { hear, presentTime } = await opened();
    await hear(new Date(heard).toUTCString(), 8 * 3_600_000);
    expect(presentTime().getTime()).toBe(heard + 8 * 3_600_000);
  });
});
