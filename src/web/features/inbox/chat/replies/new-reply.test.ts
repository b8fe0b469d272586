import { expect, it } from 'vitest'
import { newReply } from './new-reply.ts'

it('is saved without its slash and replaces none', () => {
  expect(newReply(' /hours', 'Open until nine')).toEqual({
    shortcut: 'hours',
    text: 'Open until nine',
    replace: false,
  })
})
