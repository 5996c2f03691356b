/** Counts and times the requests of a server, by the template of their route: labels must not grow with what is asked for. */
import type { RequestHandler } from 'express';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { outcomeOf } from './request-outcome.ts';

/** In seconds. Most answers take milliseconds; a page that takes seconds is noticed. */
const durations = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** @returns a handler that comes before all others */
export function watchRequests(register: Registry): RequestHandler {
  const registers = [register];
  const inProgress = new Gauge({
    name: 'servicebook_http_requests_in_progress',
    help: 'Requests that are not answered yet',
    registers,
  });
  const requests = new Counter({
    name: 'servicebook_http_requests_total',
    help: 'Requests, by the status of their answer; "aborted" if the caller hung up before it',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'servicebook_http_request_duration_seconds',
    help: 'From the first byte of a request to the last one of its answer',
    labelNames: ['method', 'route'],
    buckets: durations,
    registers,
  });
  const refusals = new Counter({
    name: 'servicebook_http_refusals_total',
    help: 'Requests that were refused or failed, by the code of their answer',
    labelNames: ['route', 'code'],
    registers,
  });
  return (request, response, next) => {
    const start = performance.now();
    inProgress.inc();
    response.once('close', () => {
      inProgress.dec();
      const { method } = request;
      const { route, status, code } = outcomeOf(response);
      requests.inc({ method, route, status: String(status ?? 'aborted') });
      duration.observe({ method, route }, (performance.now() - start) / 1000);
      if (code) refusals.inc({ route, code });
    });
    next();
  };
}
