import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sequences } from '#contract/growth/sequences.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { stepSequences } from './plan/step-sequences.ts'
import {
  addPeople,
  contentWith,
  dayMs,
  later,
  openShop,
  runningSequence,
  type Shop,
  send,
  wait,
} from './sequences.fixture.ts'

// Messages leave only when a test says so.
let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
})
afterAll(() => server.close())

const step = (days = 0) => stepSequences(later(server.app, days * dayMs))

async function statuses(id: number): Promise<[number, string][]> {
  const rows = await server.app.db
    .selectFrom('messages')
    .select(['sequence_step', 'status'])
    .where('sequence_id', '=', id)
    .orderBy('sequence_step')
    .orderBy('lead_id')
    .execute()
  return rows.map((row) => [row.sequence_step!, row.status])
}

it.each(['business', 'person'] as const)(
  'a wait by the clock of the %s begins when the message before it left, and a check waits for it',
  async (clock) => {
    const content = contentWith(
      [
        send(shop),
        wait(1),
        { kind: 'check', test: 'not_read', tag: null, yes: 'next', no: 'leave' },
        send(shop),
      ],
      { clock },
    )
    const id = await runningSequence(server, shop, content)
    const [lead] = await addPeople(server, shop, 1)
    const body = { audience: { lead_ids: [lead!] } }
    await server.call(sequences.add, { token: shop.token, params: { id }, body })
    await step()
    const leave = (status: string, days: number) =>
      sql`update messages set status = ${status}, due_at = null,
        accepted_at = ${new Date(Date.now() + days * dayMs)}
        where sequence_id = ${id} and sequence_step = 0`.execute(server.app.db)
    await step(1.01)
    expect(await statuses(id)).toEqual([[0, 'queued']])
    await leave('delivered', 1.05)
    // Looked at again after a tenth of the time that the message has waited.
    await step(1.2)
    await step(2.04)
    expect(await statuses(id)).toEqual([[0, 'delivered']])
    await step(2.06)
    expect(await statuses(id)).toEqual([
      [0, 'delivered'],
      [3, 'queued'],
    ])
  },
)

it('a message that never leaves holds no wait once it is given up', async () => {
  const id = await runningSequence(server, shop, contentWith([send(shop), wait(1), send(shop)]))
  const leads = await addPeople(server, shop, 2)
  await server.call(sequences.add, {
    token: shop.token,
    params: { id },
    body: { audience: { lead_ids: leads } },
  })
  await step()
  await step(1.01)
  await sql`update messages set status = 'skipped', reason = 'unreachable', due_at = null
    where sequence_id = ${id} and lead_id = ${leads[0]!}`.execute(server.app.db)
  await step(1.2)
  expect(await statuses(id)).toEqual([
    [0, 'skipped'],
    [0, 'queued'],
    [2, 'queued'],
  ])
})

it('a wait ends at the time of day and the day of the week in the zone of the business', async () => {
  const id = await runningSequence(
    server,
    shop,
    contentWith([wait(0, { at: '10:00', weekday: 5 }), send(shop)]),
  )
  const [lead] = await addPeople(server, shop, 1)
  await server.call(sequences.add, {
    token: shop.token,
    params: { id },
    body: { audience: { lead_ids: [lead!] } },
  })
  await step()
  // The first step is a wait: it begins when the person enters.
  const { rows } = await sql<{ day: number; time: string; ahead: boolean }>`
      select extract(isodow from due_at at time zone 'Asia/Kolkata')::int as day,
        to_char(due_at at time zone 'Asia/Kolkata', 'HH24:MI') as time,
        due_at > now() and due_at <= now() + interval '7 days' as ahead
      from sequence_people where sequence_id = ${id}`.execute(server.app.db)
  expect(rows).toEqual([{ day: 5, time: '10:00', ahead: true }])
})
