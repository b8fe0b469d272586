import type { SequenceStep } from '#contract/growth/sequences.ts'
import type { App } from '#server/app.ts'
import { type Draft, draftOf, problemOf } from '#server/features/campaigns/campaigns.ts'
import { getSendable } from '#server/features/templates/templates.ts'
import { AppError } from '#server/platform/errors.ts'
import { type StoredText, textOf } from '#server/stored-text/stored-text.ts'

export type SendStep = Extract<SequenceStep, { kind: 'send' }>

/** A message of a sequence as it would be sent now, or why it cannot be. */
export async function stepDraft(
  app: App,
  businessId: number,
  { template_id, parameters }: SendStep,
): Promise<{ draft: Draft } | { field: string; reason: StoredText }> {
  try {
    const sendable = await getSendable(app, businessId, template_id)
    const draft = draftOf(sendable, {}, { parameters })
    const problem = problemOf(draft)
    return problem ?? { draft }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
    return { field: 'template_id', reason: textOf('app.notFound.template') }
  }
}
