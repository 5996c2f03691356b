import { expect, it } from 'vitest';
import { downscaleImage, fitWithin } from './downscale-image.ts';

it('keeps proportions and never enlarges', () => {
  expect(fitWithin(4000, 3000, 2400)).toEqual({ width: 2400, height: 1800 });
  expect(fitWithin(3000, 4000, 2400)).toEqual({ width: 1800, height: 2400 });
  expect(fitWithin(800, 600, 2400)).toEqual({ width: 800, height: 600 });
  expect(fitWithin(10_000, 2, 2400)).toEqual({ width: 2400, height: 1 });
});

it.each([
  ['protocol.pdf', 'application/pdf'],
  ['IMG_0001.HEIC', 'image/heic'],
  ['moving.gif', 'image/gif'],
  ['drawing.svg', 'image/svg+xml'],
])('leaves %s as it is', async (name, type) => {
  const file = new File(['content'], name, { type });
  expect(await downscaleImage(file)).toBe(file);
});

it('leaves a photo alone that the browser cannot read', async () => {
  const file = new File(['no picture'], 'photo.jpg', { type: 'image/jpeg' });
  expect(await downscaleImage(file)).toBe(file);
});
