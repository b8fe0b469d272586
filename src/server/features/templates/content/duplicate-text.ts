import type { TemplateDraft } from '#contract/templates/draft.ts'
import type { Problem } from '#contract/templates/problems.ts'
import type { App } from '#server/app.ts'

/**
 * The provider rejects a template whose text and footer another one has already. One-time codes are exempt: they
 * all read alike. Source: …/templates/template-review#common-rejection-reasons.
 */
export async function duplicateProblems(
  app: App,
  businessId: number,
  draft: TemplateDraft,
  except?: number,
): Promise<Problem[]> {
  if (draft.category === 'OTP') return []
  const duplicate = await app.db
    .selectFrom('templates')
    .select('title')
    .where('business_id', '=', businessId)
    .where('language', '=', draft.language)
    .where('message', '=', draft.body)
    .where('footer', '=', draft.footer)
    .where('type', '<>', 'otp')
    .where('deleted_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '<>', except!))
    .executeTakeFirst()
  if (!duplicate) return []
  const sentence = `“${duplicate.title}” has the same words already, and WhatsApp rejects a second template with them. Change some.`
  return [{ rule: 'same_words', field: 'body', sentence }]
}
