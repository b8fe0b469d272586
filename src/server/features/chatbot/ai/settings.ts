import { sql } from 'kysely'
import { type AiSettings, type chatbot, isSameService } from '#contract/chatbot/chatbot.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { startUsing } from '../settings.ts'
import { canSpend, costOf, mostOf, pricesOf, type StoredCosts, setAside, spentBy } from './costs.ts'
import { instructions, longestQuestion } from './instructions.ts'

export type StoredAi = {
  ai_enabled: boolean
  ai_endpoint: string
  ai_model: string
  ai_key_ciphertext: Buffer | null
  ai_key_id: string | null
  ai_knowledge: string
  ai_daily_limit: number
  ai_person_limit: number
  ai_revision: number
} & StoredCosts

const columns = [
  'ai_enabled',
  'ai_endpoint',
  'ai_model',
  'ai_key_ciphertext',
  'ai_key_id',
  'ai_knowledge',
  'ai_daily_limit',
  'ai_person_limit',
  'ai_revision',
  'ai_price_in',
  'ai_price_out',
  'ai_currency',
  'ai_cost_day',
  'ai_cost_month',
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
  const currency = row?.ai_currency ?? (await currencyOf(app, businessId))
  const prices = pricesOf(row)
  const spent = await spentBy(app, businessId, currency)
  const shown = (money: string | number | null | undefined) => (money == null ? null : Number(money))
  return {
    enabled: row?.ai_enabled ?? false,
    endpoint: row?.ai_endpoint ?? '',
    model: row?.ai_model ?? '',
    knowledge: row?.ai_knowledge ?? '',
    daily_limit: row?.ai_daily_limit ?? 500,
    person_limit: row?.ai_person_limit ?? 20,
    revision: row?.ai_revision ?? 1,
    has_key: row?.ai_key_ciphertext != null,
    used_today: await askedToday(app, businessId),
    price_in: shown(row?.ai_price_in),
    price_out: shown(row?.ai_price_out),
    currency,
    cost_limit_day: shown(row?.ai_cost_day),
    cost_limit_month: shown(row?.ai_cost_month),
    answer_cost: prices ? costOf(longestAnswer(row?.ai_knowledge ?? ''), prices) : null,
    spent_today: spent.today,
    spent_month: spent.month,
    spent_estimated: spent.estimated,
  }
}

/** What an answer can cost at most: a question as long as one may be, in letters of three bytes. */
const longestAnswer = (knowledge: string) => mostOf(instructions(knowledge) + '…'.repeat(longestQuestion))

/** The currency of the WhatsApp account that was connected first. */
async function currencyOf(app: App, businessId: number): Promise<string> {
  const row = await app.db
    .selectFrom('whatsapp_accounts')
    .select('currency')
    .where('business_id', '=', businessId)
    .where('currency', 'is not', null)
    .orderBy('connected_at')
    .limit(1)
    .executeTakeFirst()
  return row?.currency ?? 'USD'
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

/**
 * Counts one question more, and sets aside what it costs at most, before it is asked. Of several at once each sees
 * what the one before set aside.
 * @returns undefined where a limit is reached; `costId` is null while the owner has set no prices.
 */
export async function takeQuestion(
  app: App,
  businessId: number,
  asked: string,
  settings: StoredAi,
): Promise<{ costId: number | null } | undefined> {
  const prices = pricesOf(settings)
  return await app.transaction(async (tx) => {
    await tx.db
      .selectFrom('bot_settings')
      .select('business_id')
      .where('business_id', '=', businessId)
      .forUpdate()
      .execute()
    const cost = prices ? costOf(mostOf(asked), prices) : 0
    if (!(await canSpend(tx, businessId, cost, settings))) return undefined
    if (!(await countQuestion(tx, businessId))) return undefined
    return { costId: prices ? await setAside(tx, businessId, cost, prices) : null }
  })
}

/** @returns false where the limit of the day is reached. */
async function countQuestion(app: App, businessId: number): Promise<boolean> {
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

/** @throws AppError `rule_broken` when it is switched on without what it needs, `conflict` where another change was first. */
export async function saveAi(
  app: App,
  businessId: number,
  { key, revision, ...values }: BodyOf<typeof chatbot.saveAi>,
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
    const money = await checkMoney(tx, businessId, values)
    const sealed = key ? tx.secrets.seal(key, aiKeyContext(businessId)) : undefined
    const before = await storedAi(tx, businessId)
    // A key is for the server that it was given for.
    const isElsewhere = before !== undefined && !isSameService(before.ai_endpoint, values.endpoint)
    const saved = await tx.db
      .updateTable('bot_settings')
      .set({
        ai_revision: sql<number>`ai_revision + 1`,
        ai_enabled: values.enabled,
        ai_endpoint: values.endpoint,
        ai_model: values.model,
        ai_knowledge: values.knowledge.toWellFormed(),
        ai_daily_limit: values.daily_limit,
        ai_person_limit: values.person_limit,
        ...money,
        ...(sealed && { ai_key_ciphertext: sealed.ciphertext, ai_key_id: sealed.key_id }),
        ...(!sealed && (key === '' || isElsewhere) && { ai_key_ciphertext: null, ai_key_id: null }),
      })
      .where('business_id', '=', businessId)
      .$if(revision !== undefined, (found) => found.where('ai_revision', '=', revision ?? 0))
      .returning('business_id')
      .executeTakeFirst()
    if (!saved) throw new AppError('conflict', t('chatbot.aiChanged'))
  })
  return await getAi(app, businessId)
}

/** What is left out stays as it is. @throws AppError `rule_broken` for a limit that no answer can keep. */
async function checkMoney(
  tx: App,
  businessId: number,
  values: BodyOf<typeof chatbot.saveAi>,
): Promise<Pick<StoredAi, 'ai_price_in' | 'ai_price_out' | 'ai_currency' | 'ai_cost_day' | 'ai_cost_month'>> {
  const before = await storedAi(tx, businessId)
  const or = <T, K extends keyof StoredAi>(given: T | undefined, key: K) =>
    given === undefined ? (before?.[key] ?? null) : given
  const money = {
    ai_price_in: or(values.price_in, 'ai_price_in'),
    ai_price_out: or(values.price_out, 'ai_price_out'),
    ai_cost_day: or(values.cost_limit_day, 'ai_cost_day'),
    ai_cost_month: or(values.cost_limit_month, 'ai_cost_month'),
    ai_currency: values.currency ?? before?.ai_currency ?? (await currencyOf(tx, businessId)),
  }
  const refuse = (fields: string[], sentence: string): never => {
    throw new AppError('rule_broken', sentence, {
      fields: Object.fromEntries(fields.map((field) => [field, sentence])),
    })
  }
  const limits = [
    ['cost_limit_day', money.ai_cost_day],
    ['cost_limit_month', money.ai_cost_month],
  ] as const
  const hasLimit = limits.some(([, limit]) => limit !== null)
  const missing = [
    ...(money.ai_price_in === null ? ['price_in'] : []),
    ...(money.ai_price_out === null ? ['price_out'] : []),
  ]
  if (missing.length === 1 || (missing.length > 0 && hasLimit)) refuse(missing, t('chatbot.aiPrices'))
  if (missing.length > 0) return money
  const most = costOf(longestAnswer(values.knowledge), {
    in: Number(money.ai_price_in),
    out: Number(money.ai_price_out),
    currency: money.ai_currency,
  })
  const tooLow = limits.flatMap(([field, limit]) => (limit !== null && Number(limit) < most ? [field] : []))
  const amount = `${most.toPrecision(2)} ${money.ai_currency}`
  if (tooLow.length > 0) refuse(tooLow, t('chatbot.aiLimitTooLow', { amount }))
  return money
}
