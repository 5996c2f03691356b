/**
 * Sends traces to a collector of OpenTelemetry, in batches and beside the work: what it does not take in time is dropped.
 * Only loaded with the setting (open-reports.ts).
 */
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Attributes, Span, TraceSettings, Traces } from './trace.ts';

const flushWithin = 2_000;

/**
 * The exporter reads further settings from the environment: OTEL_EXPORTER_OTLP_HEADERS, _TIMEOUT, _COMPRESSION and
 * _CERTIFICATE; so does the resource, OTEL_RESOURCE_ATTRIBUTES.
 * @param of the version and environment that spans are grouped by
 * @param onSilence called when the collector no longer takes what is sent
 */
export function openOtlpTraces(
  { endpoint, serviceName, sampler, ratio }: TraceSettings,
  of: { version: string; environment: string },
  onSilence: (reason: unknown) => void,
): Traces {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new TracerProvider({
    sampler: samplerOf(sampler, ratio),
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          'service.name': serviceName,
          'service.version': of.version,
          'deployment.environment.name': of.environment,
        }),
      )
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: tellingSilence(exporter, onSilence) })],
  });
  const tracer = provider.getTracer('servicebook', of.version);
  const kinds = { request: SpanKind.SERVER, job: SpanKind.CONSUMER };

  async function sendAll(): Promise<void> {
    // What is on its way already is the exporter's.
    await Promise.allSettled([provider.forceFlush({ timeoutMillis: flushWithin }), exporter.forceFlush()]);
  }

  return {
    begin(kind, name, { parent, cause, attributes = {} } = {}) {
      const link = cause === undefined ? null : parseTraceParent(cause);
      const known = parent === undefined ? null : parseTraceParent(parent);
      const context = known ? trace.setSpanContext(ROOT_CONTEXT, { ...known, isRemote: true }) : ROOT_CONTEXT;
      const links = link ? [{ context: link }] : [];
      return spanOf(
        tracer,
        tracer.startSpan(name, { kind: kinds[kind], attributes, links }, context),
        context,
      );
    },
    flush: () => Promise.race([sendAll(), pause(flushWithin, undefined, { ref: false })]),
  };
}

function spanOf(tracer: Tracer, span: OtelSpan, context: Context): Span {
  const own = trace.setSpan(context, span);
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    child: (name: string, attributes: Attributes) =>
      spanOf(tracer, tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, own), own),
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(attributes),
    end(error) {
      // Some call back with null.
      if (error !== undefined && error !== null) {
        span.setAttribute('error.type', typeOf(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

/** Messages may repeat what somebody has typed; codes and types are words of programs. */
function typeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return (
    ([code, name].find((word) => typeof word === 'string' && /^\w{1,60}$/.test(word)) as string) ?? 'Error'
  );
}

function samplerOf(name: TraceSettings['sampler'], ratio: number): Sampler {
  const root = name.endsWith('ratio')
    ? new TraceIdRatioBasedSampler(ratio)
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new AlwaysOnSampler();
  return name.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root;
}

/** Tells of the first failure after a success, not of each. */
function tellingSilence(exporter: SpanExporter, onSilence: (reason: unknown) => void): SpanExporter {
  let isSilent = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS;
        if (failed && !isSilent) onSilence(result.error);
        isSilent = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
