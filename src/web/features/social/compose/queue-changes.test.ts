import { expect, it } from 'vitest'
import { queueChanges, withSlot } from './queue-changes.ts'

const at = (weekday: number, local_time = '09:00') => ({ account_id: null, weekday, local_time })

it('saves what was added and removed, with a time that was chosen and not added', () => {
  const before = [
    { id: 5, ...at(1) },
    { id: 6, ...at(2) },
  ]
  expect(queueChanges(before, before)).toEqual({ add_slots: [], remove_slots: [] })
  expect(queueChanges(before, withSlot([at(1)], at(3)))).toEqual({
    add_slots: [at(3)],
    remove_slots: [at(2)],
  })
  expect(withSlot(before, at(2))).toBe(before)
  expect(withSlot(before, at(4, ''))).toBe(before)
})
