import { describe, expect, it } from 'vitest'
import type { Rule, RuleMatch } from '#contract/chatbot/rules.ts'
import { hiddenBy } from './rule-words.ts'

let id = 0
const rule = (match: RuleMatch, more: Partial<Rule> = {}): Rule => ({
  id: ++id,
  name: '',
  enabled: true,
  phone_number_id: null,
  match,
  action: { kind: 'hand_over' },
  flow_name: null,
  hits: 0,
  updated_at: '2026-11-24T09:00:00.000Z',
  ...more,
})
const words = (mode: 'is' | 'contains' | 'any_of' | 'starts_with', ...list: string[]): RuleMatch => ({
  kind: 'keyword',
  mode,
  words: list,
  language: 'any',
})

describe('a rule that is never asked', () => {
  it('stands behind one that takes any message', () => {
    expect(hiddenBy([rule({ kind: 'any' }), rule(words('is', 'hi'))], 1)).toBe(1)
    expect(hiddenBy([rule(words('is', 'hi')), rule({ kind: 'any' })], 1)).toBeNull()
  })

  it('looks for words that an earlier one looks for, whatever their accents', () => {
    expect(hiddenBy([rule(words('any_of', 'precio')), rule(words('is', 'PRÉCIO'))], 1)).toBe(1)
    expect(hiddenBy([rule(words('is', 'price')), rule(words('contains', 'price'))], 1)).toBeNull()
    expect(hiddenBy([rule(words('contains', 'hi')), rule(words('is', 'shipping'))], 1)).toBeNull()
  })

  it('is none where the earlier one is off or for another number', () => {
    const later = rule(words('is', 'hi'))
    expect(hiddenBy([rule({ kind: 'any' }, { enabled: false }), later], 1)).toBeNull()
    expect(hiddenBy([rule({ kind: 'any' }, { phone_number_id: '1' }), later], 1)).toBeNull()
  })
})
