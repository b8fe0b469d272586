import type { TemplateDraft } from '#contract/templates/draft.ts'
import type { Problem } from '#contract/templates/problems.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'

/**
 * The provider rejects a template with the text and footer of another one. One-time codes are exempt: they are all
 * alike. Source: …/templates/template-review#common-rejection-reasons.
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
  const sentence = t('templates.add.sameText', { title: duplicate.title })
  return [{ rule: 'same_text', field: 'body', sentence }]
}
