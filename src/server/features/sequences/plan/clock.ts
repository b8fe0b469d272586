import { type RawBuilder, sql } from 'kysely'
import type { SequenceContent } from '#contract/growth/sequences.ts'
import type { App } from '#server/app.ts'
import { type Place, placeOf, prefixLength } from '#server/features/leads/leads.ts'
import { type Half, isOfHalfSql } from '#server/features/messages/messages.ts'
import {
  type QuietByCountry,
  type QuietHours,
  quietEndSql,
  quietOf,
  type StoredHours,
  storedHours,
} from '#server/platform/sql/quiet-hours.ts'
import { batchSize } from './next-step.ts'
import type { StepKey } from './step-content.ts'

/** A beginning of addresses, and where it is. */
type Prefixed = { prefix: string } & Place

export const placesOf = (prefixes: readonly string[]): Prefixed[] =>
  prefixes.map((prefix) => ({ prefix, ...placeOf(prefix) }))

/** People whose step is due, as rows of a query; the rest is for a query over the lead `l`. */
type Due = {
  people: RawBuilder<unknown>
  /** The zone of each one's clock. */
  clock: RawBuilder<string>
  /** When the quiet hours end that a person is in now by their own clock; null: they are in none. */
  quietEnd: RawBuilder<Date | null>
  /** The quiet hours that each one's message keeps. */
  quietHours: RawBuilder<StoredHours | null>
}

/**
 * Claims the people whose step is due, the earliest first. Inside the transaction that takes them on.
 * By the index alone: among equal times it does not matter who comes first. With `half`, only people of it.
 */
export async function claimDue(
  tx: App,
  { business_id, sequence_id, version, step }: StepKey,
  { clock, quiet }: SequenceContent,
  { now, zone, most = batchSize, half }: { now: Date; zone: string; most?: number; half?: Half | undefined },
): Promise<Due> {
  const ofHalf = half === undefined ? sql`true` : isOfHalfSql(sql.ref('lead_id'), half)
  const columns = sql`business_id, id, lead_id, entered_at`
  const claim = sql`select ${columns} from sequence_people where business_id = ${business_id}
    and sequence_id = ${sequence_id} and version = ${version} and step = ${step} and state = 'active'
    and due_at <= ${now}::timestamptz and ${ofHalf} order by due_at limit ${most} for update skip locked`
  // By the clock of the business nothing is taken up while it is quiet.
  if (clock === 'business')
    return {
      people: claim,
      clock: sql<string>`${zone}::text`,
      quietEnd: sql`null::timestamptz`,
      quietHours: storedHours(quietOf(quiet, null), sql`${zone}::text`),
    }
  // Their zones are looked up by their phones, so that they are claimed first.
  const { rows } = await sql<{ id: number; prefix: string | null }>`
    with due as materialized (${claim})
    select due.id, ${prefix} as prefix from due
    left join leads l on l.business_id = ${business_id} and l.id = due.lead_id`.execute(tx.db)
  const places = placesOf([...new Set(rows.flatMap((row) => row.prefix ?? []))])
  const zones = Object.fromEntries(
    places.flatMap((one) => (one.zone === null ? [] : [[one.prefix, one.zone]])),
  )
  const theirs = sql<string>`coalesce(${JSON.stringify(zones)}::jsonb ->> ${prefix}, ${zone}::text)`
  return {
    people: sql`select ${columns} from sequence_people
      where business_id = ${business_id} and id = any(${rows.map(({ id }) => Number(id))}::bigint[])`,
    clock: theirs,
    quietEnd: byCountry(quiet, places, (hours) => quietEndSql(hours, now, theirs)),
    quietHours: byCountry(quiet, places, (hours) => storedHours(hours, theirs)),
  }
}

/** What is made of the hours of a person's country, or of the sequence's. */
function byCountry<T>(
  quiet: QuietByCountry | null,
  places: readonly Prefixed[],
  from: (hours: QuietHours | null) => RawBuilder<T>,
): RawBuilder<T> {
  const usual = from(quietOf(quiet, null))
  const own = (quiet?.countries ?? []).flatMap(({ country }) => {
    const those = places.filter((place) => place.country === country).map((place) => place.prefix)
    if (those.length === 0) return []
    return sql`when ${prefix} = any(${those}::text[]) then ${from(quietOf(quiet, country))}`
  })
  return own.length === 0 ? usual : sql<T>`case ${sql.join(own, sql` `)} else ${usual} end`
}

const prefix = sql<string>`left(coalesce(l.phone, l.bsuid), ${sql.lit(prefixLength)})`
