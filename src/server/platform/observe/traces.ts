import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context, Span } from '@opentelemetry/api'
import type { Http } from '../http/server.ts'
import { watchOutgoing } from './outgoing.ts'

export type Traces = {
  /** Each request of this server is a span, below the caller's where it names one. */
  follow: (http: Http) => void
  close: () => Promise<void>
}

/** Paths carry ids and codes of people: a span has the route, or the shape of the path. */
const shapeOf = (path: string): string =>
  (path.split('?')[0] ?? '').replace(/[^/]{24,}|[^/]*\d{3,}[^/]*/g, '…')

/**
 * Sends spans of requests and of what they ask of other servers to an OTLP endpoint. The packages are loaded here
 * alone: without an endpoint they take no memory.
 */
export async function openTraces(endpoint: string, role: string): Promise<Traces> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'tidings', 'tidings.role': role }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('tidings')
  const contexts = new AsyncLocalStorage<Context>()
  const active = (): Context => contexts.getStore() ?? api.ROOT_CONTEXT

  const stopWatching = watchOutgoing(({ origin, method, path }) => {
    // Only what a request or a job causes: the exporter's own requests would cause the next ones.
    if (origin === new URL(endpoint).origin) return undefined
    const span = tracer.startSpan(
      `${method} ${shapeOf(path)}`,
      { kind: api.SpanKind.CLIENT, attributes: { 'server.address': origin, 'http.request.method': method } },
      active(),
    )
    return (status) => end(span, status, status === undefined || status >= 400)
  })
  const end = (span: Span, status: number | undefined, isFault: boolean): void => {
    if (status !== undefined) span.setAttribute('http.response.status_code', status)
    if (isFault) span.setStatus({ code: api.SpanStatusCode.ERROR })
    span.end()
  }
  return {
    follow(http) {
      const spans = new WeakMap<object, Span>()
      http.addHook('onRequest', (request, _reply, done) => {
        const route = request.routeOptions.url ?? 'unknown path'
        const span = tracer.startSpan(
          `${request.method} ${route}`,
          {
            kind: api.SpanKind.SERVER,
            attributes: {
              'http.request.method': request.method,
              'http.route': route,
              'request.id': request.id,
            },
          },
          parentOf(api, request.headers.traceparent),
        )
        spans.set(request, span)
        contexts.run(api.trace.setSpan(api.ROOT_CONTEXT, span), done)
      })
      http.addHook('onResponse', (request, { statusCode }, done) => {
        const span = spans.get(request)
        if (span) end(span, statusCode, statusCode >= 500)
        done()
      })
    },
    async close() {
      stopWatching()
      await provider.shutdown()
    },
  }
}

/** The span that the caller names, by the form of the W3C: version, trace, span, flags. */
function parentOf(api: typeof import('@opentelemetry/api'), header: unknown): Context {
  const [, traceId, spanId, flags] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(String(header ?? '')) ?? []
  if (!traceId || !spanId || !flags) return api.ROOT_CONTEXT
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return api.trace.setSpanContext(api.ROOT_CONTEXT, parent)
}
