import { sql } from 'kysely'
import type { Preview, SkipReason } from '#contract/campaigns/parts.ts'
import type { DraftInput } from '#contract/campaigns.ts'
import type { App } from '#server/app.ts'
import { sendSingle } from '#server/features/messages/messages.ts'
import { getSendable, previewName } from '#server/features/templates/templates.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { explainError } from '#server/providers/meta/errors/error-catalogue.ts'
import { adviceOf, sentenceOf } from '#server/providers/meta/errors/error-explanation.ts'
import { audienceRows, enoughOf, readAudience, segmentOf } from './audience.ts'
import { draftOf, readDraft, refuseProblem } from './draft.ts'

type Page = { after_lead_id?: number | undefined; limit: number }

/** The messages of the people who would receive them, in the order of their ids, filled as they would be sent. */
export async function previewMessages(
  app: App,
  businessId: number,
  input: DraftInput & Page,
): Promise<{ previews: Preview[]; next_after: number | null }> {
  const { sendable, rules } = await readDraft(app, businessId, input)
  const rows = await audienceRows(app.db, businessId, rules, { page: true })
    .selectFrom('people')
    .select(['id', 'name', 'phone', 'vals'])
    .where((people) =>
      // A variable that nothing fills yet is shown as it stands in the template.
      people.or([people('outcome', '=', 'will_receive'), people('outcome', '=', 'missing_value')]),
    )
    .$if(input.after_lead_id !== undefined, (people) => people.where('id', '>', input.after_lead_id!))
    .orderBy('id')
    .limit(input.limit + 1)
    .execute()
  const page = rows.slice(0, input.limit)
  return {
    previews: page.map((row) => ({
      lead_id: row.id,
      name: row.name,
      phone: row.phone,
      components: sendable.components as Preview['components'],
      variables: sendable.variables.map((variable, place) => ({
        name: previewName(variable),
        where: variable.where,
        value: row.vals[place] ?? '',
      })),
    })),
    next_after: rows.length > input.limit ? (page.at(-1)?.id ?? null) : null,
  }
}

type PeopleInput = Omit<DraftInput, 'template_id' | 'trial'> &
  Page & { template_id?: number | null | undefined; outcome?: 'will_receive' | SkipReason | undefined }

/** The people of an audience and what becomes of each; or only those of one outcome. */
export async function listPeople(app: App, businessId: number, input: PeopleInput) {
  const audience = await readAudience(app, businessId, input)
  const segment = await segmentOf(app, businessId, audience)
  const sendable = input.template_id ? await getSendable(app, businessId, input.template_id) : undefined
  const rules = sendable
    ? draftOf(sendable, audience, { ...input, segment, enough: await enoughOf(app, businessId) }).rules
    : {
        audience,
        segment,
        consentStated: Boolean(input.consent_statement),
        filling: [],
        customMessage: null,
        phonesOnly: false,
        isMarketing: false,
      }
  const rows = await audienceRows(app.db, businessId, rules, { page: true })
    .selectFrom('people')
    .select(['id', 'name', 'phone', 'tags', 'outcome'])
    .$if(input.outcome !== undefined, (people) => people.where('outcome', '=', input.outcome!))
    .$if(input.after_lead_id !== undefined, (people) => people.where('id', '>', input.after_lead_id!))
    .orderBy('id')
    .limit(input.limit + 1)
    .execute()
  const page = rows.slice(0, input.limit)
  return { people: page, next_after: rows.length > input.limit ? (page.at(-1)?.id ?? null) : null }
}

/** Sends one message of a draft to the owner, filled as for the first person of its audience. */
export async function sendTest(app: App, businessId: number, input: DraftInput & { to: string }) {
  const draft = await readDraft(app, businessId, input)
  refuseProblem(draft)
  const { sendable, rules } = draft
  const first = await audienceRows(app.db, businessId, rules, { page: true })
    .selectFrom('people')
    .select('vals')
    .where(sql<boolean>`array_position(vals, null) is null`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!first) {
    throw new AppError('rule_broken', t('campaigns.test.noValues'))
  }
  const { message_id, status, error } = await sendSingle(app, businessId, {
    to: input.to,
    template_name: sendable.template_name,
    language: sendable.language,
    parameters: first.vals.slice(0, sendable.variables.length).map((value) => value ?? ''),
    phone_number_id: input.phone_number_id ?? undefined,
  })
  if (status === 'failed') {
    const explained = explainError({
      ...(error?.code != null && { code: error.code }),
      ...(error?.title && { title: error.title }),
    })
    throw new AppError(
      'provider_failed',
      t('messages.send.refusedAdvice', {
        explanation: sentenceOf(explained),
        advice: adviceOf(explained),
      }),
    )
  }
  return { message_id, status, message: testText(status) }
}

/** What became of a test; a message that WhatsApp has not answered for is not called sent. */
function testText(status: string): string {
  if (status === 'sent' || status === 'delivered' || status === 'read') return t('campaigns.test.sent')
  if (status === 'unknown') {
    return t('campaigns.test.unknown')
  }
  return t('campaigns.test.waiting')
}
