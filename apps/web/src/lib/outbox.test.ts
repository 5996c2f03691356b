import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { type Attempt, deliver, type Outbox, put } from './outbox.ts';

interface Text {
  id: number | null;
  text: string;
}
const attempt = (key: string, text: string, id: number | null = null): Attempt<Text> => ({
  key,
  content: { id, text },
});
const noAnswer = new ApiError({ status: 0, code: 'CONNECTION' });
const refusal = new ApiError({ status: 400, code: 'MALFORMED_REQUEST' });

/** Sends an outbox to a server that gives these answers in order. */
async function sent(outbox: Outbox<Text>, ...answers: (number | ApiError)[]) {
  const calls: Attempt<Text>[] = [];
  let left: Outbox<Text> | null = outbox;
  const result = await deliver<Text, number>(outbox, {
    send: async (each) => {
      calls.push(each);
      const answer = answers[calls.length - 1];
      if (typeof answer !== 'number') throw answer;
      return answer;
    },
    follow: (content, id) => ({ ...content, id }),
    onProgress: (now) => {
      left = now;
    },
  }).catch((error: unknown) => error);
  return { calls, result, left };
}

describe('An outbox', () => {
  it('repeats the same content with its first key', () => {
    const lost = put(null, attempt('a', 'Noise'));
    expect(put(lost, attempt('b', 'Noise'))).toEqual({ attempt: attempt('a', 'Noise'), newer: null });
  });

  it('keeps an attempt without an answer, and is empty after a refusal', async () => {
    const outbox = put(null, attempt('a', 'Noise'));
    expect(await sent(outbox, noAnswer)).toMatchObject({ result: noAnswer, left: outbox });
    expect(await sent(outbox, refusal)).toMatchObject({ result: refusal, left: null });
  });

  const both = put(put(null, attempt('a', 'Noise')), attempt('b', 'Smoke'));

  it('sends newer content as a change of the stored attempt', async () => {
    expect(await sent(both, 31, 31)).toEqual({
      calls: [attempt('a', 'Noise'), attempt('b', 'Smoke', 31)],
      result: 31,
      left: null,
    });
  });

  it('sends newer content unchanged if the lost attempt was not stored', async () => {
    expect((await sent(both, refusal, 31)).calls).toEqual([attempt('a', 'Noise'), attempt('b', 'Smoke')]);
  });

  it('makes no second record if the lost attempt was stored long ago', async () => {
    const done = new ApiError({ status: 409, code: 'ALREADY_DONE', recordId: 31 });
    expect(await sent(both, done, 32)).toMatchObject({
      calls: [attempt('a', 'Noise')],
      result: done,
      left: both,
    });
  });

  it('holds newer content back while the lost attempt has no answer', async () => {
    expect(await sent(both, noAnswer)).toMatchObject({ calls: [attempt('a', 'Noise')], left: both });
  });
});
