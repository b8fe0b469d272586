import { afterAll, beforeAll, expect, it } from 'vitest'
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
})

it('leads a person through a flow of three steps', async () => {
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
})
