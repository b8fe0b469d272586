import { posterFlagPath, posterFlags, posterStringPath, posterWidth } from '#contract/growth/poster-look.ts'

/** The flags of the house along the upper edge of the paper. */
export function PosterGarland() {
  return (
    <svg className="poster-garland" viewBox={`0 0 ${posterWidth} 170`} aria-hidden="true">
      <path d={posterStringPath} fill="none" strokeWidth="2.5" />
      {posterFlags.map(({ colour, x, y, turn }) => (
        <path
          key={x}
          className="poster-flag"
          d={posterFlagPath}
          fill={colour}
          transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(1)})`}
        />
      ))}
    </svg>
  )
}
