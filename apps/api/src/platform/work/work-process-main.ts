/** The main module of a work process: runs one task after another, each a function of a module that it imports once. */
import { setPriority } from 'node:os';
import { processorAlarm, type WorkTask } from './work-process.ts';

setPriority(Number(process.argv[2]));
// A terminal sends Ctrl+C to every process of its group; the server ends this one when the work is done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
// Without a server nobody needs the result. A normal exit would wait for the picture in progress.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

process.on('message', async ({ processorSeconds, ...task }: WorkTask & { processorSeconds: number }) => {
  const watch = watchProcessor(processorSeconds);
  try {
    process.send?.({ result: await run(task) });
  } catch (error) {
    // The copy of an error loses its code in transfer.
    process.send?.({ error, code: (error as NodeJS.ErrnoException).code });
  } finally {
    clearInterval(watch);
  }
});

/** Ends this process when its task exceeds its CPU time in threads that do not block this one. */
function watchProcessor(seconds: number): NodeJS.Timeout {
  const before = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system > seconds * 1_000_000) process.kill(process.pid, processorAlarm);
  }, 100);
}

async function run(task: WorkTask): Promise<unknown> {
  const module: Record<string, unknown> = await import(task.module);
  const work = module[task.export];
  if (typeof work !== 'function') throw new Error(`${task.module} exports no function ${task.export}`);
  return work(task.input);
}
