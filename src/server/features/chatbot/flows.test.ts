import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FlowDefinition } from '#contract/chatbot/chatbot.ts'
import { chatbotFlows, type SimulatedEvent, type SimulationState } from '#contract/chatbot/chatbot.ts'
import { eventually } from '#test/server.ts'
import { end, flowOf, openBot, textsOf } from './chatbot.fixture.ts'

let bot: Awaited<ReturnType<typeof openBot>>
beforeAll(async () => {
  bot = await openBot()
})
afterAll(() => bot.server.close())

const ask = (text: string) =>
  ({
    id: 'ask',
    kind: 'question',
    text,
    answer: 'text',
    variable: 'many',
    choices: [] as string[],
    repeat_text: '',
    min: null,
    max: null,
    timeout_minutes: null,
    next: { next: 'done' },
  }) as const
const done = (text: string) => ({ id: 'done', kind: 'text', text, next: { next: 'end' } }) as const
const again = { id: 'again', kind: 'text', text: 'Again', next: { next: 'again' } } as const

const token = () => bot.asha.token
async function saved(definition: FlowDefinition) {
  const { body } = await bot.server.call(chatbotFlows.create, { token: token(), body: { name: 'Boxes' } })
  const { id, revision } = body.flow
  const answer = await bot.server.call(chatbotFlows.save, {
    token: token(),
    params: { id },
    body: { revision, definition },
  })
  return { id, first: revision, ...answer.body }
}
const publish = (id: number, revision: number) =>
  bot.server.call(chatbotFlows.publish, { token: token(), params: { id }, body: { revision } })

it('a flow without an end or with a loop is kept as a draft, and not published', async () => {
  for (const [definition, code] of [
    [flowOf({ id: 'say', kind: 'text', text: 'Hello', next: {} }), 'dead_end'],
    [flowOf(again), 'endless'],
  ] as const) {
    const { id, flow, problems } = await saved(definition)
    expect(problems.map((one) => one.code)).toContain(code)
    const refused = await publish(id, flow.revision)
    expect(refused.status).toBe(422)
    const { body } = await bot.server.call(chatbotFlows.get, { token: token(), params: { id } })
    expect(body.flow).toMatchObject({ published_version: null, draft: definition })
  }
})

it('a template that cannot be sent, and the AI while it is off, are problems by step', async () => {
  const template = (id: string, name: string, parameters: string[], next: string) =>
    ({ id, kind: 'template', template: name, language: 'en_US', parameters, next: { next } }) as const
  const definition = flowOf(
    template('fits', 'order_shipped', ['{{name}}', 'A-1', 'A-1'], 'short'),
    template('short', 'order_shipped', ['{{name}}'], 'gone'),
    template('gone', 'not_there', [], 'paused'),
    template('paused', 'weekend_offer', ['{{name}}'], 'ai'),
    { id: 'ai', kind: 'ai', question: null, next: { next: 'end' } },
    end,
  )
  const status = (value: string) =>
    sql`update provider_templates set status = ${value} where name = 'weekend_offer'`.execute(
      bot.server.app.db,
    )
  await eventually('the templates', async () => (await status('PAUSED')).numAffectedRows === 1n)
  const { id, flow, problems } = await saved(definition)
  const expected = [
    { step: 'ai', code: 'ai_off' },
    { step: 'short', code: 'template_variables', params: { count: 3, given: 1 } },
    { step: 'gone', code: 'template_missing' },
    { step: 'paused', code: 'template_not_sendable', params: { reason: expect.stringContaining('Weekend') } },
  ]
  expect(problems).toMatchObject(expected)
  const refused = await publish(id, flow.revision)
  expect(refused).toMatchObject({ status: 422, body: { code: 'rule_broken', problems: expected } })
  const opened = await bot.server.call(chatbotFlows.get, { token: token(), params: { id } })
  expect(opened.body.problems).toMatchObject(expected)
  await status('APPROVED')
  const fitting = flowOf(template('fits', 'order_shipped', ['{{name}}', 'A-1', 'A-1'], 'offer'), end, {
    ...template('offer', 'weekend_offer', ['{{name}}'], 'end'),
  })
  const good = await saved(fitting)
  expect(good.problems).toEqual([])
  expect((await publish(good.id, good.flow.revision)).status).toBe(200)
})

it('a step that no step leads to is a warning, and is published', async () => {
  const { flow, problems, id } = await saved(flowOf(end, done('Never said')))
  expect(problems.map((one) => one.code)).toEqual(['unreachable'])
  expect((await publish(id, flow.revision)).body.flow.published_version).toBe(1)
})

it('who saves or publishes what was changed meanwhile is told', async () => {
  const { id, first, flow } = await saved(flowOf(ask('How many?'), done('{{many}} it is'), end))
  const late = await bot.server.call(chatbotFlows.save, {
    token: token(),
    params: { id },
    body: { revision: first, definition: flowOf(end) },
  })
  expect(late.status).toBe(409)
  expect((await publish(id, first)).status).toBe(409)
  expect((await publish(id, flow.revision)).status).toBe(200)
})

it('a person stays in the version they started', async () => {
  const { id, flow } = await saved(flowOf(ask('How many?'), done('{{many}} it is'), end))
  await publish(id, flow.revision)
  await bot.addRule(
    { kind: 'keyword', mode: 'is', words: ['boxes'], language: 'any' },
    { kind: 'flow', flow_id: id },
  )
  const early = await bot.person()
  await early.say('boxes')
  await early.untilSent('How many?')
  const now = await bot.server.call(chatbotFlows.get, { token: token(), params: { id } })
  const next = await bot.server.call(chatbotFlows.save, {
    token: token(),
    params: { id },
    body: {
      revision: now.body.flow.revision,
      definition: flowOf(ask('How few?'), done('Only {{many}}'), end),
    },
  })
  expect((await publish(id, next.body.flow.revision)).body.flow.published_version).toBe(2)
  await early.say('3')
  expect(textsOf(await early.untilSent('3 it is'))).toEqual(['How many?', '3 it is'])
  const late = await bot.person()
  await late.say('boxes')
  await late.untilSent('How few?')
})

it('goes out as a file and comes back the same, and what is no flow is refused', async () => {
  const definition = flowOf(ask('How many?'), done('{{many}} it is'), end)
  const { id } = await saved(definition)
  const { body } = await bot.server.call(chatbotFlows.export, { token: token(), params: { id } })
  const back = await bot.server.call(chatbotFlows.import, { token: token(), body: { file: body.file } })
  expect(back.body.flow.draft).toEqual(definition)
  expect(back.body.problems).toEqual([])
  const many = Array.from({ length: 301 }, (_, nr) => ({ ...again, id: `s${nr}` }))
  for (const file of [
    { ...body.file, format: 'other' },
    { ...body.file, definition: flowOf(...many) },
  ]) {
    const refused = await bot.server.call(chatbotFlows.import, { token: token(), body: { file } as never })
    expect(refused.status).toBe(400)
  }
})

it('of another install names no flow and no member of this one', async () => {
  const { id: other } = await saved(flowOf(ask('How many?'), done('{{many}} it is'), end))
  const { id } = await saved(
    flowOf(
      { id: 'who', kind: 'assign', user_id: bot.asha.userId, next: { next: 'more' } },
      { id: 'more', kind: 'flow', flow_id: other, next: {} },
    ),
  )
  const { file } = (await bot.server.call(chatbotFlows.export, { token: token(), params: { id } })).body
  const importOf = async (from: string | undefined) => {
    const { body } = await bot.server.call(chatbotFlows.import, {
      token: token(),
      body: { file: { ...file, from } },
    })
    return body.flow.draft.steps
  }
  const own = [{ user_id: bot.asha.userId }, { flow_id: other }]
  expect(await importOf(file.from)).toMatchObject(own)
  expect(await importOf(undefined)).toMatchObject(own)
  expect(await importOf('elsewhere')).toMatchObject([{ user_id: null }, { flow_id: null }])
})

it('a simulated day passes: nothing free is sent until the customer writes again', async () => {
  const definition = flowOf(
    { id: 'wait', kind: 'wait', minutes: 1500, next: { next: 'done' } },
    done('Good morning'),
    end,
  )
  const simulate = async (state: SimulationState | null, event: SimulatedEvent) => {
    const { body } = await bot.server.call(chatbotFlows.simulate, {
      token: token(),
      body: { definition, state, event },
    })
    return body.simulation
  }
  const begun = await simulate(null, {
    type: 'start',
    text: 'hello',
    variables: {},
    tags: [],
    fields: {},
    office_open: null,
    templates_fail: false,
    no_marketing: false,
  })
  const early = await simulate(begun.state, { type: 'advance', minutes: 1440 })
  expect(early).toMatchObject({ effects: [], state: { step: 'wait', waits: 'timer' } })
  const closed = await simulate(early.state, { type: 'advance', minutes: 60 })
  expect(closed).toMatchObject({ effects: [], state: { step: 'done', waits: 'window' } })
  const later = await simulate(closed.state, { type: 'advance', minutes: 60 })
  expect(later).toMatchObject({ effects: [], state: { waits: 'window' } })
  const back = await simulate(later.state, { type: 'message', text: 'Hi', answer_id: null })
  expect(back.effects).toMatchObject([
    { effect: 'send', message: { text: 'Good morning' } },
    { effect: 'end' },
  ])
})

it('simulates a template that cannot be sent, an opt-out of marketing, and tags from the start', async () => {
  await eventually('the templates', async () => {
    const { rows } = await sql`select 1 from provider_templates where name = 'weekend_offer'`.execute(
      bot.server.app.db,
    )
    return rows.length === 1
  })
  const template = (name: string, parameters: string[]) =>
    flowOf(
      { id: 'if', kind: 'condition', of: { of: 'tag', tag: 'vip' }, next: { yes: 'send', no: 'end' } },
      {
        id: 'send',
        kind: 'template',
        template: name,
        language: 'en_US',
        parameters,
        next: { next: 'end', failed: 'sorry' },
      },
      { id: 'sorry', kind: 'text', text: 'Not now', next: { next: 'end' } },
      end,
    )
  const offer = template('weekend_offer', ['{{name}}'])
  const parcel = template('order_shipped', ['{{name}}', 'A-1', 'A-1'])
  const sends = async (definition: FlowDefinition, chosen: object) => {
    const event = {
      type: 'start' as const,
      text: '',
      variables: {},
      fields: {},
      office_open: null,
      tags: ['VIP'],
    }
    const { body } = await bot.server.call(chatbotFlows.simulate, {
      token: token(),
      body: { definition, state: null, event: { ...event, ...chosen } },
    })
    return body.simulation.effects.flatMap((one) => (one.effect === 'send' ? [one.message.type] : []))
  }
  expect(await sends(offer, {})).toEqual(['template'])
  expect(await sends(offer, { tags: [] })).toEqual([])
  expect(await sends(offer, { no_marketing: true })).toEqual(['text'])
  expect(await sends(parcel, { no_marketing: true })).toEqual(['template'])
  expect(await sends(parcel, { templates_fail: true })).toEqual(['text'])
})

it('simulates a start at a moment', async () => {
  const time = { of: 'time', from: 540, to: 1080, days: [] as number[], zone: 'Asia/Kolkata' } as const
  const text = (id: string, text: string) => ({ id, kind: 'text', text, next: { next: 'end' } }) as const
  const flow = flowOf(
    { id: 'if', kind: 'condition', of: time, next: { yes: 'day', no: 'night' } },
    text('day', 'By day'),
    text('night', 'At night'),
    end,
  )
  const said = async (at: string) => {
    const event = {
      type: 'start' as const,
      text: '',
      variables: {},
      tags: [],
      fields: {},
      office_open: null,
      at,
    }
    const { body } = await bot.server.call(chatbotFlows.simulate, {
      token: token(),
      body: {
        definition: flow,
        state: null,
        event: { ...event, templates_fail: false, no_marketing: false },
      },
    })
    const { state, effects } = body.simulation
    const texts = effects.flatMap((one) =>
      one.effect === 'send' && one.message.type === 'text' ? [one.message.text] : [],
    )
    return [texts, state.now]
  }
  expect(await said('2026-11-23T08:30:00+05:30')).toEqual([['At night'], '2026-11-23T03:00:05.000Z'])
  expect(await said('2026-11-23T09:30:00+05:30')).toEqual([['By day'], '2026-11-23T04:00:05.000Z'])
})
