import { describe, expect, it } from 'vitest'
import { changed, redone, undone } from './history.ts'

const start = { past: [], now: 'a', future: [], key: null, at: 0 }

describe('taking back', () => {
  it('goes back and forth', () => {
    const two = changed(changed(start, 'b', null, 1), 'c', null, 2)
    expect(undone(two).now).toBe('b')
    expect(undone(undone(two)).now).toBe('a')
    expect(undone(undone(undone(two))).now).toBe('a')
    expect(redone(undone(two)).now).toBe('c')
  })

  it('takes what was typed in one go back at once', () => {
    const typed = changed(changed(changed(start, 'ab', 'text', 1), 'abc', 'text', 100), 'abcd', 'text', 5_000)
    expect(undone(typed).now).toBe('abc')
    expect(undone(undone(typed)).now).toBe('a')
  })

  it('forgets what was taken back once something else is done', () => {
    expect(redone(changed(undone(changed(start, 'b', null, 1)), 'c', null, 2)).now).toBe('c')
  })
})
