import { sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { FormConfirm } from '#contract/growth/optin-form.ts'
import type { optins } from '#contract/growth/optins.ts'
import type { App } from '#server/app.ts'
import { findSendableByName, type Sendable } from '#server/features/templates/templates.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'

const mostQuestions = 100

/** Utility templates without variables whose first button is a quick reply, and whether others of them are in review. */
export async function listQuestions(
  app: App,
  businessId: number,
): Promise<AnswerOf<typeof optins.questions>> {
  const { rows } = await sql<{ name: string; language: string }>`
    select distinct name, language from provider_templates
    where business_id = ${businessId} and upper(category) = 'UTILITY' and deleted_at is null
    order by name, language limit ${mostQuestions}`.execute(app.db)
  const found = await Promise.all(
    rows.map(async ({ name, language }) => {
      const sendable = await findSendableByName(app, businessId, name, language)
      const button = sendable && askingButton(sendable)
      return button ? [{ ...sendable, language, button }] : []
    }),
  )
  const able = found.flat()
  return {
    questions: able
      .filter(({ problem }) => !problem)
      .map(({ template_name, language, body_text, button }) => ({
        template_name,
        language,
        body: body_text,
        button,
      })),
    in_review: able.some(({ status }) => status?.toUpperCase() === 'PENDING'),
  }
}

/** The template as it can be sent now; in the person's language where it has that, of whichever country. */
export async function findQuestion(
  app: App,
  businessId: number,
  { template_name, language }: FormConfirm,
  wanted = language,
): Promise<(Sendable & { button: string }) | undefined> {
  // What the owner chose goes before another of the same language.
  const isChosen = baseOf(wanted) === baseOf(language)
  const alike = isChosen ? [] : await inLanguageOf(app, businessId, template_name, wanted)
  for (const one of new Set([wanted, ...alike, language])) {
    const sendable = await findSendableByName(app, businessId, template_name, one)
    const button = sendable && !sendable.problem && askingButton(sendable)
    if (button) return { ...sendable, button }
  }
  return undefined
}

/** The languages of a template that are this one: `en` is `en_US` and `en_GB`. */
async function inLanguageOf(app: App, businessId: number, name: string, wanted: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('provider_templates')
    .select('language')
    .distinct()
    .where('business_id', '=', businessId)
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .orderBy('language')
    .execute()
  const base = baseOf(wanted)
  return rows.map((row) => row.language).filter((one) => baseOf(one) === base)
}

const baseOf = (language: string): string => language.split(/[-_]/, 1)[0] ?? ''

/** The button by which people would agree, also where the template cannot be sent now. */
function askingButton(sendable: Sendable): string | undefined {
  if (sendable.category.toUpperCase() !== 'UTILITY' || sendable.variables.length > 0) return
  const { buttons } = sendable.components.find(({ type }) => type.toUpperCase() === 'BUTTONS') ?? {}
  const [first] = buttons ?? []
  return first?.type.toUpperCase() === 'QUICK_REPLY' ? first.text : undefined
}

/** @throws AppError `invalid_input` where the template cannot ask. */
export async function checkQuestion(
  app: App,
  businessId: number,
  confirm: FormConfirm | null,
): Promise<void> {
  if (!confirm || (await findQuestion(app, businessId, confirm))) return
  const sentence = t('growth.cannotAsk')
  throw new AppError('invalid_input', sentence, { fields: { confirm: sentence } })
}
