import { type RawBuilder, sql } from 'kysely'
import type { SequenceContent, SequenceStep } from '#contract/growth/sequences.ts'
import type { App } from '#server/app.ts'
import { type Place, placeOf, prefixLength } from '#server/features/leads/leads.ts'
import { type Half, isOfHalfSql } from '#server/features/messages/messages.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import {
  type QuietByCountry,
  type QuietHours,
  quietEndSql,
  quietOf,
  type StoredHours,
  storedHours,
} from '#server/platform/sql/quiet-hours.ts'
import { batchSize, dueAt } from './next-step.ts'
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
  /** How many others are due later, since their message has not left, or left late. */
  putOff: number
}

/**
 * Claims the people whose step is due, the earliest first. Inside the transaction that takes them on.
 * By the index alone: among equal times it does not matter who comes first. With `half`, only people of it.
 */
export async function claimDue(
  tx: App,
  { business_id, sequence_id, version, step }: StepKey,
  content: SequenceContent,
  { now, zone, most = batchSize, half }: { now: Date; zone: string; most?: number; half?: Half | undefined },
): Promise<Due> {
  const ofHalf = half === undefined ? sql`true` : isOfHalfSql(sql.ref('lead_id'), half)
  const { clock, quiet } = content
  const columns = sql`business_id, id, lead_id, entered_at`
  const claim = sql`select ${columns} from sequence_people where business_id = ${business_id}
    and sequence_id = ${sequence_id} and version = ${version} and step = ${step} and state = 'active'
    and due_at <= ${now}::timestamptz and ${ofHalf} order by due_at limit ${most} for update skip locked`
  const key = { business_id, sequence_id, version, step }
  const byIds = (ids: readonly number[]) => sql`select ${columns} from sequence_people
    where business_id = ${business_id} and id = any(${ids}::bigint[])`
  // By the clock of the business nothing is taken up while it is quiet.
  if (clock === 'business') {
    const own = sql<string>`${zone}::text`
    const hours = {
      quietEnd: sql<null>`null::timestamptz`,
      quietHours: storedHours(quietOf(quiet, null), own),
    }
    if (!isAfterMessage(content.steps[step])) return { people: claim, clock: own, ...hours, putOff: 0 }
    const { rows: claimed } = await sql<{ id: number }>`${claim}`.execute(tx.db)
    const { ids, putOff } = await putOffLate(tx, key, content, { claimed, now, clock: own })
    return { people: byIds(ids), clock: own, ...hours, putOff }
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
  const { ids, putOff } = await putOffLate(tx, key, content, { claimed: rows, now, clock: theirs })
  return {
    people: byIds(ids),
    putOff,
    clock: theirs,
    quietEnd: byCountry(quiet, places, (hours) => quietEndSql(hours, now, theirs)),
    quietHours: byCountry(quiet, places, (hours) => storedHours(hours, theirs)),
  }
}

const messageTests = new Set(['read', 'not_read', 'clicked', 'not_clicked'])

/** A wait begins as the message before it leaves, and a check asks what became of it. */
const isAfterMessage = (step: SequenceStep | undefined): boolean =>
  step?.kind === 'wait' || (step?.kind === 'check' && messageTests.has(step.test))

/**
 * Puts off those of claimed people whose last message is in the outbox, by a part of how long it has been there, and whose
 * wait is not over since it left. One that left within minutes has left at once.
 */
async function putOffLate(
  tx: App,
  { business_id, sequence_id, step }: StepKey,
  content: SequenceContent,
  { claimed, now, clock }: { claimed: readonly { id: number }[]; now: Date; clock: RawBuilder<string> },
): Promise<{ ids: number[]; putOff: number }> {
  const ids = claimed.map(({ id }) => Number(id))
  if (ids.length === 0 || !isAfterMessage(content.steps[step])) return { ids, putOff: 0 }
  const { rows } = await sql<{ id: number }>`
    with late as materialized (
      select p.id, case
        when m.status in ('queued', 'sending')
          then ${now}::timestamptz + greatest((${now}::timestamptz - m.created_at) / 10, interval '1 minute')
        when since.due > ${now}::timestamptz + interval '5 minutes' then since.due end as due
      from sequence_people p
      left join leads l on l.business_id = p.business_id and ${onNodeOf(business_id, 'l.business_id')} and l.id = p.lead_id
      cross join lateral (
        select m.status, m.created_at, m.accepted_at from messages m
        where m.business_id = p.business_id and ${onNodeOf(business_id, 'm.business_id')}
          and m.sequence_id = ${sequence_id} and m.sequence_person_id = p.id
        order by m.sequence_step desc limit 1) m
      cross join lateral (
        select ${dueAt(content, step, { now: sql`m.accepted_at`, zone: clock })} as due offset 0) since
      where p.business_id = ${business_id} and p.id = any(${ids}::bigint[]))
    update sequence_people p set due_at = late.due from late
    where p.business_id = ${business_id} and p.id = late.id and late.due is not null
    returning p.id`.execute(tx.db)
  const later = new Set(rows.map(({ id }) => Number(id)))
  return { ids: ids.filter((id) => !later.has(id)), putOff: later.size }
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
