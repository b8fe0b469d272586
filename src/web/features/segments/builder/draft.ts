import {
  type SegmentCondition as Condition,
  isGroup,
  SegmentCondition,
  type SegmentRules,
} from '#contract/growth/segment-rules.ts'

/** A condition as it is edited: it may be unfinished. `key` stays while it is changed. */
export type DraftCondition = { key: string; condition: Condition }
export type DraftGroup = { key: string; match: 'all' | 'any'; conditions: DraftCondition[] }
export type DraftRule = DraftCondition | DraftGroup
export type RulesDraft = { match: 'all' | 'any'; rules: DraftRule[] }

export const isDraftGroup = (rule: DraftRule): rule is DraftGroup => 'match' in rule

const newKey = (): string => crypto.randomUUID()

export const draftCondition = (condition: Condition): DraftCondition => ({ key: newKey(), condition })

export const draftGroup = (conditions: Condition[]): DraftGroup => ({
  key: newKey(),
  match: 'any',
  conditions: conditions.map(draftCondition),
})

export const draftOf = ({ match, rules }: SegmentRules): RulesDraft => ({
  match,
  rules: rules.map((rule) =>
    isGroup(rule)
      ? { key: newKey(), match: rule.match, conditions: rule.rules.map(draftCondition) }
      : draftCondition(rule),
  ),
})

const isFinished = ({ condition }: DraftCondition): boolean => SegmentCondition.safeParse(condition).success

/** Whether a condition still lacks something. */
export const isUnfinished = (draft: RulesDraft): boolean =>
  draft.rules.length === 0 ||
  draft.rules.some((rule) =>
    isDraftGroup(rule)
      ? rule.conditions.length === 0 || !rule.conditions.every(isFinished)
      : !isFinished(rule),
  )

type Kept = { key: string; rule: SegmentRules['rules'][number] }

/** What is finished of a draft, and the keys of the rules that are in it, in their order. */
export function rulesOf(draft: RulesDraft): { rules: SegmentRules | null; keys: string[] } {
  const kept = draft.rules.flatMap((rule): Kept[] => {
    if (!isDraftGroup(rule)) return isFinished(rule) ? [{ key: rule.key, rule: rule.condition }] : []
    const rules = rule.conditions.filter(isFinished).map(({ condition }) => condition)
    return rules.length > 0 ? [{ key: rule.key, rule: { match: rule.match, rules } }] : []
  })
  return {
    rules: kept.length > 0 ? { match: draft.match, rules: kept.map(({ rule }) => rule) } : null,
    keys: kept.map(({ key }) => key),
  }
}
