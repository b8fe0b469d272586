import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '#contract/leads.ts'
import { otherSpellingSql, phoneVariants } from '#server/features/leads/leads.ts'
import { lockWaits } from '#test/lock-waits.ts'
import { eventually, type TestServer } from '#test/server.ts'
import { offerContent, openIdleLane, planCampaign, rowOf, type Shop } from '../../messages.fixture.ts'
import type { LaneKey } from '../../model/lane-pause.ts'
import { takeLane } from '../lane-owner.ts'
import { claimOfCampaign, claimSingles, listDispatches } from './claim.ts'
import { claimKnown } from './claim-known.ts'

let server: TestServer
let shop: Shop
let lane: LaneKey
let contentId: number
beforeAll(async () => {
  ;({ server, shop, lane } = await openIdleLane())
  contentId = await offerContent(server, shop.businessId)
})
afterAll(() => server.close())

let numbers = 123_456
/** One that exists, as the call asks for. */
const newNumber = (start: string) => `${start}${numbers++}12`

/** People as they were written to: two whose number is wrong, one whose number is spelled in another way later. */
async function addPeople() {
  const phones = {
    wrong: newNumber('+9198'),
    tried: newNumber('+9198'),
    spelled: newNumber('+52155'),
    same: newNumber('+9198'),
  }
  const { wrong, tried, spelled } = phones
  const rows = await server.app.db
    .insertInto('leads')
    .values(Object.values(phones).map((phone) => ({ business_id: shop.businessId, phone, name: 'Asha' })))
    .returning(['id', 'phone'])
    .execute()
  const idOf = (phone: string) => rows.find((row) => row.phone === phone)!.id
  const right = new Map([
    [wrong, newNumber('+9198')],
    [tried, newNumber('+9198')],
    [spelled, spelled.replace('+521', '+52')],
  ])
  const correct = async () => {
    await sql`update messages set attempts = 1 where status = 'queued' and recipient_phone = ${tried}`.execute(
      server.app.db,
    )
    for (const [from, phone] of right) {
      const params = { id: idOf(from) }
      const { status } = await server.call(leads.update, { token: shop.token, params, body: { phone } })
      expect(status).toBe(200)
    }
  }
  return { phones, right, idOf, correct }
}
type People = Awaited<ReturnType<typeof addPeople>>

async function planned({ phones }: People) {
  const campaignId = await planCampaign(server, shop, Object.values(phones), { contentId })
  await sql`update messages m set lead_id = l.id from leads l
    where l.business_id = m.business_id and l.phone = m.recipient_phone and m.campaign_id = ${campaignId}`.execute(
    server.app.db,
  )
  return campaignId
}

/** What became of each, and whether it is addressed to the corrected number. */
async function outcomes({ phones, right, idOf }: People, which: ReturnType<typeof sql<boolean>>) {
  const rows = await server.app.db
    .selectFrom('messages')
    .select(['lead_id', 'recipient_phone', 'status', 'reason'])
    .where(which)
    .execute()
  return Object.entries(phones).map(([name, phone]) => {
    const row = rows.find(({ lead_id }) => lead_id === idOf(phone))
    return [name, row?.recipient_phone === right.get(phone), row?.status, row?.reason]
  })
}
const neverToTheOld = [
  ['wrong', true, 'sending', null],
  ['tried', false, 'skipped', 'changed_number'],
  ['spelled', true, 'sending', null],
  ['same', false, 'sending', null],
]

const dispatchOf = async (campaignId: number) =>
  (await listDispatches(server.app, lane)).find(({ campaign_id }) => campaign_id === campaignId)!

it('a campaign writes to the corrected number, or not at all', async () => {
  const people = await addPeople()
  const campaignId = await planned(people)
  await people.correct()
  const { fence } = await takeLane(server.app, lane)
  await claimOfCampaign(server.app, lane, fence, await dispatchOf(campaignId), 10)
  expect(await outcomes(people, sql<boolean>`campaign_id = ${campaignId}`)).toEqual(neverToTheOld)
})

it('a number at its limit writes to none that was corrected', async () => {
  const people = await addPeople()
  const campaignId = await planned(people)
  await sql`
    insert into messages (business_id, content_id, phone_number_id, recipient_phone, status, claimed_at)
    select business_id, content_id, phone_number_id, recipient_phone, 'sent', now()
    from messages where campaign_id = ${campaignId}`.execute(server.app.db)
  // What was tried stays at its number.
  await sql`update messages set attempts = 1 where campaign_id = ${campaignId}`.execute(server.app.db)
  await people.correct()
  const { fence } = await takeLane(server.app, lane)
  await claimKnown(server.app, lane, fence, [await dispatchOf(campaignId)], [shop.phoneNumberId], 10)
  expect(await outcomes(people, sql<boolean>`campaign_id = ${campaignId}`)).toEqual([
    ['wrong', false, 'skipped', 'changed_number'],
    ['tried', false, 'skipped', 'changed_number'],
    ['spelled', false, 'sending', null],
    ['same', false, 'sending', null],
  ])
})

it('so does a sequence; what was written to a number by hand goes there', async () => {
  const people = await addPeople()
  for (const step of [1, null])
    for (const phone of Object.values(people.phones)) {
      const id = people.idOf(phone)
      await sql`
        insert into messages (business_id, content_id, phone_number_id, lead_id, recipient_phone, status, due_at,
          sequence_id, sequence_person_id, sequence_step)
        values (${shop.businessId}, ${contentId}, ${shop.phoneNumberId}, ${id}, ${phone}, 'queued', now(),
          ${step}::bigint, ${step === null ? null : id}::bigint, ${step}::smallint)`.execute(server.app.db)
    }
  await people.correct()
  const { fence } = await takeLane(server.app, lane)
  await claimSingles(server.app, lane, fence, 10)
  expect(await outcomes(people, sql<boolean>`sequence_id is not null`)).toEqual(neverToTheOld)
  const byHand = sql<boolean>`sequence_id is null and campaign_id is null and due_at is not null`
  expect(await outcomes(people, byHand)).toEqual(
    Object.keys(people.phones).map((name) => [name, false, 'sending', null]),
  )
})

it('what is claimed at the same moment leaves as it was claimed, and only once', async () => {
  const people = await addPeople()
  const { wrong } = people.phones
  const campaignId = await planned(people)
  const { fence } = await takeLane(server.app, lane)
  const dispatch = await dispatchOf(campaignId)
  const params = { id: people.idOf(wrong) }
  const body = { phone: people.right.get(wrong)! }
  const corrected = await server.app.transaction(async (tx) => {
    await claimOfCampaign(tx, lane, fence, dispatch, 10)
    const answer = server.call(leads.update, { token: shop.token, params, body })
    await eventually('the correction to wait', async () => (await lockWaits(server.app)) > 0)
    return { answer }
  })
  expect((await corrected.answer).status).toBe(200)
  expect((await rowOf(server, campaignId, wrong)).status).toBe('sending')
})

it('of two messages of a campaign that would go to one number, the one to the wrong number is left out', async () => {
  const people = await addPeople()
  const right = people.right.get(people.phones.wrong)!
  const campaignId = await planned({ ...people, phones: { ...people.phones, same: right } })
  await people.correct()
  const { fence } = await takeLane(server.app, lane)
  await claimOfCampaign(server.app, lane, fence, await dispatchOf(campaignId), 10)
  expect((await rowOf(server, campaignId, people.phones.wrong)).reason).toBe('changed_number')
  expect((await rowOf(server, campaignId, right)).status).toBe('sending')
})

it('whose time was chosen by where the wrong number was, is left out', async () => {
  const people = await addPeople()
  const campaignId = await planned(people)
  await sql`update dispatches set clock = '{"quiet": null, "zones": {}}' where campaign_id = ${campaignId}`.execute(
    server.app.db,
  )
  people.right.set(people.phones.wrong, newNumber('+9197'))
  await people.correct()
  const { fence } = await takeLane(server.app, lane)
  await claimOfCampaign(server.app, lane, fence, await dispatchOf(campaignId), 10)
  expect((await rowOf(server, campaignId, people.phones.wrong)).reason).toBe('changed_number')
})

it('PostgreSQL writes a number in the same other way', async () => {
  const phones = [
    '+5511987654321',
    '+551187654321',
    '+551122225555',
    '+5511922225555',
    '+5215512345678',
    '+525512345678',
    '+5491123456789',
    '+541123456789',
    '+919823011208',
  ]
  const { rows } = await sql<{ phone: string; other: string | null }>`
    select phone, ${otherSpellingSql(sql`phone`)} as other from unnest(${phones}::text[]) phone`.execute(
    server.app.db,
  )
  expect(rows).toEqual(phones.map((phone) => ({ phone, other: phoneVariants(phone)[1] ?? null })))
})
