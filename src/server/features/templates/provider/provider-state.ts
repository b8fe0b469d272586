import { categoryOf } from '#contract/templates/draft.ts'
import { statusMeaning } from '#contract/templates/status.ts'
import type { App } from '#server/app.ts'
import { type StoredText, textOf } from '#server/stored-text/stored-text.ts'
import {
  templateCategoryCode,
  templateInReviewCode,
  templateMoved,
  templateResumed,
  templateStopped,
} from '../records/job-names.ts'
import type { ProviderRow } from '../records/rows.ts'

/** The columns of the provider's template that decide whether campaigns can continue. */
export type State = Pick<ProviderRow, 'status' | 'category' | 'rejected_reason'> & { deleted: boolean }

export const stateOf = (row: ProviderRow): State => ({
  status: row.status,
  category: row.category,
  rejected_reason: row.rejected_reason,
  deleted: row.deleted_at !== null,
})

/**
 * The columns that a new category changes; none when it is the same.
 * @param at when it changed at the provider, in whole seconds where an event says so.
 * @param learned when we learn of it: who agreed to a price before did not agree to this one.
 */
export function categoryChange(
  row: Pick<ProviderRow, 'category'>,
  to: string,
  { at, learned }: { at: Date; learned: Date },
): Partial<
  Pick<
    ProviderRow,
    | 'category'
    | 'previous_category'
    | 'category_changed_at'
    | 'category_learned_at'
    | 'next_category'
    | 'next_category_at'
  >
> {
  if (row.category === to) return {}
  return {
    category: to,
    previous_category: row.category,
    category_changed_at: at,
    category_learned_at: learned,
    next_category: null,
    next_category_at: null,
  }
}

const sends = (state: State): boolean => !state.deleted && statusMeaning(state.status).sends

/**
 * Notifies campaigns, in the same transaction, when a template changed from what they were planned with or can be
 * sent again. A changed category stops them too: each message may cost more than the owner agreed to.
 */
export async function notifyCampaigns(
  tx: App,
  row: Pick<ProviderRow, 'business_id' | 'id' | 'name'>,
  before: State,
  after: State,
  { newContent = false, ask = false }: { newContent?: boolean; ask?: boolean } = {},
): Promise<void> {
  const ids = { business_id: row.business_id, provider_template_id: row.id }
  if (sends(before) !== sends(after) || before.category !== after.category || newContent)
    await tx.enqueue(templateMoved, { business_id: row.business_id })
  const moved = before.status !== after.status || before.deleted !== after.deleted
  if (!sends(after) && (sends(before) || moved)) {
    const { code, why } = reasonOf(after)
    const inReview = code === templateInReviewCode
    const reason = inReview
      ? textOf(ask ? 'templates.stop.inReviewAsk' : 'templates.stop.inReview')
      : textOf('templates.stop.cannotSend', { name: row.name, why: { text: why } })
    await tx.enqueue(templateStopped, { ...ids, code, reason, ...(ask && { ask }) })
  } else if (sends(after) && before.category !== after.category) {
    const [from, to] = [categoryOf(before.category), categoryOf(after.category)]
    const reason = textOf('templates.stop.category', { name: row.name, from, to })
    await tx.enqueue(templateStopped, { ...ids, code: templateCategoryCode, reason })
  } else if (sends(after) && (!sends(before) || newContent)) {
    await tx.enqueue(templateResumed, ids)
  }
}

function reasonOf(state: State): { code: string; why: StoredText } {
  if (state.deleted) return { code: 'template_deleted', why: textOf('templates.stop.deleted') }
  const status = state.status.toUpperCase()
  if (status === 'PENDING') return { code: templateInReviewCode, why: { templateStatus: status } }
  const isRejected = status === 'REJECTED' && state.rejected_reason !== null
  return {
    code: `template_${status.toLowerCase()}`,
    why: isRejected ? { templateRejection: state.rejected_reason ?? '' } : { templateStatus: status },
  }
}
