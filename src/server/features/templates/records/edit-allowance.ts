import { editLimits } from '#contract/templates/limits.ts'
import { statusMeaning } from '#contract/templates/status.ts'
import type { EditAllowance } from '#contract/templates.ts'
import { t } from '#server/messages/t.ts'
import type { ProviderRow } from './rows.ts'

const dayMs = 86_400_000

/**
 * Whether and how often a template can be edited at the provider.
 * Source: …/templates/template-management#edit-a-template.
 */
export function editAllowanceOf(
  provider: Pick<ProviderRow, 'status' | 'edited_at' | 'deleted_at'> | undefined,
  now: Date,
): EditAllowance {
  const free = { left_in_30_days: null, next_at: null }
  if (!provider || provider.deleted_at) {
    return { ...free, allowed: true, sentence: t('templates.edit.notSubmitted') }
  }
  const status = provider.status.toUpperCase()
  if (status === 'REJECTED' || status === 'PAUSED') {
    return { ...free, allowed: true, sentence: t('templates.edit.free') }
  }
  if (status === 'PENDING') {
    return { ...free, allowed: false, sentence: t('templates.edit.inReview') }
  }
  if (status !== 'APPROVED' && status !== 'FLAGGED') {
    const { label } = statusMeaning(status)
    return {
      ...free,
      allowed: false,
      sentence: t('templates.edit.locked', { status: label }),
    }
  }
  const times = provider.edited_at.map((at) => new Date(at).getTime()).sort((a, b) => a - b)
  const inMonth = times.filter((at) => at > now.getTime() - 30 * dayMs)
  const inDay = times.filter((at) => at > now.getTime() - dayMs)
  const left = Math.max(0, editLimits.perThirtyDays - inMonth.length)
  if (left === 0) {
    const next = new Date(inMonth.at(-editLimits.perThirtyDays)! + 30 * dayMs)
    const sentence = t('templates.edit.monthUsed', { limit: editLimits.perThirtyDays })
    return { allowed: false, sentence, left_in_30_days: 0, next_at: next.toISOString() }
  }
  if (inDay.length >= editLimits.perDay) {
    const next = new Date(inDay.at(-editLimits.perDay)! + dayMs)
    const sentence = t('templates.edit.dayUsed')
    return { allowed: false, sentence, left_in_30_days: left, next_at: next.toISOString() }
  }
  const sentence = t('templates.edit.allowed', { limit: editLimits.perThirtyDays, left })
  return { allowed: true, sentence, left_in_30_days: left, next_at: null }
}
