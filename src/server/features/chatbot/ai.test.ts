import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { chatbot, chatbotFlows } from '#contract/chatbot/chatbot.ts'
import { end, flowOf, openBot, textsOf } from './chatbot.fixture.ts'

let bot: Awaited<ReturnType<typeof openBot>>
let api: Server
/** What the stand-in of the AI was asked, and how it answers. */
let asked: { messages: { content: string }[] }[] = []
let status = 200
let settings: { endpoint: string } & Record<'model' | 'knowledge', string>
beforeAll(async () => {
  bot = await openBot()
  api = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const sent = JSON.parse(body)
      asked.push(sent)
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

it('answers from the knowledge alone, and hands over what it does not know', async () => {
  const saved = await save({ key: 'secret-key' })
  expect(JSON.stringify(saved.body)).not.toContain('secret-key')
  const flow_id = await startedBy('wonder')
  const person = await bot.person()
  await person.say('I wonder: are you open?')
  await person.untilSent('Until nine.')
  await person.say('I wonder who won the match')
  expect(textsOf(await untilHandedOver(person))).toEqual(['Until nine.'])
  expect(asked[0]?.messages[0]?.content).toContain('Open until nine.')
  expect(await outcomes(2)).toEqual(['unknown', 'answered'])
  const { token } = bot.asha
  const figures = await bot.server.call(chatbotFlows.figures, { token, params: { id: flow_id } })
  expect(figures.body.figures).toMatchObject({ entered: 2, completed: 1, handed_over: 1 })
})

it('asks nothing beyond the limit of a person, and hands over', async () => {
  await save({ person_limit: 1 })
  await startedBy('curious')
  const person = await bot.person()
  await person.say('I am curious: are you open?')
  await person.untilSent('Until nine.')
  await person.say('I am curious: are you open on Sunday?')
  expect(textsOf(await untilHandedOver(person))).toEqual(['Until nine.'])
  expect(asked).toHaveLength(1)
  expect(await outcomes(2)).toEqual(['limited', 'answered'])
})

it('asks nothing beyond the limit of a day, whoever asks', async () => {
  const { body } = await bot.server.call(chatbot.aiLog, { token: bot.asha.token })
  const today = body.answers.filter(({ outcome }) => outcome !== 'limited').length
  await save({ daily_limit: today + 1 })
  await startedBy('puzzled')
  const first = await bot.person()
  await first.say('I am puzzled: are you open?')
  await first.untilSent('Until nine.')
  const second = await bot.person()
  await second.say('I am puzzled as well: are you open?')
  expect(textsOf(await untilHandedOver(second))).toEqual([])
  expect(asked).toHaveLength(1)
  expect(await outcomes(2)).toEqual(['limited', 'answered'])
})

it('hands over where the service fails', async () => {
  await save({})
  await startedBy('ask')
  status = 500
  const person = await bot.person()
  await person.say('May I ask whether you are open?')
  expect(textsOf(await untilHandedOver(person))).toEqual([])
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
