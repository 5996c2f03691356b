/** The calls that the phone answers: what it reads for each is in decision 0056. */
import { companyAnswers } from './company.ts';
import { customerAnswers } from './customer.ts';
import { deviceAnswers } from './device.ts';
import { inspectionAnswers } from './inspection.ts';
import { pathPattern } from './path-pattern.ts';
import { searchAnswers } from './search.ts';
import { serviceAnswers } from './service.ts';
import type { StoredCall } from './stored-records.ts';
import { todoAnswers } from './todo.ts';
import { visitAnswers } from './visit.ts';

const storedCalls: StoredCall[] = [
  ...companyAnswers,
  ...customerAnswers,
  ...deviceAnswers,
  ...inspectionAnswers,
  ...searchAnswers,
  ...serviceAnswers,
  ...todoAnswers,
  ...visitAnswers,
];

const patterns = storedCalls.map((call) => ({ call, matches: pathPattern(call.endpoint.path) }));

/** The stored call that an address names, with its parameters. */
export function findCall(
  method: string,
  path: string,
): { call: StoredCall; params: Record<string, string> } | null {
  for (const { call, matches } of patterns) {
    const found = call.endpoint.method === method && matches.exec(path);
    if (found) return { call, params: { ...found.groups } };
  }
  return null;
}
