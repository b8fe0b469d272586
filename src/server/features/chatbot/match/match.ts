import type { RuleAction, RuleMatch, RuleReason } from '#contract/chatbot/chatbot.ts'
import { foldWords } from '#server/features/leads/leads.ts'
import { keywordIn } from './keyword.ts'

export type StoredRule = {
  id: number
  enabled: boolean
  phone_number_id: string | null
  match: RuleMatch
  action: RuleAction
}

/** What rules are asked about. */
export type Incoming = {
  text: string
  /** Of a button: what our message said that it means. */
  payload: string | null
  /** Of this person to this number. */
  isFirst: boolean
  /** Of this person to any number of the business. */
  isFirstEver: boolean
  /** Id, headline and address of the advertisement or QR code. */
  referral: readonly string[] | null
  phoneNumberId: string | null
  /** Null: no office hours are set. */
  officeOpen: boolean | null
}

export type Check = { rule_id: number; reason: RuleReason; word: string | null }

/** Each rule up to the first that matches, with the reason; those after it are not asked. */
export function checkRules(
  rules: readonly StoredRule[],
  incoming: Incoming,
  isPublished: (flowId: number) => boolean,
): { rule: StoredRule | undefined; checks: Check[] } {
  let found: StoredRule | undefined
  const checks = rules.map((rule): Check => {
    if (found) return { rule_id: rule.id, reason: 'after_match', word: null }
    const { reason, word } = check(rule, incoming, isPublished)
    if (reason === 'matches') found = rule
    return { rule_id: rule.id, reason, word: word ?? null }
  })
  return { rule: found, checks }
}

/** The first rule that matches, without the reasons of the others. */
export function firstMatch(
  rules: readonly StoredRule[],
  incoming: Incoming,
  isPublished: (flowId: number) => boolean,
): StoredRule | undefined {
  return rules.find((rule) => check(rule, incoming, isPublished).reason === 'matches')
}

function check(
  rule: StoredRule,
  incoming: Incoming,
  isPublished: (flowId: number) => boolean,
): { reason: RuleReason; word?: string } {
  if (!rule.enabled) return { reason: 'off' }
  if (rule.phone_number_id !== null && incoming.phoneNumberId !== null) {
    if (rule.phone_number_id !== incoming.phoneNumberId) return { reason: 'other_number' }
  }
  const found = matchOf(rule, incoming)
  const isOpen = rule.action.kind !== 'flow' || isPublished(rule.action.flow_id)
  return found.reason === 'matches' && !isOpen ? { reason: 'flow_not_published' } : found
}

function matchOf(
  { match, phone_number_id }: StoredRule,
  incoming: Incoming,
): { reason: RuleReason; word?: string } {
  switch (match.kind) {
    case 'keyword': {
      const word = keywordIn(incoming.text, match)
      return word === undefined ? { reason: 'other_words' } : { reason: 'matches', word }
    }
    case 'first_message': {
      // A rule for one number greets those who are new to that number.
      const isFirst = phone_number_id === null ? incoming.isFirstEver : incoming.isFirst
      return { reason: isFirst ? 'matches' : 'not_first' }
    }
    case 'outside_hours':
      if (incoming.officeOpen === null) return { reason: 'no_hours' }
      return { reason: incoming.officeOpen ? 'in_hours' : 'matches' }
    case 'button':
      return { reason: incoming.payload?.trim() === match.payload ? 'matches' : 'other_button' }
    case 'referral': {
      if (!incoming.referral) return { reason: 'no_referral' }
      const wanted = match.source
      const isIt =
        wanted === '' ||
        incoming.referral.some(
          (one) => one === wanted || one.includes(wanted) || foldWords(one) === foldWords(wanted),
        )
      return { reason: isIt ? 'matches' : 'other_referral' }
    }
    case 'any':
      return { reason: 'matches' }
  }
}
