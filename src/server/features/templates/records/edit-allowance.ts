import { editLimits } from '#contract/templates/limits.ts'
import { statusMeaning } from '#contract/templates/status.ts'
import type { EditAllowance } from '#contract/templates.ts'
import type { ProviderRow } from './rows.ts'

const dayMs = 86_400_000

/**
 * Whether and how often a template may be changed at the provider, told before the owner runs into it.
 * Source: …/templates/template-management#edit-a-template.
 */
export function editAllowanceOf(
  provider: Pick<ProviderRow, 'status' | 'edited_at' | 'deleted_at'> | undefined,
  now: Date,
): EditAllowance {
  const free = { left_in_30_days: null, next_at: null }
  if (!provider || provider.deleted_at) {
    return { ...free, allowed: true, sentence: 'It is not at WhatsApp: saving sends it for review.' }
  }
  const status = provider.status.toUpperCase()
  if (status === 'REJECTED' || status === 'PAUSED') {
    return { ...free, allowed: true, sentence: 'Saving sends it for review again, as often as you like.' }
  }
  if (status === 'PENDING') {
    const sentence =
      'WhatsApp is reviewing it. It can be changed when the review is done, usually in minutes.'
    return { ...free, allowed: false, sentence }
  }
  if (status !== 'APPROVED' && status !== 'FLAGGED') {
    const { label } = statusMeaning(status)
    return {
      ...free,
      allowed: false,
      sentence: `WhatsApp does not let it be changed in its present state: ${label}.`,
    }
  }
  const times = provider.edited_at.map((at) => new Date(at).getTime()).sort((a, b) => a - b)
  const inMonth = times.filter((at) => at > now.getTime() - 30 * dayMs)
  const inDay = times.filter((at) => at > now.getTime() - dayMs)
  const left = Math.max(0, editLimits.perThirtyDays - inMonth.length)
  if (left === 0) {
    const next = new Date(inMonth.at(-editLimits.perThirtyDays)! + 30 * dayMs)
    const sentence = `WhatsApp lets an approved template be changed ${editLimits.perThirtyDays} times in 30 days, and it was.`
    return { allowed: false, sentence, left_in_30_days: 0, next_at: next.toISOString() }
  }
  if (inDay.length >= editLimits.perDay) {
    const next = new Date(inDay.at(-editLimits.perDay)! + dayMs)
    const sentence = 'WhatsApp lets an approved template be changed once in 24 hours, and it was.'
    return { allowed: false, sentence, left_in_30_days: left, next_at: next.toISOString() }
  }
  const sentence = `When you change it, WhatsApp reviews it again. It cannot be sent until then. An approved template can be changed once in 24 hours and ${editLimits.perThirtyDays} times in 30 days: ${left} left.`
  return { allowed: true, sentence, left_in_30_days: left, next_at: null }
}
