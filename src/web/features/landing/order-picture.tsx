type Sweet = { shape: 'round' | 'diamond' | 'square'; colour: string }

/** Twelve sweets, four to a row; each has its place. */
const box: readonly (Sweet & { x: number; y: number })[] = (
  [
    ['round', '#e79b33'],
    ['diamond', '#c9772b'],
    ['square', '#f3e6cf'],
    ['round', '#e3b04b'],
    ['diamond', '#f3e6cf'],
    ['square', '#e3b04b'],
    ['round', '#7fa05a'],
    ['diamond', '#f3e6cf'],
    ['square', '#7fa05a'],
    ['round', '#f3e6cf'],
    ['diamond', '#e79b33'],
    ['square', '#c9772b'],
  ] as const
).map(([shape, colour], index) => ({
  shape,
  colour,
  x: 51 + (index % 4) * 66,
  y: 50 + Math.floor(index / 4) * 63,
}))

/** The picture of the example message: a box of sweets, drawn. */
export function OrderPicture() {
  return (
    <svg className="pic" viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="400" height="300" fill="#5b1f2a" />
      <g transform="translate(50 38)">
        <rect width="300" height="224" rx="10" fill="#f0c471" />
        <rect x="10" y="10" width="280" height="204" rx="6" fill="#fbe7bd" />
        {box.map(({ x, y, shape, colour }) => (
          <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
            <OneSweet shape={shape} colour={colour} />
          </g>
        ))}
      </g>
    </svg>
  )
}

function OneSweet({ shape, colour }: Sweet) {
  if (shape === 'round') {
    return (
      <>
        <circle r="26" fill={colour} />
        <circle r="5" fill="#8a5a1d" />
      </>
    )
  }
  if (shape === 'diamond') {
    return (
      <>
        <path d="M0-28l29 28-29 28-29-28z" fill={colour} />
        <path d="M-15 0h30" stroke="#d8c9a8" strokeWidth="2" />
      </>
    )
  }
  return (
    <>
      <rect x="-26" y="-25" width="52" height="50" rx="8" fill={colour} />
      <circle r="6" fill="#6f8f3d" />
    </>
  )
}
