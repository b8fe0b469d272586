import { expect, it } from 'vitest'
import { isVisible } from './visible.ts'

it('tells a text that leaves nothing on the screen', () => {
  for (const text of ['', ' \n', '\u200b\u200d', '\u2800', '\u3164', '\u202e\u2066', '\ufeff']) {
    expect(isVisible(text), JSON.stringify(text)).toBe(false)
  }
  for (const text of ['a', '\u200bनमस्ते', '👍🏽', '\u202eabc']) expect(isVisible(text), text).toBe(true)
})
