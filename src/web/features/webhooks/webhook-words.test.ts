import { describe, expect, it } from 'vitest'
import { contentWords } from './webhook-words.ts'

describe('what is in a webhook', () => {
  it('is told in words, and under its own name where nobody knows it', () => {
    expect(contentWords(['status'])).toBe('Message status')
    expect(contentWords(['status', 'template_status'])).toBe('Message status, template status')
    expect(contentWords(['new_kind_of_event'])).toBe('New kind of event')
    expect(contentWords([])).toBe('')
  })
})
