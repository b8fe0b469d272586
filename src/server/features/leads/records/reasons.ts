import type { ImportCounts } from '#contract/leads/imports.ts'
import { t } from '#server/messages/t.ts'
import { phoneProblems } from '../phone/phone.ts'
import { type ReasonCounts, sumOf } from './reason-counts.ts'

const ofPhone: readonly string[] = phoneProblems
const isPhoneProblem = (reason: string): reason is (typeof phoneProblems)[number] => ofPhone.includes(reason)

/** Why a row becomes no lead of its own, in the reader's language. */
function reasonText(reason: string): string {
  if (isPhoneProblem(reason)) return t(`leads.phone.${reason}`)
  if (reason === 'repeated' || reason === 'blank') return t(`leads.phone.${reason}`)
  return reason === 'erased' ? t('leads.erased') : reason
}

/** The counts of an import: rows = created + updated + skipped + rejected, always. */
export function countsOf(of: {
  rows: number
  created: number
  updated: number
  reasons: ReasonCounts
}): ImportCounts {
  const list = (outcome: 'skipped' | 'rejected') =>
    Object.entries(of.reasons[outcome])
      .sort(([a, rowsA], [b, rowsB]) => rowsB - rowsA || a.localeCompare(b))
      .map(([reason, rows]) => ({ outcome, reason, sentence: reasonText(reason), rows }))
  return {
    rows: of.rows,
    created: of.created,
    updated: of.updated,
    skipped: sumOf(of.reasons.skipped),
    rejected: sumOf(of.reasons.rejected),
    reasons: [...list('skipped'), ...list('rejected')],
  }
}
