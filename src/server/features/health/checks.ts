import type { App } from '#server/app.ts'
import { operatorBusinessId } from '#server/features/accounts/accounts.ts'
import { diskSpace, isNearlyFull } from '#server/platform/observe/disk.ts'
import { type StoredText, textOf } from '#server/stored-text/stored-text.ts'
import { type Alert, openAlerts } from './alerts.ts'
import { type Figures, readFigures } from './figures.ts'
import { latenessOf } from './problems.ts'

type Part = 'sending' | 'processes' | 'database' | 'webhooks' | 'disk' | 'unknown'

/** What was found about a part of the install. */
export type InstallCheck = {
  part: Part
  state: 'good' | 'attention' | 'bad'
  finding: StoredText
  meaning: StoredText | null
}

const gb = (bytes: number): number => Math.round((bytes / 1024 ** 3) * 10) / 10
const manyUnknown = 100

/** For everybody whether their numbers send; for the operator's business each part of the install. */
export async function installChecks(app: App, businessId: number): Promise<InstallCheck[]> {
  const alerts = await openAlerts(app, businessId)
  const own = [sendingCheck(alerts)]
  if ((await operatorBusinessId(app)) !== businessId) return own
  const [figures, disk] = await Promise.all([readFigures(app), diskSpace(app.settings.dataDir)])
  return [...own, ...partsOf(figures, disk, alerts)]
}

function sendingCheck(alerts: readonly Alert[]): InstallCheck {
  const stopped = alerts.find(({ kind }) => kind === 'lane_stopped')
  if (!stopped) return good('sending', textOf('health.check.sending.good'))
  return {
    part: 'sending',
    state: 'bad',
    finding: textOf('health.alert.lane_stopped', { number: stopped.details.number ?? '' }),
    meaning: textOf('health.remedy.lane_stopped'),
  }
}

const good = (part: Part, finding: StoredText): InstallCheck => ({
  part,
  state: 'good',
  finding,
  meaning: null,
})

type Disk = { freeBytes: number; totalBytes: number }

/** This machine's disk, or that of another machine which reported that it is nearly full. */
function diskCheck(disk: Disk, alerts: readonly Alert[]): InstallCheck {
  const free = gb(disk.freeBytes)
  const full = alerts.find(({ kind }) => kind === 'disk_full')
  if (!isNearlyFull(disk) && !full) return good('disk', textOf('health.check.disk.good', { gb: free }))
  const { machine = '', freeGb = 0 } = full?.details ?? {}
  return {
    part: 'disk',
    state: 'bad',
    finding: isNearlyFull(disk)
      ? textOf('health.check.disk.full', { gb: free })
      : textOf('health.alert.disk_full', { machine, gb: freeGb }),
    meaning: textOf('health.remedy.disk_full'),
  }
}

/** Each part of the install in words. Pure. */
export function partsOf(figures: Figures, disk: Disk, alerts: readonly Alert[]): InstallCheck[] {
  const { workers, databaseState, databaseMs, webhooksWaiting, webhookLagSeconds, webhooksFailed, unknown } =
    figures
  const late = latenessOf(figures)
  const isLate = late > 0 && webhookLagSeconds < late
  return [
    good('processes', textOf('health.check.processes.good', { count: workers })),
    databaseState !== 'steady'
      ? {
          part: 'database',
          state: 'bad',
          finding: textOf('health.check.database.comparing'),
          meaning: textOf('health.check.database.comparingMeans'),
        }
      : isLate
        ? {
            part: 'database',
            state: 'bad',
            finding: textOf('health.alert.database_lagging', { seconds: Math.max(1, Math.round(late)) }),
            meaning: textOf('health.remedy.database_lagging'),
          }
        : good('database', textOf('health.check.database.good', { ms: Math.round(databaseMs) })),
    webhookLagSeconds > 60
      ? {
          part: 'webhooks',
          state: 'bad',
          finding: textOf('health.check.webhooks.late', {
            count: webhooksWaiting,
            seconds: Math.round(webhookLagSeconds),
          }),
          meaning: textOf('health.check.webhooks.lateMeans'),
        }
      : webhooksFailed > 0
        ? {
            part: 'webhooks',
            state: 'attention',
            finding: textOf('health.check.webhooks.failed', { count: webhooksFailed }),
            meaning: textOf('health.check.webhooks.failedMeans'),
          }
        : good('webhooks', textOf('health.check.webhooks.good')),
    diskCheck(disk, alerts),
    unknown > manyUnknown
      ? {
          part: 'unknown',
          state: 'attention',
          finding: textOf('health.check.unknown.many', { count: unknown }),
          meaning: textOf('health.check.unknown.manyMeans'),
        }
      : good('unknown', textOf('health.check.unknown.good', { count: unknown })),
  ]
}
