import { sql } from 'kysely'
import { z } from 'zod'
import type { App } from '#server/app.ts'
import {
  dueTagChecks,
  findSameSearches,
  lockSearches,
  renameTag,
  type SameSearch,
  settleTagCheck,
} from '#server/features/leads/leads.ts'
import { renameTagInSegments } from '#server/features/segments/segments.ts'
import { defineJob } from '#server/platform/jobs.ts'

/** Gives the leads of one search one tag, and its name to every audience that has another. */
export const mergeTagsJob = defineJob('campaigns.merge-tags', z.object({}), { queue: { policy: 'short' } })

/** Looks through the businesses that are due. Each is one transaction. */
export async function mergeTags(app: App): Promise<void> {
  for (const businessId of await dueTagChecks(app)) await app.transaction((tx) => mergeTagsOf(tx, businessId))
}

async function mergeTagsOf(tx: App, businessId: number): Promise<void> {
  await lockSearches(tx, businessId)
  let isLater = false
  for (const same of await findSameSearches(tx, businessId)) {
    if (await isNamedApart(tx, businessId, same)) isLater = true
    else
      for (const other of same.others) {
        await renameTag(tx, businessId, other, same.tag)
        await renameInAudiences(tx, businessId, other, same.tag)
        await renameTagInSegments(tx, businessId, other, same.tag)
      }
  }
  await settleTagCheck(tx, businessId, isLater)
}

/**
 * Whether a campaign that has yet to draw its audience names some of these tags and not all: it would reach other
 * people than its owner scheduled it for. The tags are merged once it is over.
 */
async function isNamedApart(tx: App, businessId: number, { tag, others }: SameSearch): Promise<boolean> {
  const all = [tag, ...others]
  const someButNotAll = (key: 'tags' | 'exclude_tags') => sql`(
    audience -> ${key} ?| ${all}::text[] and not audience -> ${key} ?& ${all}::text[])`
  const { rows } = await sql`
    select from campaigns where business_id = ${businessId} and status in ('Scheduled', 'Running', 'Paused')
      and planned_at is null and (${someButNotAll('tags')} or ${someButNotAll('exclude_tags')})
    limit 1`.execute(tx.db)
  return rows.length > 0
}

async function renameInAudiences(tx: App, businessId: number, from: string, to: string): Promise<void> {
  for (const [table, column] of [
    ['campaigns', 'audience'],
    ['campaign_drafts', 'form'],
  ] as const)
    for (const key of ['tags', 'exclude_tags', 'notTags'] as const)
      await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = jsonb_set(${sql.ref(column)}, array[${key}]::text[], (
          select coalesce(jsonb_agg(tag order by at), '[]') from (
            select case when tag = ${from} then ${to} else tag end as tag, min(at) as at
            from jsonb_array_elements_text(${sql.ref(column)} -> ${key}) with ordinality as one (tag, at)
            group by 1) each))
        where business_id = ${businessId} and jsonb_typeof(${sql.ref(column)} -> ${key}) = 'array'
          and ${sql.ref(column)} -> ${key} ? ${from}`.execute(tx.db)
}
