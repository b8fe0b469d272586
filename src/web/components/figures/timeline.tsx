import type { ReactNode } from 'react'
import { Flag, type Tone } from '../status.tsx'
import './timeline.css'

type Moment = { key: string | number; tone: Tone; title: ReactNode; time: ReactNode; says?: ReactNode }

/** What happened, newest above: flags on a line, each with its time and perhaps somebody's own words. */
export function Timeline({ moments }: { moments: readonly Moment[] }) {
  return (
    <ol className="tl">
      {moments.map((moment) => (
        <li key={moment.key}>
          <Flag tone={moment.tone} />
          <div className="h3">{moment.title}</div>
          <div className="sm t3 num">{moment.time}</div>
          {moment.says ? <p className="sm t2">{moment.says}</p> : null}
        </li>
      ))}
    </ol>
  )
}
