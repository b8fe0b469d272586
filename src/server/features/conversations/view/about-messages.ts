import { sql } from 'kysely'
import type { ChatKind, TimelineItem } from '#contract/conversations.ts'
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

/** The reactions on these messages. */
export async function reactionsOf(
  app: App,
  businessId: number,
  wamids: readonly string[],
): Promise<Map<string, TimelineItem['reactions']>> {
  if (wamids.length === 0) return new Map()
  const rows = await app.db
    .selectFrom('message_reactions')
    .select(['wamid', 'emoji', 'from_us'])
    .where('business_id', '=', businessId)
    .where('wamid', 'in', wamids)
    .where('emoji', 'is not', null)
    .execute()
  const byMessage = Map.groupBy(rows, ({ wamid }) => wamid)
  return new Map(
    [...byMessage].map(([wamid, all]) => [
      wamid,
      all.map(({ emoji, from_us }) => ({ emoji: emoji ?? '', from: from_us ? 'us' : 'them' }) as const),
    ]),
  )
}
