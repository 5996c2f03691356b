/**
 * Processes for work that needs much time or memory. Unlike a thread, a process can be ended in the middle of a
 * picture, has separate memory, and leaves the server's few threads to password hashing, file access and DNS look-ups.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A function of a module, which only the process imports, and its input: plain content that can be copied. */
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
   * Runs one task in an idle process or a new one.
   * @throws errors of the function; WorkStopped; the signal's reason if the task is not done two seconds after it
   *   aborts, once the process is gone
   */
  run(task: WorkTask, signal?: AbortSignal): Promise<unknown>;
  /** Ends the processes. */
  close(): Promise<void>;
}

type Answer = { result: unknown } | { error: Error; code: string | undefined };

/** The signal with which a process ends itself when its task exceeds its CPU time. */
export const processorAlarm = 'SIGVTALRM';

/**
 * A task whose caller has hung up may continue for this time. Most are done by then, and starting another process takes
 * more CPU time than the rest of a short task, and makes the next caller wait.
 */
const graceMilliseconds = 2_000;
const script = fileURLToPath(new URL('./work-process-main.ts', import.meta.url));

/**
 * A process starts with the first task that needs it and ends when it was idle for some time.
 * @param seconds maximum time of a task
 * @param processorSeconds maximum CPU time of a task, independent of the machine's load; null: none
 * @param memoryMegabytes limit of a process's script memory
 * @param niceness 0 to 19: the higher, the more the server's requests take precedence
 * @param idleSeconds after which an idle process ends
 * @param flags more flags of the runtime
 * @param asServer the work is the server's own: it has the server's environment, and prints where the server prints
 */
export function openWorkProcesses({
  seconds,
  processorSeconds,
  memoryMegabytes,
  niceness,
  idleSeconds = 600,
  flags = [],
  asServer = false,
}: {
  seconds: number;
  processorSeconds: number | null;
  memoryMegabytes: number;
  niceness: number;
  idleSeconds?: number;
  flags?: string[];
  asServer?: boolean;
}): WorkProcesses {
  /** Idle processes with their shutdown timers. */
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const all = new Set<ChildProcess>();

  function start(): ChildProcess {
    const child = fork(script, [String(niceness)], {
      serialization: 'advanced',
      // Otherwise no secrets of the server, and one thread per picture.
      env: asServer ? serverEnvironment() : { UV_THREADPOOL_SIZE: '1' },
      // A small young generation halves a process's memory and costs no time: a document's garbage ends with the document.
      execArgv: [`--max-old-space-size=${memoryMegabytes}`, '--max-semi-space-size=16', ...flags],
      stdio: asServer ? ['ignore', 'inherit', 'inherit', 'ipc'] : ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    all.add(child);
    child.once('exit', () => {
      all.delete(child);
      leave(child);
    });
    // The exit event reports a dead process; an error without a listener would end the server.
    child.on('error', () => {});
    return child;
  }

  function leave(child: ChildProcess): void {
    clearTimeout(idle.get(child));
    idle.delete(child);
  }

  function rest(child: ChildProcess): void {
    idle.set(child, setTimeout(() => void end(child), idleSeconds * 1000).unref());
    // An idle process must not keep the server running.
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
    // Otherwise a server that has closed all else would be gone before its idle processes.
    child.ref();
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

/** `node --watch` would have the process tell the server of its files, which waits for results. */
function serverEnvironment(): NodeJS.ProcessEnv {
  const { WATCH_REPORT_DEPENDENCIES: _, ...environment } = process.env;
  return environment;
}

function graceAfter(signal: AbortSignal): AbortSignal {
  const late = new AbortController();
  const begin = () => setTimeout(() => late.abort(signal.reason), graceMilliseconds).unref();
  signal.addEventListener('abort', begin, { once: true });
  return late.signal;
}

/** @throws WorkStopped if the process ends before it answers, an AbortError if the signal comes first */
async function answerOf(
  child: ChildProcess,
  task: WorkTask & { processorSeconds: number | null },
  signal: AbortSignal,
): Promise<Answer> {
  const settled = new AbortController();
  const either = { signal: AbortSignal.any([signal, settled.signal]) };
  const exit = once(child, 'exit', either).then(([code, killer]) => {
    if (killer === processorAlarm)
      throw new WorkStopped('time', `${task.processorSeconds} s of the processor`);
    // V8 aborts a script that exceeds its memory limit.
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
