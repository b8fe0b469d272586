import { isGroup, type SegmentCondition, type SegmentRules } from '#contract/growth/segment-rules.ts'
import type { App } from '#server/app.ts'
import { withCurrentTags } from '#server/features/leads/leads.ts'

/** The same rules by the tags of today, where one that they name was merged into another. */
export async function currentRules(app: App, businessId: number, rules: SegmentRules): Promise<SegmentRules> {
  const current = async (one: SegmentCondition): Promise<SegmentCondition> => {
    if (one.about !== 'tag') return one
    const { tags = one.tags } = await withCurrentTags(app, businessId, { tags: one.tags })
    return { ...one, tags }
  }
  const changed = rules.rules.map(async (rule) =>
    isGroup(rule) ? { ...rule, rules: await Promise.all(rule.rules.map(current)) } : await current(rule),
  )
  return { ...rules, rules: await Promise.all(changed) }
}
