import { type RawBuilder, sql } from 'kysely'
import type { App } from '#server/app.ts'
import { isOfBusiness } from '#server/platform/by-whole-key.ts'

/** A reply that names no message answers the last one that the person got within seven days. */
const answerMs = 7 * 24 * 3_600_000
/** Of single messages, the API's and the inbox's: after so many newer ones, most of them a chat, none is answered. */
const latestSingles = 5

/** The message of ours that somebody answers. */
export type Answered = { messageId: number; campaignId: number | null }

type Words = {
  /** The message that they name. */
  replyTo?: string | null | undefined
  /** Every address of the person. */
  everyone: readonly string[]
  at: Date
}

/**
 * The messages that people answer: the one that they name, else the last that they got of any campaign or sequence, or
 * by itself. A chat that they name is none; our own question about messages is passed over.
 */
export async function findAnswered(
  tx: App,
  businessId: number,
  said: readonly Words[],
): Promise<(Answered | null)[]> {
  const named = await readNamed(tx, businessId, [...new Set(said.flatMap(({ replyTo }) => replyTo ?? []))])
  const isOpen = ({ replyTo }: Words): boolean => !named.has(replyTo ?? '')
  const lastOf = await readLast(tx, businessId, said.filter(isOpen))
  return said.map((one) => (isOpen(one) ? lastOf(one) : (named.get(one.replyTo!) ?? null)))
}

/** Contents that are chats, by business: what a content is never changes, and most single messages are chats. */
const chats = new Map<number, Set<number>>()

/** Of a content: null for a template. */
const kindOf = (businessId: number, content: RawBuilder<unknown>) => sql<'chat' | 'question' | null>`(
  select case when c.fixed @> '{"chat": true}' then 'chat' when c.fixed -> 'reply_buttons' is not null then 'question' end
  from message_contents c where ${isOfBusiness(businessId, 'c.business_id')} and c.id = ${content})`

/** A chat is `null`; a question of ours, and what is no message of ours, is absent. */
async function readNamed(
  tx: App,
  businessId: number,
  wamids: readonly string[],
): Promise<Map<string, Answered | null>> {
  if (wamids.length === 0) return new Map()
  const { rows } = await sql<{ wamid: string; id: number; campaign_id: number | null; kind: string | null }>`
    select m.wamid, m.id, m.campaign_id, ${kindOf(businessId, sql`m.content_id`)} as kind from messages m
    where m.wamid = any(${wamids}::text[]) and ${isOfBusiness(businessId, 'm.business_id')}`.execute(tx.db)
  return new Map(
    rows
      .filter(({ kind }) => kind !== 'question')
      .map(({ wamid, id, campaign_id, kind }) => [wamid, kind === 'chat' ? null : answered(id, campaign_id)]),
  )
}

type Got = {
  address: string
  id: number
  campaign_id: number | null
  content_id: number
  us: string
  kind: 'chat' | 'question' | null
}

async function readLast(
  tx: App,
  businessId: number,
  said: readonly Words[],
): Promise<(one: Words) => Answered | null> {
  if (said.length === 0) return () => null
  const known = chats.get(businessId) ?? new Set()
  const times = said.map(({ at }) => at.getTime())
  const until = new Date(times.reduce((a, b) => Math.max(a, b)))
  const from = new Date(times.reduce((a, b) => Math.min(a, b)) - answerMs)
  const to = sql`${isOfBusiness(businessId)} and recipient_phone = a.address collate "C"`
  const columns = sql.raw('id, campaign_id, content_id, accepted_at')
  // Each by its whole key: where the statistics have not seen what a bot sent, all of that is read for each set.
  const { rows } = await sql<Got>`
    select a.address, m.id, m.campaign_id, m.content_id, (extract(epoch from m.accepted_at) * 1000000)::bigint::text as us,
      case when m.is_single then ${kindOf(businessId, sql`m.content_id`)} end as kind
    from unnest(${[...new Set(said.flatMap(({ everyone }) => everyone))]}::text[]) a (address) cross join lateral (
      select ${columns}, false as is_single from messages where ${to} and campaign_id is not null
      union all
      select ${columns}, false from messages where ${to} and sequence_id is not null
      union all
      select ${columns}, true from (select ${columns} from messages
        where ${to} and campaign_id is null and created_at <= ${until}
        order by created_at desc, id desc limit ${sql.lit(latestSingles)}) latest
      where content_id <> all(${[...known]}::bigint[])
      offset 0) m
    where m.accepted_at <= ${until} and m.accepted_at > ${from}`.execute(tx.db)
  for (const { kind, content_id } of rows) if (kind === 'chat') known.add(Number(content_id))
  chats.set(businessId, known)
  const byAddress = Map.groupBy(
    rows.filter(({ kind }) => kind === null),
    ({ address }) => address,
  )
  return ({ everyone, at }) => {
    const end = at.getTime() * 1000
    const [last] = everyone
      .flatMap((one) => byAddress.get(one) ?? [])
      .map(({ id, campaign_id, us }) => ({ us: Number(us), ...answered(id, campaign_id) }))
      .filter(({ us }) => us <= end && us > end - answerMs * 1000)
      .sort((one, other) => other.us - one.us || other.messageId - one.messageId)
    return last ? answered(last.messageId, last.campaignId) : null
  }
}

const answered = (id: number, campaignId: number | null): Answered => ({
  messageId: Number(id),
  campaignId: campaignId === null ? null : Number(campaignId),
})
