import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chatbot, chatbotFlows } from '#contract/chatbot/chatbot.ts'
import { eventually } from '#test/server.ts'
import { end, flowOf, openBot, textsOf } from './chatbot.fixture.ts'

let bot: Awaited<ReturnType<typeof openBot>>
let api: Server
/** What the stand-in of the AI was asked, and how it answers. */
let asked: { messages: { content: string }[]; max_tokens?: number; temperature?: number }[] = []
/** Only what newer models take. */
let isNewer = false
/** What is answered where it ends at the most tokens. */
let cutAnswer: string | undefined
let status = 200
let held: Promise<void> | undefined
let usage: object | undefined
let settings: { endpoint: string } & Record<'model' | 'knowledge', string>
beforeAll(async () => {
  bot = await openBot()
  api = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', async () => {
      const sent = JSON.parse(body)
      asked.push(sent)
      await held
      const known = sent.messages[1].content.includes('open') ? 'Until nine.' : 'UNKNOWN'
      const message = { content: cutAnswer ?? known }
      const finish_reason = cutAnswer === undefined ? 'stop' : 'length'
      const isRefused = isNewer && ('max_tokens' in sent || 'temperature' in sent)
      response
        .writeHead(isRefused ? 400 : status)
        .end(JSON.stringify({ choices: [{ message, finish_reason }], usage }))
    })
  })
  await new Promise<void>((listening) => api.listen(0, '127.0.0.2', listening))
  const endpoint = `http://127.0.0.2:${(api.address() as AddressInfo).port}/v1`
  settings = { endpoint, model: 'small', knowledge: 'Open until nine.' }
})
afterAll(async () => {
  api.close()
  await bot.server.close()
})
beforeEach(() => {
  asked = []
  held = undefined
  status = 200
  isNewer = false
  cutAnswer = undefined
  usage = { total_tokens: 9 }
})

const save = (values: object) =>
  bot.server.call(chatbot.saveAi, {
    token: bot.asha.token,
    body: { enabled: true, ...settings, daily_limit: 9, person_limit: 9, ...values },
  })
async function startedBy(word: string): Promise<number> {
  const flow_id = await bot.publish(
    flowOf({ id: 'ai', kind: 'ai', question: null, next: { next: 'end' } }, end),
  )
  await bot.addRule(
    { kind: 'keyword', mode: 'contains', words: [word], language: 'en' },
    { kind: 'flow', flow_id },
  )
  return flow_id
}
const untilHandedOver = async (person: Awaited<ReturnType<typeof bot.person>>) =>
  await bot.untilTimeline(await person.conversation(), (all) =>
    all.some(({ event }) => event === 'bot_handed_over'),
  )
const outcomes = async (count: number) => {
  const { body } = await bot.server.call(chatbot.aiLog, { token: bot.asha.token })
  return body.answers.slice(0, count).map(({ outcome }) => outcome)
}

const notKnown = 'I do not know that. Somebody of our team will answer you here.'
const notNow = 'I cannot answer that right now. Somebody of our team will answer you here.'

it('is not changed over a change that was first', async () => {
  const before = await bot.server.call(chatbot.ai, { token: bot.asha.token })
  const { revision } = before.body.settings
  const first = await save({ enabled: false, knowledge: 'Of a colleague', revision })
  expect(first.status).toBe(200)
  const late = await save({ enabled: false, knowledge: 'From before', revision })
  expect([late.status, late.body.message]).toEqual([
    409,
    'These settings have changed meanwhile. Reload the page and make your change again.',
  ])
  const { settings: now } = (await bot.server.call(chatbot.ai, { token: bot.asha.token })).body
  expect(now.knowledge).toBe('Of a colleague')
  expect((await save({ enabled: false, revision: now.revision })).status).toBe(200)
  expect((await save({ enabled: false })).status).toBe(200)
})

it('answers from the knowledge alone, and hands over what it does not know', async () => {
  const saved = await save({ key: 'secret-key' })
  expect(JSON.stringify(saved.body)).not.toContain('secret-key')
  const flow_id = await startedBy('wonder')
  const person = await bot.person()
  await person.say('I wonder: are you open?')
  await person.untilSent('Until nine.')
  await person.say('I wonder who won the match')
  expect(textsOf(await untilHandedOver(person))).toEqual(['Until nine.', notKnown])
  expect(asked[0]?.messages[0]?.content).toContain('Open until nine.')
  expect(await outcomes(2)).toEqual(['unknown', 'answered'])
  const { token } = bot.asha
  const figures = await bot.server.call(chatbotFlows.figures, { token, params: { id: flow_id } })
  expect(figures.body.figures).toMatchObject({ entered: 2, completed: 1, handed_over: 1 })
})

it('says that it does not know in the language of the question, or goes the way that the flow has for it', async () => {
  await save({})
  await startedBy('दुकान')
  const person = await bot.person()
  await person.say('दुकान में क्या मिलता है?')
  expect(textsOf(await untilHandedOver(person))).toEqual([
    'यह मुझे नहीं पता। हमारी टीम से कोई आपको यहीं जवाब देगा।',
  ])
  await bot.startedBy(
    'riddle',
    flowOf(
      { id: 'ai', kind: 'ai', question: null, next: { next: 'end', unknown: 'ask' } },
      { id: 'ask', kind: 'hand_over', text: 'Let me ask.', next: {} },
      end,
    ),
  )
  const other = await bot.person()
  await other.say('riddle')
  expect(textsOf(await untilHandedOver(other))).toEqual(['Let me ask.'])
})

it('asks nothing beyond the limit of a person, and hands over', async () => {
  await save({ person_limit: 1 })
  await startedBy('curious')
  const person = await bot.person()
  await person.say('I am curious: are you open?')
  await person.untilSent('Until nine.')
  await person.say('I am curious: are you open on Sunday?')
  expect(textsOf(await untilHandedOver(person))).toEqual(['Until nine.', notNow])
  expect(asked).toHaveLength(1)
  expect(await outcomes(2)).toEqual(['limited', 'answered'])
})

it('asks no more in a day than its limit, however many write at once', async () => {
  const { token } = bot.asha
  const { used_today } = (await bot.server.call(chatbot.ai, { token })).body.settings
  await save({ daily_limit: used_today + 1 })
  await startedBy('puzzled')
  // The first answer is kept back until the others were refused.
  const others = Promise.withResolvers<void>()
  held = others.promise
  const people = await Promise.all([1, 2, 3, 4].map(() => bot.person()))
  await Promise.all(people.map((person) => person.say('I am puzzled: are you open?')))
  await eventually('the refusals', async () => {
    const { body } = await bot.server.call(chatbot.aiLog, { token })
    return (
      body.answers.filter(({ outcome, question }) => outcome === 'limited' && question.includes('puzzled'))
        .length === 3
    )
  })
  others.resolve()
  await eventually('one answer', async () => (await outcomes(4)).includes('answered'))
  expect((await outcomes(4)).sort()).toEqual(['answered', 'limited', 'limited', 'limited'])
  expect(asked).toHaveLength(1)
  expect((await bot.server.call(chatbot.ai, { token })).body.settings.used_today).toBe(used_today + 1)
})

it('hands over where the service fails', async () => {
  await save({})
  await startedBy('ask')
  status = 500
  const person = await bot.person()
  await person.say('May I ask whether you are open?')
  expect(textsOf(await untilHandedOver(person))).toEqual([notNow])
  expect(await outcomes(1)).toEqual(['failed'])
})

it('asks newer models, which refuse the older parameters, by theirs', async () => {
  await save({ model: 'newer', daily_limit: 99 })
  isNewer = true
  await startedBy('walnut')
  for (const [nr, calls] of [2, 3].entries()) {
    const person = await bot.person()
    await person.say(`walnut ${nr}: are you open?`)
    await person.untilSent('Until nine.')
    expect(asked).toHaveLength(calls)
  }
  expect(asked.at(-1)).toMatchObject({ max_completion_tokens: 500 })
})

it('says the whole sentences of an answer that was cut off, and hands over where there is none', async () => {
  await save({ daily_limit: 99 })
  await startedBy('pistachio')
  const ask = async (answer: string) => {
    cutAnswer = answer
    const person = await bot.person()
    await person.say('pistachio: are you open?')
    return person
  }
  await (await ask('एक किलो ₹1.250 है। डिलीवरी ₹1')).untilSent('एक किलो ₹1.250 है।')
  await (await ask('We are open. A box costs 1.2')).untilSent('We are open.')
  const none = await ask('A box of sweets costs 1')
  expect(textsOf(await untilHandedOver(none))).toEqual([notNow])
  expect(await outcomes(3)).toEqual(['failed', 'answered', 'answered'])
})

it('is not switched on without what it needs: each field that lacks is named', async () => {
  const refused = await save({ endpoint: '', model: ' ', knowledge: '' })
  expect(refused.status).toBe(422)
  expect(Object.keys((refused.body as unknown as { fields: object }).fields)).toEqual([
    'endpoint',
    'model',
    'knowledge',
  ])
  expect((await save({ endpoint: 'ftp://ai.example' })).status).toBe(422)
  expect((await save({ enabled: false, endpoint: '', model: '', knowledge: '' })).status).toBe(200)
})

it('keeps the key where only the path of the address changes, and forgets it for another server', async () => {
  await save({ enabled: false, key: 'secret-key' })
  const { endpoint } = settings
  for (const [address, kept] of [
    [`${endpoint}/`, true],
    [endpoint.replace('/v1', '/v2'), true],
    ['https://ai.example/v1', false],
  ] as const) {
    await save({ enabled: false, endpoint: address })
    expect([address, (await ai()).has_key]).toEqual([address, kept])
  }
})

const none = { price_in: null, price_out: null, cost_limit_day: null, cost_limit_month: null }
const ai = async () => (await bot.server.call(chatbot.ai, { token: bot.asha.token })).body.settings
const fieldsOf = ({ body }: { body: unknown }) => Object.keys((body as { fields: object }).fields)

describe('the cost of answers', () => {
  // A thousand tokens of a question cost 2 rupees, of an answer 3.
  const prices = { price_in: 2000, price_out: 3000, currency: 'INR' }
  const priced = (values: object = {}) => save({ daily_limit: 1000, ...none, ...prices, ...values })
  const ask = async (word: string) => {
    await startedBy(word)
    const person = await bot.person()
    await person.say(`${word}: are you open?`)
    return person
  }
  const last = async () => (await bot.server.call(chatbot.aiLog, { token: bot.asha.token })).body.answers[0]!

  it('is what the service counted, at the prices of the owner', async () => {
    await priced()
    const before = await ai()
    expect(before).toMatchObject({ currency: 'INR', price_in: 2000, price_out: 3000 })
    usage = { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 }
    await (await ask('apricot')).untilSent('Until nine.')
    const { spent_today, spent_month } = await ai()
    expect(spent_today - before.spent_today).toBeCloseTo(2.6)
    expect(spent_month - before.spent_month).toBeCloseTo(2.6)
    const counted = {
      input_tokens: 1000,
      output_tokens: 200,
      tokens: 1200,
      estimated: false,
      currency: 'INR',
    }
    expect(await last()).toMatchObject({ ...counted, cost: expect.closeTo(2.6) })
  })

  it('is by the length of the texts where the service counts nothing, and says so', async () => {
    await priced()
    const before = await ai()
    usage = undefined
    await (await ask('banana')).untilSent('Until nine.')
    const answer = await last()
    expect(answer).toMatchObject({ estimated: true, tokens: null })
    // "Until nine." has eleven letters.
    expect(answer.output_tokens).toBe(4)
    const [system] = asked[0]!.messages
    expect(answer.input_tokens).toBeGreaterThan(system!.content.length / 4)
    const after = await ai()
    expect(after.spent_estimated).toBe(true)
    expect(after.spent_today - before.spent_today).toBeCloseTo(answer.cost!)
  })

  it('is nothing where the service refuses to answer', async () => {
    await priced()
    const { spent_today } = await ai()
    status = 429
    await untilHandedOver(await ask('cherry'))
    expect((await ai()).spent_today).toBeCloseTo(spent_today)
  })

  it.each(['cost_limit_day', 'cost_limit_month'] as const)(
    'stays below its limit (%s), however many write at once: the others are handed over',
    async (limit) => {
      await priced()
      const { answer_cost, spent_today, spent_month } = await ai()
      const spent = limit === 'cost_limit_day' ? spent_today : spent_month
      // Enough for one answer that is as long as one can be, not for two.
      const most = spent + answer_cost! * 1.2
      await priced({ [limit]: most })
      const word = `date${limit === 'cost_limit_day' ? 'day' : 'month'}`
      await startedBy(word)
      const others = Promise.withResolvers<void>()
      held = others.promise
      // As long as one may be, so that each of them takes about what is left.
      const long = `${word}: are you open? ${'…'.repeat(1900)}`
      const people = await Promise.all([1, 2, 3].map(() => bot.person()))
      await Promise.all(people.map((person) => person.say(long)))
      const logged = async () => {
        const { body } = await bot.server.call(chatbot.aiLog, { token: bot.asha.token })
        return body.answers.filter(({ question }) => question.includes(word)).map(({ outcome }) => outcome)
      }
      await eventually('the refusals', async () => (await logged()).length === 2)
      expect(await logged()).toEqual(['limited', 'limited'])
      expect(asked).toHaveLength(1)
      usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }
      others.resolve()
      await eventually('the answer', async () => (await logged()).includes('answered'))
      const after = limit === 'cost_limit_day' ? (await ai()).spent_today : (await ai()).spent_month
      expect(after).toBeCloseTo(spent + 0.23)
      const told = (
        await Promise.all(people.map(async (one) => textsOf(await bot.timeline(await one.conversation()))))
      ).flat()
      expect(told.sort()).toEqual([notNow, notNow, 'Until nine.'].sort())
    },
  )

  it('of an answer that nobody could read stays set aside', async () => {
    await priced()
    const before = await ai()
    usage = { padding: 'x'.repeat(200_000) }
    await untilHandedOver(await ask('elder'))
    expect((await ai()).spent_today).toBeGreaterThan(before.spent_today + 1)
    expect((await ai()).spent_estimated).toBe(true)
  })

  it('counts from midnight and from the first of the month, by the clock of the business', async () => {
    await priced()
    const { businessId } = bot.asha
    const { rows } = await sql<{
      zone: string
    }>`select timezone as zone from businesses where id = ${businessId}`.execute(bot.server.app.db)
    const zone = rows[0]!.zone
    const put = (at: RawBuilder<unknown>) =>
      sql`
      insert into bot_ai_costs (business_id, cost, currency, at)
      values (${businessId}, 100, 'INR', ${at} at time zone ${zone})`.execute(bot.server.app.db)
    const now = sql`now() at time zone ${zone}`
    const before = await ai()
    await put(sql`(date_trunc('month', ${now}) - interval '1 second')`)
    expect(await ai()).toMatchObject({ spent_month: before.spent_month })
    await put(sql`date_trunc('day', ${now})`)
    const today = await ai()
    expect(today.spent_today - before.spent_today).toBeCloseTo(100)
    expect(today.spent_month - before.spent_month).toBeCloseTo(100)
  })

  it('is limited with both prices, and above what one answer can cost', async () => {
    const without = await save({ ...none, cost_limit_day: 5 })
    expect(without.status).toBe(422)
    expect(fieldsOf(without)).toEqual(['price_in', 'price_out'])
    expect(fieldsOf(await save({ ...none, price_in: 1 }))).toEqual(['price_out'])
    const low = await priced({ cost_limit_day: 0.01, cost_limit_month: 1_000_000 })
    expect(low.status).toBe(422)
    expect(fieldsOf(low)).toEqual(['cost_limit_day'])
    await priced({ cost_limit_month: 1_000_000 })
    // What is left out stays.
    await save({})
    expect(await ai()).toMatchObject({ ...prices, cost_limit_day: null, cost_limit_month: 1_000_000 })
    await save(none)
    expect((await ai()).answer_cost).toBeNull()
  })
})
