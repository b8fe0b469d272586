import { expect, it } from 'vitest'
import { readKey } from '../session/storage.ts'
import { draftKeeper, sameShape } from './form-drafts.ts'

const start = {
  title: '',
  count: 1,
  media: null as { id: number } | null,
  tags: [] as string[],
  samples: { body: {} as Record<string, string> },
}

it('takes back what was typed', () => {
  const typed = { ...start, title: 'Diwali', media: { id: 7 }, tags: ['a'], samples: { body: { 1: 'x' } } }
  expect(sameShape(JSON.parse(JSON.stringify(typed)), start)).toEqual(typed)
})

it('takes nothing of another shape: an older form, or what somebody else wrote there', () => {
  expect(sameShape({ title: 5, count: '2', tags: 'a', samples: [], more: 1 }, start)).toEqual(start)
  expect(sameShape('nonsense', start)).toBeNull()
  expect(sameShape(null, start)).toBeNull()
})

it('does not keep again what was drawn before the form was sent', () => {
  const key = 'draft:1:campaign'
  const keeper = draftKeeper(key, '{"name":""}', '{"name":""}')
  keeper.keep('{"name":"Diwali"}', 0)
  expect(JSON.parse(readKey(key) ?? '{}')).toMatchObject({ form: { name: 'Diwali' } })
  const round = keeper.reset('{"name":""}')
  keeper.keep('{"name":"Diwali"}', 0)
  expect(readKey(key)).toBeNull()
  keeper.keep('{"name":"Holi"}', round)
  expect(JSON.parse(readKey(key) ?? '{}')).toMatchObject({ form: { name: 'Holi' } })
})

it('keeps nothing in place of what was sent once the screen is left', () => {
  const key = 'draft:1:note'
  const keeper = draftKeeper(key, '{"text":""}', '{"text":""}')
  keeper.keep('{"text":"Calls on Friday"}', 0)
  keeper.replace('{"text":"Other"}', '{"text":""}')
  expect(JSON.parse(readKey(key) ?? '{}')).toMatchObject({ form: { text: 'Calls on Friday' } })
  keeper.replace('{"text":"Calls on Friday"}', '{"text":""}')
  expect(readKey(key)).toBeNull()
})
