import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { end, flowOf, openBot } from '../chatbot.fixture.ts'
import { At } from './jobs.ts'
import { wake } from './wake.ts'

let bot: Awaited<ReturnType<typeof openBot>>
beforeAll(async () => {
  bot = await openBot()
})
afterAll(() => bot.server.close())

const later = (minutes: number) =>
  flowOf(
    { id: 'wait', kind: 'wait', minutes, next: { next: 'after' } },
    { id: 'after', kind: 'text', text: 'How was it?', next: { next: 'end' } },
    end,
  )

const wakesOf = async (id: number) =>
  (
    await sql<{ data: object; start_after: Date }>`
      select data, start_after from pgboss.job
      where name = 'chatbot.wake' and (data ->> 'conversation_id')::bigint = ${id} order by start_after`.execute(
      bot.server.app.db,
    )
  ).rows

it('wakes who wrote two messages at once', async () => {
  await bot.startedBy('soon', later(60))
  const person = await bot.person()
  await person.say('soon', 'Are you there?')
  await person.untilTaken(2)
  expect(await wakesOf(await person.conversation())).toHaveLength(1)
})

it('comes again where the clock is behind and a wait is not over yet', async () => {
  await bot.startedBy('clock', later(60))
  const person = await bot.person()
  await person.say('clock')
  await person.untilTaken(1)
  const id = await person.conversation()
  const [first] = await wakesOf(id)
  await wake(bot.server.app, At.parse(first!.data))
  const [, second] = await wakesOf(id)
  expect(second?.data).toEqual(first?.data)
  expect(second!.start_after.getTime()).toBeGreaterThan(first!.start_after.getTime())
})

it('keeps a wait of days where they write meanwhile', async () => {
  await bot.startedBy('late', later(3 * 24 * 60))
  const person = await bot.person()
  await person.say('late')
  await person.untilTaken(1)
  await person.say('Thank you')
  await person.untilTaken(2)
  const { rows } = await sql`
    select from bot_sessions where conversation_id = ${await person.conversation()} and expires_at > due`.execute(
    bot.server.app.db,
  )
  expect(rows).toHaveLength(1)
})

it('leaves what they write in a wait to the team', async () => {
  await bot.startedBy('slow', later(60))
  const person = await bot.person()
  const shown = async () => (await bot.list()).find(({ address }) => address === `+${person.digits}`)
  await person.say('slow')
  await person.untilTaken(1)
  expect((await shown())?.bot).toBe('answered')
  await person.say('I need help now')
  await person.untilTaken(2)
  expect((await shown())?.bot).toBeNull()
})
