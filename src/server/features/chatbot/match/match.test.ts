import { expect, it } from 'vitest'
import type { RuleAction, RuleMatch, RuleReason } from '#contract/chatbot/chatbot.ts'
import { checkRules, firstMatch, type Incoming, type StoredRule } from './match.ts'

const nothing: Incoming = {
  text: 'Is the shop open?',
  payload: null,
  isFirst: false,
  isFirstEver: false,
  referral: null,
  phoneNumberId: '1',
  officeOpen: true,
}
const reply: RuleAction = { kind: 'reply', text: 'Yes' }
let nr = 0
const rule = (match: RuleMatch, more: Partial<StoredRule> = {}): StoredRule => ({
  id: ++nr,
  enabled: true,
  phone_number_id: null,
  match,
  action: reply,
  ...more,
})
const reasonOf = (one: StoredRule, incoming: Partial<Incoming> = {}): RuleReason =>
  checkRules([one], { ...nothing, ...incoming }, (id) => id === 7).checks[0]!.reason

it('matches by a keyword, the first message, the hours, a button, an advertisement, or always', () => {
  const keyword = (words: string[]): RuleMatch => ({ kind: 'keyword', mode: 'any_of', words, language: 'en' })
  expect(reasonOf(rule(keyword(['price', 'shops'])))).toBe('matches')
  expect(reasonOf(rule(keyword(['hop'])))).toBe('other_words')
  const first = { kind: 'first_message' } as const
  expect(reasonOf(rule(first), { isFirst: true, isFirstEver: true })).toBe('matches')
  expect(reasonOf(rule(first))).toBe('not_first')
  // New to the number, known to the business: greeted by the number's own rule alone.
  expect(reasonOf(rule(first), { isFirst: true })).toBe('not_first')
  expect(reasonOf(rule(first, { phone_number_id: '1' }), { isFirst: true })).toBe('matches')
  const outside = rule({ kind: 'outside_hours' })
  expect(reasonOf(outside, { officeOpen: false })).toBe('matches')
  expect(reasonOf(outside)).toBe('in_hours')
  expect(reasonOf(outside, { officeOpen: null })).toBe('no_hours')
  const button = rule({ kind: 'button', payload: 'keep' })
  expect(reasonOf(button, { payload: ' keep ' })).toBe('matches')
  expect(reasonOf(button, { text: 'keep' })).toBe('other_button')
  expect(reasonOf(rule({ kind: 'any' }), { text: '' })).toBe('matches')
})

it('knows an advertisement by its id, its headline or a part of its address', () => {
  const referral = ['120210', 'Diwali Boxes', 'https://fb.me/diwali-1']
  const from = (source: string) => reasonOf(rule({ kind: 'referral', source }), { referral })
  for (const source of ['', '120210', 'diwali boxes', 'fb.me/diwali']) expect(from(source)).toBe('matches')
  expect(from('holi')).toBe('other_referral')
  expect(reasonOf(rule({ kind: 'referral', source: '' }))).toBe('no_referral')
})

it('leaves out what is off, for another number, or a flow that is not published', () => {
  expect(reasonOf(rule({ kind: 'any' }, { enabled: false }))).toBe('off')
  expect(reasonOf(rule({ kind: 'any' }, { phone_number_id: '2' }))).toBe('other_number')
  expect(reasonOf(rule({ kind: 'any' }, { phone_number_id: '1' }))).toBe('matches')
  const flow = (flow_id: number) => rule({ kind: 'any' }, { action: { kind: 'flow', flow_id } })
  expect(reasonOf(flow(7))).toBe('matches')
  expect(reasonOf(flow(8))).toBe('flow_not_published')
})

it('acts by the first that matches, in their order', () => {
  const rules = [
    rule({ kind: 'first_message' }),
    rule({ kind: 'keyword', mode: 'contains', words: ['open'], language: 'any' }),
    rule({ kind: 'any' }),
  ]
  const { rule: found, checks } = checkRules(rules, nothing, () => true)
  expect(found).toBe(rules[1])
  expect(checks.map(({ reason, word }) => [reason, word])).toEqual([
    ['not_first', null],
    ['matches', 'open'],
    ['after_match', null],
  ])
  expect(firstMatch(rules, nothing, () => true)).toBe(rules[1])
  expect(firstMatch([], nothing, () => true)).toBeUndefined()
})
