import './garland.css'

type Shape = {
  /** The drawing's size, in its own units. */
  width: number
  height: number
  /** Where the line is tied, and how far it hangs below that in the middle. */
  tied: number
  sag: number
  /** The first flag's place and the distance to the next. */
  from: number
  step: number
  /** A flag's width. */
  flag: number
  /** One letter a flag: r read, d delivered, s sent, f failed, w waiting. */
  tones: string
}

const shapes = {
  wide: {
    width: 1440,
    height: 128,
    tied: 6,
    sag: 58,
    from: 35.7,
    step: 41.47,
    flag: 25,
    tones: 'rrrdrrdrrdddrddddsddssdsssfwswwwww',
  },
  narrow: {
    width: 390,
    height: 92,
    tied: 5,
    sag: 30,
    from: 1.1,
    step: 35.25,
    flag: 21,
    tones: 'rrdrddsdsfww',
  },
  panel: {
    width: 760,
    height: 150,
    tied: 2,
    sag: 60,
    from: 22.1,
    step: 55.06,
    flag: 30,
    tones: 'rrdrrddsdfwsww',
  },
} as const satisfies Record<string, Shape>

const colours: Record<string, string> = {
  r: 'var(--read)',
  d: 'var(--delivered)',
  s: 'var(--sent)',
  f: 'var(--failed)',
  w: 'var(--wait)',
}

/** How far the line is drawn beyond the picture, so that its ends are out of sight. */
const beyond = 30

/**
 * Flags on a sagging line, each one a message, in the order of the outcome bar. For public pages and first-time
 * emptiness only, and never behind text.
 */
export function Garland({ shape, className = '' }: { shape: keyof typeof shapes; className?: string }) {
  const { width, height, tied, sag, from, step, flag, tones }: Shape = shapes[shape]
  const half = width / 2 + beyond
  const at = (x: number) => tied + sag * (1 - ((x - width / 2) / half) ** 2)
  const tilt = (x: number) => (Math.atan((-2 * sag * (x - width / 2)) / half ** 2) * 180) / Math.PI
  const string = Array.from({ length: 41 }, (_, index) => {
    const x = -beyond + (index / 40) * 2 * half
    return `${x.toFixed(1)} ${at(x).toFixed(1)}`
  })
  return (
    <svg
      className={`garland ${className}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      {[...tones].map((tone, index) => {
        const x = from + index * step
        const tall = flag * (1.656 + (index % 4) * 0.06)
        const notch = flag * 0.34
        return (
          <g
            key={x}
            transform={`translate(${x.toFixed(1)} ${at(x).toFixed(1)}) rotate(${tilt(x).toFixed(1)})`}
          >
            <path
              className="fl"
              fill={colours[tone]}
              // Each flag sways in its own time.
              style={{ animationDelay: `-${((index * 0.61) % 5.5).toFixed(2)}s` }}
              d={`M${-flag / 2} 0h${flag}v${tall.toFixed(1)}l${-flag / 2} ${-notch.toFixed(1)}l${-flag / 2} ${notch.toFixed(1)}z`}
            />
          </g>
        )
      })}
      <path className="string" d={`M${string.join('L')}`} />
    </svg>
  )
}
