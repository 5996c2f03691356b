import type { PhoneCall } from '../../lib/phone.ts';
import { findCall } from './index.ts';
import type { StoredRecords } from './stored-records.ts';

/**
 * The answer to a call from stored records, in the shape of its contract.
 * @param records read only if the phone knows the call
 * @returns undefined if only the server can answer
 */
export async function answerFrom(
  { method, path, query, body }: PhoneCall,
  records: () => Promise<StoredRecords | null>,
): Promise<unknown> {
  const found = findCall(method, path);
  if (!found) return undefined;
  const { call, params } = found;
  const { endpoint } = call;
  const asked = {
    params: endpoint.params.safeParse(params),
    query: endpoint.query.safeParse(query),
    body: endpoint.body.safeParse(body ?? {}),
  };
  if (!asked.params.success || !asked.query.success || !asked.body.success) return undefined;
  const stored = await records();
  return (
    stored &&
    (await call.answer({ params: asked.params.data, query: asked.query.data, body: asked.body.data }, stored))
  );
}
