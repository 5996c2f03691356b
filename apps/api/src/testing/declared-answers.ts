/** Holds every answer that a test receives against the OpenAPI document: its status and its type are declared there. */
import { contracts } from '@servicebook/shared';
import type { AxiosResponse } from 'axios';
import { describeApi } from '../http/openapi.ts';

interface Operation {
  responses: Record<string, { content?: Record<string, unknown> }>;
}

const { paths = {} } = describeApi(contracts, { url: '/', cookie: 'servicebook' });
const operations = Object.entries(paths).flatMap(([path, methods]) => {
  const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
  return Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
    method,
    pattern,
    ...operation,
  }));
});

/** @throws when the document does not say that the call may be answered like this */
export function requireDeclared({ config, status, headers }: AxiosResponse): void {
  const { pathname } = new URL(config.url ?? '', config.baseURL);
  const method = config.method?.toLowerCase();
  const operation = operations.find((one) => one.method === method && one.pattern.test(pathname));
  if (!operation) return;
  const declared = operation.responses[status];
  if (!declared) throw new Error(`${method} ${pathname} answered ${status}, which is not declared`);
  const [type = ''] = String(headers['content-type'] ?? '').split(';');
  const types = Object.keys(declared.content ?? {});
  // A status without content, such as a redirect, may still carry a line for people.
  if (types.length > 0 && !types.some((one) => one === type || one === '*/*'))
    throw new Error(`${method} ${pathname} answered ${status} as ${type}, which is not declared`);
}
