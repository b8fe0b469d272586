import type { ReactNode } from 'react'
import { formatNumber } from '../../format/number.ts'
import '../../look/stat.css'

/** A row of figures: three abreast. */
export function Stats({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="stats" aria-label={label}>
      {children}
    </section>
  )
}

/** One figure: its name, the number, and what else there is to say. A missing number is a dash: say why in `note`. */
export function Stat({
  name,
  value,
  note,
  series,
}: {
  name: string
  value: number | null
  note?: ReactNode
  series?: readonly number[]
}) {
  return (
    <div className="stat">
      <div className="sm t2 b">{name}</div>
      <div className="row n sp">
        <div className="v">{value === null ? '–' : formatNumber(value)}</div>
        {series && series.length > 1 ? <Sparkline series={series} /> : null}
      </div>
      {note ? <div className="sm t3">{note}</div> : null}
    </div>
  )
}

const width = 104
const height = 34
const edge = 3

/** The shape of the last days beside their number: a line and a dot at now; decoration, the number says it. */
function Sparkline({ series }: { series: readonly number[] }) {
  const low = Math.min(...series)
  const range = Math.max(...series) - low
  const points = series.map((value, index) => {
    const x = (index / (series.length - 1)) * width
    // A flat series is drawn in the middle.
    const y = range === 0 ? height / 2 : height - edge - ((value - low) / range) * (height - 2 * edge)
    return [Number(x.toFixed(2)), Number(y.toFixed(2))] as const
  })
  const [x, y] = points.at(-1) ?? [0, 0]
  return (
    <svg className="spark" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={`M${points.map((point) => point.join(' ')).join('L')}`} />
      <circle cx={x} cy={y} r="2.6" />
    </svg>
  )
}
