import { describe, expect, it } from 'vitest';
import { parsePoint, pointText, tidyPoint } from './map-point.ts';

describe('A typed point', () => {
  it.each([
    ['52.2297, 21.0122', 52.2297, 21.0122],
    ['52.2297,21.0122', 52.2297, 21.0122],
    ['52,2297; 21,0122', 52.2297, 21.0122],
    ['52,2297, 21,0122', 52.2297, 21.0122],
    ['52.2297° N 21.0122° E', 52.2297, 21.0122],
    ['33.87 S, 58.44 W', -33.87, -58.44],
    ['-33.87 -58.44', -33.87, -58.44],
    [' 52 21 ', 52, 21],
  ])('%s is read', (text, latitude, longitude) => {
    expect(parsePoint(text)).toEqual({ latitude, longitude });
  });

  it.each(['', 'Warszawa', '52.2297', '52,21', '91, 20', '52, 181', '1 2 3', 'Street 5, 21'])(
    '%j is invalid',
    (text) => {
      expect(parsePoint(text)).toBeNull();
    },
  );

  it('parses the displayed format', () => {
    const point = { latitude: -51.123457, longitude: 19.11 };
    expect(parsePoint(pointText(point))).toEqual(point);
  });
});

describe('A point clicked on the map', () => {
  it('is rounded and wrapped to valid longitudes, however far the map was moved', () => {
    expect(tidyPoint({ latitude: 51.06000049, longitude: 379.1100001 })).toEqual({
      latitude: 51.06,
      longitude: 19.11,
    });
    expect(tidyPoint({ latitude: 95, longitude: -190 })).toEqual({ latitude: 90, longitude: 170 });
  });
});
