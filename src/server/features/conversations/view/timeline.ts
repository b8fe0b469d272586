import { type RawBuilder, sql } from 'kysely'
import type { ChatKind, TimelineItem } from '#contract/conversations.ts'
import type { MessageStatus } from '#contract/messages.ts'
import type { App } from '#server/app.ts'
import { explanationFor } from '#server/features/messages/messages.ts'
import { t } from '#server/messages/t.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { TemplateShape } from '#server/providers/meta/calls/template-variables.ts'
import { type FileOf, filesOf, optOutsAmong, quotesOf, reactionsOf } from './about-messages.ts'
import { chatParts } from './chat-parts.ts'
import { templateParts } from './template-parts.ts'

type Place = { at: string; rank: number; id: string }
type Found = { place: Place; item: TimelineItem; replyTo: string | null; fileOf: FileOf }

/** At one instant the newest is an opt-out, then what we sent, then what was done, then what they wrote. */
const ranks = { in: 0, event: 1, out: 2, optOut: 3 }

const micros = (at: RawBuilder<unknown>) => sql<string>`(extract(epoch from ${at}) * 1000000)::bigint::text`

/**
 * The entries of a conversation, the newest first: what they wrote, what we sent, campaigns included, notes, and what
 * was done with it.
 * @throws AppError `not_found`
 */
export async function readTimeline(
  app: App,
  businessId: number,
  conversationId: number,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: TimelineItem[]; next_cursor: string | null }> {
  const before = cursor === undefined ? undefined : placeOf(cursor)
  const rows = limit + 1
  const { inbound, sent, events, optOuts } = await app.transaction(async (tx) => {
    // What one act did is shown whole or not at all: its message with what was noted beside it.
    await sql`set transaction isolation level repeatable read, read only`.execute(tx.db)
    const conversation = await tx.db
      .selectFrom('conversations')
      .select(['phone_number_id', 'lead_id'])
      .where('business_id', '=', businessId)
      .where('id', '=', conversationId)
      .executeTakeFirst()
    if (!conversation) throw notFound('conversation')
    const of = { businessId, conversationId, phoneNumberId: conversation.phone_number_id }
    return {
      inbound: await readInbound(tx, of, before, rows),
      sent: await readSent(tx, of, before, rows),
      events: await readEvents(tx, of, before, rows),
      optOuts: await readOptOuts(tx, { ...of, leadId: conversation.lead_id }, before, rows),
    }
  })
  const all = [...inbound, ...sent, ...events, ...optOuts].sort((a, b) =>
    isBefore(a.place, b.place) ? 1 : -1,
  )
  const page = all.slice(0, limit)
  const last = page.at(-1)?.place
  await addAround(app, businessId, page)
  return {
    items: page.map(({ item }) => item),
    next_cursor: all.length > limit && last ? `${last.at}-${last.rank}-${last.id}` : null,
  }
}

type Of = { businessId: number; conversationId: number; phoneNumberId: string }

async function readInbound(app: App, of: Of, before: Place | undefined, limit: number): Promise<Found[]> {
  const { rows } = await sql<{
    id: number
    us: string
    at: Date
    wamid: string
    kind: string
    text: string | null
    content: Record<string, unknown>
    reply_to: string | null
    referral: { headline?: string; sourceUrl?: string } | null
    forwarded: boolean
    echo: boolean
    deleted: boolean
    edited: boolean
    webhook_event_id: number | null
  }>`
    select id, ${micros(sql`at`)} as us, at, wamid, kind, text, content, reply_to, referral, forwarded, echo,
      deleted_at is not null as deleted, edited_at is not null as edited, webhook_event_id
    from inbound_messages
    where business_id = ${of.businessId} and conversation_id = ${of.conversationId}
      ${olderThan(sql`at`, sql`id`, ranks.in, before)}
    order by at desc, id desc limit ${limit}`.execute(app.db)
  return rows.map((row) => ({
    place: { at: row.us, rank: ranks.in, id: String(row.id) },
    fileOf: { inboundId: Number(row.id) },
    replyTo: row.reply_to,
    item: {
      ...empty,
      key: `in-${row.id}`,
      type: row.echo ? 'out' : 'in',
      at: row.at.toISOString(),
      kind: row.kind as ChatKind,
      text: row.text,
      details: isUnread(row.kind) ? { ...row.content, webhook_event_id: row.webhook_event_id } : row.content,
      wamid: row.wamid,
      deleted: row.deleted,
      edited: row.edited,
      forwarded: row.forwarded,
      referral: row.referral && {
        headline: row.referral.headline ?? null,
        source_url: row.referral.sourceUrl ?? null,
      },
      ...(row.echo && { status: 'sent' as const, details: { ...row.content, from_phone: true } }),
    },
  }))
}

/** Nothing of it can be shown but its raw event. */
const isUnread = (kind: string): boolean => kind === 'unsupported' || kind === 'unknown'

async function readSent(app: App, of: Of, before: Place | undefined, limit: number): Promise<Found[]> {
  /** Of each address the newest: single messages are thousands and come by their index, those of campaigns are few. */
  const ofPerson = (which: RawBuilder<unknown>, when: RawBuilder<unknown>) => sql`
    select m.* from conversation_addresses a cross join lateral (
      select m.id, m.content_id, m.campaign_id, m.status, m.reason, m.error_code, m.error_title, m.wamid, m.variables,
        ${when} as at, s.reply_to, s.file_id, s.bot_step, s.bot_flow_id, s.undo_until, s.user_id
      from messages m
      left join conversation_sends s on s.business_id = m.business_id and s.message_id = m.id
      where m.business_id = ${of.businessId} and m.phone_number_id = ${of.phoneNumberId}
        and m.recipient_phone = a.address collate "C" and ${which} ${olderThan(when, sql`m.id`, ranks.out, before)}
        -- Neither reactions nor what was taken back before it left.
        and (s.message_id is null or s.reaction_to is null and m.status <> 'cancelled')
      order by ${when} desc, m.id desc limit ${limit}) m
    where a.business_id = ${of.businessId} and a.conversation_id = ${of.conversationId}`
  /** Names as sub-selects: to plan one more join of many took longer than to look them up. */
  const nameOf = (table: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    sql`(select n.name from ${table} n where n.business_id = ${of.businessId} and n.id = ${id})`
  const { rows } = await sql<{
    id: number
    us: string
    at: Date
    status: string
    reason: string | null
    error_code: number | null
    error_title: string | null
    wamid: string | null
    variables: string[]
    campaign_id: number | null
    campaign_name: string | null
    template_name: string
    components: TemplateShape['components']
    slots: never
    header_file: string | null
    is_chat: boolean
    user_name: string | null
    reply_to: string | null
    file_id: number | null
    bot_step: string | null
    bot_flow_id: number | null
    bot_flow_name: string | null
    undo_until: Date | null
  }>`
    with theirs as materialized (
      select m.* from (
        (${ofPerson(sql`m.campaign_id is null`, sql`m.created_at`)})
        union all
        (${ofPerson(
          sql`m.campaign_id is not null and m.status not in ('skipped', 'cancelled', 'queued')
            and coalesce(m.accepted_at, m.claimed_at) is not null`,
          sql`coalesce(m.accepted_at, m.claimed_at)`,
        )})
      ) m order by m.at desc, m.id desc limit ${limit}
    )
    select m.id, ${micros(sql`m.at`)} as us, m.at, m.status, m.reason, m.error_code, m.error_title, m.wamid,
      to_json(m.variables) as variables, m.campaign_id,
      ${nameOf(sql`campaigns`, sql`m.campaign_id`)} as campaign_name, c.template_name, k.is_chat,
      case when not k.is_chat then c.components end as components, case when not k.is_chat then c.slots end as slots,
      coalesce(c.fixed #>> '{media,filename}', (select f.file_name from template_media f
        where f.business_id = ${of.businessId} and f.id = (c.fixed ->> 'media_id')::bigint)) as header_file,
      ${nameOf(sql`users`, sql`m.user_id`)} as user_name, m.reply_to, m.file_id, m.bot_step, m.bot_flow_id,
      ${nameOf(sql`bot_flows`, sql`m.bot_flow_id`)} as bot_flow_name,
      case when m.status = 'queued' and m.undo_until > now() then m.undo_until end as undo_until
    from theirs m
    join message_contents c on c.business_id = ${of.businessId} and c.id = m.content_id
    cross join lateral (select coalesce(c.fixed @> '{"chat": true}', false) as is_chat) k
    order by m.at desc, m.id desc`.execute(app.db)
  return rows.map((row) => ({
    place: { at: row.us, rank: ranks.out, id: String(row.id) },
    fileOf: { fileId: row.file_id },
    replyTo: row.reply_to,
    item: {
      ...empty,
      key: `out-${row.id}`,
      type: 'out',
      at: row.at.toISOString(),
      wamid: row.wamid,
      status: row.status as MessageStatus,
      explanation: explanationFor(row).explanation,
      message_id: Number(row.id),
      campaign_id: row.campaign_id === null ? null : Number(row.campaign_id),
      campaign_name: row.campaign_name,
      user_name: row.user_name,
      bot:
        row.bot_step === null
          ? null
          : { step: row.bot_step, flow_id: row.bot_flow_id, flow_name: row.bot_flow_name },
      undo_until: row.undo_until?.toISOString() ?? null,
      ...(row.is_chat ? chatParts(row.variables) : templateParts(row)),
    },
  }))
}

async function readEvents(app: App, of: Of, before: Place | undefined, limit: number): Promise<Found[]> {
  const { rows } = await sql<{
    id: number
    us: string
    at: Date
    kind: string
    text: string | null
    details: Record<string, unknown>
    user_name: string | null
  }>`
    select e.id, ${micros(sql`e.at`)} as us, e.at, e.kind, e.text,
      e.details || coalesce(jsonb_build_object('name', w.name), '{}') as details, u.name as user_name
    from conversation_events e
    left join users u on u.business_id = e.business_id and u.id = e.user_id
    left join users w on w.business_id = e.business_id and w.id = (e.details ->> 'user_id')::bigint
    where e.business_id = ${of.businessId} and e.conversation_id = ${of.conversationId}
      ${olderThan(sql`e.at`, sql`e.id`, ranks.event, before)}
    order by e.at desc, e.id desc limit ${limit}`.execute(app.db)
  return rows.map((row) => ({
    place: { at: row.us, rank: ranks.event, id: String(row.id) },
    fileOf: null,
    replyTo: null,
    item: {
      ...empty,
      key: `event-${row.id}`,
      type: row.kind === 'note' ? 'note' : 'event',
      at: row.at.toISOString(),
      text: row.text,
      details: row.details,
      user_name: row.user_name,
      event: row.kind === 'note' ? null : (row.kind as TimelineItem['event']),
    },
  }))
}

/** Opt-outs that no message of the conversation shows: in the settings of WhatsApp, or recorded by the team. */
async function readOptOuts(
  app: App,
  of: Of & { leadId: number | null },
  before: Place | undefined,
  limit: number,
): Promise<Found[]> {
  const { rows } = await sql<{ id: number; us: string; at: Date; source: string; user_name: string | null }>`
    with theirs as (
      select * from consent_changes where business_id = ${of.businessId} and lead_id = ${of.leadId}::bigint
      union all
      select c.* from conversation_addresses a cross join lateral (
        select * from consent_changes
        where business_id = a.business_id and ${onNodeOf(of.businessId)} and lead_id is null and phone = a.address offset 0) c
      where a.business_id = ${of.businessId} and a.conversation_id = ${of.conversationId}
    )
    select c.id, ${micros(sql`c.at`)} as us, c.at, c.source, u.name as user_name
    from theirs c left join users u on u.business_id = c.business_id and u.id = c.user_id
    where c.consent = 'opted_out' and c.source <> 'reply' ${olderThan(sql`c.at`, sql`c.id`, ranks.optOut, before)}
    order by c.at desc, c.id desc limit ${limit}`.execute(app.db)
  return rows.map(({ id, us, at, source, user_name }) => ({
    place: { at: us, rank: ranks.optOut, id: String(id) },
    fileOf: null,
    replyTo: null,
    item: {
      ...empty,
      key: `consent-${id}`,
      type: 'event',
      at: at.toISOString(),
      event: 'opted_out',
      details: { source },
      user_name,
    },
  }))
}

const empty: Omit<TimelineItem, 'key' | 'type' | 'at'> = {
  kind: null,
  text: null,
  header: null,
  footer: null,
  buttons: [],
  details: {},
  file: null,
  wamid: null,
  quote: null,
  reactions: [],
  status: null,
  explanation: null,
  message_id: null,
  campaign_id: null,
  campaign_name: null,
  template_name: null,
  user_name: null,
  bot: null,
  undo_until: null,
  event: null,
  deleted: false,
  edited: false,
  forwarded: false,
  opted_out: false,
  referral: null,
}

/** What is quoted, and the reactions, for the page's messages alone. */
async function addAround(app: App, businessId: number, page: readonly Found[]): Promise<void> {
  const [quotes, reactions, files, optOuts] = await Promise.all([
    quotesOf(
      app,
      businessId,
      page.flatMap(({ replyTo }) => replyTo ?? []),
    ),
    reactionsOf(
      app,
      businessId,
      page.flatMap(({ item }) => item.wamid ?? []),
    ),
    filesOf(
      app,
      businessId,
      page.map(({ fileOf }) => fileOf),
    ),
    optOutsAmong(
      app,
      businessId,
      page.flatMap(({ item }) => (item.type === 'in' && item.wamid ? item.wamid : [])),
    ),
  ])
  for (const { item, replyTo, fileOf } of page) {
    item.opted_out = item.wamid !== null && optOuts.has(item.wamid)
    item.file = files(fileOf)
    // A file of ours is shown by its kind, its caption below.
    if (item.file && item.type === 'out') {
      item.kind = item.file.kind
      // WhatsApp shows Opus in Ogg as a voice message.
      if (item.file.mime?.startsWith('audio/ogg')) item.details = { ...item.details, voice: true }
    }
    if (replyTo) item.quote = quotes.get(replyTo) ?? null
    if (item.wamid) item.reactions = reactions.get(item.wamid) ?? []
  }
}

/** Whatever comes after a place in the order of the timeline. */
function olderThan(
  at: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  rank: number,
  before: Place | undefined,
): RawBuilder<unknown> {
  if (!before) return sql``
  const time = sql`to_timestamp(${before.at}::numeric / 1000000)`
  if (rank < before.rank) return sql`and ${at} <= ${time}`
  if (rank > before.rank) return sql`and ${at} < ${time}`
  return sql`and (${at}, ${id}) < (${time}, ${before.id}::bigint)`
}

const isBefore = (a: Place, b: Place): boolean => {
  if (a.at !== b.at) return BigInt(a.at) < BigInt(b.at)
  return a.rank === b.rank ? BigInt(a.id) < BigInt(b.id) : a.rank < b.rank
}

function placeOf(cursor: string): Place {
  const match = /^(\d{1,18})-([0-3])-(\d{1,15})$/.exec(cursor)
  if (!match) throw new AppError('invalid_input', t('conversations.unknownPage'))
  return { at: match[1]!, rank: Number(match[2]), id: match[3]! }
}
