import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newDigits, text } from '#server/features/conversations/conversations.fixture.ts'
import { lockConversations } from '#server/features/conversations/conversations.ts'
import { sessionOf, waitersFor } from '#test/lock-waits.ts'
import { eventually } from '#test/server.ts'
import { end, flowOf, openBot } from '../chatbot.fixture.ts'

let bot: Awaited<ReturnType<typeof openBot>>
let businessId: number
beforeAll(async () => {
  bot = await openBot()
  const { id } = await bot.started()
  const { rows } = await sql<{ business_id: number }>`
    select business_id from conversations where id = ${id}`.execute(bot.server.app.db)
  businessId = Number(rows[0]!.business_id)
  await bot.startedBy(
    'book',
    flowOf(
      {
        id: 'day',
        kind: 'question',
        text: 'Which day?',
        answer: 'text',
        variable: 'day',
        choices: [],
        repeat_text: '',
        min: null,
        max: null,
        timeout_minutes: null,
        next: { next: 'thanks' },
      },
      { id: 'thanks', kind: 'text', text: 'Booked.', next: { next: 'end' } },
      end,
    ),
  )
})
afterAll(() => bot.server.close())

/** Somebody else works in the business's conversations, and is waited for. @returns what lets them go. */
async function occupy(): Promise<{ waited: () => Promise<unknown>; letGo: () => Promise<void> }> {
  const { app } = bot.server
  const locked = Promise.withResolvers<number>()
  const release = Promise.withResolvers<void>()
  const held = app.transaction(async (tx) => {
    await lockConversations(tx, businessId)
    locked.resolve(await sessionOf(tx))
    await release.promise
  })
  const session = await locked.promise
  return {
    waited: () => waitedFor(session),
    letGo: async () => {
      release.resolve()
      await held
    },
  }
}

const waitedFor = (session: number) =>
  eventually('somebody who waits', async () => (await waitersFor(bot.server.app, session)) > 0)

it('shows what people write while the conversations are taken, and answers it afterwards, once', async () => {
  const asha = await bot.person()
  const { waited, letGo } = await occupy()
  await asha.say('book')
  const id = await asha.conversation()
  const items = await bot.untilTimeline(id, (all) => all.some((one) => one.text === 'book'))
  await waited()
  expect(items.filter(({ type }) => type === 'out')).toEqual([])
  await letGo()
  await asha.untilSent('Which day?')
  await asha.say('Friday')
  expect((await asha.untilSent('Booked.')).map((one) => one.text)).toEqual(['Which day?', 'Booked.'])
})

it('does not make two conversations one while somebody is taken on in them', async () => {
  const digits = newDigits()
  const userId = `IN.${digits}`
  const asha = await bot.person(digits)
  await asha.say('book')
  await asha.untilSent('Which day?')
  await bot.deliver(null, [{ ...text('I am hidden'), from_user_id: userId }])
  const count = async (): Promise<number> => {
    const { rows } = await sql`
      select from conversations where business_id = ${businessId} and address in (${`+${digits}`}, ${userId})`.execute(
      bot.server.app.db,
    )
    return rows.length
  }
  await eventually('the conversation of a hidden number', async () => (await count()) === 2)
  const { waited, letGo } = await occupy()
  await bot.deliver(digits, [{ ...text('Friday'), from_user_id: userId }])
  await waited()
  await pause(200)
  expect(await count()).toBe(2)
  await letGo()
  await asha.untilSent('Booked.')
  expect(await count()).toBe(1)
  const texts = (await bot.timeline(await asha.conversation())).map((one) => one.text)
  expect(texts).toEqual(expect.arrayContaining(['book', 'I am hidden', 'Friday', 'Booked.']))
})

it('takes the conversations of a set in one order, whatever is said in which', async () => {
  const [first, second] = [await bot.person(), await bot.person()]
  await first.say('hello')
  const firstId = await first.conversation()
  await second.say('hello')
  const secondId = await second.conversation()
  await first.untilTaken(1)
  await second.untilTaken(1)
  const { app } = bot.server
  // Refused at once where another has it.
  const row = (tx: typeof app, id: number) =>
    sql`select 1 from conversations where business_id = ${businessId} and id = ${id} for no key update nowait`.execute(
      tx.db,
    )
  await app.transaction(async (tx) => {
    await row(tx, firstId)
    await bot.deliver(second.digits, [
      text('one more'),
      { from: first.digits, type: 'reaction', reaction: { message_id: 'wamid.of.ours', emoji: '👍' } },
    ])
    await waitedFor(await sessionOf(tx))
    await row(tx, secondId)
  })
  await bot.untilTimeline(secondId, (items) => items.some((one) => one.text === 'one more'))
})
