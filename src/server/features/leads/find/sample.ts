import { type RawBuilder, sql } from 'kysely'
import type { App } from '#server/app.ts'

/** Some of a business's leads, and for how many each of them stands. */
export type Sample = { ids: readonly number[]; factor: number }

/** Fewer leads are all looked at: that takes less than a second. */
const manyLeads = 50_000
/** Leads of a sample. What a tenth of the people has is then right to about 1 in 50, or in a list to 1 in 30. */
const sampledLeads = 30_000
export const sampledForList = 10_000
/** Runs of 32 ids, evenly over all: leads of one file or one day are alike. The blocks of tallies have 256 such runs. */
const [runBits, runsOfABlock] = [5, 256]

/**
 * How many leads there are, and the rows of a sample of them, all columns; undefined where they are few.
 * @param wanted about so many.
 */
export async function sampleRows(
  app: App,
  businessId: number,
  wanted: number,
): Promise<{ leads: number; rows: RawBuilder<unknown> } | undefined> {
  const { rows: counted } = await sql<{ leads: number }>`
    select coalesce(sum(count), 0)::bigint as leads from lead_tallies where business_id = ${businessId}`.execute(
    app.db,
  )
  const leads = counted[0]?.leads ?? 0
  if (leads <= manyLeads) return undefined
  const every = sql.lit(Math.ceil(leads / wanted))
  const [bits, runs] = [sql.lit(runBits), sql.lit(runsOfABlock)]
  const rows = sql`
    (select distinct block from lead_tallies where business_id = ${businessId}) b
    cross join lateral generate_series(
      b.block * ${runs} + (${every} - b.block * ${runs} % ${every}) % ${every}, (b.block + 1) * ${runs} - 1, ${every}
    ) run
    cross join lateral (
      select * from leads where business_id = ${businessId} and id >= run << ${bits} and id < (run + 1) << ${bits} offset 0
    ) leads`
  return { leads, rows }
}

/** A part of many leads; undefined where they are few. */
export async function sampleLeads(app: App, businessId: number): Promise<Sample | undefined> {
  const sample = await sampleRows(app, businessId, sampledLeads)
  if (!sample) return undefined
  const { rows } = await sql<{
    ids: number[]
  }>`select array(select leads.id from ${sample.rows}) as ids`.execute(app.db)
  const ids = rows[0]?.ids ?? []
  return ids.length === 0 ? undefined : { ids, factor: sample.leads / ids.length }
}

/** An audience of which the sample has fewer is counted as a whole: it is a small part of the leads. */
const leastSampled = 300

type Factor = Pick<Sample, 'factor'>

/** Whether so many people, counted by a sample, are enough to go by. */
export const isSampleEnough = (sample: Factor | undefined, people: number): boolean =>
  !sample || people > leastSampled * sample.factor

/** So many people of a sample, as so many of all. */
export const scaled = (sample: Factor | undefined, count: number): number =>
  sample ? Math.round(count * sample.factor) : count
