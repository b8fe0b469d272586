import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chatbot } from '#contract/chatbot/chatbot.ts'
import { end, flowOf, openBot, textsOf } from './chatbot.fixture.ts'

let bot: Awaited<ReturnType<typeof openBot>>
beforeAll(async () => {
  bot = await openBot()
})
afterAll(() => bot.server.close())

it('answers nobody while the business is to be deleted, and leaves what came then alone', async () => {
  const { db } = bot.server.app
  const { businessId, token } = bot.asha
  await bot.startedBy(
    'menu',
    flowOf(
      { id: 'hello', kind: 'text', text: 'Welcome.', next: { next: 'wait' } },
      { id: 'wait', kind: 'wait', minutes: 60, next: { next: 'after' } },
      { id: 'after', kind: 'text', text: 'How was it?', next: { next: 'end' } },
      end,
    ),
  )
  const [early, late] = [await bot.person(), await bot.person()]
  await early.say('menu')
  await early.untilSent('Welcome.')
  await sql`insert into business_deletions (business_id, asked_at, due_at)
    values (${businessId}, now(), now() + interval '7 days')`.execute(db)
  await bot.timePasses(await early.conversation())
  await late.say('menu')
  const id = await late.conversation()
  await bot.untilTimeline(id, (all) => all.some(({ text }) => text === 'menu'))
  expect((await bot.server.call(chatbot.state, { token, params: { id } })).body.bot.state).toBe('off')
  await sql`update business_deletions set taken_back_at = now() where business_id = ${businessId}`.execute(db)
  await late.say('Hello?')
  await late.untilTaken(1)
  expect(textsOf(await bot.timeline(id))).toEqual([])
  expect(textsOf(await bot.timeline(await early.conversation()))).toEqual(['Welcome.'])
})
