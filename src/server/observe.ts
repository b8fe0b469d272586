import type { App } from './app.ts'
import type { Config } from './config.ts'
import { addInstallMetrics } from './install-metrics.ts'
import type { Http } from './platform/http/server.ts'
import { openMetricsDoor } from './platform/observe/metrics-door.ts'

export type Observation = { follow: (http: Http) => void; close: () => Promise<void> }

/** Opens metrics and traces, where they are set. Their packages are loaded only then. */
export async function observe(
  app: App,
  { metrics, tracesEndpoint, role, meta }: Pick<Config, 'metrics' | 'tracesEndpoint' | 'role' | 'meta'>,
): Promise<Observation & { metricsUrl?: string }> {
  const opened: Observation[] = []
  let metricsUrl: string | undefined
  if (tracesEndpoint) {
    const { openTraces } = await import('./platform/observe/traces.ts')
    opened.push(await openTraces(tracesEndpoint, role))
  }
  if (metrics) {
    const { openProcessMetrics } = await import('./platform/observe/process-metrics.ts')
    const { registry, follow, close } = openProcessMetrics({
      [new URL(meta.graphUrl).origin]: 'meta',
      'https://graph.instagram.com': 'instagram',
      'https://api.linkedin.com': 'linkedin',
      'https://www.googleapis.com': 'youtube',
      'https://oauth2.googleapis.com': 'youtube',
    })
    const { read } = await addInstallMetrics(app, registry)
    const door = await openMetricsDoor({ ...metrics, read, contentType: registry.contentType, log: app.log })
    metricsUrl = door.url
    opened.push({
      follow,
      async close() {
        await door.close()
        close()
      },
    })
  }
  return {
    ...(metricsUrl && { metricsUrl }),
    follow(http) {
      for (const one of opened) one.follow(http)
    },
    async close() {
      for (const one of opened) await one.close()
    },
  }
}
