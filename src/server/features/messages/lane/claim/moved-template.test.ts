import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { messages } from '#contract/messages.ts'
import { getSender } from '#server/features/onboarding/onboarding.ts'
import type { TestServer } from '#test/server.ts'
import { emptyOutbox, openIdleLane, type Shop } from '../../messages.fixture.ts'
import type { LaneKey } from '../../model/lane-pause.ts'
import { queueSingle } from '../../single/single-send.ts'
import { takeLane } from '../lane-owner.ts'
import { claimSingles } from './claim.ts'
import { claimKnown } from './claim-known.ts'
import { createContents } from './lane-contents.ts'

let server: TestServer
let shop: Shop
let lane: LaneKey
beforeAll(async () => {
  ;({ server, shop, lane } = await openIdleLane())
})
afterAll(() => server.close())
beforeEach(async () => {
  await emptyOutbox(server)
  await categoryIs('UTILITY')
})

const categoryIs = (category: string) =>
  sql`update provider_templates set category = ${category} where name = 'weekend_offer'`.execute(
    server.app.db,
  )

const people = {
  agreed: '+919811044501',
  unasked: '+919811044502',
  out: '+919811044503',
  stranger: '+919811044504',
  spelled: '+5511972225501',
}

async function queueForAll(): Promise<void> {
  await server.app.db.deleteFrom('leads').execute()
  const { agreed, unasked, out } = people
  const leads = [
    [agreed, 'opted_in'],
    [unasked, 'none'],
    [out, 'opted_out'],
    ['+551172225501', 'opted_in'],
  ] as const
  await server.app.db
    .insertInto('leads')
    .values(leads.map(([phone, consent]) => ({ business_id: shop.businessId, name: 'Asha', phone, consent })))
    .execute()
  for (const to of Object.values(people)) {
    const send = { to, template_name: 'weekend_offer', language: 'en_US', parameters: ['Asha'] }
    await queueSingle(server.app, shop.businessId, send)
  }
}

it.each(['in turn', 'at the limit of the number'])(
  'a waiting message whose template became marketing goes to who agreed, %s',
  async (when) => {
    await queueForAll()
    await categoryIs('MARKETING')
    const { fence } = await takeLane(server.app, lane)
    if (when !== 'in turn')
      await sql`
        insert into messages (business_id, content_id, phone_number_id, recipient_phone, status, claimed_at)
        select business_id, content_id, phone_number_id, recipient_phone, 'sent', now() from messages`.execute(
        server.app.db,
      )
    const claimed =
      when === 'in turn'
        ? await claimSingles(server.app, lane, fence, 10)
        : await claimKnown(server.app, lane, fence, [], [lane.phoneNumberId], 10)
    expect(claimed.map(({ recipient }) => recipient)).toEqual([people.agreed, people.spelled])
    const { rows } = await sql<{ phone: string; reason: string }>`
      select recipient_phone as phone, reason from messages where status = 'skipped' order by id`.execute(
      server.app.db,
    )
    expect(rows).toEqual([
      { phone: people.unasked, reason: 'no_consent' },
      { phone: people.out, reason: 'opted_out' },
      { phone: people.stranger, reason: 'no_consent' },
    ])
    const sender = await getSender(server.app, shop.businessId)
    const contents = createContents(server.app, lane, () => sender)
    await contents.load(claimed)
    expect(claimed.map(({ contentId }) => contents.isMarketing(contentId))).toEqual([true, true])
    const { rows: counted } = await sql<{ phone: string }>`
      select m.recipient_phone as phone from messages m
      join message_contents c on c.business_id = m.business_id and c.id = m.content_id
      where c.category = 'MARKETING' and m.status = 'sending' order by m.id`.execute(server.app.db)
    expect(counted.map(({ phone }) => phone)).toEqual([people.agreed, people.spelled])
  },
)

it('who waits for the verdict is told why it did not go', async () => {
  await server.app.db.deleteFrom('leads').execute()
  const body = { to: people.unasked, template_name: 'weekend_offer', parameters: 'Asha' }
  const sending = server.call(messages.send, { token: shop.token, body } as never)
  for (let claimed = 0; claimed === 0; ) {
    const { rows } = await sql<{ id: number }>`select id from messages where status = 'queued'`.execute(
      server.app.db,
    )
    claimed = rows.length
  }
  await categoryIs('MARKETING')
  const { fence } = await takeLane(server.app, lane)
  expect(await claimSingles(server.app, lane, fence, 10)).toEqual([])
  const { status, body: answer } = await sending
  expect([status, answer.message]).toEqual([
    422,
    'This person never agreed to get messages. Record their consent, or say for a campaign how they gave it.',
  ])
})
