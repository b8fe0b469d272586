import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '#test/server.ts'
import { newPhone, offerContent, openShop, planCampaign, rowOf, type Shop } from '../../messages.fixture.ts'
import { applyStatuses, createContent } from '../../messages.ts'
import { callbackData, installTag } from '../../model/callback-data.ts'
import { drainDispatch } from '../draining.ts'
import { takeLane } from '../lane-owner.ts'
import { settleAccepted } from '../send/settle.ts'
import { claimOfCampaign, claimSingles, listDispatches, nextDueMs } from './claim.ts'
import { claimKnown } from './claim-known.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
})
afterAll(() => server.close())

const people = 3000
const claimed = 50

/** Rows of a table that this transaction has read so far, by whichever way. */
async function rowsRead(db: TestServer['app']['db'], table: string): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_xact_user_tables where relname = ${table}`.execute(db)
  return Number(rows[0]?.read ?? 0)
}

it('looks at those whose turn it is, however many people and messages there are', async () => {
  await sql`
    insert into leads (business_id, name, phone)
    select ${shop.businessId}, 'Asha', '+9198' || lpad(n::text, 8, '0') from generate_series(1, ${people}) n`.execute(
    server.app.db,
  )
  const phones = Array.from({ length: people }, () => newPhone())
  await sql`
    insert into person_addresses (business_id, address, person_id)
    select ${shop.businessId}, a, nr from unnest(${phones}::text[]) with ordinality as p (phone, nr),
      unnest(array[phone, 'IN.1' || nr]) as a`.execute(server.app.db)
  await planCampaign(server, shop, phones)
  await sql`analyze leads, messages, suppressions, person_addresses`.execute(server.app.db)
  const lane = { businessId: shop.businessId, phoneNumberId: shop.phoneNumberId }
  const { fence } = await takeLane(server.app, lane)
  const [dispatch] = await listDispatches(server.app, lane)
  await server.app.transaction(async (tx) => {
    const before = {
      leads: await rowsRead(tx.db, 'leads'),
      messages: await rowsRead(tx.db, 'messages'),
      aliases: await rowsRead(tx.db, 'person_addresses'),
    }
    expect(await claimOfCampaign(tx, lane, fence, dispatch!, claimed)).toHaveLength(claimed)
    // A marketing campaign asks of each person whether they opted out meanwhile: a look-up each, never a search.
    expect((await rowsRead(tx.db, 'leads')) - before.leads).toBeLessThan(claimed * 3)
    expect((await rowsRead(tx.db, 'messages')) - before.messages).toBeLessThan(claimed * 10)
    expect((await rowsRead(tx.db, 'person_addresses')) - before.aliases).toBeLessThan(claimed * 8)
  })
})

it('takes the single sends that are due, though the statistics know none', async () => {
  await sql`
    insert into messages (business_id, content_id, phone_number_id, recipient_phone, status, due_at)
    select ${shop.businessId}, (select min(id) from message_contents where business_id = ${shop.businessId}),
      ${shop.phoneNumberId}, '+9177' || lpad(n::text, 8, '0'), 'queued', now()
    from generate_series(1, ${people}) n`.execute(server.app.db)
  const lane = { businessId: shop.businessId, phoneNumberId: shop.phoneNumberId }
  const { fence } = await takeLane(server.app, lane)
  await server.app.transaction(async (tx) => {
    const before = await rowsRead(tx.db, 'messages')
    expect(await claimSingles(tx, lane, fence, claimed)).toHaveLength(claimed)
    expect((await rowsRead(tx.db, 'messages')) - before).toBeLessThan(claimed * 10)
  })
  await sql`delete from messages where campaign_id is null`.execute(server.app.db)
})

it('looks only for the twins of those whose step it is', async () => {
  const own = sql`business_id = ${shop.businessId} and campaign_id is null`
  await sql`
    insert into messages (business_id, content_id, phone_number_id, recipient_phone, status, due_at,
      sequence_id, sequence_person_id, sequence_step)
    select ${shop.businessId}, (select min(id) from message_contents where business_id = ${shop.businessId}),
      ${shop.phoneNumberId}, '+5255' || lpad(n::text, 8, '0'), 'queued', now(), 1, n, 1
    from generate_series(1, ${people}) n`.execute(server.app.db)
  await sql`insert into person_addresses (business_id, address, person_id)
    select business_id, a, 1000000 + id from messages, unnest(array[recipient_phone, 'MX.1' || id]) a
    where ${own}`.execute(server.app.db)
  // As it is done when steps are planned.
  await sql`analyze messages`.execute(server.app.db)
  const lane = { businessId: shop.businessId, phoneNumberId: shop.phoneNumberId }
  const { fence } = await takeLane(server.app, lane)
  await server.app.transaction(async (tx) => {
    const before = await rowsRead(tx.db, 'messages')
    expect(await claimSingles(tx, lane, fence, claimed)).toHaveLength(claimed)
    expect((await rowsRead(tx.db, 'messages')) - before).toBeLessThan(claimed * 10)
  })
  await sql`delete from messages where ${own}`.execute(server.app.db)
})

it('writes what the provider took for a business that the statistics do not know', async () => {
  await sql`analyze messages, message_contents`.execute(server.app.db)
  const lane = { businessId: (await server.signUp()).businessId, phoneNumberId: '106540352242922' }
  const contentId = await createContent(server.app, lane.businessId, {
    template_id: null,
    provider_template_id: null,
    template_name: 'weekend_offer',
    language: 'en_US',
    category: 'MARKETING',
    parameter_format: 'POSITIONAL',
    components: [{ type: 'BODY', text: 'Everything is 20 percent off.' }],
    variables: [],
  })
  await sql`
    insert into messages (business_id, content_id, phone_number_id, recipient_phone, status, due_at)
    select ${lane.businessId}, ${contentId},
      ${lane.phoneNumberId}, '+9166' || lpad(n::text, 8, '0'), 'queued', now()
    from generate_series(1, ${people}) n`.execute(server.app.db)
  const { fence } = await takeLane(server.app, lane)
  await server.app.transaction(async (tx) => {
    const messages = await claimSingles(tx, lane, fence, claimed)
    const before = await rowsRead(tx.db, 'messages')
    await settleAccepted(
      tx,
      lane,
      messages.map((message) => ({
        message,
        wamid: `wamid.${message.id}`,
        providerStatus: null,
        at: Date.now(),
      })),
    )
    expect((await rowsRead(tx.db, 'messages')) - before).toBeLessThan(claimed * 10)
    const { rows } = await sql<{ sent: number }>`select count(*)::int as sent from messages
      where business_id = ${lane.businessId} and status = 'sent'`.execute(tx.db)
    expect(rows).toEqual([{ sent: claimed }])
  })
  await sql`delete from messages where business_id = ${lane.businessId}`.execute(server.app.db)
})

it('finds the few that a webhook hands back, however many messages there are', async () => {
  const phones = Array.from({ length: people }, () => newPhone())
  const campaign = await planCampaign(server, shop, phones)
  await sql`update messages set status = 'sent', attempts = 1, wamid = 'wamid.' || id::text
    where campaign_id = ${campaign}`.execute(server.app.db)
  await sql`vacuum analyze messages`.execute(server.app.db)
  const [one, two] = [await rowOf(server, campaign, phones[7]!), await rowOf(server, campaign, phones[8]!)]
  await server.app.transaction(async (tx) => {
    const before = await rowsRead(tx.db, 'messages')
    const failed = (id: number, callbackData?: string) => ({
      kind: 'status' as const,
      businessId: shop.businessId,
      wabaId: '1',
      phoneNumberId: shop.phoneNumberId,
      wamid: `wamid.${id}`,
      status: 'failed',
      ...(callbackData && { callbackData }),
      errors: [{ code: 131000, title: 'Something went wrong' }],
    })
    await applyStatuses(tx, [failed(one.id, callbackData(installTag(server.app), one.id, 1)), failed(two.id)])
    expect((await rowsRead(tx.db, 'messages')) - before).toBeLessThan(100)
  })
  for (const phone of phones.slice(7, 9)) expect((await rowOf(server, campaign, phone)).status).toBe('queued')
})

it('leaves people who have quiet hours, whatever became due since they were last looked for', async () => {
  const { db } = server.app
  const lane = { businessId: shop.businessId, phoneNumberId: shop.phoneNumberId }
  const [british, indian] = ['+447911123456', '+919822112233']
  const campaignId = await planCampaign(server, shop, [british, indian])
  const clock = {
    quiet: { from: '00:00', to: '23:59:59.999' },
    zones: { 'Europe/London': ['+4479'] },
    own: [{ quiet: { from: '23:59:59.998', to: '23:59:59.999' }, zones: { 'Asia/Kolkata': ['+9198'] } }],
  }
  await sql`update dispatches set clock = ${JSON.stringify(clock)}::jsonb where campaign_id = ${campaignId}`.execute(
    db,
  )
  const becomeDue = () =>
    sql`update messages set due_at = now(), status = 'queued' where campaign_id = ${campaignId}`.execute(db)
  const { fence } = await takeLane(server.app, lane)
  const dispatches = await listDispatches(server.app, lane)
  const dispatch = dispatches.find((one) => one.campaign_id === campaignId)!
  const inTurn = await claimOfCampaign(server.app, lane, fence, dispatch, 10)
  expect(inTurn.map(({ recipient }) => recipient)).toEqual([indian])

  await becomeDue()
  const again = await claimOfCampaign(server.app, lane, fence, dispatch, 10)
  expect(again.map(({ recipient }) => recipient)).toEqual([indian])

  await becomeDue()
  // Both were written to today, so that a number at its limit may write to them again.
  await sql`
    insert into messages (business_id, content_id, phone_number_id, recipient_phone, status, claimed_at)
    select business_id, content_id, phone_number_id, recipient_phone, 'sent', now()
    from messages where campaign_id = ${campaignId}`.execute(db)
  const known = await claimKnown(server.app, lane, fence, [dispatch], [lane.phoneNumberId], 10)
  expect(known.map(({ recipient }) => recipient)).toEqual([indian])
})

it('gives people whom a claim left in the moment their quiet hours began their turn after them', async () => {
  const { db } = server.app
  const lane = { businessId: shop.businessId, phoneNumberId: shop.phoneNumberId }
  const [asleep, awake] = ['+447911123457', '+919822112234']
  const campaignId = await planCampaign(server, shop, [asleep, awake])
  const quietTo = (to: string) =>
    sql`update dispatches set clock = ${JSON.stringify({
      quiet: { from: '00:00', to },
      zones: { 'Europe/London': ['+4479'] },
      own: [{ quiet: { from: '23:59:59.998', to: '23:59:59.999' }, zones: { 'Asia/Kolkata': ['+9198'] } }],
    })}::jsonb where campaign_id = ${campaignId}`.execute(db)
  const dispatch = async () =>
    (await listDispatches(server.app, lane)).find((one) => one.campaign_id === campaignId)!
  const { fence } = await takeLane(server.app, lane)
  const claim = async () => {
    const claims = await claimOfCampaign(server.app, lane, fence, await dispatch(), 10)
    return claims.map(({ recipient }) => recipient)
  }
  await quietTo('23:59:59.999')
  expect(await claim()).toEqual([awake])
  // The hours are over; the claim went past these people without giving them a time.
  await quietTo('00:00:00.001')
  expect(await rowOf(server, campaignId, asleep)).toMatchObject({ status: 'queued', due_at: null })
  expect(await claim()).toEqual([])
  expect(await drainDispatch(server.app, lane, await dispatch(), async () => undefined)).toBe(false)
  expect(await claim()).toEqual([asleep])
})

it('leaves a step of a sequence whose person has quiet hours, and is due again when they end', async () => {
  const { db } = server.app
  const lane = { businessId: shop.businessId, phoneNumberId: shop.phoneNumberId }
  const [asleep, awake, single] = [newPhone(), newPhone(), newPhone()]
  const allDay = { from: '00:00', to: '23:59:59.999', zone: 'Asia/Kolkata' }
  const contentId = await offerContent(server, shop.businessId)
  await sql`update messages set status = 'cancelled', due_at = null where status in ('queued', 'sending')`.execute(
    db,
  )
  const add = (phone: string, step: number | null, hours: object | null) =>
    sql`
    insert into messages (business_id, content_id, phone_number_id, recipient_phone, status, due_at, sequence_id,
      sequence_person_id, sequence_step, quiet_hours)
    values (${shop.businessId}, ${contentId}, ${shop.phoneNumberId}, ${phone}, 'queued', now(),
      ${step}::bigint, ${step}::bigint, ${step}::smallint, ${hours && JSON.stringify(hours)}::jsonb)`.execute(
      db,
    )
  await add(asleep, 1, allDay)
  await add(awake, 2, { ...allDay, from: '23:59:59.998' })
  const { fence } = await takeLane(server.app, lane)
  const toSteps = await claimSingles(server.app, lane, fence, 10)
  expect(toSteps.map(({ recipient }) => recipient)).toEqual([awake])
  const { rows } = await sql<{ ms: number }>`
    select extract(epoch from ((now() at time zone 'Asia/Kolkata')::date + time '23:59:59.999')
      at time zone 'Asia/Kolkata' - now())::float8 * 1000 as ms`.execute(db)
  expect(Math.abs((await nextDueMs(server.app, lane))! - rows[0]!.ms)).toBeLessThan(5_000)
  await add(single, null, null)
  expect(await claimKnown(server.app, lane, fence, [], [lane.phoneNumberId], 10)).toEqual([])
  await sql`
    insert into messages (business_id, content_id, phone_number_id, recipient_phone, status, claimed_at)
    select business_id, content_id, phone_number_id, recipient_phone, 'sent', now()
    from messages where recipient_phone = any(${[asleep, single]}::text[])`.execute(db)
  const known = await claimKnown(server.app, lane, fence, [], [lane.phoneNumberId], 10)
  expect(known.map(({ recipient }) => recipient)).toEqual([single])
})

it('knows when the next of many is due without looking at all, and leaves what is not released', async () => {
  const { db } = server.app
  const lane = { businessId: shop.businessId, phoneNumberId: '990001' }
  const phones = Array.from({ length: people }, () => newPhone())
  const campaignId = await planCampaign(server, { ...shop, phoneNumberId: lane.phoneNumberId }, phones)
  await sql`update messages set due_at = now() + interval '1 hour' where campaign_id = ${campaignId}`.execute(
    db,
  )
  await sql`vacuum analyze messages`.execute(db)
  const near = (ms: number | undefined, minutes: number) =>
    expect(Math.abs((ms ?? Number.NaN) - minutes * 60_000)).toBeLessThan(30_000)
  await server.app.transaction(async (tx) => {
    const before = await rowsRead(tx.db, 'messages')
    near(await nextDueMs(tx, lane), 60)
    expect((await rowsRead(tx.db, 'messages')) - before).toBeLessThan(100)
  })
  await sql`
    update dispatches set part_id = first_id + 9, content_ids = array[content_id]
    where campaign_id = ${campaignId}`.execute(db)
  await sql`
    update messages set due_at = now() where campaign_id = ${campaignId}
      and id > (select part_id from dispatches where campaign_id = ${campaignId})`.execute(db)
  near(await nextDueMs(server.app, lane), 60)
})
