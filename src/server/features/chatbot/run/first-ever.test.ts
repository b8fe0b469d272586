import { afterAll, beforeAll, expect, it } from 'vitest'
import { chatbotRules } from '#contract/chatbot/chatbot.ts'
import { newDigits, text } from '#server/features/conversations/conversations.fixture.ts'
import { type ConnectedAccount, connectSeededAccount } from '#test/connected.ts'
import { eventually } from '#test/server.ts'
import { openBot, textsOf } from '../chatbot.fixture.ts'

let bot: Awaited<ReturnType<typeof openBot>>
let second: ConnectedAccount
beforeAll(async () => {
  bot = await openBot()
  second = await connectSeededAccount(bot.server, bot.asha)
})
afterAll(() => bot.server.close())

const rule = async (reply: string, kind: 'first_message' | 'any', phone_number_id: string | null = null) => {
  const { status, body } = await bot.server.call(chatbotRules.create, {
    token: bot.asha.token,
    body: { match: { kind }, action: { kind: 'reply', text: reply }, phone_number_id },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.rule.id
}
const remove = (id: number) => bot.server.call(chatbotRules.delete, { token: bot.asha.token, params: { id } })

/** What the bot answered to a message of somebody to a number. */
async function answerTo(digits: string, to: ConnectedAccount): Promise<(string | null)[]> {
  const theirs = async () =>
    (await bot.list({ view: 'all', phone_number_id: to.phone_number_id })).find(
      ({ address }) => address === `+${digits}`,
    )
  const before = await theirs()
  const said = before ? textsOf(await bot.timeline(before.id)) : []
  await bot.deliver(digits, [text('Hello there')], to)
  return await eventually('an answer', async () => {
    const conversation = await theirs()
    const all = conversation ? textsOf(await bot.timeline(conversation.id)) : []
    return all.length > said.length && all.slice(said.length)
  })
}

it('greets a person once over all numbers, and by a rule for one number once more there', async () => {
  const greeting = await rule('Welcome to the shop.', 'first_message')
  await rule('How can we help?', 'any')
  const digits = newDigits()
  expect(await answerTo(digits, bot.account)).toEqual(['Welcome to the shop.'])
  expect(await answerTo(digits, second)).toEqual(['How can we help?'])
  expect(await answerTo(newDigits(), second)).toEqual(['Welcome to the shop.'])
  // The rule for this number is asked before the one for any other message.
  await remove(greeting)
  const own = await rule('Welcome to repairs.', 'first_message', second.phone_number_id)
  const rules = (await bot.server.call(chatbotRules.list, { token: bot.asha.token })).body.rules
  await bot.server.call(chatbotRules.reorder, {
    token: bot.asha.token,
    body: { ids: [own, ...rules.map(({ id }) => id).filter((id) => id !== own)] },
  } as never)
  const other = newDigits()
  expect(await answerTo(other, bot.account)).toEqual(['How can we help?'])
  expect(await answerTo(other, second)).toEqual(['Welcome to repairs.'])
  expect(await answerTo(other, second)).toEqual(['How can we help?'])
})
