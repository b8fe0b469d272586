import { IconCloudOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '../components/forms/button.tsx'
import { Icon } from '../components/icon.tsx'
import { formatMoment } from '../format/time.ts'
import { t } from '../messages/t.ts'
import { useZone } from '../session/me.ts'
import { useReached } from './reach.ts'

/** How often the server is asked again while it is out of reach, in ms. */
const againMs = 15_000

/** Under the header while the server cannot be reached: how old what one sees is. */
export function OfflineStrip() {
  const reached = useReached()
  const queries = useQueryClient()
  const [wasLost, setWasLost] = useState(false)
  useEffect(() => {
    if (!reached) {
      setWasLost(true)
      const timer = setInterval(() => void queries.invalidateQueries(), againMs)
      return () => clearInterval(timer)
    }
    // Everything on the screen may have changed meanwhile.
    if (wasLost) void queries.invalidateQueries()
    setWasLost(false)
    return undefined
  }, [reached, wasLost, queries])
  return reached ? null : <Strip />
}

function Strip() {
  const queries = useQueryClient()
  const zone = useZone()
  const [asking, setAsking] = useState(false)
  const moments = queries
    .getQueryCache()
    .findAll({ type: 'active' })
    .map(({ state }) => state.dataUpdatedAt)
    .filter((at) => at > 0)
  const tryAgain = async () => {
    setAsking(true)
    await queries.invalidateQueries()
    setAsking(false)
  }
  return (
    <aside className="practice offline" aria-label={t('app.offline.label')}>
      <Icon of={IconCloudOff} size="small" />
      <span role="status">
        <b className="t1">{t('app.offline.title')}</b>{' '}
        {moments.length ? t('app.error.dataFrom', { time: formatMoment(Math.min(...moments), zone) }) : null}
      </span>
      <Button
        kind="quiet"
        size="small"
        busy={asking && t('app.offline.trying')}
        onClick={() => void tryAgain()}
      >
        {t('app.tryAgain')}
      </Button>
    </aside>
  )
}
