import { describe, expect, it } from 'vitest'
import { sameComponents } from './same-components.ts'

const header = (address: string) => [
  { type: 'HEADER', format: 'IMAGE', example: { header_handle: [address] } },
  { type: 'BODY', text: 'Hello' },
]

describe('components as WhatsApp lists them', () => {
  it('are the same when only the signature of a file, the order of keys or an empty field differs', () => {
    const one = header('https://scontent.example/v/cake.jpg?oh=1&oe=2')
    const other = header('https://scontent.example/v/cake.jpg?oh=3&oe=4')
    expect(sameComponents(one, other)).toBe(true)
    expect(sameComponents([{ type: 'BODY', text: 'a' }], [{ text: 'a', type: 'BODY', buttons: null }])).toBe(
      true,
    )
  })
  it('differ by their words and their files', () => {
    expect(sameComponents([{ type: 'BODY', text: 'a' }], [{ type: 'BODY', text: 'b' }])).toBe(false)
    expect(sameComponents(header('https://a.example/1'), header('https://a.example/2'))).toBe(false)
  })
})
