import type { Hook } from '#contract/api/hooks.ts'
import { Status } from '#web/components/status.tsx'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'

/** On, failing since, or off and why. */
export function HookState({ hook: { on, off_reason, failing_since: since } }: { hook: Hook }) {
  const zone = useZone()
  if (!on) {
    return (
      <Status tone={off_reason === 'owner' ? 'wait' : 'failed'}>
        {t('hooks.off', { reason: off_reason ?? 'owner' })}
      </Status>
    )
  }
  return since ? (
    <Status tone="failed">{t('hooks.failing', { time: formatMoment(since, zone) })}</Status>
  ) : (
    <Status tone="delivered">{t('hooks.on')}</Status>
  )
}
