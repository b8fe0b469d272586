import type { Rule, RuleAction, RuleMatch } from '#contract/chatbot/rules.ts'
import { t } from '#web/messages/t.ts'

/** When a rule acts, without its words. */
export function matchName(match: RuleMatch): string {
  if (match.kind === 'keyword') return t('chatbot.rules.keyword', { mode: match.mode })
  return t('chatbot.rules.matchKind', { kind: match.kind })
}

/** The words that a rule looks for. */
export function matchWords(match: RuleMatch): readonly string[] {
  if (match.kind === 'keyword') return match.words
  if (match.kind === 'button') return [match.payload]
  return match.kind === 'referral' && match.source ? [match.source] : []
}

export function actionWords(rule: Rule, members: ReadonlyMap<number, string>): string {
  const { action } = rule
  switch (action.kind) {
    case 'flow':
      return t('chatbot.rules.startsFlow', { flow: rule.flow_name ?? '–' })
    case 'reply':
      return t('chatbot.rules.replies', { text: action.text })
    case 'tag':
      return t('chatbot.rules.tags', { tag: action.tag })
    case 'assign':
      return t('chatbot.rules.assigns', { name: members.get(action.user_id) ?? '–' })
    case 'hand_over':
      return t('chatbot.rules.handsOver')
  }
}

/** A rule as one says it: for its switch, its handle and its name in a sentence. */
export const ruleName = (rule: Rule): string =>
  rule.name || [matchName(rule.match), ...matchWords(rule.match)].join(' ')

const plain = (word: string) => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The place of an earlier rule that takes all messages that this one waits for; null: none. */
export function hiddenBy(rules: readonly Rule[], index: number): number | null {
  const rule = rules[index]
  if (!rule?.enabled) return null
  const at = rules.slice(0, index).findIndex((earlier) => earlier.enabled && covers(earlier, rule))
  return at < 0 ? null : at + 1
}

function covers(earlier: Rule, later: Rule): boolean {
  if (earlier.phone_number_id !== null && earlier.phone_number_id !== later.phone_number_id) return false
  const [a, b] = [earlier.match, later.match]
  if (a.kind === 'any') return true
  if (a.kind !== b.kind) return false
  if (a.kind === 'keyword' && b.kind === 'keyword') {
    // What holds the word anywhere takes what is, or starts with, that word.
    const wide = a.mode === 'contains' || a.mode === 'any_of'
    if (!wide && a.mode !== b.mode) return false
    const words = new Set(a.words.map(plain))
    return b.words.every((word) =>
      wide
        ? plain(word)
            .split(/\s+/)
            .some((part) => words.has(part)) || words.has(plain(word))
        : words.has(plain(word)),
    )
  }
  if (a.kind === 'button' && b.kind === 'button') return a.payload === b.payload
  if (a.kind === 'referral' && b.kind === 'referral') return a.source === '' || a.source === b.source
  return true
}

export const newMatch = (kind: string): RuleMatch => {
  switch (kind) {
    case 'first_message':
    case 'outside_hours':
    case 'any':
      return { kind }
    case 'button':
      return { kind, payload: '' }
    case 'referral':
      return { kind, source: '' }
    default:
      return { kind: 'keyword', mode: 'any_of', words: [], language: 'any' }
  }
}

export type ActionDraft = {
  kind: RuleAction['kind']
  flow: string
  text: string
  tag: string
  member: string
}
