import { sql } from 'kysely'
import { type chatbotRules, type Rule, ruleDays } from '#contract/chatbot/chatbot.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { App } from '#server/app.ts'
import { holdMember } from '#server/features/accounts/accounts.ts'
import { isOpen } from '#server/features/conversations/conversations.ts'
import { countStops, meaningOf } from '#server/features/leads/leads.ts'
import { t } from '#server/messages/t.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { checkRules } from '../match/match.ts'
import { startUsing } from '../settings.ts'
import { rulesOf } from './stored.ts'

type Values = BodyOf<typeof chatbotRules.create>
type Edit = BodyOf<typeof chatbotRules.save>

const mostRules = 200

/** In their order. */
export async function listRules(app: App, businessId: number): Promise<Rule[]> {
  const { rows } = await sql<Omit<Rule, 'updated_at'> & { updated_at: Date }>`
    select r.id, r.name, r.enabled, r.phone_number_id, r.match, r.action, r.updated_at, f.name as flow_name, (
      select count(*)::int from bot_handled h
      where h.business_id = r.business_id and ${onNodeOf(businessId, 'h.business_id')} and h.rule_id = r.id
        and h.acted_at > ${app.now()}::timestamptz - ${ruleDays} * interval '1 day') as hits
    from bot_rules r
    left join bot_flows f on f.business_id = r.business_id and f.id = (r.action ->> 'flow_id')::bigint
    where r.business_id = ${businessId} order by r.position, r.id`.execute(app.db)
  return rows.map((row) => ({ ...row, id: Number(row.id), updated_at: row.updated_at.toISOString() }))
}

/** How much of what people wrote in the last days the bot answered; a rule that tags or assigns is no answer. Handed over: also by a rule or a guard. */
export async function readWeek(app: App, businessId: number) {
  const since = sql`${app.now()}::timestamptz - ${ruleDays} * interval '1 day'`
  const { rows } = await sql<{ messages: number; answered: number; handed_over: number }>`
    select count(*)::int as messages, (count(acted_at) filter (where rule_id is null or rule_id not in (
        select id from bot_rules where business_id = ${businessId} and action ->> 'kind' not in ('flow', 'reply')
      )))::int as answered, (
      select count(distinct conversation_id)::int from conversation_events
      where business_id = ${businessId} and kind in ('bot_handed_over', 'bot_stopped')
        and details ->> 'reason' <> 'sequence' and at > ${since}) as handed_over
    from bot_handled where business_id = ${businessId} and taken_at > ${since}`.execute(app.db)
  const from = new Date(app.now().getTime() - ruleDays * 24 * 3_600_000)
  return { ...rows[0]!, stops: await countStops(app.db, businessId, from) }
}

/** @throws AppError `not_found` for a flow or member of nobody here, `rule_broken` beyond 200 rules. */
export async function createRule(app: App, businessId: number, values: Values): Promise<Rule> {
  const id = await app.transaction(async (tx) => {
    await startUsing(tx, businessId)
    await checkNamed(tx, businessId, values)
    const { rows } = await sql<{ id: number }>`
      insert into bot_rules (business_id, position, name, enabled, phone_number_id, match, action, created_at, updated_at)
      select ${businessId}, coalesce(max(position), 0) + 1, ${values.name}, ${values.enabled},
        ${values.phone_number_id}::text, ${JSON.stringify(values.match)}::jsonb, ${JSON.stringify(values.action)}::jsonb,
        ${tx.now()}, ${tx.now()}
      from bot_rules where business_id = ${businessId} having count(*) < ${mostRules}
      returning id`.execute(tx.db)
    if (!rows[0]) throw new AppError('rule_broken', t('chatbot.tooManyRules', { most: mostRules }))
    return Number(rows[0].id)
  })
  return await findRule(app, businessId, id)
}

/** @throws AppError `not_found`, `conflict` where another change was first */
export async function saveRule(app: App, businessId: number, id: number, values: Edit): Promise<Rule> {
  await app.transaction(async (tx) => {
    await checkNamed(tx, businessId, values)
    if (values.updated_at) await refuseOld(tx, businessId, id, values.updated_at)
    await change(tx, businessId, id, {
      name: values.name,
      ...(values.enabled !== undefined && { enabled: values.enabled }),
      phone_number_id: values.phone_number_id,
      match: JSON.stringify(values.match),
      action: JSON.stringify(values.action),
    })
  })
  return await findRule(app, businessId, id)
}

/** Locks the rule: of two changes of what was read once, the second is refused. */
async function refuseOld(tx: App, businessId: number, id: number, read: string): Promise<void> {
  const rule = await tx.db
    .selectFrom('bot_rules')
    .select('updated_at')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (rule && rule.updated_at.getTime() !== Date.parse(read))
    throw new AppError('conflict', t('chatbot.ruleChanged'))
}

/** @throws AppError `not_found` */
export async function switchRule(app: App, businessId: number, id: number, enabled: boolean): Promise<Rule> {
  await change(app, businessId, id, { enabled })
  return await findRule(app, businessId, id)
}

async function change(
  app: App,
  businessId: number,
  id: number,
  values: Partial<{
    name: string
    enabled: boolean
    phone_number_id: string | null
    match: string
    action: string
  }>,
): Promise<void> {
  const done = await app.db
    .updateTable('bot_rules')
    .set({ ...values, updated_at: app.now() })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!done) throw notFound('rule')
}

/** @throws AppError `not_found` */
export async function deleteRule(app: App, businessId: number, id: number): Promise<void> {
  const gone = await app.db
    .deleteFrom('bot_rules')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw notFound('rule')
}

/** @throws AppError `conflict` where a rule is missing, twice or new. */
export async function reorderRules(app: App, businessId: number, ids: readonly number[]): Promise<Rule[]> {
  await app.transaction(async (tx) => {
    const rows = await tx.db
      .selectFrom('bot_rules')
      .select('id')
      .where('business_id', '=', businessId)
      .orderBy('id')
      .forUpdate()
      .execute()
    const own = new Set(rows.map(({ id }) => Number(id)))
    if (ids.length !== own.size || new Set(ids).size !== own.size || ids.some((id) => !own.has(id))) {
      throw new AppError('conflict', t('chatbot.rulesChanged'))
    }
    await sql`
      update bot_rules set position = o.position
      from unnest(${[...ids]}::bigint[]) with ordinality as o (id, position)
      where business_id = ${businessId} and bot_rules.id = o.id`.execute(tx.db)
  })
  return await listRules(app, businessId)
}

async function findRule(app: App, businessId: number, id: number): Promise<Rule> {
  const rule = (await listRules(app, businessId)).find((one) => one.id === id)
  if (!rule) throw notFound('rule')
  return rule
}

async function checkNamed(
  tx: App,
  businessId: number,
  { action, phone_number_id }: Pick<Values, 'action' | 'phone_number_id'>,
): Promise<void> {
  if (action.kind === 'flow') {
    const flow = await tx.db
      .selectFrom('bot_flows')
      .select('id')
      .where('business_id', '=', businessId)
      .where('id', '=', action.flow_id)
      .executeTakeFirst()
    if (!flow) throw notFound('flow')
  }
  if (action.kind === 'assign' && !(await holdMember(tx, businessId, action.user_id)))
    throw notFound('member')
  if (phone_number_id !== null) {
    const number = await tx.db
      .selectFrom('phone_numbers')
      .select('phone_number_id')
      .where('business_id', '=', businessId)
      .where('phone_number_id', '=', phone_number_id)
      .executeTakeFirst()
    if (!number) throw notFound('phoneNumber')
  }
}

/** Which rule a message would start, and why each before it would not. */
export async function testRules(
  app: App,
  businessId: number,
  asked: BodyOf<typeof chatbotRules.test>,
): Promise<{
  rule_id: number | null
  opt_out: boolean
  office_open: boolean | null
  checks: ReturnType<typeof checkRules>['checks']
}> {
  const at = asked.at === undefined ? app.now() : new Date(asked.at)
  const meaning = await meaningOf({
    phone: null,
    bsuid: null,
    parentBsuid: null,
    kind: asked.payload === null ? 'text' : 'button',
    text: asked.text,
    payload: asked.payload,
    at,
  })
  const number = asked.phone_number_id
  const office_open = number === null ? null : await isOpen(app.db, businessId, number, at)
  if (meaning === 'stop') return { rule_id: null, opt_out: true, office_open, checks: [] }
  const published = await app.db
    .selectFrom('bot_flows')
    .select('id')
    .where('business_id', '=', businessId)
    .where('published_version', 'is not', null)
    .where('archived_at', 'is', null)
    .execute()
  const open = new Set(published.map(({ id }) => Number(id)))
  const { rule, checks } = checkRules(
    await rulesOf(app, businessId),
    {
      text: asked.text,
      payload: asked.payload,
      isFirst: asked.first_message,
      isFirstEver: asked.first_message,
      referral: asked.referral === null ? null : [asked.referral],
      phoneNumberId: number,
      officeOpen: office_open,
    },
    (id) => open.has(id),
  )
  return { rule_id: rule?.id ?? null, opt_out: false, office_open, checks }
}
