import { sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { FormConfirm } from '#contract/growth/optin-form.ts'
import type { optins } from '#contract/growth/optins.ts'
import type { App } from '#server/app.ts'
import { findSendableByName, type Sendable } from '#server/features/templates/templates.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'

type Question = AnswerOf<typeof optins.questions>['questions'][number]

const mostQuestions = 100

/** Approved utility templates without variables whose first button is a quick reply. */
export async function listQuestions(app: App, businessId: number): Promise<Question[]> {
  const { rows } = await sql<{ name: string; language: string }>`
    select distinct name, language from provider_templates
    where business_id = ${businessId} and upper(category) = 'UTILITY' and deleted_at is null
    order by name, language limit ${mostQuestions}`.execute(app.db)
  const found = await Promise.all(
    rows.map(async ({ name, language }) => {
      const confirm = { template_name: name, language }
      const question = await findQuestion(app, businessId, confirm)
      return question && { ...confirm, body: question.body_text, button: question.button }
    }),
  )
  return found.filter((one) => one !== undefined)
}

/** The template as it can be sent now; in the person's language where it has that. */
export async function findQuestion(
  app: App,
  businessId: number,
  { template_name, language }: FormConfirm,
  wanted = language,
): Promise<(Sendable & { button: string }) | undefined> {
  for (const one of new Set([wanted, language])) {
    const sendable = await findSendableByName(app, businessId, template_name, one)
    const button = sendable && askingButton(sendable)
    if (button) return { ...sendable, button }
  }
  return undefined
}

function askingButton(sendable: Sendable): string | undefined {
  if (sendable.problem || sendable.category.toUpperCase() !== 'UTILITY' || sendable.variables.length > 0)
    return
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
