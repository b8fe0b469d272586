import { expect, it } from 'vitest'
import { inOrder } from './in-order.ts'

it('files stand in the order in which they were chosen, whatever order their uploads end in', () => {
  const places = new Map([
    [11, 1],
    [12, 2],
    [13, 3],
  ])
  const arrive = (order: readonly number[], before: readonly { id: number }[] = []) =>
    order
      .reduce(
        (files, id) => inOrder(files, { id }, (other) => (places.get(other) ?? 0) > places.get(id)!),
        before,
      )
      .map(({ id }) => id)
  expect(arrive([13, 11, 12])).toEqual([11, 12, 13])
  expect(arrive([12, 13, 11])).toEqual([11, 12, 13])
  // What was in the post before stays before what is added.
  expect(arrive([13, 12], [{ id: 7 }])).toEqual([7, 12, 13])
})
