import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Http } from '../http/server.ts'
import { watchOutgoing } from './outgoing.ts'

export type ProcessMetrics = {
  registry: Registry
  /** Counts the requests of this server by their status. */
  follow: (http: Http) => void
  close: () => void
}

const seconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Metrics of one process that need no database: its requests, its calls to providers, memory, event loop. */
export function openProcessMetrics(providers: Readonly<Record<string, string>>): ProcessMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Histogram({
    name: 'tidings_http_request_seconds',
    help: 'Requests to this process',
    labelNames: ['method', 'status'],
    buckets: seconds,
    registers,
  })
  const calls = new Histogram({
    name: 'tidings_provider_seconds',
    help: 'Calls to providers until their end, with or without an answer',
    labelNames: ['provider', 'call'],
    buckets: seconds,
    registers,
  })
  const faults = new Counter({
    name: 'tidings_provider_errors_total',
    help: 'Calls to providers that got no answer, or one that refuses',
    labelNames: ['provider', 'call', 'status'],
    registers,
  })
  const underWay = new Gauge({
    name: 'tidings_provider_calls_under_way',
    help: 'Calls to providers that wait for their answer',
    labelNames: ['provider'],
    registers,
  })
  const stopWatching = watchOutgoing(({ origin, method, path }) => {
    const provider = providers[origin] ?? 'other'
    const call = provider === 'meta' && method === 'POST' && isMessage(path) ? 'messages' : 'other'
    const startedAt = performance.now()
    underWay.inc({ provider })
    return (status) => {
      underWay.dec({ provider })
      calls.observe({ provider, call }, (performance.now() - startedAt) / 1000)
      if (status === undefined || status >= 400) {
        faults.inc({ provider, call, status: status === undefined ? 'none' : String(status) })
      }
    }
  })
  return {
    registry,
    follow(http) {
      const observe = ({ method, status, seconds }: { method: string; status: number; seconds: number }) =>
        requests.observe({ method, status: `${Math.floor(status / 100)}xx` }, seconds)
      http.onQuickAnswer(observe)
      http.addHook('onResponse', (request, reply, done) => {
        observe({ method: request.method, status: reply.statusCode, seconds: reply.elapsedTime / 1000 })
        done()
      })
    },
    close() {
      stopWatching()
      registry.clear()
    },
  }
}

const isMessage = (path: string): boolean => /\/\d+\/(marketing_)?messages(\?|$)/.test(path)
