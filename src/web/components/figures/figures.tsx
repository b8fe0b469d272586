import { Link } from 'react-router'
import { formatNumber } from '../../format/number.ts'
import { t } from '../../messages/t.ts'
import { Flag, type Tone } from '../status.tsx'
import '../../look/outcome.css'
import '../../look/stat.css'

/** One figure; `to` leads to its people. */
export type FigureEntry = { name: string; count: number; tone?: Tone; to?: string }

/** A total and its parts, whose sum it is. `total` may be left out where another line has it. */
export function Figures({ total, parts }: { total?: FigureEntry; parts: readonly FigureEntry[] }) {
  return (
    <dl className="figure-list">
      {total ? <Entry entry={total} kind="eq" /> : null}
      {parts.map((part) => (
        <Entry key={part.name} entry={part} kind={part.count === 0 ? 'z' : undefined} />
      ))}
    </dl>
  )
}

function Entry({ entry, kind }: { entry: FigureEntry; kind?: string }) {
  const number = formatNumber(entry.count)
  return (
    <div className={kind}>
      <dt>
        {entry.tone ? <Flag tone={entry.tone} /> : null}
        {entry.name}
      </dt>
      <dd>
        {entry.to && entry.count > 0 ? (
          <Link to={entry.to} aria-label={t('app.figures.people', { number, name: entry.name })}>
            {number}
          </Link>
        ) : (
          number
        )}
      </dd>
    </div>
  )
}

/** The same as a list, for a panel or a phone: one row each, a rule above the total. */
export function Ledger({ total, parts }: { total: FigureEntry; parts: readonly FigureEntry[] }) {
  return (
    <dl className="sum">
      {parts.map((part) => (
        <div key={part.name}>
          <dt>
            {part.tone ? (
              <span className="st">
                <Flag tone={part.tone} />
                {part.name}
              </span>
            ) : (
              part.name
            )}
          </dt>
          <dd>
            {part.to && part.count > 0 ? (
              <Link to={part.to}>{formatNumber(part.count)}</Link>
            ) : (
              formatNumber(part.count)
            )}
          </dd>
        </div>
      ))}
      <div className="tot">
        <dt>{total.name}</dt>
        <dd>{formatNumber(total.count)}</dd>
      </div>
    </dl>
  )
}
