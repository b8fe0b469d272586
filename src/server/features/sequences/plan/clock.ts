import { type RawBuilder, sql } from 'kysely'
import type { SequenceContent } from '#contract/growth/sequences.ts'
import type { App } from '#server/app.ts'
import { placeOf, prefixLength } from '#server/features/leads/leads.ts'
import { batchSize } from './next-step.ts'
import type { StepKey } from './step-content.ts'

/** The zone of each of these beginnings of addresses, where it tells one. */
export const zonesOf = (prefixes: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    prefixes.flatMap((prefix) => {
      const { zone } = placeOf(prefix)
      return zone === null ? [] : [[prefix, zone]]
    }),
  )

/**
 * The zone of the clock that a person's steps go by, in a query over the lead `l`. Claims the people who are due, as the
 * query after it does. Inside its transaction.
 */
export async function clockSql(
  tx: App,
  { business_id, sequence_id, version, step }: StepKey,
  { clock }: SequenceContent,
  { now, zone }: { now: Date; zone: string },
): Promise<RawBuilder<string>> {
  if (clock === 'business') return sql<string>`${zone}::text`
  const { rows } = await sql<{ prefix: string }>`
    with due as materialized (
      select id, lead_id from sequence_people where business_id = ${business_id} and sequence_id = ${sequence_id}
        and version = ${version} and step = ${step} and state = 'active' and due_at <= ${now}::timestamptz
      order by due_at, id limit ${batchSize} for update skip locked)
    select distinct ${prefix} as prefix from due
    join leads l on l.business_id = ${business_id} and l.id = due.lead_id
    where ${prefix} is not null`.execute(tx.db)
  const zones = zonesOf(rows.map((row) => row.prefix))
  return sql<string>`coalesce(${JSON.stringify(zones)}::jsonb ->> ${prefix}, ${zone}::text)`
}

const prefix = sql<string>`left(coalesce(l.phone, l.bsuid), ${sql.lit(prefixLength)})`
