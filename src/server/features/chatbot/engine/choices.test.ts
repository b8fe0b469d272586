import { expect, it } from 'vitest'
import type { FlowDefinition } from '#contract/chatbot/chatbot.ts'
import { end, flowOf } from '../chatbot.fixture.ts'
import { advance } from './advance.ts'
import { type Context, newSession } from './session.ts'

const context = (name: string): Context => ({
  now: new Date('2026-03-02T09:00:00Z'),
  zone: 'Asia/Kolkata',
  name,
  phone: '+919823041576',
  tags: new Set(),
  fields: new Map(),
  windowOpen: true,
  noMarketing: false,
  officeOpen: null,
  mediaOf: () => null,
  canSend: () => true,
})

const buttons = (...titles: string[]) =>
  flowOf(
    {
      id: 'ask',
      kind: 'buttons',
      text: 'Which?',
      buttons: titles.map((title, nr) => ({ id: `b${nr}`, title })),
      variable: 'choice',
      timeout_minutes: null,
      next: Object.fromEntries(titles.map((_, nr) => [`answer:b${nr}`, 'end'])),
    },
    end,
  )
const list = flowOf(
  {
    id: 'ask',
    kind: 'list',
    text: 'Who?',
    button: 'For {{name}}',
    rows: [
      { id: 'r0', title: 'I am {{name}}', description: 'Only {{name}}' },
      { id: 'r1', title: '{{city}}', description: '' },
      { id: 'r2', title: 'Somebody else', description: '' },
    ],
    variable: 'choice',
    timeout_minutes: null,
    next: { 'answer:r0': 'end', 'answer:r1': 'end', 'answer:r2': 'end' },
  },
  end,
)
const question = (...choices: string[]) =>
  flowOf(
    {
      id: 'ask',
      kind: 'question',
      text: 'Who?',
      answer: 'choice',
      variable: 'choice',
      choices,
      repeat_text: '',
      min: null,
      max: null,
      timeout_minutes: null,
      next: { next: 'end' },
    },
    end,
  )

function asked(definition: FlowDefinition, name: string, text = 'Hello') {
  const begun = advance(newSession(), { type: 'start', text }, definition, context(name))
  const [effect] = begun.effects
  return {
    effect,
    message: effect?.effect === 'send' ? effect.message : undefined,
    titles:
      effect?.effect === 'send' && effect.message.type === 'buttons'
        ? effect.message.buttons.map(({ title }) => title)
        : [],
    /** The person answers, maybe under another name by now. */
    answer: (words: string, answerId: string | null = null, now = name) => {
      const given = { type: 'message', text: words, answerId } as const
      const { session, trace } = advance(begun.session, given, definition, context(now))
      return { choice: session.variables.choice, port: trace[0]?.port, counted: trace[0]?.answer }
    },
  }
}

it('fills the titles of buttons, cut to what WhatsApp takes with no letter in parts', () => {
  expect(asked(buttons('Yes it is {{name}}', 'No'), 'Rukmini Bai').titles).toEqual([
    'Yes it is Rukmini Ba',
    'No',
  ])
  expect(asked(buttons('Yes it is now {{name}}'), 'Ra 👩‍👩‍👧').titles).toEqual(['Yes it is now Ra'])
  expect(asked(buttons('{{name}}'), 'Rukmini\n Bai\u202e').titles).toEqual(['Rukmini Bai'])
})

it('shows no two filled titles alike, and none that is empty', () => {
  const alike = asked(buttons('Delivery to {{name}}', 'Delivery to  {{name}}', 'Asha'), 'Bengaluru East')
  expect(alike.titles).toEqual(['Delivery to Bengalur', 'Delivery to Bengal 2', 'Asha'])
  expect(alike.answer('delivery to bengal 2').port).toBe('answer:b1')
  expect(asked(buttons('Asha', '{{name}}'), 'Asha').titles).toEqual(['Asha', 'Asha 2'])
  const left = asked(buttons('{{name}}', 'Other'), ' ')
  expect(left.titles).toEqual(['Other'])
  expect(left.answer('1').port).toBe('answer:b1')
  expect(asked(buttons('{{name}}'), '').effect).toEqual({
    effect: 'hand_over',
    step: 'ask',
    reason: 'missing_variable',
  })
})

it('fills rows and the button of a list, and takes what was shown', () => {
  const { message, answer } = asked(list, 'Asha')
  expect(message).toEqual({
    type: 'list',
    text: 'Who?',
    button: 'For Asha',
    rows: [
      { id: 'ask.r0', title: 'I am Asha', description: 'Only Asha' },
      { id: 'ask.r2', title: 'Somebody else', description: '' },
    ],
  })
  const first = { choice: 'I am Asha', port: 'answer:r0', counted: 'I am {{name}}' }
  expect(answer('I am Asha', 'ask.r0')).toEqual(first)
  expect(answer('i am asha')).toEqual(first)
  expect(answer('I am Asha', null, 'Asha Rao')).toEqual(first)
  expect(answer('2').choice).toBe('Somebody else')
})

it('fills the choices of a question, whether they are buttons or text', () => {
  const short = asked(question('I am {{name}}', 'Other'), 'Asha')
  expect(short.titles).toEqual(['I am Asha', 'Other'])
  expect(short.answer('I am Asha', 'ask.1', 'Asha Rao').choice).toBe('I am Asha')
  const long = asked(question('{{city}}', 'I am {{name}}', 'Other'), 'Lakshmi Venkataraman')
  expect(long.message).toEqual({ type: 'text', text: 'Who?\n1. I am Lakshmi Venkataraman\n2. Other' })
  expect(long.answer('2').choice).toBe('Other')
})

it('takes the answer to what they were shown though a variable has changed by it', () => {
  const { titles, answer } = asked(buttons('Send {{last_message}}', 'No'), 'Asha', 'tea')
  expect(titles).toEqual(['Send tea', 'No'])
  expect(answer('Send tea').choice).toBe('Send tea')
})

it('takes a button that is pressed twice for no answer to the next question', () => {
  const yesOrNo = (id: string, text: string, next: string) => ({
    id,
    kind: 'buttons' as const,
    text,
    buttons: [
      { id: 'y', title: 'Yes' },
      { id: 'n', title: 'No' },
    ],
    variable: id,
    timeout_minutes: null,
    next: { 'answer:y': next, 'answer:n': next, other: 'end' },
  })
  const flow = flowOf(yesOrNo('deliver', 'Deliver it?', 'pay'), yesOrNo('pay', 'Pay now?', 'end'), end)
  const press = (answerId: string) => ({ type: 'message', text: 'Yes', answerId }) as const
  const begun = advance(newSession(), { type: 'start', text: 'Hello' }, flow, context('Asha'))
  const once = advance(begun.session, press('deliver.y'), flow, context('Asha'))
  const twice = advance(once.session, press('deliver.y'), flow, context('Asha'))
  expect(twice.session).toMatchObject({ step: 'pay', waits: 'answer', variables: { deliver: 'Yes' } })
  expect(twice.session.variables.pay).toBeUndefined()
  expect(twice.effects).toMatchObject([{ effect: 'send', message: { text: 'Pay now?' } }])
  const answered = advance(twice.session, press('pay.y'), flow, context('Asha'))
  expect(answered.session).toMatchObject({ step: null, variables: { pay: 'Yes' } })
})
