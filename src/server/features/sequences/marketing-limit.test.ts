import { afterAll, beforeAll, expect, it } from 'vitest'
import { sequences } from '#contract/growth/sequences.ts'
import { lockWaits } from '#test/lock-waits.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'
import { stepSequences } from './plan/step-sequences.ts'
import { addPeople, contentWith, openShop, runningSequence, type Shop, send } from './sequences.fixture.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
})
afterAll(() => server.close())

it('is kept by two processes that take on the same people in two sequences at once', async () => {
  const content = contentWith([send(shop)], { cap: { messages: 1, days: 7 } })
  const both = [await runningSequence(server, shop, content), await runningSequence(server, shop, content)]
  const lead_ids = await addPeople(server, shop, 20)
  for (const id of both)
    await server.call(sequences.add, { token: shop.token, params: { id }, body: { audience: { lead_ids } } })
  const holder = await server.app.pool.connect()
  try {
    // What the first writes is there for the second when neither may write any more.
    await holder.query('begin')
    await holder.query('lock table messages in share mode')
    const steps = [stepSequences(server.app), stepSequences(server.app)]
    await eventually('both halves of both to wait', async () => (await lockWaits(server.app)) === 4)
    await holder.query('commit')
    await Promise.all(steps)
  } finally {
    holder.release()
  }
  const rows = await server.app.db
    .selectFrom('messages')
    .select('lead_id')
    .where('sequence_id', 'in', both)
    .where('status', '=', 'queued')
    .execute()
  expect(rows.map(({ lead_id }) => Number(lead_id)).sort()).toEqual([...lead_ids].map(Number).sort())
})
