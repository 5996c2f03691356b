/**
 * A thread of a work process: it sees the CPU time of a task that never leaves the first thread, as documents do. Plain
 * JavaScript, because a thread that loads TypeScript takes 25 MB more.
 */
import { workerData as alarm, parentPort } from 'node:worker_threads';

/** @type {NodeJS.Timeout | undefined} */
let watch;

// The most CPU seconds of the task that starts now, or null when it is done.
parentPort?.on('message', (/** @type {number | null} */ seconds) => {
  clearInterval(watch);
  if (seconds === null) return;
  const before = process.cpuUsage();
  watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system > seconds * 1_000_000) process.kill(process.pid, alarm);
  }, 100);
});
