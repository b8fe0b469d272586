import type { QueueSlot } from '#contract/social/planning.ts'

export type Slot = Omit<QueueSlot, 'id'>

export const slotKey = ({ account_id, weekday, local_time }: Slot): string =>
  `${account_id} ${weekday} ${local_time}`

/** The times with one more, once. Without a time of day it is none. */
export const withSlot = (list: readonly Slot[], slot: Slot): readonly Slot[] =>
  slot.local_time === '' || list.some((one) => slotKey(one) === slotKey(slot)) ? list : [...list, slot]

/** What a save adds and removes: the times that others add and remove meanwhile stay as they are. */
export function queueChanges(before: readonly Slot[], after: readonly Slot[]) {
  const without = (list: readonly Slot[], others: readonly Slot[]) => {
    const keys = new Set(others.map(slotKey))
    return list
      .filter((slot) => !keys.has(slotKey(slot)))
      .map(({ account_id, weekday, local_time }) => ({ account_id, weekday, local_time }))
  }
  return { add_slots: without(after, before), remove_slots: without(before, after) }
}
