import { sql } from 'kysely'
import type { SequenceContent, SequenceTrigger } from '#contract/growth/sequences.ts'
import type { App } from '#server/app.ts'
import { placeOf, prefixLength } from '#server/features/leads/leads.ts'

/** A running sequence whose people are looked for. */
export type Looked = { businessId: number; id: number; version: number; content: SequenceContent }

type OfDate = Extract<SequenceTrigger, { on: 'date' }>

const dayMs = 86_400_000
const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10)
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** What a date field says where its day began on one of these days: the last two and today, wherever a person is. */
function wantedDates({ days, yearly }: OfDate, now: Date): { text: string; day: string }[] {
  const today = Math.floor(now.getTime() / dayMs) * dayMs
  return [-2, -1, 0, 1].flatMap((away) => {
    const begins = today + away * dayMs
    const date = dayText(begins - days * dayMs)
    const day = dayText(begins)
    if (!yearly) return [{ text: date, day }]
    const found = [{ text: date.slice(5), day }]
    // Who was born on a leap day has it on the day before in other years.
    if (date.endsWith('-02-28') && !isLeap(Number(date.slice(0, 4)))) found.push({ text: '02-29', day })
    return found
  })
}

/**
 * Lets in whose day it is, once for each day: at the time of the trigger by their own clock, since the sequence runs.
 * A worker that was away catches up two days.
 */
export async function enterByDate(
  tx: App,
  { businessId, id, version, content }: Looked,
  trigger: OfDate,
  { from, zone }: { from: Date; zone: string },
): Promise<void> {
  const wanted = wantedDates(trigger, tx.now())
  const value = sql`(l.attributes ->> ${trigger.field}::text)`
  const part = trigger.yearly ? sql`substr(${value}, 6, 5)` : value
  const { rows } = await sql<{ id: number; prefix: string; day: string }>`
    select l.id, left(coalesce(l.phone, l.bsuid), ${sql.lit(prefixLength)}) as prefix, o.day from leads l
    join unnest(${wanted.map(({ text }) => text)}::text[], ${wanted.map(({ day }) => day)}::text[]) o (text, day)
      on o.text = ${part}
    where l.business_id = ${businessId} and coalesce(l.phone, l.bsuid) is not null
      and ${value} ~ '^\\d{4}-\\d{2}-\\d{2}$'
      and not exists (select from sequence_people p where p.business_id = l.business_id and p.sequence_id = ${id}
        and p.lead_id = l.id and (not ${content.again} or p.occasion = o.day::date))`.execute(tx.db)
  if (rows.length === 0) return
  await sql`
    insert into sequence_people
      (business_id, sequence_id, version, lead_id, state, step, due_at, entered_at, occasion)
    select ${businessId}::bigint, ${id}::bigint, ${version}::int, c.lead_id, 'active', -1, ${tx.now()}::timestamptz,
      ${tx.now()}::timestamptz, c.day
    from unnest(${rows.map((row) => Number(row.id))}::bigint[], ${rows.map(({ day }) => day)}::date[],
      ${rows.map(({ prefix }) => placeOf(prefix).zone ?? zone)}::text[]) c (lead_id, day, zone)
    where (c.day + ${trigger.at}::time) at time zone c.zone between ${from}::timestamptz and ${tx.now()}::timestamptz
    order by c.lead_id, c.day desc
    on conflict do nothing`.execute(tx.db)
}
