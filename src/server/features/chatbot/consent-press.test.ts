import { afterAll, beforeAll, expect, it } from 'vitest'
import { end, flowOf, openBot, textsOf } from './chatbot.fixture.ts'

let bot: Awaited<ReturnType<typeof openBot>>
beforeAll(async () => {
  bot = await openBot()
})
afterAll(() => bot.server.close())

it('takes a press on the question about consent for no answer to a flow, and for no message to a rule', async () => {
  await bot.startedBy(
    'order',
    flowOf(
      {
        id: 'name',
        kind: 'question',
        text: 'Your name?',
        answer: 'text',
        variable: 'who',
        choices: [],
        repeat_text: '',
        min: null,
        max: null,
        timeout_minutes: null,
        next: { next: 'thanks' },
      },
      { id: 'thanks', kind: 'text', text: 'Thank you, {{who}}', next: { next: 'end' } },
      end,
    ),
  )
  await bot.addRule({ kind: 'any' }, { kind: 'reply', text: 'How can we help?' })
  const person = await bot.person()
  await person.say('order')
  await person.untilSent('Your name?')
  await person.press('tidings.consent.7.keep', 'Keep messages')
  await person.untilTaken(2)
  await person.say('Rukmini')
  await person.untilSent('Thank you, Rukmini')
  await person.press('tidings.consent.7.keep', 'Keep messages')
  await person.untilTaken(4)
  expect(textsOf(await bot.timeline(await person.conversation()))).toEqual([
    'Your name?',
    'Thank you, Rukmini',
  ])
})
