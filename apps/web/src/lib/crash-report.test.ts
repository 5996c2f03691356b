import { beforeEach, expect, it, vi } from 'vitest';

const sent = vi.fn(async (_path: string, _request: RequestInit) => new Response());
const bodies = () => sent.mock.calls.map(([, { body }]) => JSON.parse(String(body)));
let sendCrash: typeof import('./crash-report.ts').sendCrash;

beforeEach(async () => {
  sent.mockClear();
  vi.stubGlobal('fetch', sent);
  vi.resetModules();
  ({ sendCrash } = await import('./crash-report.ts'));
});

it('a crash is sent once, with the screen’s path but without ids and keys', async () => {
  window.history.replaceState(null, '', '/machine/17/a1b2c3?search=Anna');
  const error = new TypeError('x is not a function');
  await sendCrash(error);
  await sendCrash(error);
  expect(sent).toHaveBeenCalledExactlyOnceWith('/api/app/crash', expect.objectContaining({ method: 'POST' }));
  expect(bodies()).toEqual([
    {
      name: 'TypeError',
      message: 'x is not a function',
      stack: expect.stringContaining('crash-report.test'),
      screen: '/machine/{id}/{id}',
    },
  ]);
});

it.each([
  new TypeError('Failed to fetch'),
  new TypeError('NetworkError when attempting to fetch resource.'),
  new TypeError('Failed to fetch dynamically imported module: https://app.test/assets/list-x1.js'),
  new Error('Not loaded: /assets/list-x1.js'),
  new DOMException('The operation was aborted.', 'AbortError'),
  Object.assign(new Error('x'), { stack: 'Error: x\n    at a (chrome-extension://abc/content.js:1:1)' }),
])('$message is not a failure of ours', async (error) => {
  await sendCrash(error);
  expect(sent).not.toHaveBeenCalled();
});

it('a browser sends at most five short reports', async () => {
  for (let number = 1; number <= 7; number++) await sendCrash(new Error(`${number}${'x'.repeat(9000)}`));
  expect(sent).toHaveBeenCalledTimes(5);
  for (const { body } of sent.mock.calls.map(([, request]) => request))
    expect(String(body).length).toBeLessThan(5500);
});
