import { expect, it } from 'vitest';
import { deviceStatuses, statusColours, statusWeight } from './device.ts';

it('the weight of a status is its position among the eight', () => {
  expect(deviceStatuses.map((status) => [statusWeight(status), status])).toEqual([
    [1, 'PRODUCTION'],
    [2, 'TRANSPORT'],
    [3, 'INSTALLATION'],
    [4, 'OK'],
    [5, 'IN_REPAIR'],
    [6, 'FAULT'],
    [7, 'BROKEN'],
    [8, 'DANGER'],
  ]);
});

/** The relative luminance of a colour, as defined by WCAG. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it.each(deviceStatuses)('the colours of %s are unique and readable', (status) => {
  const { background, text } = statusColours[status];
  const [light = 0, dark = 0] = [luminance(background), luminance(text)].sort((a, b) => b - a);
  expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(4.5);
  const same = deviceStatuses.filter((other) => statusColours[other].background === background);
  expect(same).toEqual([status]);
});
