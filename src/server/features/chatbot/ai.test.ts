import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { chatbot, chatbotFlows } from '#contract/chatbot/chatbot.ts'
import { eventually } from '#test/server.ts'
import { end, flowOf, openBot, textsOf } from './chatbot.fixture.ts'

let bot: Awaited<ReturnType<typeof openBot>>
let api: Server
/** What the stand-in of the AI was asked, and how it answers. */
let asked: { messages: { content: string }[] }[] = []
let status = 200
let held: Promise<void> | undefined
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
      const content = sent.messages[1].content.includes('open') ? 'Until nine.' : 'UNKNOWN'
      response
        .writeHead(status)
        .end(JSON.stringify({ choices: [{ message: { content } }], usage: { total_tokens: 9 } }))
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
