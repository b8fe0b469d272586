import { expect, it } from 'vitest'
import { sameShape } from './form-drafts.ts'

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
