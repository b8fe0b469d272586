import { describe, expect, it } from 'vitest'
import { contentNames } from './webhook-text.ts'

describe('what is in a webhook', () => {
  it('has a name, or the one of the provider where it is unknown', () => {
    expect(contentNames(['status'])).toBe('Message status')
    expect(contentNames(['status', 'template_status'])).toBe('Message status, Template status')
    expect(contentNames(['new_kind_of_event'])).toBe('New kind of event')
    expect(contentNames([])).toBe('')
  })
})
