import type { Filling } from './variables.ts'

/** What versions of a message need to know of each other: what fills them, and whom they may reach. */
type Version = {
  rules: { filling: Filling; customMessage: string | null; phonesOnly: boolean; isMarketing: boolean }
}

/**
 * One audience for all versions of a message: who has no value for one of them is left out of all, so that the versions
 * reach comparable people. Each version's values follow those of the one before.
 */
export function sharedRules<V extends Version>(own: V, others: readonly Version[]): V['rules'] {
  if (others.length === 0) return own.rules
  const all = [own, ...others]
  return {
    ...own.rules,
    filling: all.flatMap(({ rules }) => withOwnText(rules)),
    phonesOnly: all.some(({ rules }) => rules.phonesOnly),
    isMarketing: all.some(({ rules }) => rules.isMarketing),
  }
}

/** Each version has a custom message of its own, where it has a place for one. */
const withOwnText = ({ filling, customMessage }: Version['rules']): Filling =>
  filling.map(({ variable, source }) => ({
    variable,
    source:
      source && 'field' in source && source.field === 'custom_message' && customMessage
        ? { text: customMessage }
        : source,
  }))
