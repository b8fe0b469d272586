import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { formatPercent } from '../../format/number.ts'
import { t } from '../../messages/t.ts'
import '../../look/outcome.css'

/** The age of the last progress is said from here on, in seconds. */
const quietSeconds = 5

/**
 * How far a long job is: what it does, how much is done, time left. `value` is 0 to 1; `null` when nobody knows.
 * `progressedAt` is when it last moved: a job that stands still is seen to.
 */
export function Progress({
  name,
  value,
  says,
  progressedAt,
}: {
  name: string
  value: number | null
  says?: ReactNode
  progressedAt?: string | number | Date
}) {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div>
      <div className="row n sp sm prog-says">
        <span className="b">{name}</span>
        <span className="t2">
          {says ?? (percent === null ? t('app.working') : formatPercent(percent, 100))}
        </span>
      </div>
      <div
        className="prog mt2"
        role="progressbar"
        aria-label={name}
        aria-valuenow={percent ?? undefined}
        aria-valuemin={0}
        aria-valuemax={100}
        data-unknown={percent === null ? true : undefined}
      >
        <span style={{ '--p': `${percent ?? 30}%` } as CSSProperties} />
      </div>
      {progressedAt === undefined ? null : <Age since={progressedAt} />}
    </div>
  )
}

function Age({ since }: { since: string | number | Date }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.floor((now - new Date(since).getTime()) / 1_000)
  if (!(seconds > quietSeconds)) return null
  return <p className="sm t3 mt1">{t('app.lastProgress', { count: seconds })}</p>
}
