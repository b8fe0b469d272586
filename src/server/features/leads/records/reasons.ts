import type { ImportCounts } from '#contract/leads/imports.ts'
import { erasedSentence } from '../people/erased.ts'
import { phoneProblemSentence } from '../phone/phone.ts'

/** How many rows were skipped or rejected, by reason. */
export type ReasonCounts = { skipped: Record<string, number>; rejected: Record<string, number> }

/** What is said about each reason for which a row becomes no lead of its own. */
export const reasonSentence: Record<string, string> = {
  ...phoneProblemSentence,
  repeated: 'Same number twice in the file; what it says was merged.',
  blank: 'Empty row.',
  erased: erasedSentence,
}

/** The books of an import: rows = created + updated + skipped + rejected, whatever came. */
export function countsOf(of: {
  rows: number
  created: number
  updated: number
  reasons: ReasonCounts
}): ImportCounts {
  const sum = (counts: Record<string, number>): number =>
    Object.values(counts).reduce((total, rows) => total + rows, 0)
  const list = (outcome: 'skipped' | 'rejected') =>
    Object.entries(of.reasons[outcome])
      .sort(([a, rowsA], [b, rowsB]) => rowsB - rowsA || a.localeCompare(b))
      .map(([reason, rows]) => ({ outcome, reason, sentence: reasonSentence[reason] ?? reason, rows }))
  return {
    rows: of.rows,
    created: of.created,
    updated: of.updated,
    skipped: sum(of.reasons.skipped),
    rejected: sum(of.reasons.rejected),
    reasons: [...list('skipped'), ...list('rejected')],
  }
}
