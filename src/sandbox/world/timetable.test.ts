import { afterEach, expect, it, vi } from 'vitest'
import { createTimetable } from './timetable.ts'

afterEach(() => void vi.useRealTimers())

it('things fall due though the clock went forward and back', async () => {
  const due: string[] = []
  const timetable = createTimetable<string>((things) => due.push(...things))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2100, 0, 1) })
  timetable.put(Date.now() + 20, 'in the future')
  await vi.waitFor(() => expect(due).toEqual(['in the future']))
  vi.useRealTimers()
  timetable.put(Date.now() + 20, 'afterwards')
  await vi.waitFor(() => expect(due).toEqual(['in the future', 'afterwards']))
  expect(timetable.size()).toBe(0)
})
