import { expect, it } from 'vitest'
import { diffFlows } from '#contract/chatbot/check.ts'
import { FlowDefinition, type Step } from '#contract/chatbot/flow.ts'
import { partChanges } from './part-words.ts'

const at = { x: 0, y: 0 }
const flow = (...steps: object[]) =>
  FlowDefinition.parse({ start: 'a', steps: steps.map((step) => ({ ...at, id: 'a', ...step })) })
const secret = '3f2b8c1e-5a51-4d0a-9f59-0d6c2b0f4a11'
const names = {
  flows: new Map([[7, 'Orders']]),
  members: new Map([[3, 'Asha']]),
  secrets: new Map([[secret, 'Set on 3 Nov']]),
  step: (id: string) => `step ${id}`,
}
function changesOf(from: object, to: object) {
  const [before, after] = [flow(from), flow(to)]
  return diffFlows(before, after).changed.flatMap(({ parts }) =>
    partChanges(before.steps[0] as Step, after.steps[0] as Step, parts, { before: names, after: names }),
  )
}

it('names each changed part, with its old and its new text', () => {
  const text = { kind: 'text', text: 'Hello', next: { next: 'b' } }
  expect(changesOf(text, { ...text, text: 'Good morning', name: 'Greeting' })).toEqual([
    { part: 'Name', before: 'nothing', after: 'Greeting' },
    { part: 'Text', before: 'Hello', after: 'Good morning' },
  ])
  const buttons = { kind: 'buttons', text: 'Size?', buttons: [{ id: 's', title: 'Small' }] }
  expect(
    changesOf(
      { ...buttons, next: { 'answer:s': 'b' } },
      { ...buttons, buttons: [...buttons.buttons, { id: 'l', title: 'Large' }], next: { 'answer:l': 'c' } },
    ),
  ).toEqual([
    { part: 'Buttons', before: 'Small', after: 'Small and Large' },
    { part: 'Small', before: 'step b', after: 'Not connected' },
    { part: 'Large', before: 'Not connected', after: 'step c' },
  ])
  expect(changesOf({ kind: 'assign', user_id: null }, { kind: 'assign', user_id: 3 })).toEqual([
    { part: 'Assign to', before: 'nothing', after: 'Asha' },
  ])
  const asks = (days: number[]) => ({ kind: 'condition', of: { of: 'time', from: 540, to: 1080, days } })
  expect(changesOf(asks([]), asks([1, 2]))).toEqual([
    {
      part: 'What decides',
      before: 'Between 09:00 and 18:00, UTC',
      after: 'Between 09:00 and 18:00, Mon, Tue, UTC',
    },
  ])
  const calls = (headers: object[]) => ({ kind: 'http', method: 'GET', url: '', headers })
  expect(
    changesOf(calls([{ name: 'Authorization', secret: null }]), calls([{ name: 'Authorization', secret }])),
  ).toEqual([{ part: 'Headers', before: 'Authorization: Secret', after: 'Authorization: Set on 3 Nov' }])
})
