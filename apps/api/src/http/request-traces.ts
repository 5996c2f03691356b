/** Each request is a span, named by the template of its route: neither its path nor its query is told. */
import type { RequestHandler, Response } from 'express';
import type { Ctx } from '../platform/ctx.ts';
import { type Span, type Traces, within } from '../platform/trace.ts';
import { outcomeOf } from './request-outcome.ts';

/** Programs ask for it every few seconds. */
const health = ['/healthz', '/readyz'];

/** @returns a handler that comes before all others */
export const traceRequests =
  (traces: Traces): RequestHandler =>
  (request, response, next) => {
    if (health.includes(request.path)) return next();
    const { method } = request;
    const span = traces.begin('request', method, {
      parent: request.get('traceparent'),
      attributes: { 'http.request.method': method },
    });
    response.locals.span = span;
    response.once('close', () => {
      const { route, status, code } = outcomeOf(response);
      const { accountId } = (response.locals.ctx ?? {}) as Partial<Ctx>;
      span.rename(`${method} ${route}`);
      span.set({
        'http.route': route,
        'http.response.status_code': status ?? undefined,
        'servicebook.request_id': String(request.id),
        'servicebook.account_id': accountId,
        'servicebook.refusal': code,
      });
      const failure = status === null ? 'aborted' : status >= 500 ? (code ?? String(status)) : undefined;
      span.end(failure && { code: failure });
    });
    within(span, next);
  };

/** For its line in the log, which may be written when nothing is known of the trace any more. */
export function traceIdOf({ locals }: Response): { trace_id?: string } {
  const { traceId } = (locals.span ?? {}) as Partial<Span>;
  return traceId ? { trace_id: traceId } : {};
}
