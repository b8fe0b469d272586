import { expect, it } from 'vitest'
import { leftOf } from './use-note.ts'

it('keeps what was typed while the note before it was stored', () => {
  const sent = { text: 'Wants sugar-free' }
  expect(leftOf(sent, sent)).toEqual({ text: '' })
  const more = { text: 'Wants sugar-free, calls on Friday' }
  expect(leftOf(more, sent)).toEqual(more)
})
