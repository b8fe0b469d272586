import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/** Some of a business's leads, and for how many each of them stands. */
export type Sample = { ids: readonly number[]; factor: number }

/** Fewer leads are all looked at: that takes less than a second. */
const manyLeads = 50_000
/** Leads of a sample. What a tenth of the people has is then right to about 1 in 50. */
const sampledLeads = 30_000
/** Runs of 128 ids, evenly over all: leads of one file or one day are alike. The blocks of tallies have 64 such runs. */
const [runBits, runsOfABlock] = [7, 64]

/** A part of many leads; undefined where they are few. */
export async function sampleLeads(app: App, businessId: number): Promise<Sample | undefined> {
  const { rows: counted } = await sql<{ leads: number }>`
    select coalesce(sum(count), 0)::bigint as leads from lead_tallies where business_id = ${businessId}`.execute(
    app.db,
  )
  const leads = counted[0]?.leads ?? 0
  if (leads <= manyLeads) return undefined
  const every = Math.ceil(leads / sampledLeads)
  const { rows } = await sql<{ ids: number[] }>`
    select array(
      select l.id from (select distinct block from lead_tallies where business_id = ${businessId}) b
      cross join generate_series(0, ${sql.lit(runsOfABlock - 1)}) n
      cross join lateral (select b.block * ${sql.lit(runsOfABlock)} + n as run) r
      cross join lateral (
        select id from leads where business_id = ${businessId}
          and id >= r.run << ${sql.lit(runBits)} and id < (r.run + 1) << ${sql.lit(runBits)} offset 0
      ) l
      where r.run % ${sql.lit(every)} = 0
    ) as ids`.execute(app.db)
  const ids = rows[0]?.ids ?? []
  return ids.length === 0 ? undefined : { ids, factor: leads / ids.length }
}

/** An audience of which the sample has fewer is counted as a whole: it is a small part of the leads. */
const leastSampled = 300

/** Whether so many people, counted by a sample, are enough to go by. */
export const isSampleEnough = (sample: Sample | undefined, people: number): boolean =>
  !sample || people > leastSampled * sample.factor

/** So many people of a sample, as so many of all. */
export const scaled = (sample: Sample | undefined, count: number): number =>
  sample ? Math.round(count * sample.factor) : count
