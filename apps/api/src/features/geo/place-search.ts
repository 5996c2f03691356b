/**
 * Finds places through a geocoder of Nominatim's kind. Its public service allows one request a second for a whole
 * application and asks to keep answers: so accounts take turns here, and repeated questions are answered from memory.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { FoundPlace } from '@servicebook/shared/geo';
import type { Language } from '@servicebook/shared/primitives';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { tracedFetch } from '../../platform/trace.ts';
import { createFairQueue, type WorkFor } from '../../platform/work/fair-queue.ts';

const Answer = z.array(
  z.object({ display_name: z.string(), lat: z.coerce.number(), lon: z.coerce.number() }),
);

const pauseBetween = 1000;
const answerWithin = 8000;
const remembered = 1000;

export type PlaceSearch = (text: string, language: Language, of: WorkFor) => Promise<FoundPlace[]>;

/** @throws AppError GEOCODER_UNAVAILABLE when it does not answer, TOO_MUCH_WORK when too many are waiting */
export function createPlaceSearch({ config }: Pick<Deps, 'config'>): PlaceSearch {
  const answers = new Map<string, FoundPlace[]>();
  const queue = createFairQueue({ places: 1, waitingPerAccount: 5, waitingInAll: 50 });
  let lastAnswer = 0;

  async function ask(text: string, language: Language): Promise<FoundPlace[]> {
    const url = new URL(config.geocoderUrl);
    url.search = new URLSearchParams({
      q: text,
      format: 'json',
      limit: '8',
      'accept-language': language,
    }).toString();
    try {
      const response = await tracedFetch('place search', url, {
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
      throw new AppError('GEOCODER_UNAVAILABLE', {}, error);
    }
  }

  /** A second after the one before. */
  async function askSlowly(text: string, language: Language): Promise<FoundPlace[]> {
    await pause(Math.max(0, lastAnswer + pauseBetween - Date.now()), undefined, { ref: false });
    try {
      return await ask(text, language);
    } finally {
      lastAnswer = Date.now();
    }
  }

  return async (text, language, of) => {
    const key = `${language} ${text.toLowerCase()}`;
    const before = answers.get(key);
    if (before) return before;
    const places = await queue.run(of, () => askSlowly(text, language));
    if (answers.size >= remembered) answers.delete(answers.keys().next().value as string);
    answers.set(key, places);
    return places;
  };
}
