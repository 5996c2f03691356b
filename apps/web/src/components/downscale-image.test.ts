import { afterEach, describe, expect, it, vi } from 'vitest';
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

it('leaves a photo unchanged that the browser cannot read', async () => {
  const file = new File(['no picture'], 'photo.jpg', { type: 'image/jpeg' });
  expect(await downscaleImage(file)).toBe(file);
});

describe('a HEIC photo', () => {
  const heic = (name: string, type = '') => new File(['\0\0\0\x18ftypheic\0\0\0\0mif1heic'], name, { type });
  const bitmap = { width: 3000, height: 4000, close: () => {} } as ImageBitmap;
  const workers: string[] = [];

  /** A browser whose worker gives this answer. */
  function browser(
    answer: ImageBitmap | null | 'error',
    createImageBitmap = vi.fn().mockRejectedValue('no'),
  ) {
    workers.length = 0;
    class FakeWorker {
      onmessage?: (event: object) => void;
      onerror?: () => void;
      postMessage() {
        workers.push('asked');
        queueMicrotask(() => (answer === 'error' ? this.onerror?.() : this.onmessage?.({ data: answer })));
      }
      terminate() {
        workers.push('ended');
      }
    }
    vi.stubGlobal('Worker', FakeWorker);
    vi.stubGlobal('createImageBitmap', createImageBitmap);
    const drawImage = vi.fn();
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      fillRect: vi.fn(),
      drawImage,
    } as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
      done(new Blob(['x'.repeat(99)])),
    );
    return drawImage;
  }
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it.each([
    ['IMG_1.HEIC', ''],
    ['IMG_1.jpg', 'image/jpeg'],
  ])('called %s becomes a JPEG, however small it is', async (name, type) => {
    const drawImage = browser(bitmap);
    const jpeg = await downscaleImage(heic(name, type));
    expect([jpeg.name, jpeg.type]).toEqual(['IMG_1.jpg', 'image/jpeg']);
    expect(drawImage).toHaveBeenCalledWith(bitmap, 0, 0, 1800, 2400);
    expect(workers).toEqual(['asked', 'ended']);
  });

  it('is decoded by the browser if it can', async () => {
    browser('error', vi.fn().mockResolvedValue(bitmap));
    expect((await downscaleImage(heic('IMG_1.HEIC'))).name).toBe('IMG_1.jpg');
    expect(workers).toEqual([]);
  });

  it.each([null, 'error'] as const)('stays unchanged if it cannot be decoded: %s', async (answer) => {
    browser(answer);
    const file = heic('IMG_1.HEIC');
    expect(await downscaleImage(file)).toBe(file);
    expect(workers).toEqual(['asked', 'ended']);
  });
});
