const [width, height, edge] = [104, 34, 3]

/** The shape of a series beside its number: decoration, the number says it. */
export function Trend({ series }: { series: readonly number[] }) {
  if (series.length < 2) return null
  const high = Math.max(1, ...series)
  const points = series.map((value, index) => [
    ((index / (series.length - 1)) * width).toFixed(1),
    (height - edge - (value / high) * (height - 2 * edge)).toFixed(1),
  ])
  return (
    <svg className="an-trend" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={`M${points.map((point) => point.join(' ')).join('L')}`} />
    </svg>
  )
}
