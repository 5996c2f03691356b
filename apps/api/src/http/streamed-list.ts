/** Sends a list as long as the account while it is read, so that it is never in memory as a whole and others get their turn. */
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import type { StreamedList } from '@servicebook/shared/contract';
import type { Response } from 'express';
import type { Parts } from './handlers.ts';

/** Longer than any statement may take. Milliseconds. */
const stalledAfter = 180_000;

/** Handing a longer text to the system takes milliseconds, in which nobody else is served. Bytes. */
const pieceSize = 64 * 1024;

/**
 * Reads on when the caller has taken what was sent, and stops if they hang up.
 * @throws what the parts throw. If the answer had begun, its connection has ended, so that nobody takes it for whole.
 */
export async function sendList(response: Response, list: StreamedList, parts: Parts): Promise<void> {
  response.set('Content-Type', 'application/json; charset=utf-8');
  if (response.req.method === 'HEAD') return void response.end();
  const text = inPieces(jsonOf(list, parts));
  // A failure up to here is still answered as an error.
  const { value: first } = await text.next();
  if (response.destroyed) return void (await text.return());
  async function* whole() {
    yield first;
    yield* text;
  }
  // A reader who takes nothing for so long holds one of the company's few places for lists.
  response.setTimeout(stalledAfter, () => response.destroy());
  try {
    await pipeline(whole, response);
  } catch (error) {
    const isHangUp = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!isHangUp) throw error;
  }
}

/** What the database has written goes through as it is: a test holds every such list to its contract. */
async function* jsonOf(list: StreamedList, parts: Parts): AsyncGenerator<Buffer, void> {
  let before = '[';
  for await (const part of parts) {
    const bytes = Buffer.isBuffer(part) ? part : Buffer.from(JSON.stringify(list.parse(part)));
    if (bytes.length === '[]'.length) continue;
    // Instead of its own brackets.
    bytes.write(before);
    yield bytes.subarray(0, -1);
    before = ',';
  }
  yield Buffer.from(before === '[' ? '[]' : ']');
}

/** Lets others have their turn after each piece. */
async function* inPieces(texts: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  for await (const text of texts)
    for (let start = 0; start < text.length; start += pieceSize) {
      yield text.subarray(start, start + pieceSize);
      await setImmediate();
    }
}
