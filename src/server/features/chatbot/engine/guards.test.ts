import { describe, expect, it } from 'vitest'
import type { FlowDefinition } from '#contract/chatbot/chatbot.ts'
import { end, flowOf, howMany } from '../chatbot.fixture.ts'
import { advance } from './advance.ts'
import { type BotEvent, type Context, newSession, readSession, type Session } from './session.ts'

const start = Date.parse('2026-03-02T09:00:00Z')
const contextAt = (ms: number): Context => ({
  now: new Date(start + ms),
  zone: 'Asia/Kolkata',
  name: 'Asha',
  phone: '+919823041576',
  tags: new Set(),
  fields: new Map(),
  windowOpen: true,
  noMarketing: false,
  officeOpen: null,
  mediaOf: () => null,
  canSend: () => true,
})

/** Somebody who writes each `every` ms. */
function person(every = 5000, stored: Partial<Session> = {}) {
  let session = readSession(stored)
  let ms = 0
  const take = (event: BotEvent, definition: FlowDefinition) => {
    ms += every
    const done = advance(session, event, definition, contextAt(ms))
    session = done.session
    const texts = done.effects.flatMap((one) =>
      one.effect === 'send' && one.message.type !== 'template' ? [one.message.text] : [],
    )
    const over = done.effects.find((one) => one.effect === 'hand_over')
    return { texts, stopped: over?.reason ?? null }
  }
  return {
    starts(definition: FlowDefinition, text = `Number ${ms}`) {
      session = newSession(session)
      return take({ type: 'start', text }, definition)
    },
    writes: (definition: FlowDefinition, text: string) =>
      take({ type: 'message', text, answerId: null }, definition),
  }
}

const says = (...texts: string[]) =>
  flowOf(
    ...texts.map((text, nr) => ({
      id: `say-${nr}`,
      kind: 'text' as const,
      text,
      next: { next: nr + 1 < texts.length ? `say-${nr + 1}` : 'end' },
    })),
    end,
  )
const quiet = { texts: [], stopped: null }

describe('same_message', () => {
  it('stops before it says the same for the third time in a row', () => {
    const { starts } = person()
    const hours = says('Nine to five.')
    expect([starts(hours), starts(hours), starts(hours)].map(({ stopped }) => stopped)).toEqual([
      null,
      null,
      'same_message',
    ])
  })

  it.each([2, 3])('stops where %i messages take turns for the third time', (turns) => {
    const { starts } = person()
    const flows = ['One', 'Two', 'Three'].slice(0, turns).map((text) => says(text))
    const ends = Array.from({ length: 3 * turns }, (_, nr) => starts(flows[nr % turns]!).stopped)
    expect(ends.slice(0, -1)).toEqual(Array(3 * turns - 1).fill(null))
    expect(ends.at(-1)).toBe('same_message')
  })

  it('lets a person come back to the menu for something else each time, or later for the same', () => {
    const { starts } = person()
    for (const text of ['Prices', 'Hours', 'Address', 'Parcels']) {
      expect(starts(says('What do you want to know?')).stopped).toBeNull()
      expect(starts(says(text)).stopped).toBeNull()
    }
    const late = person(11 * 60_000)
    for (let nr = 0; nr < 9; nr++) expect(late.starts(says('Nine to five.')).stopped).toBeNull()
  })

  it('lets a question be asked and repeated twice, by itself or by the way of the flow', () => {
    const question = howMany('end')
    const one = person()
    one.starts(flowOf(question, end))
    const answers = ['none', 'many', 'some'].map((text) => one.writes(flowOf(question, end), text))
    expect(answers.map(({ stopped }) => stopped)).toEqual([null, null, 'invalid_answer'])
    const once = person()
    once.starts(flowOf(question, end))
    const repeated = ['none', 'many', '3'].map((text) => once.writes(flowOf(question, end), text))
    expect(repeated.map(({ texts }) => texts)).toEqual([['How many?'], ['How many?'], []])
    // What was repeated does not count when the question comes round.
    expect(once.starts(flowOf(question, end)).stopped).toBeNull()

    const buttons = {
      id: 'ask',
      kind: 'buttons',
      text: 'Which?',
      buttons: [{ id: 'a', title: 'This' }] as { id: string; title: string }[],
      variable: null,
      timeout_minutes: null,
    } as const
    const itself = flowOf({ ...buttons, next: { 'answer:a': 'end', other: 'ask' } }, end)
    const other = person()
    other.starts(itself)
    expect(['x', 'y', 'z'].map((text) => other.writes(itself, text).stopped)).toEqual([
      null,
      null,
      'same_message',
    ])
    const sorry = { id: 'sorry', kind: 'text', text: 'Please press one.', next: { next: 'ask' } } as const
    const around = flowOf({ ...buttons, next: { 'answer:a': 'end', other: 'sorry' } }, sorry, end)
    const third = person()
    third.starts(around)
    expect(['x', 'y', 'z'].map((text) => third.writes(around, text).stopped)).toEqual([
      null,
      null,
      'same_message',
    ])
  })

  it('begins anew after a hand-over', () => {
    const { starts } = person()
    const hours = says('Nine to five.')
    for (let nr = 0; nr < 3; nr++) starts(hours)
    expect(starts(hours)).toEqual({ texts: ['Nine to five.'], stopped: null })
    const often = person()
    for (let nr = 0; nr < 151; nr++) often.starts(says(`Text ${nr}`))
    expect(often.starts(says('Hello')).stopped).toBeNull()
  })
})

describe('too_many_messages', () => {
  it('stops after 20 messages without one of the person', () => {
    const { starts } = person()
    const { texts, stopped } = starts(says(...Array.from({ length: 25 }, (_, nr) => `Text ${nr}`)))
    expect({ sent: texts.length, stopped }).toEqual({ sent: 20, stopped: 'too_many_messages' })
  })
})

describe('automatic_sender', () => {
  it('stops after 150 messages in a day, whatever they say', () => {
    const { starts } = person()
    const ends = Array.from({ length: 151 }, (_, nr) => starts(says(`Text ${nr}`)).stopped)
    expect(ends.findIndex((one) => one !== null)).toBe(150)
    expect(ends.at(-1)).toBe('automatic_sender')
    const slow = person(15 * 60_000)
    for (let nr = 0; nr < 200; nr++) expect(slow.starts(says(`Text ${nr}`)).stopped).toBeNull()
  })
})

describe('too_many_steps', () => {
  it('stops a flow that goes round without a word', () => {
    const around = flowOf({ id: 'tag', kind: 'tag', change: 'add', tag: 'seen', next: { next: 'tag' } })
    expect(person().starts(around)).toEqual({ texts: [], stopped: 'too_many_steps' })
  })
})

it('reads a session of before the prints were kept', () => {
  const before = {
    step: 'ask',
    waits: 'window',
    due: null,
    variables: {},
    visits: { ask: 1 },
    repeats: 0,
    unanswered: 1,
    last_text: 'text  Which?',
    same: 1,
    last_at: new Date(start).toISOString(),
    last_input: 'hello',
    quick: 0,
  } as const
  const flow = flowOf({ id: 'ask', kind: 'text', text: 'Which?', next: { next: 'end' } }, end)
  const { writes, starts } = person(5000, before)
  expect(writes(flow, 'this')).toEqual({ texts: ['Which?'], stopped: null })
  expect(starts(flow).stopped).toBeNull()
  expect(starts(flow).stopped).toBe('same_message')
  // Of a conversation that was paused before any flow, only where it stands is kept.
  expect(person(5000, { step: null, waits: null, due: null }).writes(flow, 'x')).toEqual(quiet)
})
