/**
 * Finds places through a geocoder of Nominatim's kind. Its public service allows one request a second for a whole
 * application and asks to keep answers: so requests queue here, and what was asked before is answered from memory.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { FoundPlace } from '@servicebook/shared/geo';
import type { Language } from '@servicebook/shared/primitives';
import { z } from 'zod';
import type { Deps } from '../../context.ts';
import { AppError } from '../../platform/app-error.ts';

const Answer = z.array(
  z.object({ display_name: z.string(), lat: z.coerce.number(), lon: z.coerce.number() }),
);

const pauseBetween = 1000;
const answerWithin = 8000;
const longestQueue = 20;
const remembered = 1000;

export type PlaceSearch = (text: string, language: Language) => Promise<FoundPlace[]>;

/** @throws AppError GEOCODER_UNAVAILABLE when it does not answer, or too many are waiting */
export function createPlaceSearch({ config, log }: Pick<Deps, 'config' | 'log'>): PlaceSearch {
  const known = new Map<string, FoundPlace[]>();
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function ask(text: string, language: Language): Promise<FoundPlace[]> {
    const url = new URL(config.geocoderUrl);
    url.search = new URLSearchParams({
      q: text,
      format: 'json',
      limit: '8',
      'accept-language': language,
    }).toString();
    try {
      const response = await fetch(url, {
        redirect: 'error',
        headers: { 'User-Agent': `Servicebook (${config.publicUrl})` },
        signal: AbortSignal.timeout(answerWithin),
      });
      if (!response.ok) throw new Error(`geocoder answered ${response.status}`);
      const places = Answer.parse(await response.json());
      return places.map((place) => ({
        label: place.display_name,
        latitude: place.lat,
        longitude: place.lon,
      }));
    } catch (error) {
      log.warn({ err: error }, 'place search');
      throw new AppError('GEOCODER_UNAVAILABLE');
    }
  }

  /** Waits for those before, and a second after each. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (waiting >= longestQueue) throw new AppError('GEOCODER_UNAVAILABLE');
    waiting++;
    const mine = turn.then(work).finally(() => waiting--);
    turn = mine.catch(() => undefined).then(() => pause(pauseBetween, undefined, { ref: false }));
    return mine;
  }

  return async (text, language) => {
    const key = `${language} ${text.toLowerCase()}`;
    const before = known.get(key);
    if (before) return before;
    const found = await inTurn(() => ask(text, language));
    if (known.size >= remembered) known.delete(known.keys().next().value as string);
    known.set(key, found);
    return found;
  };
}
