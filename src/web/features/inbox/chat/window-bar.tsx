import { IconClock } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Icon } from '#web/components/icon.tsx'
import { formatDuration } from '#web/format/time.ts'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { windowLeft } from '../list/conversation-line.tsx'

const hours = 24
const soonSeconds = 2 * 3600

/** Seconds until the window closes, by the server's clock; null where the person never wrote. */
export function useWindowLeft(until: string | null, offsetMs: number): number | null {
  const [, setTick] = useState(0)
  useEffect(() => {
    if (until === null) return
    const timer = setInterval(() => setTick((tick) => tick + 1), 1000)
    return () => clearInterval(timer)
  }, [until])
  return windowLeft(until, offsetMs)
}

/** How long free answers are possible: one mark for each hour that is left. */
export function WindowBar({ left }: { left: number | null }) {
  if (left === null || left <= 0) return null
  // Seconds are told in the last minutes only: a screen reader is not to hear each of them.
  const shown = left > 600 ? left - (left % 60) : left
  const full = Math.min(hours, Math.ceil(left / 3600))
  return (
    <div className={`win${left < soonSeconds ? ' soon' : ''}`}>
      <Icon of={IconClock} size="small" />
      <span>{t.rich('inbox.leftToAnswer', { time: formatDuration(shown), b: tags.b })}</span>
      <span className="ticks" aria-hidden="true">
        {Array.from({ length: hours }, (_, hour) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the marks of a scale are their places
          <i key={hour} className={hour < full ? undefined : 'x'} />
        ))}
      </span>
    </div>
  )
}
