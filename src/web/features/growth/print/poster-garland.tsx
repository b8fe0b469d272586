const flags = 13
const width = 794
const sag = 56

/** The flags of the house along the upper edge of the paper. */
export function PosterGarland() {
  return (
    <svg className="poster-garland" viewBox={`0 0 ${width} 170`} aria-hidden="true">
      <path d={`M-10 18Q${width / 2} ${18 + 2 * sag} ${width + 10} 18`} fill="none" strokeWidth="2.5" />
      {Array.from({ length: flags }, (_, at) => {
        // From -1 to 1 along the line, a parabola.
        const along = (at / (flags - 1)) * 2 - 1
        const x = width / 2 + along * (width / 2 - 21)
        const y = 18 + sag * (1 - along * along)
        return (
          <path
            key={x}
            d="M-18 0h36v56l-18-14-18 14z"
            data-tone={at % 2 === 0 ? 'marigold' : at % 4 === 1 ? 'ink' : 'pale'}
            transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${(-along * 15).toFixed(1)})`}
          />
        )
      })}
    </svg>
  )
}
