import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkPeople } from '#server/features/leads/leads.ts'
import type { TestServer } from '#test/server.ts'
import {
  emptyOutbox,
  newPhone,
  offerContent,
  openIdleLane,
  planCampaign,
  type Shop,
} from '../../messages.fixture.ts'
import type { LaneKey } from '../../model/lane-pause.ts'
import { takeLane } from '../lane-owner.ts'
import { claimOfCampaign, claimSingles, listDispatches } from './claim.ts'

let server: TestServer
let shop: Shop
let lane: LaneKey
let contentId: number
beforeAll(async () => {
  ;({ server, shop, lane } = await openIdleLane())
  contentId = await offerContent(server, shop.businessId)
})
afterAll(() => server.close())

async function addSequence(again = false): Promise<number> {
  const { id } = await server.app.db
    .insertInto('sequences')
    .values({
      business_id: shop.businessId,
      name: 'Welcome',
      state: 'running',
      version: 1,
      trigger_on: 'hand',
      again,
      created_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

let people = 1
async function queue(sequenceId: number, phone: string, step = 1): Promise<void> {
  const lead = await server.app.db
    .insertInto('leads')
    .values({ business_id: shop.businessId, phone, name: 'Asha', consent: 'opted_in' })
    .onConflict((same) => same.columns(['business_id', 'phone']).doUpdateSet({ name: 'Asha' }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into messages (business_id, content_id, phone_number_id, lead_id, recipient_phone, status, due_at,
      sequence_id, sequence_person_id, sequence_step)
    values (${shop.businessId}, ${contentId}, ${shop.phoneNumberId}, ${lead.id}, ${phone}, 'queued', now(),
      ${sequenceId}, ${people++}, ${step}::smallint)`.execute(server.app.db)
}

/** Who is written to now. */
async function claim(): Promise<string[]> {
  const { fence } = await takeLane(server.app, lane)
  const claimed = await claimSingles(server.app, lane, fence, 10)
  return claimed.map(({ recipient }) => recipient)
}

const skipped = async () =>
  await server.app.db
    .selectFrom('messages')
    .select(['recipient_phone', 'reason'])
    .where('status', '=', 'skipped')
    .where('business_id', '=', shop.businessId)
    .execute()

it.each([
  ['Brazil', '+551172225555', '+5511972225555'],
  ['Mexico', '+5215544443333', '+525544443333'],
])('somebody of %s whose number is spelled in two ways gets a step once', async (_, asShown, asTyped) => {
  await emptyOutbox(server)
  const sequenceId = await addSequence()
  await queue(sequenceId, asShown)
  await queue(sequenceId, asTyped)
  expect(await claim()).toEqual([asShown])
  expect(await skipped()).toEqual([{ recipient_phone: asTyped, reason: 'duplicate' }])
  await queue(sequenceId, asTyped, 2)
  await queue(await addSequence(), asTyped)
  expect(await claim()).toEqual([asTyped, asTyped])
})

it('so does somebody with two numbers, however long ago the first got it', async () => {
  await emptyOutbox(server)
  const [first, second] = [newPhone(), newPhone()]
  const sequenceId = await addSequence()
  await queue(sequenceId, first)
  expect(await claim()).toEqual([first])
  await sql`update messages set status = 'read', created_at = now() - interval '40 days'`.execute(
    server.app.db,
  )
  await linkPeople(server.app, shop.businessId, [[first, second, 'IN.7001']])
  await queue(sequenceId, second)
  expect(await claim()).toEqual([])
  expect(await skipped()).toEqual([{ recipient_phone: second, reason: 'duplicate' }])
})

it('who may enter again gets it again by whichever number, after a day', async () => {
  await emptyOutbox(server)
  const [first, second] = [newPhone(), newPhone()]
  await linkPeople(server.app, shop.businessId, [[first, second, 'IN.7002']])
  const sequenceId = await addSequence(true)
  await queue(sequenceId, first)
  await queue(sequenceId, second)
  expect(await claim()).toEqual([first])
  await sql`update messages set created_at = now() - interval '2 days'`.execute(server.app.db)
  await queue(sequenceId, second)
  expect(await claim()).toEqual([second])
})

it.each([
  ['Brazil', '+551172225556', '+5511972225556'],
  ['Mexico', '+5215544443334', '+525544443334'],
  ['Argentina', '+541144443335', '+5491144443335'],
])('somebody of %s who is a lead in both spellings gets a campaign once', async (_, asShown, asTyped) => {
  await emptyOutbox(server)
  const other = newPhone()
  await planCampaign(server, shop, [asShown, other, asTyped])
  const { fence } = await takeLane(server.app, lane)
  const [dispatch] = await listDispatches(server.app, lane)
  const claimed = await claimOfCampaign(server.app, lane, fence, dispatch!, 10)
  expect(claimed.map(({ recipient }) => recipient)).toEqual([asShown, other])
  expect(await skipped()).toEqual([{ recipient_phone: asTyped, reason: 'duplicate' }])
})
