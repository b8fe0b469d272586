import type { Registry } from 'prom-client'
import type { App } from './app.ts'
import { type Figures, readFigures } from './features/health/health.ts'
import { diskSpace } from './platform/observe/disk.ts'

/** Scrapes that come closer together get the same figures of the database. */
const freshMs = 10_000

type Names = readonly [name: string, help: string, of: (figures: Figures) => number][]

/** Each process answers the same for these: take the highest of the processes, not their sum. */
const installGauges: Names = [
  ['database_seconds', 'Time of a small statement', (f) => f.databaseMs / 1000],
  [
    'database_steady',
    '1: lanes may claim; 0: the database is being compared',
    (f) => Number(f.databaseState === 'steady'),
  ],
  ['database_beat_age_seconds', 'Since a process last wrote its beat', (f) => f.beatAgeSeconds],
  ['database_connections', 'Connections to the server, of all its clients', (f) => f.connections],
  ['database_connections_max', 'Connections that the server takes', (f) => f.mostConnections],
  ['database_standbys', 'Standbys that follow the server', (f) => f.standbys],
  ['database_standby_lag_seconds', 'How far the last standby is behind', (f) => f.standbyLagSeconds ?? 0],
  [
    'webhooks_waiting',
    'Stored webhooks that are not applied; counted up to 10,000',
    (f) => f.webhooksWaiting,
  ],
  ['webhook_lag_seconds', 'Age of the oldest webhook that is not applied', (f) => f.webhookLagSeconds],
  ['webhooks_failed', 'Webhooks of the last 3 days that could not be applied', (f) => f.webhooksFailed],
  [
    'messages_waiting',
    'Messages of open campaigns before their first try, and single ones that are due',
    (f) => f.messagesWaiting,
  ],
  ['messages_unknown', 'Messages of which nobody knows whether they were taken', (f) => f.unknown],
  ['jobs_waiting', 'Background jobs that are due and not begun', (f) => f.jobsWaiting],
  [
    'lane_wait_seconds',
    'Since when the lane that waits longest could send and did not',
    (f) => f.laneWaitSeconds,
  ],
  ['processes', 'Processes that wrote their beat in the last 30 seconds', (f) => f.workers],
]

/** Adds what the database, the connection pool and the disk say, read when somebody asks for it. */
export async function addInstallMetrics(
  app: App,
  registry: Registry,
): Promise<{ read: () => Promise<string> }> {
  const { Gauge } = await import('prom-client')
  const registers = [registry]
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `tidings_${name}`, help, labelNames, registers })
  const gauges = installGauges.map(([name, help, of]) => ({ of, gauge: gauge(name, help) }))
  const lanes = gauge('lanes', 'Numbers with work, by what they do', ['state'])
  const isRead = gauge('database_up', '1: the database answered these figures')
  const pool = gauge('pool_connections', 'Connections of this process', ['state'])
  const free = gauge('disk_free_bytes', 'Free on the disk of the data folder')
  const total = gauge('disk_total_bytes', 'Size of the disk of the data folder')
  let kept: { at: number; figures: Promise<Figures> } | undefined

  const figuresNow = (): Promise<Figures> => {
    if (!kept || performance.now() - kept.at > freshMs) {
      kept = { at: performance.now(), figures: readFigures(app) }
      kept.figures.catch(() => {
        kept = undefined
      })
    }
    return kept.figures
  }
  return {
    async read() {
      const { totalCount, idleCount, waitingCount } = app.pool
      pool.set({ state: 'open' }, totalCount)
      pool.set({ state: 'idle' }, idleCount)
      pool.set({ state: 'waited_for' }, waitingCount)
      const disk = await diskSpace(app.settings.dataDir)
      free.set(disk.freeBytes)
      total.set(disk.totalBytes)
      try {
        const figures = await figuresNow()
        for (const { gauge, of } of gauges) gauge.set(of(figures))
        for (const [state, count] of Object.entries(figures.lanes)) lanes.set({ state }, count)
        isRead.set(1)
      } catch (error) {
        // The rest is what the operator needs most while the database is away.
        app.log.warn({ err: error }, 'the figures of the metrics could not be read')
        isRead.set(0)
      }
      return await registry.metrics()
    },
  }
}
