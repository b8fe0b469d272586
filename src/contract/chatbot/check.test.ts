import { describe, expect, it } from 'vitest'
import { checkFlow, diffFlows, type ProblemCode } from './check.ts'
import { FlowDefinition } from './flow.ts'

type Part = { id: string; kind: string; next?: Record<string, string> } & Record<string, unknown>

const flow = (...steps: Part[]): FlowDefinition =>
  FlowDefinition.parse({ start: steps[0]?.id ?? null, steps: steps.map((step) => ({ x: 0, y: 0, ...step })) })
const end = { id: 'end', kind: 'end', text: '' }
const toEnd = { next: { next: 'end' } }
const ask = { id: 'ask', kind: 'question', text: 'How many?', answer: 'text', variable: 'many' }

const codesOf = (definition: FlowDefinition) =>
  checkFlow(definition).map(({ step, code }) => `${step ?? 'flow'}: ${code}`)

describe('a flow', () => {
  it('that is right has no problem', () => {
    expect(
      codesOf(
        flow(
          { ...ask, next: { next: 'say' } },
          { id: 'say', kind: 'text', text: '{{many}} it is', ...toEnd },
          end,
        ),
      ),
    ).toEqual([])
  })

  it('without an end, a start, or a way to a step says where', () => {
    expect(codesOf(flow({ id: 'say', kind: 'text', text: 'Hello' }))).toEqual(['say: dead_end'])
    expect(codesOf({ start: null, steps: [] })).toEqual(['flow: no_start'])
    expect(codesOf({ ...flow(end), start: 'gone' })).toEqual(['flow: no_start', 'end: unreachable'])
    expect(codesOf(flow(end, { ...ask, next: { next: 'end' } }))).toEqual(['ask: unreachable'])
    expect(codesOf(flow({ id: 'say', kind: 'text', text: 'Hello', next: { next: 'gone' } }))).toEqual([
      'say: unknown_step',
    ])
    expect(
      codesOf(flow({ id: 'say', kind: 'text', text: 'Hello', next: { next: 'end', aside: 'end' } }, end)),
    ).toEqual(['say: unknown_port'])
    expect(codesOf(flow(end, end))).toEqual(['end: same_id'])
  })

  it('that runs in a circle is endless, unless it asks or waits in it', () => {
    const circle = (...between: Part[]) =>
      flow({ id: 'say', kind: 'text', text: 'Again', next: { next: between[0]?.id ?? 'say' } }, ...between)
    expect(codesOf(circle())).toEqual(['say: endless'])
    expect(
      codesOf(circle({ id: 'tag', kind: 'tag', change: 'add', tag: 'x', next: { next: 'say' } })),
    ).toEqual(['say: endless', 'tag: endless'])
    expect(codesOf(circle({ ...ask, next: { next: 'say' } }))).toEqual([])
    expect(codesOf(circle({ id: 'wait', kind: 'wait', minutes: 5, next: { next: 'say' } }))).toEqual([])
  })

  it('names a variable that some way to a step does not set', () => {
    const branch = {
      id: 'if',
      kind: 'condition',
      of: { of: 'tag', tag: 'vip' },
      next: { yes: 'ask', no: 'say' },
    }
    const problems = checkFlow(
      flow(
        branch,
        { ...ask, next: { next: 'say' } },
        { id: 'say', kind: 'text', text: '{{ many }}, {{name}}', ...toEnd },
        end,
      ),
    )
    expect(problems).toEqual([{ step: 'say', code: 'missing_variable', params: { variable: 'many' } }])
  })

  it('of 300 steps is checked while one types', () => {
    const steps = Array.from({ length: 299 }, (_, nr) => ({
      ...ask,
      id: `q${nr}`,
      variable: `v${nr}`,
      next: { next: nr < 298 ? `q${nr + 1}` : 'end' },
    }))
    const definition = flow(...steps, end)
    const start = performance.now()
    expect(codesOf(definition)).toEqual([])
    // A second: a machine under load is slow, a check that tries each way is slower by far.
    expect(performance.now() - start).toBeLessThan(1000)
  })
})

describe('a step', () => {
  const cases: [ProblemCode, Part][] = [
    ['text_missing', { id: 'a', kind: 'text', text: '\u200b\u202e ', ...toEnd }],
    ['text_too_long', { id: 'a', kind: 'text', text: 'x'.repeat(4097), ...toEnd }],
    ['no_choices', { ...ask, id: 'a', answer: 'choice', choices: ['Yes', ' '], ...toEnd }],
    ['range', { ...ask, id: 'a', answer: 'number', min: 5, max: 1, ...toEnd }],
    ['file_missing', { id: 'a', kind: 'media', media: 'image', link: 'http://x.example/a.png', ...toEnd }],
    ['value_missing', { id: 'a', kind: 'tag', change: 'add', tag: ' ', ...toEnd }],
    ['value_missing', { id: 'a', kind: 'template', template: '', language: 'en', ...toEnd }],
    [
      'value_missing',
      { id: 'a', kind: 'template', template: 'offer', language: 'en', parameters: [' '], ...toEnd },
    ],
    ['address', http({ url: 'http://shop.example/' })],
    ['value_missing', decides({ of: 'variable', variable: 'name', is: 'is_not' })],
    ['value_missing', decides({ of: 'field', field: 'city', is: 'is_not', value: ' ' })],
    ['value_missing', decides({ of: 'field', field: 'city', is: 'contains' })],
    ['address', http({ url: 'https://{{name}}/' })],
    ['not_json', http({ url: 'https://shop.example/', body: '{"a": {{name}}' })],
  ]
  function decides(of: object): Part {
    return { id: 'a', kind: 'condition', of, next: { yes: 'end', no: 'end' } }
  }
  it.each(['is_set', 'is_not_set'])('that asks whether a field %s needs no value', (is) => {
    expect(codesOf(flow(decides({ of: 'field', field: 'city', is }), end))).toEqual([])
  })
  function http(parts: object): Part {
    return {
      id: 'a',
      kind: 'http',
      method: 'POST',
      headers: [],
      body: '',
      outputs: [],
      next: { next: 'end', failed: 'end' },
      ...parts,
    } as Part
  }
  it.each(cases)('with %s', (code, step) => {
    expect(codesOf(flow(step, end))).toEqual([`a: ${code}`])
  })

  it('keeps to the limits of buttons and rows', () => {
    const buttons = (titles: string[]) => {
      const ids = titles.map((title, nr) => ({ id: `b${nr}`, title }))
      const next = Object.fromEntries(ids.map(({ id }) => [`answer:${id}`, 'end']))
      return codesOf(flow({ id: 'a', kind: 'buttons', text: 'Choose', buttons: ids, next }, end))
    }
    expect(buttons(['Yes', 'No', 'Later'])).toEqual([])
    expect(buttons(['1', '2', '3', '4'])).toEqual(['a: too_many_buttons'])
    expect(buttons(['x'.repeat(21)])).toEqual(['a: title_too_long'])
    expect(buttons(['Yes', ' Yes'])).toEqual(['a: same_title'])
    expect(buttons(['\u3164'])).toEqual(['a: title_missing'])
    const rows = (count: number, description = '') => {
      const ids = Array.from({ length: count }, (_, nr) => ({
        id: `r${nr}`,
        title: `Row ${nr}`,
        description,
      }))
      const next = Object.fromEntries(ids.map(({ id }) => [`answer:${id}`, 'end']))
      return codesOf(flow({ id: 'a', kind: 'list', text: 'Choose', button: 'Open', rows: ids, next }, end))
    }
    expect(rows(10)).toEqual([])
    expect(rows(11)).toEqual(['a: too_many_rows'])
    expect(rows(1, 'x'.repeat(73))).toEqual(['a: description_too_long'])
  })
})

it('two versions differ by their steps and parts, wherever they stand on the canvas', () => {
  const before = flow({ ...ask, next: { next: 'end' } }, end)
  const moved = { ...before, steps: before.steps.map((step) => ({ ...step, x: 40 })) }
  expect(diffFlows(before, moved)).toEqual({ added: [], removed: [], changed: [], start_changed: false })
  const after = flow({ id: 'hi', kind: 'text', text: 'Hi', next: { next: 'ask' } }, {
    ...ask,
    text: 'How few?',
    next: {},
  } as Part)
  expect(diffFlows(before, after)).toEqual({
    added: ['hi'],
    removed: ['end'],
    changed: [{ step: 'ask', parts: ['next', 'text'] }],
    start_changed: true,
  })
})
