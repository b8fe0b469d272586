import { type RawBuilder, sql } from 'kysely'
import type { ConversationFilter } from '#contract/conversations/filter.ts'
import type { ChatKind, Conversation } from '#contract/conversations.ts'
import type { MessageStatus } from '#contract/messages.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { whereFilter, whereView } from './filter.ts'

/** As many as a screen counts. */
const mostUnread = 99
const mostCounted = 1000
/** The chatbot takes what came within moments; after this it is for the team. */
const pendingMs = 10_000

type Row = {
  id: number
  state: Conversation['state']
  snoozed_until: Date | null
  phone_number_id: string
  address: string
  lead_id: number | null
  name: string | null
  assigned_to: number | null
  assigned_name: string | null
  labels: string[]
  unread: number
  bot: Conversation['bot']
  window_until: Date | null
  last_at: Date
  last_us: string
  in_kind: string | null
  in_text: string | null
  in_deleted: boolean | null
  in_echo: boolean | null
  in_at: Date | null
  out_text: string | null
  /** Of a file; null: a text, a template, buttons. */
  out_kind: string | null
  out_status: string | null
  out_at: Date | null
  out_bot: boolean | null
  opted_out: boolean
}

/** A page of conversations, the newest first. */
export async function listConversations(
  app: App,
  caller: { businessId: number; userId: number },
  { cursor, limit, ...filter }: ConversationFilter & { cursor?: string | undefined; limit: number },
): Promise<{ conversations: Conversation[]; next_cursor: string | null }> {
  const found = await whereFilter(app, caller, filter)
  const where = cursor
    ? sql`${found} and (c.last_at, c.id) < (${timeOf(cursor).at}, ${timeOf(cursor).id}::bigint)`
    : found
  const rows = await readRows(app, caller.businessId, where, limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    conversations: page.map(toContract),
    next_cursor: rows.length > limit && last ? `${last.last_us}-${last.id}` : null,
  }
}

/** @throws AppError `not_found` */
export async function getConversation(app: App, businessId: number, id: number): Promise<Conversation> {
  const [row] = await readRows(app, businessId, sql`c.business_id = ${businessId} and c.id = ${id}`, 1)
  if (!row) throw notFound('conversation')
  return toContract(row)
}

/** The page's rows first; names, counts and last messages are then looked up for these alone. */
async function readRows(
  app: App,
  businessId: number,
  where: RawBuilder<unknown>,
  limit: number,
): Promise<Row[]> {
  const pendingSince = new Date(app.now().getTime() - pendingMs)
  const { rows } = await sql<Row>`
    with page as materialized (
      select c.* from conversations c where ${where} order by c.last_at desc, c.id desc limit ${limit}
    )
    select c.id, c.state, c.snoozed_until, c.phone_number_id, c.address, c.lead_id, l.name, c.assigned_to,
      u.name as assigned_name, c.labels, c.window_until, c.last_at,
      (extract(epoch from c.last_at) * 1000000)::bigint::text as last_us,
      case when c.last_inbound_id > c.read_inbound_id then (
        select count(*)::int from (
          select 1 from inbound_messages i
          where i.business_id = c.business_id and ${onNodeOf(businessId, 'i.business_id')} and i.conversation_id = c.id and i.id > c.read_inbound_id and not i.echo
          limit ${mostUnread}) counted) else 0 end as unread,
      b.state as bot,
      i.kind as in_kind, i.text as in_text, i.deleted_at is not null as in_deleted, i.echo as in_echo, i.at as in_at,
      s.text as out_text, s.kind as out_kind, s.status as out_status, s.at as out_at,
      s.by_bot as out_bot,
      coalesce(l.consent = 'opted_out', false) or exists (
        select from suppressions p where p.business_id = c.business_id and ${onNodeOf(businessId, 'p.business_id')} and p.address = c.address) as opted_out
    from page c
    left join lateral (
      select l.name, l.consent from leads l where l.business_id = c.business_id and ${onNodeOf(businessId, 'l.business_id')} and l.id = c.lead_id offset 0) l on true
    left join lateral (
      select u.name from users u where u.business_id = c.business_id and u.id = c.assigned_to offset 0) u on true
    left join lateral (
      select case
        when h.inbound_id is null then case when e.enabled and n.received_at > ${pendingSince} then 'pending' end
        when h.acted_at is not null and coalesce(r.action ->> 'kind' in ('flow', 'reply'), true)
          and not exists (select from conversation_events g where g.business_id = n.business_id and ${onNodeOf(businessId, 'g.business_id')}
            and g.conversation_id = n.conversation_id and g.kind in ('bot_handed_over', 'bot_stopped')
            and g.at >= n.received_at) then 'answered'
      end as state
      from inbound_messages n
      left join bot_settings e on e.business_id = n.business_id and ${onNodeOf(businessId, 'e.business_id')}
      left join bot_handled h on h.business_id = n.business_id and ${onNodeOf(businessId, 'h.business_id')} and h.inbound_id = n.id
      left join bot_rules r on r.business_id = h.business_id and ${onNodeOf(businessId, 'r.business_id')} and r.id = h.rule_id
      where n.business_id = c.business_id and ${onNodeOf(businessId, 'n.business_id')} and n.id = c.last_inbound_id and c.last_inbound_id > c.read_inbound_id
      offset 0) b on true
    left join lateral (
      select i.kind, i.text, i.deleted_at, i.echo, i.at from inbound_messages i
      where i.business_id = c.business_id and ${onNodeOf(businessId, 'i.business_id')} and i.conversation_id = c.id order by i.at desc, i.id desc limit 1
    ) i on true
    left join lateral (
      select s.text, f.kind, m.status, s.at, s.bot_step is not null as by_bot from conversation_sends s
      join messages m on m.business_id = s.business_id and ${onNodeOf(businessId, 'm.business_id')} and m.id = s.message_id
      left join chat_files f on f.business_id = s.business_id and ${onNodeOf(businessId, 'f.business_id')} and f.id = s.file_id
      where s.business_id = c.business_id and ${onNodeOf(businessId, 's.business_id')} and s.conversation_id = c.id and s.reaction_to is null
        and m.status <> 'cancelled'
      order by s.at desc limit 1
    ) s on true
    order by c.last_at desc, c.id desc`.execute(app.db)
  return rows
}

function toContract(row: Row): Conversation {
  const isOut = row.out_at !== null && (row.in_at === null || row.out_at >= row.in_at)
  return {
    id: Number(row.id),
    state: row.state,
    snoozed_until: row.snoozed_until?.toISOString() ?? null,
    phone_number_id: row.phone_number_id,
    address: row.address,
    lead_id: row.lead_id === null ? null : Number(row.lead_id),
    name: row.name ?? '',
    assigned_to: row.assigned_to === null ? null : Number(row.assigned_to),
    assigned_name: row.assigned_name,
    labels: row.labels,
    unread: row.unread,
    bot: row.bot,
    window_until: row.window_until?.toISOString() ?? null,
    last_at: row.last_at.toISOString(),
    preview: isOut
      ? {
          direction: 'out',
          kind: (row.out_kind ?? 'text') as ChatKind,
          text: row.out_text,
          status: row.out_status as MessageStatus,
          by_bot: row.out_bot ?? false,
        }
      : {
          direction: row.in_echo ? 'out' : 'in',
          kind: (row.in_kind ?? 'text') as ChatKind,
          // Nothing was said yet in one that the team opened; null: it was deleted.
          text: row.in_at === null ? '' : (row.in_text?.slice(0, 200) ?? null),
          status: null,
          by_bot: false,
        },
    opted_out: row.opted_out,
  }
}

/** How many conversations each view has; beyond a thousand nobody reads the number. */
export async function countConversations(
  app: App,
  { businessId, userId }: { businessId: number; userId: number },
): Promise<{ open: number; mine: number; unassigned: number; snoozed: number; unread: number }> {
  const count = (where: RawBuilder<unknown>) => sql`(select count(*)::int from (
    select 1 from conversations c where c.business_id = ${businessId} and ${where} limit ${mostCounted}) x)`
  const { rows } = await sql<{
    open: number
    mine: number
    unassigned: number
    snoozed: number
    unread: number
  }>`
    select ${count(whereView('open', userId))} as open, ${count(whereView('mine', userId))} as mine,
      ${count(whereView('unassigned', userId))} as unassigned, ${count(whereView('snoozed', userId))} as snoozed,
      ${count(sql`c.state = 'open' and c.last_inbound_id > c.read_inbound_id`)} as unread`.execute(app.db)
  return rows[0]!
}

/** The same person's conversations with other numbers of ours. */
export async function otherConversations(app: App, businessId: number, { id, lead_id }: Conversation) {
  if (lead_id === null) return []
  const rows = await app.db
    .selectFrom('conversations')
    .select(['id', 'phone_number_id', 'state', 'last_at'])
    .where('business_id', '=', businessId)
    .where('lead_id', '=', lead_id)
    .where('id', '!=', id)
    .orderBy('last_at', 'desc')
    .limit(20)
    .execute()
  return rows.map((row) => ({
    ...row,
    state: row.state as Conversation['state'],
    last_at: row.last_at.toISOString(),
  }))
}

function timeOf(cursor: string): { at: RawBuilder<unknown>; id: string } {
  const match = /^(\d{1,18})-(\d{1,15})$/.exec(cursor)
  if (!match) throw new AppError('invalid_input', t('conversations.unknownPage'))
  return { at: sql`to_timestamp(${match[1]}::numeric / 1000000)`, id: match[2]! }
}
