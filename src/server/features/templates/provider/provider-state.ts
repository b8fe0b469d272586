import { categoryOf } from '#contract/templates/draft.ts'
import { rejectionWords, statusMeaning } from '#contract/templates/status.ts'
import type { App } from '#server/app.ts'
import {
  templateCategoryCode,
  templateInReviewCode,
  templateResumed,
  templateStopped,
} from '../records/job-names.ts'
import type { ProviderRow } from '../records/rows.ts'

/** The parts of the provider's template that decide whether campaigns may go on with it. */
export type State = Pick<ProviderRow, 'status' | 'category' | 'rejected_reason'> & { deleted: boolean }

export const stateOf = (row: ProviderRow): State => ({
  status: row.status,
  category: row.category,
  rejected_reason: row.rejected_reason,
  deleted: row.deleted_at !== null,
})

/** What a new category changes in a row; nothing when it is the old one. */
export function categoryChange(
  row: Pick<ProviderRow, 'category'>,
  to: string,
  at: Date,
): Partial<
  Pick<
    ProviderRow,
    'category' | 'previous_category' | 'category_changed_at' | 'next_category' | 'next_category_at'
  >
> {
  if (row.category === to) return {}
  return {
    category: to,
    previous_category: row.category,
    category_changed_at: at,
    next_category: null,
    next_category_at: null,
  }
}

const sends = (state: State): boolean => !state.deleted && statusMeaning(state.status).sends

/**
 * Tells campaigns, in the same transaction, when a template stopped being what they were planned with, or can be
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
  const moved = before.status !== after.status || before.deleted !== after.deleted
  if (!sends(after) && (sends(before) || moved)) {
    const { code, why } = reasonOf(after)
    const inReview = code === templateInReviewCode
    const sentence = inReview
      ? `Waiting for WhatsApp to review the new version. ${ask ? 'Then resume it yourself.' : 'Then it goes on by itself.'}`
      : `The template “${row.name}” cannot be sent: ${why}`
    await tx.enqueue(templateStopped, { ...ids, code, sentence, ...(ask && { ask }) })
  } else if (sends(after) && before.category !== after.category) {
    const sentence = `WhatsApp moved the template “${row.name}” from ${categoryOf(before.category)} to ${categoryOf(after.category)}, so its messages may cost more. Resume if you agree, or send another template.`
    await tx.enqueue(templateStopped, { ...ids, code: templateCategoryCode, sentence })
  } else if (sends(after) && (!sends(before) || newContent)) {
    await tx.enqueue(templateResumed, ids)
  }
}

function reasonOf(state: State): { code: string; why: string } {
  if (state.deleted) return { code: 'template_deleted', why: 'it was deleted at WhatsApp.' }
  const status = state.status.toUpperCase()
  if (status === 'PENDING')
    return { code: templateInReviewCode, why: 'it was changed and WhatsApp is reviewing it.' }
  const { sentence } = statusMeaning(status)
  const rejected = status === 'REJECTED' ? rejectionWords(state.rejected_reason) : undefined
  return {
    code: `template_${status.toLowerCase()}`,
    why: rejected ? `${rejected.reason} ${rejected.advice}` : sentence,
  }
}
