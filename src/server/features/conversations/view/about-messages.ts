import { type RawBuilder, sql } from 'kysely'
import type { ChatFile, ChatKind, TimelineItem } from '#contract/conversations.ts'
import type { App } from '#server/app.ts'
import { bodyText } from '#server/features/messages/messages.ts'

type Quote = NonNullable<TimelineItem['quote']>

/** What stands above an answer: the beginning of the message that it answers. */
const longestQuote = 200

/** The messages of these ids, theirs or ours, as they are quoted. */
export async function quotesOf(
  app: App,
  businessId: number,
  wamids: readonly string[],
): Promise<Map<string, Quote>> {
  if (wamids.length === 0) return new Map()
  const { rows } = await sql<{
    wamid: string
    from: 'them' | 'us'
    kind: string
    text: string | null
    components: never
    slots: never
    variables: string[] | null
  }>`
    select wamid, case when echo then 'us' else 'them' end as from, kind, text, null::jsonb as components,
      null::jsonb as slots, null::text[] as variables
    from inbound_messages where business_id = ${businessId} and wamid = any(${[...wamids]}::text[])
    union all
    select m.wamid, 'us', case when c.fixed @> '{"chat": true}' then 'text' else 'template' end, null, c.components,
      c.slots, m.variables
    from messages m join message_contents c on c.business_id = m.business_id and c.id = m.content_id
    where m.business_id = ${businessId} and m.wamid = any(${[...wamids]}::text[])`.execute(app.db)
  return new Map(
    rows.map(({ wamid, from, kind, text, components, slots, variables }) => [
      wamid,
      {
        wamid,
        from,
        kind: kind as ChatKind,
        text: (variables ? bodyText(components, slots, variables) : text)?.slice(0, longestQuote) ?? null,
      },
    ]),
  )
}

/** The reactions on these messages. One of ours that did not arrive is none: the one before it stands. */
export async function reactionsOf(
  app: App,
  businessId: number,
  wamids: readonly string[],
): Promise<Map<string, TimelineItem['reactions']>> {
  if (wamids.length === 0) return new Map()
  const ours = (at: RawBuilder<unknown>, arrived: RawBuilder<unknown>) => sql`
    from conversation_sends s join messages m on m.business_id = s.business_id and m.id = s.message_id
    where s.business_id = ${businessId} and s.conversation_id = r.conversation_id and s.at ${at}
      and s.reaction_to = r.wamid and m.status ${arrived} ('failed', 'skipped') order by s.at desc limit 1`
  const { rows } = await sql<{ wamid: string; emoji: string | null; from_us: boolean }>`
    select r.wamid, r.from_us, case when r.from_us and (select true ${ours(sql`= r.at`, sql`in`)})
      then (select s.text ${ours(sql`< r.at`, sql`not in`)}) else r.emoji end as emoji
    from message_reactions r
    where r.business_id = ${businessId} and r.wamid = any(${[...wamids]}::text[])`.execute(app.db)
  const byMessage = Map.groupBy(
    rows.filter(({ emoji }) => emoji),
    ({ wamid }) => wamid,
  )
  return new Map(
    [...byMessage].map(([wamid, all]) => [
      wamid,
      all.map(({ emoji, from_us }) => ({ emoji: emoji ?? '', from: from_us ? 'us' : 'them' }) as const),
    ]),
  )
}

/** Which of these messages ended marketing. */
export async function optOutsAmong(
  app: App,
  businessId: number,
  wamids: readonly string[],
): Promise<Set<string>> {
  if (wamids.length === 0) return new Set()
  const rows = await app.db
    .selectFrom('lead_replies')
    .select('wamid')
    .where('business_id', '=', businessId)
    .where(sql<boolean>`wamid = any(${[...wamids]}::text[])`)
    .where('meaning', '=', 'stop')
    .execute()
  return new Set(rows.flatMap(({ wamid }) => wamid ?? []))
}

/** Which file an entry has: that of a person's message, or the one that was attached. */
export type FileOf = { inboundId: number } | { fileId: number | null } | null

/** The files of a page of entries. */
export async function filesOf(
  app: App,
  businessId: number,
  wanted: readonly FileOf[],
): Promise<(of: FileOf) => ChatFile | null> {
  const inbound = wanted.flatMap((of) => (of && 'inboundId' in of ? of.inboundId : []))
  const attached = wanted.flatMap((of) => (of && 'fileId' in of ? (of.fileId ?? []) : []))
  if (inbound.length + attached.length === 0) return () => null
  const { rows } = await sql<ChatFile & { inbound_id: number | null }>`
    select id, inbound_id, kind, state, reason, mime, bytes, file_name, width, height from chat_files
    where business_id = ${businessId}
      and (inbound_id = any(${inbound}::bigint[]) or id = any(${attached}::bigint[]))`.execute(app.db)
  return (of) => {
    if (!of) return null
    const row =
      'inboundId' in of
        ? rows.find((one) => Number(one.inbound_id) === of.inboundId)
        : rows.find((one) => one.id === of.fileId)
    if (!row) return null
    const { inbound_id: _, ...file } = row
    return { ...file, bytes: file.bytes === null ? null : Number(file.bytes) }
  }
}
