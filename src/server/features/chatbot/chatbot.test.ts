import { afterAll, beforeAll, expect, it } from 'vitest'
import { chatbotRules } from '#contract/chatbot/chatbot.ts'
import { officeHours } from '#contract/office-hours.ts'
import { eventually } from '#test/server.ts'
import { end, flowOf, openBot } from './chatbot.fixture.ts'

let bot: Awaited<ReturnType<typeof openBot>>
beforeAll(async () => {
  bot = await openBot()
})
afterAll(() => bot.server.close())

it('answers a keyword once, however often the webhook comes', async () => {
  await bot.addRule(
    { kind: 'keyword', mode: 'contains', words: ['hours'], language: 'en' },
    { kind: 'reply', text: 'Nine to seven.' },
  )
  const { digits, untilSent, conversation } = await bot.person()
  const message = { id: 'wamid.HOURS1', type: 'text', text: { body: 'What are your HÓURS?' } }
  await bot.deliver(digits, [message])
  await bot.deliver(digits, [message])
  await untilSent('Nine to seven.')
  await bot.deliver(digits, [{ id: 'wamid.HOURS2', type: 'text', text: { body: 'Thank you' } }])
  const items = await bot.untilTimeline(await conversation(), (all) =>
    all.some((one) => one.text === 'Thank you'),
  )
  expect(items.filter(({ type }) => type === 'out')).toMatchObject([
    { text: 'Nine to seven.', bot: { flow_id: null }, user_name: null },
  ])
  const { body } = await bot.server.call(chatbotRules.list, { token: bot.asha.token })
  expect(body.rules.map(({ hits }) => hits)).toEqual([1])
  // The same message twice counts once, and what no rule answered is told of too.
  await eventually('both were looked at', async () => (await weekAfter()).messages === 2)
  expect(await weekAfter()).toEqual({ messages: 2, answered: 1, handed_over: 0, stops: 0 })
})

/** What the bot did of late, beyond what it had done before. */
const weekAfter = async (before = { messages: 0, answered: 0, handed_over: 0, stops: 0 }) => {
  const { week } = (await bot.server.call(chatbotRules.list, { token: bot.asha.token })).body
  return {
    messages: week.messages - before.messages,
    answered: week.answered - before.answered,
    handed_over: week.handed_over - before.handed_over,
    stops: week.stops - before.stops,
  }
}

it('leads a person through a flow of three steps', async () => {
  const before = await weekAfter()
  const flowId = await bot.startedBy(
    'box',
    flowOf(
      {
        id: 'size',
        kind: 'buttons',
        text: 'Which size?',
        buttons: [
          { id: 's', title: 'Small' },
          { id: 'l', title: 'Large' },
        ],
        variable: 'size',
        timeout_minutes: null,
        next: { 'answer:s': 'thanks', 'answer:l': 'thanks' },
      },
      { id: 'thanks', kind: 'text', text: '{{size}} it is.', next: { next: 'end' } },
      end,
    ),
  )
  const { say, press, untilSent } = await bot.person()
  await say('Box!')
  await untilSent('Which size?')
  await press('size.l', 'Large')
  const sent = await untilSent('Large it is.')
  expect(sent).toMatchObject([
    { text: 'Which size?', buttons: ['Small', 'Large'], bot: { flow_id: flowId, step: 'size' } },
    { text: 'Large it is.', bot: { flow_id: flowId, step: 'thanks' } },
  ])
  // Both that they wrote, by a rule and to the flow, were answered.
  expect(await weekAfter(before)).toEqual({ messages: 2, answered: 2, handed_over: 0, stops: 0 })
  await say('STOP')
  await eventually('the STOP counts', async () => (await weekAfter(before)).stops === 1)
})

it('says which rule a message would start, and why those before it do not', async () => {
  const { server, stranger } = bot
  const { token } = stranger
  const keyword = (...words: string[]) =>
    ({ kind: 'keyword', mode: 'contains', words, language: 'any' }) as const
  const reply = { kind: 'reply', text: 'Hello' } as const
  const price = await bot.addRule(keyword('price'), reply, token)
  const hi = await bot.addRule(keyword('hi'), reply, token)
  const first = await bot.addRule({ kind: 'first_message' }, reply, token)
  const ask = async (asked: object) => (await server.call(chatbotRules.test, { token, body: asked })).body
  const [p, h, f] = [price.id, hi.id, first.id]
  expect(await ask({ text: 'Where is my shipping?', first_message: true })).toMatchObject({
    rule_id: f,
    checks: [
      { rule_id: p, reason: 'other_words' },
      { rule_id: h, reason: 'other_words' },
      { rule_id: f, reason: 'matches' },
    ],
  })
  expect(await ask({ text: 'HÍ, what is the prices', first_message: true })).toMatchObject({
    rule_id: p,
    checks: [{ reason: 'matches', word: 'price' }, { reason: 'after_match' }, { reason: 'after_match' }],
  })
  expect(await ask({ text: 'Good morning' })).toMatchObject({ rule_id: null, opt_out: false })
  expect(await ask({ text: 'STOP' })).toMatchObject({ rule_id: null, opt_out: true, checks: [] })
  // The order decides, and an order of other rules is refused.
  const reorder = (ids: number[], by = token) =>
    server.call(chatbotRules.reorder, { token: by, body: { ids } })
  expect((await reorder([h, f, p])).status).toBe(200)
  expect(await ask({ text: 'hi, the price' })).toMatchObject({ rule_id: h })
  expect((await reorder([h, f])).status).toBe(409)
  expect((await reorder([h, f, p], bot.asha.token)).status).toBe(409)
  await server.call(chatbotRules.switch, { token, params: { id: h }, body: { enabled: false } })
  expect(await ask({ text: 'hi, the price' })).toMatchObject({
    rule_id: p,
    checks: [{ rule_id: h, reason: 'off' }, { reason: 'not_first' }, { reason: 'matches' }],
  })
})

it('tests a message at a number and a moment: office hours are those of then', async () => {
  const { server, account, asha } = bot
  const { token } = asha
  const { phone_number_id } = account
  const day = [{ from: '09:00', to: '18:00' }]
  const hours = { timezone: 'Asia/Kolkata', week: [day, day, day, day, day, [], []], holidays: [] }
  await server.call(officeHours.save, { token, params: { phone_number_id }, body: hours })
  const closed = await bot.addRule({ kind: 'outside_hours' }, { kind: 'reply', text: 'We are closed.' })
  const advert = await bot.addRule({ kind: 'referral', source: '' }, { kind: 'tag', tag: 'ad' })
  const ask = async (asked: object) =>
    (await server.call(chatbotRules.test, { token, body: { phone_number_id, ...asked } })).body
  const why = async (asked: object) =>
    (await ask(asked)).checks.find(({ rule_id }) => rule_id === closed.id)?.reason
  expect(await ask({ at: '2026-11-23T08:30:00+05:30' })).toMatchObject({ office_open: false })
  expect(await ask({ at: '2026-11-23T09:30:00+05:30' })).toMatchObject({ office_open: true })
  expect(await ask({ phone_number_id: null })).toMatchObject({ office_open: null })
  // A Monday in Pune: half past eight, half past nine, and nine in the evening.
  expect(await why({ at: '2026-11-23T08:30:00+05:30' })).toBe('matches')
  expect(await why({ at: '2026-11-23T09:30:00+05:30' })).toBe('in_hours')
  expect(await why({ at: '2026-11-23T15:30:00Z' })).toBe('matches')
  expect(await why({ at: '2026-11-28T12:00:00+05:30' })).toBe('matches')
  expect(await why({ at: '2026-11-23T09:30:00+05:30', phone_number_id: null })).toBe('no_hours')
  // A photo without a text, from any advertisement.
  expect(await ask({ at: '2026-11-23T09:30:00+05:30', referral: '' })).toMatchObject({ rule_id: advert.id })
})

it('refuses a change of a rule that another change overtook, a switch included', async () => {
  const { server, asha } = bot
  const made = await bot.addRule({ kind: 'any' }, { kind: 'tag', tag: 'wrote' })
  const params = { id: made.id }
  const { id: _, flow_name: __, hits: ___, ...read } = made
  const save = (values: object) =>
    server.call(chatbotRules.save, { token: asha.token, params, body: { ...read, ...values } })
  await server.call(chatbotRules.switch, { token: asha.token, params, body: { enabled: false } })
  const late = await save({ name: 'Late' })
  expect([late.status, late.body.message]).toEqual([
    409,
    'Somebody changed this rule meanwhile. Close it, open it again and make your change.',
  ])
  // Programs need not say what they read.
  const saved = await save({ name: 'Program', enabled: false, updated_at: undefined })
  expect(saved.body.rule).toMatchObject({ name: 'Program', enabled: false })
  expect((await save({ enabled: false, updated_at: saved.body.rule.updated_at })).status).toBe(200)
  await server.call(chatbotRules.delete, { token: asha.token, params })
})
