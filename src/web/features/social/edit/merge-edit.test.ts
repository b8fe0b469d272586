import { describe, expect, it } from 'vitest'
import { mergeEdit } from './merge-edit.ts'

const before = { caption: 'Market', files: [{ id: 1 }], date: '2026-12-01', time: '10:00' }

describe('an edit that meets another', () => {
  it('keeps what was typed here and takes the rest from the newer version', () => {
    const typed = { ...before, caption: 'Market on Sunday' }
    const newer = { ...before, files: [{ id: 1 }, { id: 2 }], time: '12:00' }
    expect(mergeEdit(typed, before, newer)).toEqual({ ...newer, caption: 'Market on Sunday' })
  })

  it('keeps the text that was typed when both changed it', () => {
    const merged = mergeEdit({ ...before, caption: 'mine' }, before, { ...before, caption: 'theirs' })
    expect(merged.caption).toBe('mine')
  })

  it('never joins a date from here with a time from there', () => {
    const merged = mergeEdit({ ...before, date: '2026-12-05' }, before, { ...before, time: '18:00' })
    expect(merged).toMatchObject({ date: '2026-12-05', time: '10:00' })
  })

  it('takes the newer version whole when nothing was changed here', () => {
    const newer = { ...before, caption: 'theirs', date: '2026-12-09', time: '09:00' }
    expect(mergeEdit({ ...before }, before, newer)).toEqual(newer)
  })
})
