/** What a work process runs: one task after the other, each a function of a module that it imports once. */
import { setPriority } from 'node:os';
import { processorAlarm, type WorkTask } from './work-process.ts';

setPriority(Number(process.argv[2]));
// A terminal tells Ctrl+C to every process of its group; the server ends this one when the work is done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
// Without a server nobody waits for the result. An orderly exit would wait for the picture under way.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

process.on('message', async ({ processorSeconds, ...task }: WorkTask & { processorSeconds: number }) => {
  const watch = watchProcessor(processorSeconds);
  try {
    process.send?.({ result: await run(task) });
  } catch (error) {
    // The copy of an error that arrives there has lost its code.
    process.send?.({ error, code: (error as NodeJS.ErrnoException).code });
  } finally {
    clearInterval(watch);
  }
});

/** Ends this process when its task has used more of the processor than it may, in threads that do not block this one. */
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
