/** The main module of a work process: runs one task after another, each a function of a module that it imports once. */
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { processorAlarm, type WorkTask } from './work-process.ts';

setPriority(Number(process.argv[2]));
// A terminal sends Ctrl+C to every process of its group; the server ends this one when the work is done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
// Without a server nobody needs the result. A normal exit would wait for the picture in progress.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

let processorWatch: Worker | undefined;

type LimitedTask = WorkTask & { processorSeconds: number | null };

process.on('message', async ({ processorSeconds, ...task }: LimitedTask) => {
  if (processorSeconds !== null)
    processorWatch ??= new Worker(new URL('./processor-watch.mjs', import.meta.url), {
      workerData: processorAlarm,
    });
  processorWatch?.postMessage(processorSeconds);
  try {
    process.send?.({ result: await run(task) });
  } catch (error) {
    // The copy of an error loses its code in transfer.
    process.send?.({ error, code: (error as NodeJS.ErrnoException).code });
  } finally {
    processorWatch?.postMessage(null);
  }
});

async function run(task: WorkTask): Promise<unknown> {
  const module: Record<string, unknown> = await import(task.module);
  const work = module[task.export];
  if (typeof work !== 'function') throw new Error(`${task.module} exports no function ${task.export}`);
  return work(task.input);
}
