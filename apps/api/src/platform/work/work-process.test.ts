import { afterAll, expect, it } from 'vitest';
import { openWorkProcesses, WorkStopped } from './work-process.ts';

const processes = openWorkProcesses({ seconds: 60, processorSeconds: 0.5, memoryMegabytes: 64, niceness: 0 });
afterAll(() => processes.close());

/** A module of one function. */
const task = (code: string) => ({
  module: `data:text/javascript,${encodeURIComponent(`export ${code}`)}`,
  export: 'work',
  input: null,
});

it('stops a task that exceeds its CPU time, and continues with the next one', async () => {
  const heavy = task(`async function work() {
    const { pbkdf2 } = await import('node:crypto');
    return new Promise((done) => pbkdf2('a', 'b', 2_000_000_000, 64, 'sha512', done));
  }`);
  const stopped = await processes.run(heavy).catch((error) => error);
  expect(stopped).toBeInstanceOf(WorkStopped);
  expect(stopped).toMatchObject({ by: 'time', message: expect.stringContaining('0.5 s of the processor') });
  expect(await processes.run(task('const work = () => 1'))).toBe(1);
});

it('stops a task that exceeds its CPU time and never pauses', async () => {
  const stopped = await processes.run(task('const work = () => { for (;;); }')).catch((error) => error);
  expect(stopped).toMatchObject({ by: 'time', message: expect.stringContaining('0.5 s of the processor') });
});

it('does not stop a task that only waits', async () => {
  const patient = task('const work = () => new Promise((done) => setTimeout(() => done(2), 1500))');
  expect(await processes.run(patient)).toBe(2);
});
