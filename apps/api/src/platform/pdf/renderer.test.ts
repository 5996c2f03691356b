import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WorkStopped } from '../work/work-process.ts';
import { createPdfRenderer, definePdfKind, type PdfKinds, type PdfRenderer } from './renderer.ts';

/** A kind of document whose module is written here. */
const kind = (source: string) =>
  definePdfKind<unknown>(`data:text/javascript,${encodeURIComponent(source)}`, 'render');

const renderers: PdfRenderer<PdfKinds>[] = [];
afterEach(() => Promise.all(renderers.splice(0).map((renderer) => renderer.close())));

function start<const Kinds extends PdfKinds>(
  kinds: Kinds,
  limits: Partial<Parameters<typeof createPdfRenderer>[0]> = {},
): PdfRenderer<Kinds> {
  const renderer = createPdfRenderer({ processes: 2, ...limits, kinds });
  renderers.push(renderer);
  return renderer;
}

const account = { accountId: 1 };
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
/** Tells its process, and then never ends. */
const endless = kind(`
  import { writeFileSync } from 'node:fs';
  export const render = (file) => { writeFileSync(file, String(process.pid)); for (;;); };
`);
const alive = kind(`export const render = () => new TextEncoder().encode(String(process.pid));`);

describe('createPdfRenderer', () => {
  it('draws in another process, without the settings of this one', async () => {
    process.env.PDF_RENDERER_TEST = 'secret';
    const { render } = start({
      probe: kind(`
        export const render = () => new TextEncoder().encode(
          JSON.stringify({ pid: process.pid, secret: process.env.PDF_RENDERER_TEST ?? null }));
      `),
    });
    const seen = JSON.parse(textOf(await render('probe', null, account)));
    expect(seen.secret).toBeNull();
    expect(seen.pid).not.toBe(process.pid);
  });

  it('passes on errors of a kind, and continues in the same process', async () => {
    const { render } = start({
      fragile: kind(`export const render = (input) => {
        if (input === 'bad') throw Object.assign(new Error('Cannot draw this'), { code: 'ENOSPC' });
        return new TextEncoder().encode(String(process.pid));
      };`),
    });
    const before = await render('fragile', 'good', account);
    await expect(render('fragile', 'bad', account)).rejects.toMatchObject({
      message: 'Cannot draw this',
      code: 'ENOSPC',
    });
    expect(await render('fragile', 'good', account)).toEqual(before);
  });

  it('replaces a process that dies; only its own document fails', async () => {
    const { render } = start(
      {
        dying: kind(`export const render = (input) => input === 'die' ? process.exit(3) : Uint8Array.of(1);`),
      },
      { processes: 1 },
    );
    const [died, lived] = await Promise.allSettled([
      render('dying', 'die', account),
      render('dying', 'live', account),
    ]);
    expect(died).toMatchObject({ reason: { code: 'WORK_INTERRUPTED', cause: expect.any(WorkStopped) } });
    expect(lived).toEqual({ status: 'fulfilled', value: Uint8Array.of(1) });
  });

  it('replaces a process that is killed while it waits for work', async () => {
    const { render } = start({ alive });
    const first = Number(textOf(await render('alive', null, account)));
    process.kill(first, 'SIGKILL');
    await vi.waitFor(() => expect(isAlive(first)).toBe(false));
    expect(Number(textOf(await render('alive', null, account)))).not.toBe(first);
  });

  it('ends a document that exceeds its time or memory', async () => {
    const { render } = start(
      {
        greedy: kind(`export const render = (input) => {
          if (input === 'time') for (;;);
          const held = [];
          for (;;) held.push(Array.from({ length: 1000 }, () => ({ held })));
        };`),
        alive,
      },
      { processes: 1, seconds: 5, memoryMegabytes: 30 },
    );
    await expect(render('greedy', 'memory', account)).rejects.toMatchObject({ code: 'DOCUMENT_TOO_LARGE' });
    await expect(render('greedy', 'time', account)).rejects.toMatchObject({ code: 'DOCUMENT_TOO_LARGE' });
    expect(Number(textOf(await render('alive', null, account)))).toBeGreaterThan(0);
  });

  it('ends the process of a caller who hangs up', async () => {
    const dir = await mkdtemp(`${tmpdir()}/renderer-`);
    const { render } = start({ endless, alive }, { processes: 1 });
    const hangUp = new AbortController();
    const left = render('endless', `${dir}/pid`, { ...account, gone: hangUp.signal });
    const pid = await vi.waitFor(
      async () => Number(await readFile(`${dir}/pid`, 'utf8')) || Promise.reject(),
      15_000,
    );
    hangUp.abort();
    await expect(left).rejects.toBe(hangUp.signal.reason);
    expect(isAlive(pid)).toBe(false);
    expect(Number(textOf(await render('alive', null, account)))).not.toBe(pid);
    await rm(dir, { recursive: true });
  });

  it('finishes running work before it closes, leaves no process, and accepts nothing afterwards', async () => {
    const renderer = start({
      slow: kind(`export const render = async () => {
        await new Promise((resolve) => setTimeout(resolve, 60));
        return new TextEncoder().encode(String(process.pid));
      };`),
    });
    const jobs = [1, 2, 1, 2, 1].map((accountId) => renderer.render('slow', null, { accountId }));
    await renderer.close();
    const pids = (await Promise.all(jobs)).map((bytes) => Number(textOf(bytes)));
    expect(new Set(pids).size).toBe(2);
    expect(pids.map(isAlive)).not.toContain(true);
    await expect(renderer.render('slow', null, account)).rejects.toThrow('closed');
  });
});
