/** A command ends in time, whatever hangs. */
import { expect, it } from 'vitest';
import { stopParts } from './stop-parts.ts';

it('stops the last part first, and goes on past one that fails or hangs', async () => {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const stopped: string[] = [];
  const part = (name: string, stop: () => Promise<unknown>) => ({
    name,
    seconds: 0.05,
    stop: () => {
      stopped.push(name);
      return stop();
    },
  });
  const parts = [
    part('database', async () => {}),
    part('mail server', () => Promise.reject(new Error('no'))),
    part('server', () => new Promise(() => {})),
  ];
  expect(await stopParts(parts, say)).toBe(false);
  expect(stopped).toEqual(['server', 'mail server', 'database']);
  expect(said).toEqual([
    'The server did not stop within 0.05 seconds and is left.',
    'Stopping the mail server failed:',
  ]);
  expect(await stopParts([part('database', async () => {})], say)).toBe(true);
});
