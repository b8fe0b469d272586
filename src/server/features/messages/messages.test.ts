import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messages } from '#contract/messages.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'
import {
  newPhone,
  offerContent,
  openShop,
  outcomesOf,
  planCampaign,
  rowOf,
  type Shop,
  untilOutcomes,
} from './messages.fixture.ts'
import {
  cancelDispatch,
  holdDispatch,
  releaseDispatch,
  retryFailed,
  settleUnknown,
  waitingReason,
} from './messages.ts'
import { wakeLane } from './model/job-names.ts'
import { saveSendingSettings } from './model/sending-settings.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ jobs: true, log: 'error' })
  server.sandbox.settings({ delays: { sent: [5, 20], delivered: [20, 40], read: [40, 80] } })
  shop = await openShop(server)
  await saveSendingSettings(server.app, shop.businessId, { settlingSeconds: 1, reconcileSeconds: 1 })
})
afterAll(() => server.close())

const acceptedFor = (phones: readonly string[]) => {
  const wanted = new Set(phones.map((phone) => phone.slice(1)))
  return [...server.sandbox.world.ledger.rows()].filter(({ to }) => wanted.has(to))
}
const inShop = <T>(work: (tx: TestServer['app']) => Promise<T>) => server.app.transaction(work)
const limitTo = (perSecond: number | null) =>
  sql`update phone_numbers set throughput_per_second = ${perSecond} where phone_number_id = ${shop.phoneNumberId}`.execute(
    server.app.db,
  )

describe('a campaign', () => {
  it('reaches everybody once, and the books follow', async () => {
    const phones = Array.from({ length: 60 }, () => newPhone())
    const campaign = await planCampaign(server, shop, phones)
    await untilOutcomes(server, shop, campaign, { planned: 60, read: 60 })
    expect(
      acceptedFor(phones)
        .map(({ to }) => `+${to}`)
        .sort(),
    ).toEqual([...phones].sort())
  })

  it('is planned again without anybody getting it twice', async () => {
    const phones = Array.from({ length: 5 }, () => newPhone())
    const contentId = await offerContent(server, shop.businessId)
    const campaign = await planCampaign(server, shop, phones, { contentId })
    await planCampaign(server, shop, [...phones, newPhone()], { campaignId: campaign, contentId })
    await untilOutcomes(server, shop, campaign, { planned: 6, read: 6 })
    expect(acceptedFor(phones)).toHaveLength(5)
  })

  it('shows each person’s end, and one bad number fails alone', async () => {
    const by = Object.fromEntries(
      ['0001', '0011', '0012', '0013', '0014', '0015', '0016', '0017', '0020', '0030', '0060', '4444'].map(
        (ending) => [ending, newPhone(ending)],
      ),
    )
    const campaign = await planCampaign(server, shop, Object.values(by))
    await untilOutcomes(server, shop, campaign, { planned: 12, sent: 1, delivered: 2, read: 6, failed: 3 })
    expect(await rowOf(server, campaign, by['0014']!)).toMatchObject({
      status: 'delivered',
      error_code: 131026,
    })
    expect(await rowOf(server, campaign, by['0001']!)).toMatchObject({ status: 'failed', error_code: 131026 })
    const early = await rowOf(server, campaign, by['0020']!)
    expect(early).toMatchObject({ status: 'read', attempts: 1 })
  })

  it('is tried again where the provider refused for now, and nobody is written off for it', async () => {
    const phones = ['0033', '0034', '0035'].map(newPhone)
    const settings = { settlingSeconds: 60, reconcileSeconds: 1 }
    await saveSendingSettings(server.app, shop.businessId, settings)
    const campaign = await planCampaign(server, shop, phones)
    await eventually('the end of the refusals', async () => {
      // What waits for its time need not wait in a test.
      await sql`update messages set due_at = now() + interval '1 second' where campaign_id = ${campaign}
        and due_at > now() + interval '1.1 seconds'`.execute(server.app.db)
      // Others are sent meanwhile, and all reported: without them, or with one unreported, silence would show nothing.
      const other = await planCampaign(server, shop, [newPhone()])
      await untilOutcomes(server, shop, other, { planned: 1, read: 1 })
      return (await outcomesOf(server, shop, campaign)).read === 3
    })
    await saveSendingSettings(server.app, shop.businessId, { ...settings, settlingSeconds: 1 })
    for (const phone of phones) expect(acceptedFor([phone])).toHaveLength(1)
  })

  it('stays unknown where no answer came, until a status settles it or the owner does', async () => {
    const [reported, silent, again, off] = ['0040', '0041', '0041', '0041'].map(newPhone) as [
      string,
      string,
      string,
      string,
    ]
    // Without an answer it is the owner's to decide, whatever is reported of others.
    await saveSendingSettings(server.app, shop.businessId, { settlingSeconds: 1, reconcileSeconds: 1 })
    const campaign = await planCampaign(server, shop, [reported, silent, again, off])
    await untilOutcomes(server, shop, campaign, { planned: 4, read: 1, unknown: 3 })
    expect((await rowOf(server, campaign, reported)).attempts).toBe(1)
    const waiting = await eventually('the settling time', async () => {
      const rows = await Promise.all([silent, again, off].map((phone) => rowOf(server, campaign, phone)))
      return rows.every(({ reason }) => reason === 'ask_owner') && rows
    })
    const [, againRow, offRow] = waiting
    server.sandbox.fate(again, { as: '' })
    expect(await settleUnknown(server.app, shop.businessId, [againRow!.id], 'send_again')).toBe(1)
    expect(await settleUnknown(server.app, shop.businessId, [offRow!.id], 'write_off')).toBe(1)
    await untilOutcomes(server, shop, campaign, { planned: 4, read: 2, unknown: 1, failed: 1 })
    // Only the one that the owner wanted went twice.
    expect([reported, silent, again, off].map((phone) => acceptedFor([phone]).length)).toEqual([1, 1, 2, 1])
  })

  it('leaves out who opted out after it was planned', async () => {
    const [gone, lead, stays] = [newPhone(), newPhone(), newPhone()]
    await limitTo(1)
    const campaign = await planCampaign(server, shop, [newPhone(), newPhone()])
    const late = await planCampaign(server, shop, [gone, lead, stays])
    await inShop((tx) =>
      holdDispatch(tx, shop.businessId, late, { code: 'paused', reason: 'Paused by you.' }),
    )
    await server.app.db
      .insertInto('suppressions')
      .values({ business_id: shop.businessId, address: gone, reason: 'reply' })
      .execute()
    await server.app.db
      .insertInto('leads')
      .values({ business_id: shop.businessId, name: 'Asha', phone: lead, consent: 'opted_out' })
      .execute()
    await limitTo(80)
    await inShop((tx) => releaseDispatch(tx, shop.businessId, late))
    await untilOutcomes(server, shop, campaign, { read: 2 })
    await eventually(
      'the end of the late one',
      async () => (await outcomesOf(server, shop, late)).queued === 0,
    )
    expect((await rowOf(server, late, gone)).status).toBe('skipped')
    expect(await rowOf(server, late, lead)).toMatchObject({ status: 'skipped', reason: 'opted_out' })
    await untilOutcomes(server, shop, late, { planned: 3, read: 1, skipped: 2 })
  })
})

describe('while it runs', () => {
  it('it can be held, go on, and be cancelled; the books add up at each moment', async () => {
    await limitTo(20)
    const phones = Array.from({ length: 200 }, () => newPhone())
    const campaign = await planCampaign(server, shop, phones)
    await eventually('the first ones', async () => acceptedFor(phones).length > 5)
    await inShop((tx) =>
      holdDispatch(tx, shop.businessId, campaign, { code: 'paused', reason: 'Paused by you.' }),
    )
    const held = await eventually('a standstill', async () => {
      const before = acceptedFor(phones).length
      await new Promise((resolve) => setTimeout(resolve, 400))
      return acceptedFor(phones).length === before && before
    })
    expect(held).toBeLessThan(phones.length)
    await inShop((tx) => releaseDispatch(tx, shop.businessId, campaign))
    await eventually('more of them', async () => acceptedFor(phones).length > held + 5)
    await inShop((tx) => cancelDispatch(tx, shop.businessId, campaign))
    const sum = await eventually('the end', async () => {
      const { planned, read, cancelled, ...open } = await outcomesOf(server, shop, campaign)
      return (
        planned === read + cancelled &&
        Object.values(open).every((count) => count === 0) && { read, cancelled }
      )
    })
    expect(sum.read + sum.cancelled).toBe(200)
    expect(sum.cancelled).toBeGreaterThan(50)
    expect(acceptedFor(phones)).toHaveLength(sum.read)
    await eventually('its end', async () => {
      const row = await server.app.db
        .selectFrom('dispatches')
        .select('drained_at')
        .where('campaign_id', '=', campaign)
        .executeTakeFirstOrThrow()
      return row.drained_at !== null
    })
    await limitTo(80)
  })

  it('a small one and a single send do not wait for a large one', async () => {
    await limitTo(20)
    const large = Array.from({ length: 300 }, () => newPhone())
    const first = await planCampaign(server, shop, large)
    await eventually('the large one', async () => acceptedFor(large).length > 10)
    const small = await planCampaign(server, shop, [newPhone(), newPhone()])
    const single = await server.call(messages.send, {
      token: shop.token,
      body: { to: newPhone(), template_name: 'weekend_offer', parameters: 'Asha' },
    })
    expect(single.body.message).toBe('Message sent successfully.')
    await untilOutcomes(server, shop, small, { read: 2 })
    expect((await outcomesOf(server, shop, first)).queued).toBeGreaterThan(100)
    await inShop((tx) => cancelDispatch(tx, shop.businessId, first))
    await limitTo(80)
  })

  it('stops for what is wrong for all, loses nothing, and goes on when it is mended', async () => {
    const contentId = await offerContent(server, shop.businessId)
    const template = server.sandbox.world.templates.named(sandboxSeed.waba.id, 'weekend_offer')[0]!
    template.status = 'PAUSED'
    const phones = Array.from({ length: 10 }, () => newPhone())
    const campaign = await planCampaign(server, shop, phones, { contentId })
    const dispatch = await eventually('the stop', async () => {
      const row = await server.app.db
        .selectFrom('dispatches')
        .selectAll()
        .where('campaign_id', '=', campaign)
        .executeTakeFirstOrThrow()
      return row.state === 'held' && row
    })
    expect(dispatch).toMatchObject({ hold_code: '132015' })
    await untilOutcomes(server, shop, campaign, { planned: 10, queued: 10 })
    template.status = 'APPROVED'
    await inShop((tx) => releaseDispatch(tx, shop.businessId, campaign))
    await untilOutcomes(server, shop, campaign, { planned: 10, read: 10 })
  })

  it('tries failed ones again when the owner says so, those for which it can help', async () => {
    const [never, later] = ['0001', '0002'].map(newPhone) as [string, string]
    const campaign = await planCampaign(server, shop, [never, later])
    await untilOutcomes(server, shop, campaign, { failed: 2 })
    server.sandbox.fate(later, { as: '' })
    const failedAt = (await rowOf(server, campaign, later)).failed_at!.getTime()
    const retried = await inShop((tx) => retryFailed(tx, shop.businessId, campaign))
    // WhatsApp asks to wait a day after 131049: it goes then, not at once.
    expect(retried).toMatchObject({ queued: 1, later: 1 })
    expect(retried.laterAt?.getTime()).toBe(failedAt + 86_400_000)
    expect((await rowOf(server, campaign, later)).due_at?.getTime()).toBe(failedAt + 86_400_000)
    await sql`update messages set due_at = now() where campaign_id = ${campaign} and due_at is not null`.execute(
      server.app.db,
    )
    await wakeLane(server.app, shop.businessId, shop.phoneNumberId)
    await untilOutcomes(server, shop, campaign, { planned: 2, failed: 1, read: 1 })
  })

  it('counts a second try from when it was taken, and not from the first one', async () => {
    const phone = newPhone('0002')
    const campaign = await planCampaign(server, shop, [phone])
    await untilOutcomes(server, shop, campaign, { failed: 1 })
    expect((await rowOf(server, campaign, phone)).accepted_at).not.toBeNull()
    await sql`
      update messages set claimed_at = claimed_at - interval '10 days', accepted_at = accepted_at - interval '10 days',
        sent_at = sent_at - interval '10 days', failed_at = failed_at - interval '10 days'
      where campaign_id = ${campaign}`.execute(server.app.db)
    server.sandbox.fate(phone, { as: '' })
    expect(await inShop((tx) => retryFailed(tx, shop.businessId, campaign))).toMatchObject({ queued: 1 })
    await untilOutcomes(server, shop, campaign, { planned: 1, read: 1 })
    const { accepted_at, claimed_at } = await rowOf(server, campaign, phone)
    expect(accepted_at!.getTime()).toBeGreaterThanOrEqual(claimed_at!.getTime())
  })

  it('keeps within the people of its 24 hours, and says when it goes on', async () => {
    const used = await sql<{
      n: number
    }>`select count(distinct recipient_phone)::int as n from messages where claimed_at is not null
      and status in ('sending', 'unknown', 'sent', 'delivered', 'read')`.execute(server.app.db)
    await sql`update phone_numbers set messaging_limit = ${used.rows[0]!.n + 4}`.execute(server.app.db)
    const phones = Array.from({ length: 9 }, () => newPhone())
    const campaign = await planCampaign(server, shop, phones)
    await untilOutcomes(server, shop, campaign, { planned: 9, read: 4, queued: 5 })
    const waiting = await eventually('the reason', () =>
      waitingReason(server.app, shop.businessId, shop.phoneNumberId),
    )
    expect(waiting.code).toBe('daily_limit')
    expect(Date.parse(waiting.until!)).toBeGreaterThan(Date.now() + 20 * 3600_000)
    await sql`update phone_numbers set messaging_limit = null`.execute(server.app.db)
    await sql`update lanes set paused_until = null`.execute(server.app.db)
    await inShop((tx) => cancelDispatch(tx, shop.businessId, campaign))
  })
})
