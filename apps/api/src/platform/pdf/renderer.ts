/** Draws documents in separate processes: a page takes tens of milliseconds, which would block the server's event loop. */
import { AppError } from '../app-error.ts';
import { createFairQueue, type Load, type WorkFor } from '../work/fair-queue.ts';
import { openWorkProcesses, WorkStopped } from '../work/work-process.ts';

/** A kind of document: the module and function that turn its input into a PDF, loaded only by the work process. */
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
   * Draws one document when it is its account's turn. The input is copied to another process, so it must be plain
   * content: no functions, no streams.
   * @param begins is called when it is its turn
   * @throws errors of the kind's function; AppError TOO_MUCH_WORK if the account has too many documents in progress,
   * DOCUMENT_TOO_LARGE if it exceeds the limits of time or memory, WORK_INTERRUPTED if its process died
   */
  render<Kind extends keyof Kinds>(
    kind: Kind,
    input: InputOf<Kinds[Kind]>,
    of: WorkFor,
    begins?: () => void,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /** How many documents are drawn, and how many wait. */
  load(): Load;
  /** Waits for the documents in progress, then ends the processes. */
  close(): Promise<void>;
}

/**
 * Names a kind of document.
 * @param module address of the module (`import.meta.resolve('./invoice.pdf.ts')`); the process imports it, the caller does not.
 * @param exportName its function `(input) => Uint8Array | Promise<Uint8Array>`
 */
export function definePdfKind<Input>(module: string | URL, exportName: string): PdfKind<Input> {
  return { module: String(module), export: exportName };
}

/**
 * The longest protocol that can be signed takes about a second of CPU time and 100 MB. On a busy machine that takes
 * longer, so the limit of elapsed time is higher.
 */
const limits = { processorSeconds: 10, seconds: 40, memoryMegabytes: 512 };

/**
 * A process that breaks is replaced by another one.
 * @param kinds all kinds of documents; features define them, the application collects them
 * @param processes how many documents are drawn at once
 * @param onDrawn is told how long a document took from its turn on, in seconds
 */
export function createPdfRenderer<const Kinds extends PdfKinds>({
  kinds,
  processes: places,
  seconds = limits.seconds,
  memoryMegabytes = limits.memoryMegabytes,
  onDrawn = () => {},
}: {
  kinds: Kinds;
  processes: number;
  onDrawn?: (kind: string, seconds: number) => void;
  seconds?: number;
  memoryMegabytes?: number;
}): PdfRenderer<Kinds> {
  const queue = createFairQueue({ places, waitingPerAccount: 5, waitingInAll: 100 });
  const processes = openWorkProcesses({ ...limits, seconds, memoryMegabytes, niceness: 5 });
  return {
    render: async (kind, input, of, begins) => {
      const definition = kinds[kind];
      if (!definition) throw new Error(`No such kind of document: ${String(kind)}`);
      const task = { module: definition.module, export: definition.export, input };
      const draw = async () => {
        begins?.();
        const start = performance.now();
        const document = (await processes.run(task, of.gone)) as Uint8Array<ArrayBuffer>;
        onDrawn(String(kind), (performance.now() - start) / 1000);
        return document;
      };
      try {
        return await queue.run(of, draw);
      } catch (error) {
        if (!(error instanceof WorkStopped)) throw error;
        throw new AppError(error.by === 'accident' ? 'WORK_INTERRUPTED' : 'DOCUMENT_TOO_LARGE', {}, error);
      }
    },
    load: () => queue.load(),
    close: async () => {
      await queue.close();
      await processes.close();
    },
  };
}
