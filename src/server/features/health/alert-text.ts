import { t } from '#server/messages/t.ts'
import type { Alert } from './alerts.ts'

/** What is broken, in the reader's language. */
export function alertText({ kind, details }: Alert): string {
  const { number = '', account = '', machine = '', freeGb = 0, seconds = 0 } = details
  switch (kind) {
    case 'lane_stopped':
      return t('health.alert.lane_stopped', { number })
    case 'token_dying':
      return t('health.alert.token_dying', { account })
    case 'token_dead':
      return t('health.alert.token_dead', { account })
    case 'webhook_silence':
      return t('health.alert.webhook_silence')
    case 'disk_full':
      return t('health.alert.disk_full', { machine, gb: freeGb })
    case 'database_lagging':
      return t('health.alert.database_lagging', { seconds })
  }
}
