import type { CSSProperties } from 'react'
import { wilson } from '#contract/analytics/wilson.ts'
import { formatPercent } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'

/** A share with its 95% range: a band, and a mark where the share is. */
export function Range({ hits, all, widest }: { hits: number; all: number; widest: number }) {
  const found = wilson(hits, all)
  if (!found) return <>–</>
  const { low, high } = found
  const percent = (share: number): string => `${(share / widest) * 100}%`
  const between = t('analytics.templates.between', {
    low: formatPercent(low, 1),
    high: formatPercent(high, 1),
  })
  return (
    <span className="row n an-range">
      <span
        className="an-wis"
        role="img"
        aria-label={between}
        style={{ '--a': percent(low), '--b': percent(high), '--m': percent(hits / all) } as CSSProperties}
      >
        <i />
        <b />
      </span>
      <span className="num b">{formatPercent(hits, all)}</span>
      <span className="sm t3 num an-between">{between}</span>
    </span>
  )
}
