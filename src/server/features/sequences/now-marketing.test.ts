import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sequences } from '#contract/growth/sequences.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { stepSequences } from './plan/step-sequences.ts'
import {
  addPeople,
  contentWith,
  later,
  openShop,
  runningSequence,
  type Shop,
  send,
} from './sequences.fixture.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
})
afterAll(() => server.close())

it('what WhatsApp moved to marketing since the start waits until the sequence is resumed', async () => {
  const { token, template } = shop
  const move = (from: string | null, to: string) =>
    sql`update provider_templates set category = ${to}, previous_category = ${from}, category_changed_at = now()
      where id = (select provider_template_id from templates where id = ${template})`.execute(server.app.db)
  await move(null, 'UTILITY')
  const id = await runningSequence(server, shop, contentWith([send(shop)]))
  let minutes = 0
  const step = () => stepSequences(later(server.app, ++minutes * 60_000))
  const add = async () => {
    const body = { audience: { lead_ids: await addPeople(server, shop, 1) } }
    expect((await server.call(sequences.add, { token, params: { id }, body })).body.added).toBe(1)
    await step()
  }
  const outbox = async () =>
    (
      await sql<{ held: boolean }>`select due_at = 'infinity' as held from messages
        where sequence_id = ${id} and status = 'queued' order by id`.execute(server.app.db)
    ).rows.map(({ held }) => held)
  const waits = async () =>
    (await server.call(sequences.get, { token, params: { id } })).body.sequence.waits?.sentence ?? null
  await add()
  expect([await outbox(), await waits()]).toEqual([[false], null])

  await move('UTILITY', 'MARKETING')
  await step()
  expect([await outbox(), await waits()]).toEqual([[true], expect.stringContaining('to marketing')])
  await add()
  expect(await outbox()).toEqual([true])
  expect(await waits()).toBe(
    'WhatsApp moved the template “Weekend offer” to marketing, so its messages may cost more. If you agree, pause the sequence and resume it. Or choose another template.',
  )

  for (const running of [false, true])
    await server.call(sequences.run, { token, params: { id }, body: { running } })
  await step()
  expect([await outbox(), await waits()]).toEqual([[false, false], null])
})
