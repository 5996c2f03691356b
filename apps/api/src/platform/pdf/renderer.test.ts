import { threadId } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { createPdfRenderer, definePdfKind, type PdfKinds, type PdfRenderer } from './renderer.ts';

/** A kind of document whose module is written here. */
const kind = (source: string) =>
  definePdfKind<unknown>(`data:text/javascript,${encodeURIComponent(source)}`, 'render');

const renderers: PdfRenderer<PdfKinds>[] = [];
afterEach(() => Promise.all(renderers.splice(0).map((renderer) => renderer.close())));

function start<const Kinds extends PdfKinds>(kinds: Kinds, threads = 2): PdfRenderer<Kinds> {
  const renderer = createPdfRenderer({ kinds, threads });
  renderers.push(renderer);
  return renderer;
}

describe('createPdfRenderer', () => {
  it('renders in another thread, without the settings of this one', async () => {
    process.env.PDF_RENDERER_TEST = 'secret';
    const { render } = start({
      probe: kind(`
        import { threadId, isMainThread } from 'node:worker_threads';
        export const render = () => new TextEncoder().encode(
          JSON.stringify({ threadId, isMainThread, secret: process.env.PDF_RENDERER_TEST ?? null }));
      `),
    });
    const seen = JSON.parse(new TextDecoder().decode(await render('probe', null)));
    expect(seen).toMatchObject({ isMainThread: false, secret: null });
    expect(seen.threadId).not.toBe(threadId);
  });

  it('hands over what a kind throws, and goes on', async () => {
    const { render } = start({
      fragile: kind(`export const render = (input) => {
        if (input === 'bad') throw new Error('Cannot draw this');
        return Uint8Array.of(7);
      };`),
    });
    await expect(render('fragile', 'bad')).rejects.toThrow('Cannot draw this');
    expect(await render('fragile', 'good')).toEqual(Uint8Array.of(7));
  });

  it('survives a thread that dies', async () => {
    const { render } = start(
      {
        dying: kind(`export const render = (input) => input === 'die' ? process.exit(3) : Uint8Array.of(1);`),
      },
      1,
    );
    await expect(render('dying', 'die')).rejects.toThrow();
    expect(await render('dying', 'live')).toEqual(Uint8Array.of(1));
  });

  it('finishes what is under way before it closes, and takes nothing afterwards', async () => {
    const renderer = start({
      slow: kind(`export const render = async (input) => {
        await new Promise((resolve) => setTimeout(resolve, 60));
        return Uint8Array.of(input);
      };`),
    });
    const jobs = [1, 2, 3, 4, 5].map((input) => renderer.render('slow', input));
    await renderer.close();
    expect(await Promise.all(jobs)).toEqual([1, 2, 3, 4, 5].map((input) => Uint8Array.of(input)));
    await expect(renderer.render('slow', 6)).rejects.toThrow('closed');
  });
});
