/** Reads and formats geographic points. */
export interface MapPoint {
  latitude: number;
  longitude: number;
}

/** Six decimals are about ten centimetres, more precise than any tap. */
const precision = 1e6;
const round = (degrees: number) => Math.round(degrees * precision) / precision;

/** Between -180 and 180; maps count on when they are moved around the globe. */
export const wrapLongitude = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180;

/** A point as stored: rounded, with its longitude between -180 and 180. */
export const tidyPoint = ({ latitude, longitude }: MapPoint): MapPoint => ({
  latitude: round(Math.max(-90, Math.min(90, latitude))),
  longitude: round(wrapLongitude(longitude)),
});

/** `52.2297, 21.0122`, which every map program understands. */
export const pointText = ({ latitude, longitude }: MapPoint): string =>
  `${round(latitude)}, ${round(longitude)}`;

const numbers = /[+-]?\d+(?:[.,]\d+)?/g;
const allowed = /^[\d\s.,;:°+\-NSEW]*$/i;

/**
 * Reads a typed or pasted point: `52.2297, 21.0122`, with decimal commas, with N, S, E, W.
 * @returns null if it is invalid.
 */
export function parsePoint(text: string): MapPoint | null {
  if (!allowed.test(text)) return null;
  const [first, second, ...more] = text.match(numbers) ?? [];
  if (!first || !second || more.length > 0) return null;
  const sign = (letter: RegExp) => (letter.test(text) ? -1 : 1);
  const latitude = Number(first.replace(',', '.')) * sign(/S/i);
  const longitude = Number(second.replace(',', '.')) * sign(/W/i);
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return { latitude: round(latitude), longitude: round(longitude) };
}
