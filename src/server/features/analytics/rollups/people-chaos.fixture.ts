import { sql } from 'kysely'
import { conversions } from '#contract/analytics/conversions.ts'
import { leads } from '#contract/leads.ts'
import { privacy } from '#contract/privacy.ts'
import {
  addLeads,
  changeLeadsByBot,
  lockPeople,
  markUnreachable,
  optIn,
  optOut,
  tagLeads,
} from '#server/features/leads/leads.ts'
import type { Shop } from '#server/features/messages/messages.fixture.ts'
import { isDatabaseOutage } from '#server/platform/database.ts'
import type { TestServer } from '#test/server.ts'

const dayOf = (round: number): Date => new Date(Date.UTC(2026, 10, 10 + round, 20))
/** People of a file whose import ends after all others have changed. */
const inFile = Array.from({ length: 5 }, (_, n) => `+91970000000${n}`)

/** As the queue of webhooks does: what meets a machine with too much to do is tried again. */
export async function untilTaken<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === 20 || !isDatabaseOutage(error)) throw error
    }
  }
}

/** Leads who change all at once: they are added, tagged, opt in and out, buy, are paid back, deleted and erased. */
export async function openCrowd(
  { app, call }: TestServer,
  { businessId, userId, token }: Shop,
  { phones, random }: { phones: readonly string[]; random: () => number },
) {
  const { db } = app
  const some = <T>(of: readonly T[], share: number): T[] => of.filter(() => random() < share)
  const add = (people: readonly string[], round: number, tags: string[]) =>
    addLeads(
      { ...app, now: () => dayOf(round) },
      businessId,
      people.map((phone) => ({ name: 'Asha', phone, tags, consent: 'opted_in' as const })),
      { country: 'IN', source: round % 2 === 0 ? 'form' : 'api', userId },
    )
  /** The next id is so many before the second block, or behind all. */
  const edge = (table: string, before: number) =>
    sql`select setval(pg_get_serial_sequence(${table}, 'id'),
      greatest(${8192 - before}, nextval(pg_get_serial_sequence(${table}, 'id'))))`.execute(db)
  const say = (consent: string, of: readonly string[], at: Date, tx = app) =>
    sql`insert into consent_changes (business_id, phone, consent, source, import_id, at)
      select ${businessId}, phone, ${consent}, 'import', 5, ${at} from unnest(${of}::text[]) phone`.execute(
      tx.db,
    )
  await edge('leads', phones.length / 2)
  await add(phones, 0, ['first'])
  await sql`update messages m set lead_id = l.id from leads l
    where l.business_id = m.business_id and l.phone = m.recipient_phone`.execute(db)
  const ends = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const imported = app.transaction(async (tx) => {
    await say('opted_in', inFile, dayOf(0), tx)
    begun.resolve()
    await ends.promise
  })
  await Promise.race([begun.promise, imported])
  // Ids of one block more: what people say from now on may depend on what they said in the block before.
  await edge('consent_changes', 0)

  const ids = async (): Promise<number[]> => {
    const { rows } = await sql<{ id: number }>`
      select id from leads where business_id = ${businessId} order by id`.execute(db)
    return rows.map(({ id }) => Number(id))
  }
  const people = async (round: number): Promise<void> => {
    const reason = { source: 'form', at: dayOf(round) }
    const [out, back] = [some(phones, 0.1), some(phones, 0.1)]
    await untilTaken(() => optOut(app, businessId, out, reason))
    await untilTaken(() => optIn(app, businessId, back, reason))
    const all = await untilTaken(ids)
    const [tagged, unreachable, leadIds] = [some(all, 0.2), some(phones, 0.03), some(all, 0.2)]
    await untilTaken(() =>
      app.transaction(async (tx) => {
        await lockPeople(tx, businessId)
        await tagLeads(tx, businessId, tagged, `tag ${round % 3}`)
        await markUnreachable(tx, businessId, unreachable)
        const change = { addTags: ['bot'], removeTags: ['first', `tag ${(round + 1) % 3}`], fields: {} }
        await changeLeadsByBot(
          tx,
          businessId,
          leadIds.map((leadId) => ({ leadId, ...change })),
        )
      }),
    )
    const id = all[Math.floor(random() * all.length)]!
    if (round % 4 === 0)
      await call(privacy.erase, { token, params: { id }, body: { confirm: true as const } })
    else await call(leads.remove, { token, params: { id } })
  }
  const arriving = async (round: number): Promise<void> => {
    const from = 10 * round
    const arrived = Array.from({ length: 6 }, (_, n) => `+9196000${String(from + n).padStart(5, '0')}`)
    await untilTaken(() => add(arrived, round, ['new']))
    const said = some(inFile, 0.6)
    await untilTaken(() => say('opted_in', said, dayOf(round)))
  }
  const buying = async (round: number): Promise<void> => {
    const sale = { event: 'purchase', currency: 'INR', value: 100 }
    const buyers = some(phones, 0.03)
    const keyOf = (phone: string): string => `${round} ${phone}`
    await Promise.all(
      buyers.map((phone) => call(conversions.record, { token, body: { ...sale, key: keyOf(phone), phone } })),
    )
    // Two refunds of one purchase at once: at most one of two times 60 is left to pay back.
    const back = buyers.flatMap((phone) => [1, 2].map((nr) => ({ phone, nr })))
    await Promise.all(
      back.map(({ phone, nr }) =>
        call(conversions.record, {
          token,
          body: {
            ...sale,
            key: `${keyOf(phone)} ${nr}`,
            phone,
            value: random() < 0.5 ? -60 : -50,
            refund_of: keyOf(phone),
          },
        }),
      ),
    )
  }
  return {
    /** One turn of everything at once. */
    change: (round: number) => Promise.all([people(round), arriving(round), buying(round)]),
    /** The file's import ends, and with it ids that are lower than others which were counted. */
    async endImport() {
      ends.resolve()
      await imported
    },
    /** The file is taken back; what its people said besides stays. */
    undoImport: () =>
      sql`delete from consent_changes where business_id = ${businessId} and import_id = 5
        and id < 8192 and phone = any(${inFile.slice(0, 2)}::text[])`.execute(db),
  }
}

/** Figures that are kept, each beside a count of the rows that is written another way. */
const figures = {
  leads: [
    sql`select what, day, sum(count) from analytics_leads where kind = 'leads' group by 1, 2`,
    sql`select source, (created_at at time zone timezone)::date, count(*) from leads, business group by 1, 2`,
  ],
  'opted on a day': [
    sql`select what, day, sum(count) from analytics_leads where kind = 'consent' group by 1, 2`,
    sql`select consent, (at at time zone timezone)::date, count(distinct phone) from consent_changes, business
      where consent <> 'none' group by 1, 2`,
  ],
  opted: [
    sql`select what, sum(count) from analytics_leads where kind = 'consent' and earlier_day is null group by 1`,
    sql`select consent, count(distinct phone) from consent_changes where consent <> 'none' group by 1`,
  ],
  'leads by consent': [
    sql`select day, consent, is_unreachable, source, sum(count) from lead_tallies group by 1, 2, 3, 4`,
    sql`select (created_at at time zone timezone)::date, consent, unreachable_at is not null, source, count(*)
      from leads, business group by 1, 2, 3, 4`,
  ],
  'leads by tag': [
    sql`select tag, sum(count) from lead_tag_tallies group by 1`,
    sql`select tag, count(*) from leads, unnest(tags) tag group by 1`,
  ],
  'messages by tag': [
    sql`select tag, sum(sent), sum(read), sum(clicked), sum(replied), sum(opted_out) from analytics_tagged group by 1`,
    sql`select tag, count(*) filter (where m.status in ('sent', 'delivered', 'read')), count(*) filter (where m.status = 'read'),
        count(*) filter (where exists (select from link_clicks k where k.message_id = m.id)),
        count(*) filter (where exists (select from lead_replies r where r.message_id = m.id)),
        count(*) filter (where exists (select from consent_changes x where x.message_id = m.id))
      from messages m join leads l on l.id = m.lead_id cross join unnest(l.tags) tag
      join message_contents c on c.id = m.content_id where not c.fixed @> '{"chat": true}' group by 1`,
  ],
  'messages that left': [
    sql`select day, sum(count) from message_tallies group by 1`,
    sql`select (accepted_at at time zone timezone)::date, count(*) from messages, business
      where status in ('sent', 'delivered', 'read') group by 1`,
  ],
  chats: [
    sql`select sum(delivered), sum(charged) from chat_tallies`,
    sql`select count(*), count(*) filter (where price_type = 'regular') from messages m
      join message_contents c on c.id = m.content_id where c.fixed @> '{"chat": true}' and status in ('delivered', 'read')`,
  ],
  purchases: [
    sql`select key, paid_back, counts from conversions where refund_of is null`,
    sql`select p.key, coalesce(r.paid, 0), coalesce(r.paid, 0) < p.amount from conversions p
      left join lateral (select -sum(amount) as paid from conversions where refund_of = p.key) r on true
      where p.refund_of is null`,
  ],
}

/** Read by the figures, each for the one business: a cluster joins no tables without it. */
const read = [
  'analytics_leads',
  'analytics_tagged',
  'chat_tallies',
  'consent_changes',
  'conversions',
  'lead_replies',
  'lead_tag_tallies',
  'lead_tallies',
  'leads',
  'link_clicks',
  'message_contents',
  'message_tallies',
  'messages',
]

/** @returns all kept figures of the only business with leads, and the same from its rows. */
export async function readPeopleFigures({ app }: TestServer, businessId: number) {
  const lines = async (query: (typeof figures)['leads'][number]): Promise<string[]> => {
    const { rows } = await sql<{ line: string }>`
      with business as (select timezone from businesses where id = ${businessId}), ${sql.join(
        read.map(
          (name) =>
            sql`${sql.id(name)} as not materialized (select * from ${sql.id('public', name)} where business_id = ${businessId})`,
        ),
      )}
      select f::text as line from (${query}) f order by 1`.execute(app.db)
    return rows.map(({ line }) => line)
  }
  const of = async (side: 0 | 1): Promise<Record<string, string[]>> =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(figures).map(async ([name, sides]) => [name, await lines(sides[side]!)]),
      ),
    )
  return { kept: await of(0), counted: await of(1) }
}
