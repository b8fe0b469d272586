import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { analytics } from '#contract/analytics/analytics.ts'
import { conversions } from '#contract/analytics/conversions.ts'
import { sequences } from '#contract/growth/sequences.ts'
import { addClick, addSent } from '#server/features/analytics/analytics.fixture.ts'
import { attributeAll } from '#server/features/analytics/conversions/settings.ts'
import { applyStatuses, archiveMessages } from '#server/features/messages/messages.ts'
import {
  contentWith,
  openShop,
  runningSequence,
  type Shop,
  send,
} from '#server/features/sequences/sequences.fixture.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { callbackData, installTag } from '../model/callback-data.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['link_clicks', 'messages', 'message_archives', 'message_archive_cursors'])
    await sql`delete from ${sql.table(table)}`.execute(server.app.db)
})

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()
const archive = () => archiveMessages(server.app, new Date(daysAgo(200)))

it('keeps what a sequence cost', async () => {
  const sequenceId = await runningSequence(server, shop, contentWith([send(shop)]))
  const sent = { status: 'read', at: daysAgo(300), sequenceId }
  await addSent(server, shop, [
    { ...sent, phone: '+919800000011' },
    { ...sent, phone: '+14155550123' },
  ])
  await sql`update messages set price_type = 'regular', price_category = 'marketing'`.execute(server.app.db)
  const cost = async () =>
    (await server.call(sequences.get, { token: shop.token, params: { id: sequenceId } })).body.sequence.cost
  const before = await cost()
  expect(before).toMatchObject([{ amount: expect.any(Number), unpriced: 0 }])
  expect(await archive()).toMatchObject({ removed: 2 })
  expect(await cost()).toEqual(before)
})

it('keeps what bought after it, by country too, when touches are looked for again', async () => {
  const phone = '+919800000001'
  const sequenceId = await runningSequence(server, shop, contentWith([send(shop)]))
  const [message] = await addSent(server, shop, [{ phone, status: 'read', at: daysAgo(300), sequenceId }])
  await addClick(server, shop, message!, daysAgo(299))
  const pay = (key: string, value: number, days: number, refund?: string) =>
    server.call(conversions.record, {
      token: shop.token,
      body: {
        ...{ key, event: 'purchase', phone, value, currency: 'INR', at: daysAgo(days) },
        ...(refund && { refund_of: refund }),
      },
    })
  await pay('bought', 1000, 298)
  const inIndia = async () => {
    const query = { from: daysAgo(310).slice(0, 10), to: daysAgo(290).slice(0, 10), country: 'IN' }
    return (await server.call(analytics.get, { token: shop.token, query })).body.converted
  }
  expect(await inIndia()).toBe(1)
  await archive()
  await pay('back', -100, 1, 'bought')
  await attributeAll(server.app, shop.businessId, new AbortController().signal)
  const { rows } = await sql`
    select key, touch, sequence_id, read_touch, read_sequence_id from conversions order by key`.execute(
    server.app.db,
  )
  const credit = { touch: 'sequence', sequence_id: sequenceId, read_touch: 'sequence' }
  expect(rows).toEqual(['back', 'bought'].map((key) => ({ ...credit, key, read_sequence_id: sequenceId })))
  expect(await inIndia()).toBe(1)
})

it('takes a late status without what names the person', async () => {
  const phones = ['+919800000021', '+919800000022']
  const ids = await addSent(
    server,
    shop,
    phones.map((phone) => ({ phone, status: 'sent', at: daysAgo(300), wamid: `wamid.${phone}` })),
  )
  await archive()
  const late = (nr: number, status: string, code?: number) => ({
    ...{
      kind: 'status' as const,
      businessId: shop.businessId,
      wabaId: '1',
      phoneNumberId: '106540352242922',
    },
    ...{ status, wamid: `wamid.${phones[nr]}`, at: Date.now(), webhookEventId: 7 },
    callbackData: callbackData(installTag(server.app), ids[nr]!, 1),
    ...(code && { errors: [{ code, title: 'Refused', details: `of ${phones[nr]}` }] }),
  })
  await applyStatuses(server.app, [late(0, 'read'), late(1, 'failed', 131050)])
  await applyStatuses(server.app, [late(0, 'delivered')])
  const { rows } = await sql`
    select status, wamid, error_details, webhook_event_ids as webhooks from messages order by id`.execute(
    server.app.db,
  )
  const nobody = { wamid: null, error_details: null, webhooks: [] }
  expect(rows).toEqual([
    { status: 'read', ...nobody },
    { status: 'failed', ...nobody },
  ])
  const { rows: stopped } = await sql`select address from suppressions`.execute(server.app.db)
  expect(stopped).toEqual([])
})
