import type { Segment } from '#contract/growth/segments.ts'
import { formatNumber } from '#web/format/number.ts'
import { useSegmentCount } from './segments.queries.ts'

/** The people of a segment: the last count, faint while it is counted again. */
export function SegmentCount({ segment }: { segment: Segment }) {
  const { people, isOld } = useSegmentCount(segment)
  if (people === null) return <span className="t3">…</span>
  return <span className={isOld ? 't3' : undefined}>{formatNumber(people)}</span>
}
