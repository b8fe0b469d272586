import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { formatDay } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'

const [width, height, edge] = [104, 34, 3]

/** The shape of a series of days beside its number. Hover and arrow keys show the count of a day. */
export function Trend({ series, from, name }: { series: readonly number[]; from: string; name: string }) {
  const [at, setAt] = useState<number>()
  if (series.length < 2) return null
  const last = series.length - 1
  const high = Math.max(1, ...series)
  const pointOf = (index: number): [number, number] => [
    (index / last) * width,
    height - edge - ((series[index] ?? 0) / high) * (height - 2 * edge),
  ]
  const path = series.map((_, index) =>
    pointOf(index)
      .map((part) => part.toFixed(1))
      .join(' '),
  )
  const textOf = (index: number) => ({ name: formatDay(dayAfter(from, index)), count: series[index] ?? 0 })
  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    setAt(Math.min(last, Math.max(0, Math.round(((event.clientX - box.left) / box.width) * last))))
  }
  const move = (event: KeyboardEvent) => {
    const now = at ?? last
    const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setAt(Math.min(last, Math.max(0, next)))
  }
  const [x, y] = pointOf(at ?? last)
  return (
    <span
      className="an-trend-box"
      role="slider"
      tabIndex={0}
      aria-label={t('analytics.trend', { name })}
      aria-readonly="true"
      aria-valuemin={1}
      aria-valuemax={series.length}
      aria-valuenow={(at ?? last) + 1}
      aria-valuetext={t('analytics.tip', textOf(at ?? last))}
      onKeyDown={move}
      onFocus={() => setAt(at ?? last)}
      onBlur={() => setAt(undefined)}
      onPointerDown={point}
      onPointerMove={point}
      onPointerLeave={() => setAt(undefined)}
    >
      <svg className="an-trend" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <path d={`M${path.join('L')}`} />
        {at === undefined ? null : <circle cx={x} cy={y} r={3} />}
      </svg>
      {at === undefined ? null : (
        <span className="an-tip an-trend-tip" aria-hidden="true">
          {t('analytics.tip', textOf(at))}
        </span>
      )}
    </span>
  )
}

const dayAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
