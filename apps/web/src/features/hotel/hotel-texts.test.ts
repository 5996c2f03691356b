import type { Hotel } from '@servicebook/shared/hotel';
import { describe, expect, it } from 'vitest';
import { sortHotels } from './hotel-texts.ts';

const hotel = (id: number, name: string, latitude: number, longitude: number) =>
  ({ id, name, latitude, longitude }) as Hotel;
const warsaw = hotel(1, 'Żubr', 52.23, 21.01);
const lodz = hotel(2, 'Ahoj', 51.77, 19.46);
const krakow = hotel(3, 'Łabędź', 50.06, 19.94);
const names = (from: Parameters<typeof sortHotels>[1]) =>
  sortHotels([warsaw, lodz, krakow], from, 'pl').map((near) => near.hotel.name);

describe('Hotels', () => {
  it('are sorted by distance from the machine', () => {
    expect(names({ latitude: 50, longitude: 20 })).toEqual(['Łabędź', 'Ahoj', 'Żubr']);
    expect(names({ latitude: 52, longitude: 21 })).toEqual(['Żubr', 'Ahoj', 'Łabędź']);
  });

  it('are sorted by name in the user’s language if the machine has no point', () => {
    expect(names(null)).toEqual(['Ahoj', 'Łabędź', 'Żubr']);
    expect(sortHotels([warsaw], null, 'pl')[0]?.distance).toBeNull();
  });
});
