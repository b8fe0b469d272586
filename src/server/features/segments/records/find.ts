import { createHash } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import { SegmentRules } from '#contract/growth/segment-rules.ts'
import type { App } from '#server/app.ts'
import { notFound } from '#server/platform/errors.ts'
import { currentRules } from '../rules/current-rules.ts'
import { requireNamed } from '../rules/named.ts'
import { inSegmentSql } from '../rules/people-sql.ts'
import { readingOf } from '../rules/reading.ts'

/** A segment as others use it: whether a lead is in it at this moment, as a condition on `leads`. `hash`: of its rules. */
export type FoundSegment = { name: string; isIn: RawBuilder<boolean>; hash: Buffer }

/**
 * A segment by its id.
 * @param more.deletedToo what was scheduled with it still finds its people.
 * @throws AppError `not_found`
 */
export async function findSegment(
  app: App,
  businessId: number,
  id: number,
  more: { deletedToo: boolean },
): Promise<FoundSegment> {
  const row = await app.db
    .selectFrom('segments')
    .select(['name', 'rules'])
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .$if(!more.deletedToo, (query) => query.where('deleted_at', 'is', null))
    .executeTakeFirst()
  if (!row) throw notFound('segment')
  return await foundBy(app, businessId, row.name, SegmentRules.parse(row.rules))
}

/** The people of rules that may not be saved. @throws AppError `not_found` for what they name and is not there. */
export async function segmentByRules(
  app: App,
  businessId: number,
  given: SegmentRules,
): Promise<FoundSegment> {
  await requireNamed(app, businessId, given)
  return await foundBy(app, businessId, '', await currentRules(app, businessId, given))
}

async function foundBy(
  app: App,
  businessId: number,
  name: string,
  rules: SegmentRules,
): Promise<FoundSegment> {
  const reading = await readingOf(app, businessId)
  const hash = createHash('sha256').update(JSON.stringify(rules)).digest()
  return { name, isIn: inSegmentSql(rules, reading), hash }
}

/** Its name, of a deleted one too. */
export async function segmentName(app: App, businessId: number, id: number): Promise<string> {
  const row = await app.db
    .selectFrom('segments')
    .select('name')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.name ?? ''
}
