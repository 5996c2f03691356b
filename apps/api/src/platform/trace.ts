/**
 * What a request or a job does, as spans within each other. Work that belongs to no trace costs a look at its context. A
 * span says in our own words what is done, and never with which values: names, addresses and texts of people stay here.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';

/** Ids, names and numbers of ours. What is undefined is left out. */
export type Attributes = Record<string, string | number | undefined>;

export interface Span {
  traceId: string;
  /** Names it to others, as the header of this name (W3C Trace Context). */
  traceparent: string;
  /** Begins a call within it, of the database or of another server. */
  child(name: string, attributes: Attributes): Span;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** @param error why it failed; of it only its code or type is told */
  end(error?: unknown): void;
}

export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export interface TraceSettings {
  /** Address of the collector; traces go to /v1/traces below it. */
  endpoint: string;
  serviceName: string;
  sampler: (typeof samplers)[number];
  /** The share of traces that are kept by a sampler of a ratio, 0 to 1. */
  ratio: number;
}

export interface Traces {
  /**
   * Begins a request or the try of a job.
   * @param parent the `traceparent` of the span that it is part of
   * @param cause the `traceparent` of the span that has led to it, in a trace of its own
   */
  begin(
    kind: 'request' | 'job',
    name: string,
    of?: { parent?: string | undefined; cause?: string | undefined; attributes?: Attributes },
  ): Span;
  /** Waits until all is sent that has ended, two seconds at most. */
  flush(): Promise<void>;
}

const running = new AsyncLocalStorage<Span>();

/** The span that is in progress where this is called. */
export const currentSpan = (): Span | undefined => running.getStore();

/** Calls a function whose work, also later, belongs to a span. */
export const within = <Result>(span: Span, work: () => Result): Result => running.run(span, work);

/** Runs work as a span, and ends it. Without one, it only runs it. */
export async function inSpan<Result>(
  span: Span | null | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!span) return work();
  try {
    const result = await within(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** Runs a call of another server as a span within the current one, if there is one. */
export const traced = <Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> => inSpan(currentSpan()?.child(name, attributes), work);

/**
 * `fetch`, as a span within the current one.
 * @param name what is asked, because the address may hold what somebody has typed
 */
export function tracedFetch(name: string, url: string | URL, init: RequestInit): Promise<Response> {
  const span = currentSpan()?.child(name, { 'server.address': new URL(url).host });
  return inSpan(span, async () => {
    const response = await fetch(url, init);
    span?.set({ 'http.response.status_code': response.status });
    return response;
  });
}

const operation = /\b(SELECT|INSERT|UPDATE|DELETE|BEGIN|COMMIT|ROLLBACK)\b/i;
const table = /\b(?:INTO|UPDATE|FROM)\s+(?:"?\w+"?\.)?"?(\w+)/i;

interface StatementKind {
  operation: string;
  /** The first of its own, not of a query within it, if it has one. */
  table: string | undefined;
}

/** By the start of their text: the same ones come again and again, and long lists in many lengths. */
const kinds = new LRUCache<string, StatementKind>({ max: 1_000, memoMethod: kindOf });
const startOf = (text: string) => text.slice(0, 2_000);

function kindOf(text: string): StatementKind {
  let outer = text;
  for (let inner = ''; inner !== outer; ) {
    inner = outer;
    outer = inner.replace(/\([^()]*\)/g, ' ');
  }
  // Named queries do the work of a statement that begins with them.
  const main = /^\s*WITH\b/i.test(text) ? text : outer;
  return {
    operation: operation.exec(main)?.[1]?.toUpperCase() ?? 'statement',
    table: (table.exec(main) ?? table.exec(text))?.[1],
  };
}

/**
 * Begins the span of a statement, within the current one if there is one. Statements carry no values; still, only their
 * operation and table are told.
 * @returns a function to call when it has ended, with the error if it failed
 */
export function beginStatement(text: string): (error?: unknown) => void {
  const parent = currentSpan();
  if (!parent) return () => {};
  const { operation, table } = kinds.memo(startOf(text));
  const span = parent.child(table ? `${operation} ${table}` : operation, {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.collection.name': table,
  });
  return (error) => span.end(error);
}
