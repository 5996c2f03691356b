import type { ErrorBody } from '@servicebook/shared/error-codes';

interface Refusal {
  body: Partial<ErrorBody>;
  plainText: string | null;
}

/** What a refused call was answered, before or after axios has parsed it. */
export async function readRefusal(data: unknown): Promise<Refusal> {
  let content = data;
  try {
    // Downloads ask for a blob, and get their refusals as one.
    if (content instanceof Blob) content = await content.text();
    if (typeof content === 'string') content = JSON.parse(content);
  } catch {
    return { body: {}, plainText: sentenceIn(content) };
  }
  return { body: typeof content === 'object' && content !== null ? content : {}, plainText: null };
}

/** Words a user can read: not a page in HTML, not pages of text. */
function sentenceIn(content: unknown): string | null {
  const text = typeof content === 'string' ? content.trim() : '';
  return text !== '' && text.length <= 300 && !text.startsWith('<') ? text : null;
}
