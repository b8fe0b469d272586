import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { optins } from '#contract/growth/optins.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { newPhone, offerContent, openShop, planCampaign, type Shop } from '../../messages.fixture.ts'
import { takeLane } from '../lane-owner.ts'
import { claimOfCampaign, claimSingles, listDispatches } from './claim.ts'
import { claimKnown } from './claim-known.ts'

let server: TestServer
let shop: Shop
let form: number
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
  const text = { language: 'en' as const, heading: 'News', text: '', consent: 'I agree', button: 'Join' }
  const content = { ask_name: false, texts: [text] }
  const { body } = await server.call(optins.create, { token: shop.token, body: { name: 'Counter', content } })
  form = body.form.id
})
afterAll(() => server.close())

async function addLead(consent: 'none' | 'opted_in', asked: { hours: number } | null) {
  const phone = newPhone()
  const { id } = await server.app.db
    .insertInto('leads')
    .values({ business_id: shop.businessId, phone, name: 'Asha', consent, tags: [] })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (asked)
    await sql`insert into optin_confirmations (business_id, form_id, version, language, address, name, message_id, button,
        state, asked_at, expires_at)
      values (${shop.businessId}, ${form}, 1, 'en', ${phone}, 'Asha', 0, 'Yes', 'asked', now(),
        now() + make_interval(hours => ${asked.hours}))`.execute(server.app.db)
  return { id, phone }
}

/** Whose question is open, of each kind; the first of them may get nothing but single sends. */
const people = async () => ({
  asked: await addLead('none', { hours: 24 }),
  tooLate: await addLead('none', { hours: -1 }),
  agreed: await addLead('opted_in', { hours: 24 }),
  unasked: await addLead('none', null),
})
type People = Awaited<ReturnType<typeof people>>

const outcomes = async ({ asked, ...others }: People, ids: SqlWhere) => {
  const { rows } = await sql<{ recipient_phone: string; status: string; reason: string | null }>`
    select recipient_phone, status, reason from messages
    where business_id = ${shop.businessId} and ${ids}`.execute(server.app.db)
  const of = (phone: string) => rows.find((row) => row.recipient_phone === phone)
  return {
    asked: [of(asked.phone)?.status, of(asked.phone)?.reason],
    others: Object.values(others).map(({ phone }) => of(phone)?.status),
  }
}
type SqlWhere = ReturnType<typeof sql>

const lane = () => ({ businessId: shop.businessId, phoneNumberId: shop.phoneNumberId })
const leftOut = {
  asked: ['skipped', 'awaits_confirmation'],
  others: ['sending', 'sending', 'sending'],
}

async function planned(all: People): Promise<number> {
  const campaignId = await planCampaign(
    server,
    shop,
    Object.values(all).map(({ phone }) => phone),
  )
  await sql`update messages m set lead_id = l.id from leads l
    where l.business_id = m.business_id and l.phone = m.recipient_phone and m.campaign_id = ${campaignId}`.execute(
    server.app.db,
  )
  return campaignId
}

it('a campaign leaves out who was asked while it was planned', async () => {
  const all = await people()
  const campaignId = await planned(all)
  const { fence } = await takeLane(server.app, lane())
  const dispatches = await listDispatches(server.app, lane())
  const dispatch = dispatches.find(({ campaign_id }) => campaign_id === campaignId)!
  await claimOfCampaign(server.app, lane(), fence, dispatch, 10)
  expect(await outcomes(all, sql`campaign_id = ${campaignId}`)).toEqual(leftOut)
})

it('so does a number at its limit, for people whom it wrote to today', async () => {
  const all = await people()
  const campaignId = await planned(all)
  await sql`
    insert into messages (business_id, content_id, phone_number_id, recipient_phone, status, claimed_at)
    select business_id, content_id, phone_number_id, recipient_phone, 'sent', now()
    from messages where campaign_id = ${campaignId}`.execute(server.app.db)
  const { fence } = await takeLane(server.app, lane())
  const dispatches = await listDispatches(server.app, lane())
  const own = dispatches.filter(({ campaign_id }) => campaign_id === campaignId)
  await claimKnown(server.app, lane(), fence, own, [shop.phoneNumberId], 10)
  expect(await outcomes(all, sql`campaign_id = ${campaignId}`)).toEqual(leftOut)
})

it('so does a sequence, and the question itself goes', async () => {
  const all = await people()
  const contentId = await offerContent(server, shop.businessId)
  for (const step of [1, null])
    for (const { id, phone } of Object.values(all))
      await sql`
        insert into messages (business_id, content_id, phone_number_id, lead_id, recipient_phone, status, due_at,
          sequence_id, sequence_person_id, sequence_step)
        values (${shop.businessId}, ${contentId}, ${shop.phoneNumberId}, ${id}, ${phone}, 'queued', now(),
          ${step}::bigint, ${step === null ? null : id}::bigint, ${step}::smallint)`.execute(server.app.db)
  const { fence } = await takeLane(server.app, lane())
  await claimSingles(server.app, lane(), fence, 10)
  const of = sql`content_id = ${contentId}`
  expect(await outcomes(all, sql`${of} and sequence_id is not null`)).toEqual(leftOut)
  expect((await outcomes(all, sql`${of} and sequence_id is null`)).asked).toEqual(['sending', null])
})
