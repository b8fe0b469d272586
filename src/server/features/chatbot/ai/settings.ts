import { sql } from 'kysely'
import type { AiSettings, chatbot } from '#contract/chatbot/chatbot.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { startUsing } from '../settings.ts'

export type StoredAi = {
  ai_enabled: boolean
  ai_endpoint: string
  ai_model: string
  ai_key_ciphertext: Buffer | null
  ai_key_id: string | null
  ai_knowledge: string
  ai_daily_limit: number
  ai_person_limit: number
}

const columns = [
  'ai_enabled',
  'ai_endpoint',
  'ai_model',
  'ai_key_ciphertext',
  'ai_key_id',
  'ai_knowledge',
  'ai_daily_limit',
  'ai_person_limit',
] as const

export async function storedAi(app: App, businessId: number): Promise<StoredAi | undefined> {
  return await app.db
    .selectFrom('bot_settings')
    .select(columns)
    .where('business_id', '=', businessId)
    .executeTakeFirst()
}

export async function getAi(app: App, businessId: number): Promise<AiSettings> {
  const row = await storedAi(app, businessId)
  return {
    enabled: row?.ai_enabled ?? false,
    endpoint: row?.ai_endpoint ?? '',
    model: row?.ai_model ?? '',
    knowledge: row?.ai_knowledge ?? '',
    daily_limit: row?.ai_daily_limit ?? 500,
    person_limit: row?.ai_person_limit ?? 20,
    has_key: row?.ai_key_ciphertext != null,
    used_today: await askedToday(app, businessId),
  }
}

/** The day by the clock of the business. */
const today = (app: App) => sql`(
  select (${app.now()}::timestamptz at time zone b.timezone)::date from businesses b where b.id = s.business_id)`

async function askedToday(app: App, businessId: number): Promise<number> {
  const { rows } = await sql<{ asked: number }>`
    select case when s.ai_asked_on = ${today(app)} then s.ai_asked else 0 end as asked
    from bot_settings s where s.business_id = ${businessId}`.execute(app.db)
  return rows[0]?.asked ?? 0
}

/** Counts one question more, before it is asked. @returns false where the limit of the day is reached. */
export async function countQuestion(app: App, businessId: number): Promise<boolean> {
  // One statement: of several at once each sees the count of the one before.
  const { rows } = await sql`
    update bot_settings s set ai_asked = case when s.ai_asked_on = ${today(app)} then s.ai_asked + 1 else 1 end,
      ai_asked_on = ${today(app)}
    where s.business_id = ${businessId}
      and (s.ai_asked_on is distinct from ${today(app)} or s.ai_asked < s.ai_daily_limit)
    returning 1`.execute(app.db)
  return rows.length > 0
}

/** Questions of one conversation in the last hour. */
export async function askedByPerson(app: App, businessId: number, conversationId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bot_ai_answers
    where business_id = ${businessId} and conversation_id = ${conversationId} and outcome <> 'limited'
      and at > ${app.now()}::timestamptz - interval '1 hour'`.execute(app.db)
  return rows[0]?.count ?? 0
}

export const aiKeyContext = (businessId: number): string => `bot_settings ${businessId} ai_key`

const needed = ['endpoint', 'model', 'knowledge'] as const

/** @throws AppError `rule_broken` when it is switched on without what it needs. */
export async function saveAi(
  app: App,
  businessId: number,
  { key, ...values }: BodyOf<typeof chatbot.saveAi>,
): Promise<AiSettings> {
  if (values.endpoint !== '' && !/^https?:\/\/[^\s/]+/.test(values.endpoint)) {
    throw new AppError('rule_broken', t('chatbot.aiEndpoint'), {
      fields: { endpoint: t('chatbot.aiEndpoint') },
    })
  }
  const missing = values.enabled ? needed.filter((field) => values[field].trim() === '') : []
  if (missing.length > 0) {
    const sentence = t('chatbot.aiMissing')
    throw new AppError('rule_broken', sentence, {
      fields: Object.fromEntries(missing.map((field) => [field, sentence])),
    })
  }
  await app.transaction(async (tx) => {
    await startUsing(tx, businessId)
    const sealed = key ? tx.secrets.seal(key, aiKeyContext(businessId)) : undefined
    const before = await storedAi(tx, businessId)
    // A key is for the address that it was given for.
    const isElsewhere = before !== undefined && before.ai_endpoint !== values.endpoint
    await tx.db
      .updateTable('bot_settings')
      .set({
        ai_enabled: values.enabled,
        ai_endpoint: values.endpoint,
        ai_model: values.model,
        ai_knowledge: values.knowledge.toWellFormed(),
        ai_daily_limit: values.daily_limit,
        ai_person_limit: values.person_limit,
        ...(sealed && { ai_key_ciphertext: sealed.ciphertext, ai_key_id: sealed.key_id }),
        ...(!sealed && (key === '' || isElsewhere) && { ai_key_ciphertext: null, ai_key_id: null }),
      })
      .where('business_id', '=', businessId)
      .execute()
  })
  return await getAi(app, businessId)
}
