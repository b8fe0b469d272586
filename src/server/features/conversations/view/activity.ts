import { type RawBuilder, sql } from 'kysely'
import type { ChatActivity } from '#contract/conversations/activity.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'

type Query = {
  user_id?: number | undefined
  limit: number
  cursor?: string | undefined
}
type Row = {
  source: string
  id: number
  us: string
  at: Date
  kind: ChatActivity['kind']
  by: string | null
  conversation_id: number
  name: string | null
  address: string
  subject: string | null
}

/** Who did what in conversations, the newest first. Each source is read by its own index for one page. */
export async function listChatActivity(
  app: App,
  businessId: number,
  query: Query,
): Promise<{ activities: ChatActivity[]; next_cursor: string | null }> {
  const before = query.cursor === undefined ? undefined : placeOf(query.cursor)
  const page = (source: string, of: { at: string; id: string; user: string; where: RawBuilder<unknown> }) => {
    const [at, id] = [sql.ref(of.at), sql.ref(of.id)]
    return sql`${of.where}
      ${query.user_id ? sql`and ${sql.ref(of.user)} = ${query.user_id}` : sql``}
      ${
        before
          ? sql`and ${at} <= ${before.at} and (${at}, ${source}::text, ${id}) < (${before.at}, ${before.source}::text, ${before.id}::bigint)`
          : sql``
      }
      order by ${at} desc, ${id} desc limit ${query.limit + 1}`
  }
  const sources = [
    sql`select 'event' as source, e.id, e.at, e.kind, e.user_id, e.conversation_id,
          coalesce(e.details ->> 'label', (select w.name from users w where w.business_id = e.business_id
            and w.id = (e.details ->> 'user_id')::bigint)) as subject
        from conversation_events e ${page('event', {
          at: 'e.at',
          id: 'e.id',
          user: 'e.user_id',
          where: sql`where e.business_id = ${businessId} and e.user_id is not null`,
        })}`,
    sql`select 'send' as source, s.message_id as id, s.at,
          case when s.reaction_to is null then 'sent' else 'reacted' end as kind, s.user_id, s.conversation_id,
          null::text as subject
        from conversation_sends s ${page('send', {
          at: 's.at',
          id: 's.message_id',
          user: 's.user_id',
          where: sql`where s.business_id = ${businessId} and s.user_id is not null`,
        })}`,
  ]
  const { rows } = await sql<Row>`
    with found as materialized (
      select * from (${sql.join(
        sources.map((rows) => sql`(${rows})`),
        sql` union all `,
      )}) all_of_them
      order by at desc, source desc, id desc limit ${query.limit + 1}
    )
    select f.source, f.id, f.at, (extract(epoch from f.at) * 1000000)::bigint::text as us, f.kind, u.name as by,
      c.id as conversation_id, l.name, c.address, f.subject
    from found f
    left join users u on u.business_id = ${businessId} and u.id = f.user_id
    join conversations c on c.business_id = ${businessId} and c.id = f.conversation_id
    left join leads l on l.business_id = ${businessId} and l.id = c.lead_id
    order by f.at desc, f.source desc, f.id desc`.execute(app.db)
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  return {
    activities: shown.map((row) => ({
      key: `${row.source}-${row.id}`,
      at: row.at.toISOString(),
      kind: row.kind,
      by: row.by ?? '',
      conversation: { id: Number(row.conversation_id), name: row.name ?? '', address: row.address },
      subject: row.subject,
    })),
    next_cursor: rows.length > query.limit && last ? `${last.us}-${last.source}-${last.id}` : null,
  }
}

function placeOf(cursor: string): { at: RawBuilder<Date>; source: string; id: string } {
  const match = /^(\d{1,18})-(event|send)-(\d{1,15})$/.exec(cursor)
  if (!match) throw new AppError('invalid_input', t('conversations.unknownPage'))
  return { at: sql`to_timestamp(${match[1]}::numeric / 1000000)`, source: match[2]!, id: match[3]! }
}
