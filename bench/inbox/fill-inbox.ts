import { sql } from 'kysely'
import { indexLeads } from '#server/features/leads/find/index-leads.ts'
import { chatContent } from '#server/features/messages/model/contents.ts'
import { fillQuickly } from '../fill-quickly.ts'
import type { Bench } from '../open-bench.ts'

export type Size = { conversations: number; messages: number; neighbours: number }

/** In so many messages of each five million. */
export const rareWord = 'quetzalcoatl'
export const frequentWord = 'delivery'
/** In one of a hundred messages each. */
export const hindiWord = 'धन्यवाद'
export const arabicWord = 'شكرا'
const rareIn = 5_000_000 / 40

/**
 * One business with so many conversations and messages, three of five theirs, beside others. Who writes much, writes
 * very much: the first conversation has thousands. Texts are of eight words, few of which are frequent.
 */
export async function fillInbox({ app, businessId, phoneNumberId }: Bench, size: Size): Promise<void> {
  const own = await app.transaction(async (tx) => {
    const { db } = tx
    await sql`set local statement_timeout = 0`.execute(db)
    const neighbours = await sql<{ id: number }>`
      insert into businesses (name, country, timezone)
      select 'Neighbour ' || n, 'IN', 'Asia/Kolkata' from generate_series(1, ${size.neighbours}::int) n
      returning id`.execute(db)
    for (const { id } of neighbours.rows) await addConversations(db, Number(id), phoneNumberId, 100)
    await addConversations(db, businessId, phoneNumberId, size.conversations)
    return {
      neighbours: neighbours.rows.map(({ id }) => Number(id)),
      contentId: await chatContent(tx, businessId),
    }
  })
  await fillQuickly(app, ['inbound_messages', 'messages', 'conversation_sends'], async ({ db }) => {
    for (const id of own.neighbours) await addInbound(db, id, 1000)
    await addInbound(db, businessId, (size.messages * 3) / 5)
    await addSent(db, { businessId, phoneNumberId, contentId: own.contentId, count: (size.messages * 2) / 5 })
  })
  await app.transaction(async ({ db }) => {
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`
      update conversations c set last_at = i.at, last_inbound_at = i.at, last_inbound_id = i.id,
        window_until = i.at + interval '1 day', read_inbound_id = case when c.id % 33 = 0 then 0 else i.id end
      from (select business_id, conversation_id, max(at) as at, max(id) as id from inbound_messages
        group by business_id, conversation_id) i
      where i.business_id = c.business_id and i.conversation_id = c.id`.execute(db)
  })
  for (const table of ['conversations', 'conversation_addresses', 'leads'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(app.db)
  await indexLeads(app)
}

type Db = Bench['app']['db']

async function addConversations(
  db: Db,
  businessId: number,
  phoneNumberId: string,
  count: number,
): Promise<void> {
  await sql`
    with people as (
      insert into leads (business_id, name, phone, consent)
      select ${businessId}, (array['Asha', 'Ravi', 'Meera', 'José', 'फ़रीदा'])[1 + n % 5] || ' ' || n,
        '+9198' || lpad((n * 7919 % 100000000)::text, 8, '0'), 'none'
      from generate_series(1, ${count}::bigint) n returning id, phone
    ),
    numbered as (select *, row_number() over (order by id) as nr from people),
    opened as (
      insert into conversations (business_id, phone_number_id, address, lead_id, state, snoozed_until, assigned_to,
        labels, last_at, created_at)
      select ${businessId}, ${phoneNumberId}, phone, id,
        case when nr % 25 = 0 then 'snoozed' when nr % 5 < 3 then 'open' else 'closed' end,
        case when nr % 25 = 0 then now() + interval '1 day' end,
        case when nr % 10 = 0 then null when nr % 100 = 1 then 1 else 1000 + nr % 10 end,
        case when nr % 2500 = 1 then array['wholesale'] when nr % 3 = 0 then array['customer'] else '{}' end, now(), now()
      from numbered order by nr returning id, address
    )
    insert into conversation_addresses (business_id, phone_number_id, address, conversation_id)
    select ${businessId}, ${phoneNumberId}, address, id from opened`.execute(db)
}

/** One of 5,000 words: the first of them often. */
const word = sql`substr(md5(floor(5000 * power(random(), 3))::text), 1, 6)`

/** Conversation, time and text of the n-th message. */
const said = (businessId: number, count: number) => sql`(
  select n, own.first + floor(own.count * power(random(), 2))::bigint as conversation_id,
    now() - (${count}::bigint - n) * (interval '300 days' / ${count}::bigint) as at,
    concat_ws(' ', ${word}, ${word}, ${word}, ${word}, ${word}, case when n % 5 = 1 then ${frequentWord} end,
      case n % 100 when 7 then ${hindiWord} when 8 then ${arabicWord} end,
      case when n % ${rareIn}::bigint = 9 then ${rareWord} end) as text
  from generate_series(1, ${count}::bigint) n,
    (select min(id) as first, count(*) as count from conversations where business_id = ${businessId}) own)`

async function addInbound(db: Db, businessId: number, count: number): Promise<void> {
  await sql`
    insert into inbound_messages (business_id, conversation_id, wamid, kind, text, content, at, received_at, search)
    select ${businessId}, conversation_id, 'wamid.bench.in.' || n, 'text', text, '{}', at, at, to_tsvector('simple', text)
    from ${said(businessId, count)} s`.execute(db)
}

type Sent = { businessId: number; phoneNumberId: string; contentId: number; count: number }

async function addSent(db: Db, { businessId, phoneNumberId, contentId, count }: Sent): Promise<void> {
  await sql`
    create temporary table said on commit drop as
    select (select coalesce(max(id), 0) from messages) + n as id, s.conversation_id, s.at, s.text, c.address, c.lead_id
    from ${said(businessId, count)} s
    join conversations c on c.business_id = ${businessId} and c.id = s.conversation_id
    order by n`.execute(db)
  await sql`
    insert into messages (business_id, id, lead_id, content_id, phone_number_id, recipient_phone, variables, status,
      attempts, wamid, created_at, claimed_at, accepted_at, read_at)
    overriding system value
    select ${businessId}, id, lead_id, ${contentId}, ${phoneNumberId}, address,
      array[text, '{"type":"text","text":{"body":' || to_json(text) || '}}'], 'read', 1, 'wamid.bench.out.' || id,
      at, at, at, at from said`.execute(db)
  await sql`select setval(pg_get_serial_sequence('messages', 'id'), max(id)) from said`.execute(db)
  await sql`
    insert into conversation_sends (business_id, send_key, conversation_id, message_id, user_id, text, search, at)
    select ${businessId}, gen_random_uuid(), conversation_id, id, 1, text, to_tsvector('simple', text), at
    from said`.execute(db)
}
