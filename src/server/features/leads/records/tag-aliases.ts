import { sql } from 'kysely'
import type { Audience } from '#contract/leads.ts'
import type { App } from '#server/app.ts'

type Tagged = Pick<Audience, 'tags' | 'exclude_tags'>

/** The same filter by the tags of today, where one that it names was merged into another. */
export async function withCurrentTags<Filter extends Tagged>(
  app: App,
  businessId: number,
  filter: Filter,
): Promise<Filter> {
  const { tags, exclude_tags } = filter
  const named = [...(tags ?? []), ...(exclude_tags ?? [])]
  if (named.length === 0) return filter
  const merged = await app.db
    .selectFrom('lead_tag_aliases')
    .select(['alias', 'tag'])
    .where('business_id', '=', businessId)
    .where('alias', 'in', named)
    // Given to leads again, the old name is a tag of its own.
    .where(sql<boolean>`not exists (
      select from lead_tags where lead_tags.business_id = ${businessId} and lead_tags.tag = alias)`)
    .execute()
  if (merged.length === 0) return filter
  const today = new Map(merged.map(({ alias, tag }) => [alias, tag]))
  const current = (names: string[]): string[] => [...new Set(names.map((name) => today.get(name) ?? name))]
  return {
    ...filter,
    ...(tags && { tags: current(tags) }),
    ...(exclude_tags && { exclude_tags: current(exclude_tags) }),
  }
}
