/**
 * Processes for work that takes long or much memory. Unlike a thread, a process can be ended in the middle of a
 * picture, has memory of its own, and leaves the server's few threads to passwords, files and name look-ups.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A function of a module, imported by the process alone, and what it is given: plain content that can be copied. */
export interface WorkTask {
  module: string;
  export: string;
  input: unknown;
}

/** Why a process did not finish its work. */
export class WorkStopped extends Error {
  readonly by: 'time' | 'memory' | 'accident';
  constructor(by: WorkStopped['by'], how: string) {
    super(`The work was stopped by ${by} (${how})`);
    this.name = 'WorkStopped';
    this.by = by;
  }
}

export interface WorkProcesses {
  /**
   * Runs one task in a process of its own, or in one that has finished its task before.
   * @throws what the function throws; WorkStopped; the signal's reason when the task is not done two seconds after it
   *   aborts, once the process is gone
   */
  run(task: WorkTask, signal?: AbortSignal): Promise<unknown>;
  /** Ends the processes. */
  close(): Promise<void>;
}

type Answer = { result: unknown } | { error: Error; code: string | undefined };

/** The signal by which a process ends itself when its task has used up its time of the processor. */
export const processorAlarm = 'SIGVTALRM';

const idleMilliseconds = 10 * 60_000;
/**
 * A task whose caller has hung up may go on for so long. Most are done by then, and starting another process takes more
 * of the processor than the rest of a short task, and keeps the next caller waiting.
 */
const graceMilliseconds = 2_000;
const script = fileURLToPath(new URL('./work-process-main.ts', import.meta.url));

/**
 * A process starts with the first task that needs it and goes when it was idle for ten minutes.
 * @param seconds how long a task takes at most
 * @param processorSeconds how long a task may use the processor, however busy the machine is; ends only tasks that leave
 *   the process's first thread free, as pictures do
 * @param memoryMegabytes what a process's scripts may hold
 * @param niceness 0 to 19: how far the server's requests go before this work
 */
export function openWorkProcesses({
  seconds,
  processorSeconds = Number.POSITIVE_INFINITY,
  memoryMegabytes,
  niceness,
}: {
  seconds: number;
  processorSeconds?: number;
  memoryMegabytes: number;
  niceness: number;
}): WorkProcesses {
  /** Each with the timer that sends it home. */
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const all = new Set<ChildProcess>();

  function start(): ChildProcess {
    const child = fork(script, [String(niceness)], {
      serialization: 'advanced',
      // Nothing of the server's flags and secrets; one thread draws one picture.
      env: { UV_THREADPOOL_SIZE: '1' },
      // A small nursery halves a process's memory and costs no time: a document's garbage is gone with the document.
      execArgv: [`--max-old-space-size=${memoryMegabytes}`, '--max-semi-space-size=16'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    all.add(child);
    child.once('exit', () => {
      all.delete(child);
      leave(child);
    });
    // A process that is gone is told by its exit; an error without a listener would end the server.
    child.on('error', () => {});
    return child;
  }

  function leave(child: ChildProcess): void {
    clearTimeout(idle.get(child));
    idle.delete(child);
  }

  function rest(child: ChildProcess): void {
    idle.set(child, setTimeout(() => void end(child), idleMilliseconds).unref());
    // A process without work does not keep the server from ending.
    child.unref();
    child.channel?.unref();
  }

  function take(): ChildProcess {
    const [child] = idle.keys();
    if (!child) return start();
    leave(child);
    child.ref();
    child.channel?.ref();
    return child;
  }

  async function end(child: ChildProcess): Promise<void> {
    leave(child);
    if (!all.has(child)) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  return {
    async run(task, signal) {
      signal?.throwIfAborted();
      const child = take();
      const limit = AbortSignal.timeout(seconds * 1000);
      let answer: Answer;
      try {
        answer = await answerOf(
          child,
          { ...task, processorSeconds },
          AbortSignal.any(signal ? [graceAfter(signal), limit] : [limit]),
        );
      } catch (error) {
        await end(child);
        signal?.throwIfAborted();
        throw limit.aborted ? new WorkStopped('time', `${seconds} s`) : error;
      }
      rest(child);
      if ('error' in answer)
        throw answer.code ? Object.assign(answer.error, { code: answer.code }) : answer.error;
      return answer.result;
    },
    async close() {
      await Promise.all([...all].map(end));
    },
  };
}

function graceAfter(signal: AbortSignal): AbortSignal {
  const late = new AbortController();
  const begin = () => setTimeout(() => late.abort(signal.reason), graceMilliseconds).unref();
  signal.addEventListener('abort', begin, { once: true });
  return late.signal;
}

/** @throws WorkStopped when the process ends before it answers, an AbortError when the signal comes first */
async function answerOf(
  child: ChildProcess,
  task: WorkTask & { processorSeconds: number },
  signal: AbortSignal,
): Promise<Answer> {
  const settled = new AbortController();
  const either = { signal: AbortSignal.any([signal, settled.signal]) };
  const exit = once(child, 'exit', either).then(([code, killer]) => {
    if (killer === processorAlarm)
      throw new WorkStopped('time', `${task.processorSeconds} s of the processor`);
    // What V8 does to a script that asks for more memory than it may have.
    const isOutOfMemory = killer === 'SIGABRT' || code === 134;
    throw new WorkStopped(isOutOfMemory ? 'memory' : 'accident', String(killer ?? code));
  });
  try {
    const message = once(child, 'message', either);
    child.send(task);
    const [answer] = (await Promise.race([message, exit])) as [Answer];
    return answer;
  } finally {
    settled.abort();
  }
}
