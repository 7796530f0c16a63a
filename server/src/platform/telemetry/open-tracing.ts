import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { VERSION } from '#platform/package-root.ts'
import type { Span, SpanOptions, Tracing } from '#platform/tracing.ts'

export type TracingOptions = {
  /** Where spans are sent, by OTLP over HTTP: `v1/traces` below this address. */
  endpoint: string
  /** The share of traces that begin here and are recorded, from 0 to 1. */
  ratio: number
}

/** Waiting longer for a collector that is gone would hold up the end of the process. */
const CLOSE_WITHIN_MS = 2000
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

type Recorded = Span & { context: Context }

/** Records spans and sends them in batches; of what a collector does not take in time, the rest is dropped. */
export function openTracing({ endpoint, ratio }: TracingOptions): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'dossier', 'service.version': VERSION }),
    // The caller that begins a trace decides whether it is recorded.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('dossier')
  const running = new AsyncLocalStorage<Context>()

  function beginIn(parent: Context, name: string, { kind, facts }: SpanOptions): Recorded {
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: facts }, parent)
    return {
      context: trace.setSpan(parent, span),
      traceId: span.spanContext().traceId,
      note: (more) => void span.setAttributes(more),
      end(failure) {
        if (failure !== undefined) {
          span.setStatus({ code: SpanStatusCode.ERROR })
          span.setAttribute('error.type', failure)
        }
        span.end()
      },
    }
  }

  return {
    begin: (name, { traceparent, ...options }) => beginIn(parseTraceparent(traceparent), name, options),
    beginPart(name, options) {
      const context = running.getStore()
      return context && trace.getSpan(context)?.isRecording() ? beginIn(context, name, options) : undefined
    },
    run: (span, step) => running.run((span as Recorded).context, step),
    traceparent() {
      const context = running.getStore()
      return context && trace.getSpan(context)?.isRecording() ? writeTraceparent(context) : undefined
    },
    traceparentOf: (span) => writeTraceparent((span as Recorded).context),
    async close() {
      const late = new Promise((resolve) => setTimeout(resolve, CLOSE_WITHIN_MS).unref())
      await Promise.race([provider.shutdown().catch(() => {}), late])
    },
  }
}

/** A header that is none begins a trace, as the standard wants it. */
function parseTraceparent(text: string | undefined): Context {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text ?? '') ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  const isSampled = (Number.parseInt(flags, 16) & TraceFlags.SAMPLED) !== 0
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function writeTraceparent(context: Context): string {
  const { traceId = '', spanId = '', traceFlags = TraceFlags.NONE } = trace.getSpanContext(context) ?? {}
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}
