import type { ReactNode } from 'react'
import '../look/stat.css'

/** Names at the left, values at the right. A value that is missing is a dash. */
export function KeyValues({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="kv">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
