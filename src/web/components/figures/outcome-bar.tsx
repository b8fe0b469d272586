import type { CSSProperties } from 'react'
import { formatNumber } from '../../format/number.ts'
import { t } from '../../messages/t.ts'
import type { Tone } from '../status.tsx'
import '../../look/outcome.css'

/** One outcome and how many messages have it. */
export type Outcome = { tone: Tone; name: string; count: number }

/** From the furthest on; after the gap, what was lost. */
const order: readonly Tone[] = ['read', 'delivered', 'sent', 'sending', 'queued', 'wait']
const lost: readonly Tone[] = ['failed', 'unknown', 'skipped', 'cancelled']

/**
 * The statuses of messages as one bar under a line; `thin` (no line) in lists. Outcomes that nothing has are
 * left out; the order is ours, whatever order they come in.
 */
export function OutcomeBar({ outcomes, thin }: { outcomes: readonly Outcome[]; thin?: boolean }) {
  const present = (tones: readonly Tone[]) =>
    tones.flatMap((tone) => outcomes.filter((outcome) => outcome.tone === tone && outcome.count > 0))
  const going = present(order)
  const gone = present(lost)
  const words = [...going, ...gone].map(({ name, count }) =>
    t('app.figures.part', { number: formatNumber(count), name }),
  )
  const part = (outcome: Outcome) => (
    <span
      key={outcome.name}
      className={`is-${outcome.tone}`}
      style={{ '--v': outcome.count } as CSSProperties}
    />
  )
  return (
    <>
      {thin ? null : <div className="oc-line" />}
      <div
        className={`oc${thin ? ' thin' : ''}`}
        role="img"
        aria-label={words.join(', ') || t('app.figures.none')}
      >
        {going.map(part)}
        {going.length && gone.length ? <span className="gap" /> : null}
        {gone.map(part)}
      </div>
    </>
  )
}
