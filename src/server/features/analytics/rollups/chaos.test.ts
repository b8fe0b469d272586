import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openIdleLane, type Shop } from '#server/features/messages/messages.fixture.ts'
import { applyStatuses, type ReceivedStatus } from '#server/features/messages/messages.ts'
import type { TestServer } from '#test/server.ts'
import { addSent, countAll, keptFigures } from '../analytics.fixture.ts'
import { blockKinds } from './blocks.ts'
import { checkBlock } from './check.ts'
import { countMarked, tallyBacklog } from './keep.ts'
import { openCrowd, readPeopleFigures, untilTaken } from './people-chaos.fixture.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  ;({ server, shop } = await openIdleLane())
})
afterAll(() => server.close())

/** The same order in each run. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

const messages = 200
const campaignId = 77
const phoneOf = (index: number): string => `+9198${String(index).padStart(8, '0')}`

it('figures that are kept equal a count of the rows after concurrent changes of all kinds and kills', async () => {
  const random = randomFrom(7)
  // Their ids lie in two blocks.
  await sql`select setval(pg_get_serial_sequence('messages', 'id'), ${8192 - messages / 2})`.execute(
    server.app.db,
  )
  const ids = await addSent(
    server,
    shop,
    Array.from({ length: messages }, (_, index) => ({
      phone: phoneOf(index),
      status: 'sent',
      chat: index % 10 === 9,
      at: new Date(Date.UTC(2026, 10, 10 + (index % 5), index % 24)).toISOString(),
      ...(index % 3 > 0 && { campaignId }),
    })),
  )
  await sql`update messages set wamid = 'w' || id::text, phone_number_id = ${shop.phoneNumberId}`.execute(
    server.app.db,
  )
  const phones = ids.flatMap((_, index) => (index % 2 === 0 ? [phoneOf(index)] : []))
  const crowd = await openCrowd(server, shop, { phones, random })
  const events = ids.flatMap((id, index): ReceivedStatus[] => {
    const base = Date.UTC(2026, 10, 16) + index
    const event = (status: string, at: number, more: Partial<ReceivedStatus> = {}): ReceivedStatus => ({
      kind: 'status',
      businessId: shop.businessId,
      wabaId: '1',
      phoneNumberId: shop.phoneNumberId,
      wamid: `w${id}`,
      status,
      at,
      webhookEventId: id,
      ...more,
    })
    const failed = event('failed', base + 1, { error: { code: 131026 } } as Partial<ReceivedStatus>)
    if (index % 7 === 0) return [failed, failed]
    const arrived = [
      event('delivered', base + 2, { pricing: { category: 'utility', type: 'regular' } }),
      event('sent', base),
      event('delivered', base + 3),
    ]
    return index % 2 === 0 ? [...arrived, event('read', base + 9), event('read', base + 5)] : arrived
  })
  const shuffled = events
    .map((event) => ({ event, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ event }) => event)
  let done = false
  let killed = 0
  const counting = async () => {
    while (!done) await countMarked(server.app).catch(() => killed++)
  }
  const tallying = async () => {
    while (!done) {
      await tallyBacklog(server.app, { backlog: 0 }).catch(() => killed++)
      await pause(20)
    }
  }
  const killing = async () => {
    while (!done) {
      await untilTaken(() =>
        sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query ~ 'analytics_|_tallies'
          and state in ('active', 'idle in transaction')
        limit 1`.execute(server.app.db),
      )
      await pause(40)
    }
  }
  const others = [counting(), counting(), tallying(), killing()]
  const stop = async () => {
    done = true
    await Promise.all(others)
  }
  try {
    for (let from = 0, round = 1; from < shuffled.length; from += 80, round++) {
      const set = shuffled.slice(from, from + 80)
      await Promise.all([
        untilTaken(() => applyStatuses(server.app, set)),
        untilTaken(() => applyStatuses(server.app, set.toReversed())),
        round % 2 === 0 && crowd.change(round),
      ])
      if (round === 4)
        await sql`update businesses set timezone = 'America/Sao_Paulo' where id = ${shop.businessId}`.execute(
          server.app.db,
        )
      const some = ids.filter(() => random() < 0.05)
      await sql`
        insert into link_clicks (business_id, message_id, link, kind, from_provider, clicked_at)
        select ${shop.businessId}, id, 0, 'person', false, '2026-11-17T00:00:00Z'
        from unnest(${some}::bigint[]) id`.execute(server.app.db)
      await sql`
        insert into lead_replies (business_id, address, kind, meaning, campaign_id, at)
        select business_id, recipient_phone, 'text', case when id % 2 = 0 then 'stop' end, campaign_id, '2026-11-17T00:00:00Z'
        from messages where id = any(${some}::bigint[]) and id % 5 = 0 and campaign_id is not null`.execute(
        server.app.db,
      )
      await sql`
        insert into consent_changes (business_id, phone, consent, source, message_id)
        select business_id, recipient_phone, 'opted_out', 'reply', id from messages
        where id = any(${some}::bigint[]) and id % 2 = 0`.execute(server.app.db)
    }
    await stop()
    await countAll(server)
  } finally {
    // Also where the rest fails: what goes on for ever leaves no time to the tests after it.
    await stop()
    await crowd.endImport()
  }
  await countAll(server)
  const ended = await readPeopleFigures(server, shop.businessId)
  expect(ended.kept.opted).toEqual(ended.counted.opted)
  await crowd.undoImport()
  expect(killed).toBeGreaterThan(0)
  await countAll(server)
  const { rows } = await sql<Record<string, number>>`
    select count(*) filter (where status in ('sent', 'delivered', 'read'))::int as sent,
      count(*) filter (where status in ('delivered', 'read'))::int as delivered,
      count(*) filter (where status = 'read')::int as read, count(*) filter (where status = 'failed')::int as failed,
      count(*) filter (where price_type = 'regular' and status in ('delivered', 'read'))::int as charged,
      count(*) filter (where exists (select from link_clicks k where k.business_id = ${shop.businessId} and k.message_id = m.id))::int as clicked,
      count(*) filter (where exists (select from lead_replies r where r.business_id = ${shop.businessId} and r.campaign_id = m.campaign_id
        and r.address = m.recipient_phone))::int as replied,
      count(*) filter (where exists (select from consent_changes x where x.business_id = ${shop.businessId} and x.message_id = m.id))::int as opted_out
    from messages m join message_contents c on c.business_id = m.business_id and c.id = m.content_id
    where m.business_id = ${shop.businessId} and not c.fixed @> '{"chat": true}'`.execute(server.app.db)
  const kept = await sql<Record<string, number>>`
    select sum(sent)::int as sent, sum(delivered)::int as delivered, sum(read)::int as read, sum(failed)::int as failed,
      sum(charged)::int as charged, sum(clicked)::int as clicked, sum(replied)::int as replied,
      sum(opted_out)::int as opted_out
    from analytics_messages`.execute(server.app.db)
  expect(kept.rows[0]).toEqual(rows[0])
  expect(rows[0]!.read).toBeGreaterThan(0)
  expect(rows[0]!.failed).toBeGreaterThan(0)
  expect(rows[0]!.clicked).toBeGreaterThan(0)
  expect(rows[0]!.replied).toBeGreaterThan(0)
  expect(rows[0]!.opted_out).toBeGreaterThan(0)
  for (const kind of blockKinds)
    for (const block of [0, 1])
      expect(
        await checkBlock(server.app, { business_id: shop.businessId, kind, block }),
        `${kind} ${block}`,
      ).toBe(false)
  // Tags of people change without a change of their messages: the check has brought them up to date.
  const people = await readPeopleFigures(server, shop.businessId)
  expect(people.kept).toEqual(people.counted)
  expect(Object.entries(people.counted).filter(([, lines]) => lines.length === 0)).toEqual([])
  // Counted a second time they are the same.
  const first = await keptFigures(server, shop.businessId)
  await sql`insert into analytics_marks (business_id, kind, block)
    select business_id, kind, block from analytics_blocks`.execute(server.app.db)
  await countAll(server)
  expect(await keptFigures(server, shop.businessId)).toEqual(first)
})
