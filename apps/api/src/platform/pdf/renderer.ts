/** Renders documents in worker threads: a page takes tens of milliseconds, which the server's event loop must not. */
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { RenderTask } from './render-worker.ts';

/** A kind of document: the module and function that turn its input into a PDF, loaded by the worker alone. */
export interface PdfKind<Input> {
  module: string;
  export: string;
  /** Carries the type of the input; never set. */
  readonly input?: Input;
}

// biome-ignore lint/suspicious/noExplicitAny: a map of kinds holds inputs of every type
export type PdfKinds = Record<string, PdfKind<any>>;
type InputOf<Kind> = Kind extends PdfKind<infer Input> ? Input : never;

export interface PdfRenderer<Kinds extends PdfKinds> {
  /**
   * Renders one document. The input is copied to another thread, so it is plain content: no functions, no streams.
   * @throws what the kind's function throws, or when too many documents are waiting.
   */
  render<Kind extends keyof Kinds>(kind: Kind, input: InputOf<Kinds[Kind]>): Promise<Uint8Array>;
  /** Waits for the documents under way, then ends the threads. */
  close(): Promise<void>;
}

/**
 * Names a kind of document.
 * @param module address of the module (`import.meta.resolve('./invoice.pdf.ts')`); the worker imports it, the caller does not.
 * @param exportName its function `(input) => Uint8Array | Promise<Uint8Array>`
 */
export function definePdfKind<Input>(module: string | URL, exportName: string): PdfKind<Input> {
  return { module: String(module), export: exportName };
}

const idleMinutes = 10;
const longestQueue = 500;
const memoryMegabytes = 512;
/** A small nursery halves a thread's memory and costs no time: a document's garbage is gone with the document. */
const youngMegabytes = 16;

/**
 * Starts a pool of rendering threads; a thread starts with the first document that needs it and leaves when idle.
 * @param kinds every kind of document this server makes; features define them, the application brings them together
 * @param threads how many documents are rendered at once
 * @param onError told of a thread that broke outside a document; the pool replaces it
 */
export function createPdfRenderer<const Kinds extends PdfKinds>({
  kinds,
  threads,
  onError,
}: {
  kinds: Kinds;
  threads: number;
  onError?: (error: Error) => void;
}): PdfRenderer<Kinds> {
  const pool = new Piscina<RenderTask, Uint8Array>({
    filename: fileURLToPath(new URL('./render-worker.ts', import.meta.url)),
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMinutes * 60_000,
    maxQueue: longestQueue,
    // Nothing of the parent's flags and secrets: a test runner's loaders do not fit, a renderer needs no settings.
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes, maxYoungGenerationSizeMb: youngMegabytes },
  });
  pool.on('error', (error: Error) => onError?.(error));
  const underWay = new Set<Promise<unknown>>();
  let closed = false;
  return {
    render: async (kind, input) => {
      const known = kinds[kind];
      if (!known) throw new Error(`No such kind of document: ${String(kind)}`);
      if (closed) throw new Error('The renderer is closed');
      const job = pool.run({ module: known.module, export: known.export, input });
      underWay.add(job);
      try {
        return await job;
      } finally {
        underWay.delete(job);
      }
    },
    close: async () => {
      closed = true;
      // Piscina's own close() may end a thread at work while another one empties the queue.
      await Promise.allSettled(underWay);
      await pool.destroy();
    },
  };
}
