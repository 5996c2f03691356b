import type { ErrorBody } from '@servicebook/shared/error-codes';

interface Refusal {
  body: Partial<ErrorBody>;
  plainText: string | null;
}

/** Reads the answer of a refused call, before or after axios has parsed it. */
export async function readRefusal(data: unknown): Promise<Refusal> {
  let content = data;
  try {
    // Downloads request a blob, so their errors are blobs too.
    if (content instanceof Blob) content = await content.text();
    if (typeof content === 'string') content = JSON.parse(content);
  } catch {
    return { body: {}, plainText: sentenceIn(content) };
  }
  return { body: typeof content === 'object' && content !== null ? content : {}, plainText: null };
}

/** Readable text only: no HTML pages, no long texts. */
function sentenceIn(content: unknown): string | null {
  const text = typeof content === 'string' ? content.trim() : '';
  return text !== '' && text.length <= 300 && !text.startsWith('<') ? text : null;
}
