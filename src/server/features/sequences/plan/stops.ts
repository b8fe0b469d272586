import { type RawBuilder, sql } from 'kysely'
import type { SequenceContent } from '#contract/growth/sequences.ts'
import type { App } from '#server/app.ts'
import { cancelSteps } from '#server/features/messages/messages.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { contentOf } from '../model/versions.ts'

/** Since the person began, and not wholly paid back since; any event, or the one. */
export const hasConverted = (businessId: number, event?: string) => sql`(select true from conversions c
  where c.business_id = l.business_id and ${onNodeOf(businessId, 'c.business_id')} and c.address in (l.phone collate "C", l.bsuid collate "C")
    and c.counts and c.at > p.entered_at
    ${event === undefined ? sql`` : sql`and lower(c.event) = lower(${event}::text)`} limit 1)`

/** Since the person began; null where they never wrote. */
export const hasReplied = sql`l.last_inbound_at > p.entered_at`

/**
 * Why a person leaves before the next step, in a query over `p` (who is in the sequence) and `l` (the lead, absent once
 * it is deleted); `goal` where it is reached, null for who goes on.
 * @param needsConsent the step is marketing.
 */
export function leaveSql(
  businessId: number,
  { stops }: Pick<SequenceContent, 'stops'>,
  needsConsent = false,
): RawBuilder<string | null> {
  const { reply, conversion, conversion_event: event, tag, goal_tag } = stops
  return sql`case
    when l.id is null then 'deleted'
    when l.consent = 'opted_out' or (select true from suppressions s where s.business_id = l.business_id
      and ${onNodeOf(businessId, 's.business_id')} and s.address in (l.phone, l.bsuid) limit 1) then 'opted_out'
    when ${goal_tag === null ? sql`false` : sql`l.tags @> array[${goal_tag}::text]`} then 'goal'
    when ${conversion ? hasConverted(businessId, event) : sql`false`} then 'goal'
    when ${reply ? hasReplied : sql`false`} then 'replied'
    when ${tag === null ? sql`false` : sql`l.tags @> array[${tag}::text]`} then 'tag'
    when ${needsConsent ? sql`l.consent <> 'opted_in'` : sql`false`} then 'no_consent' end`
}

/** Columns of who leaves for this reason. */
export const leftFor = (reason: RawBuilder<unknown>, now: Date) => sql`
  state = case when ${reason} = 'goal' then 'goal' else 'stopped' end,
  reason = nullif(${reason}, 'goal'), due_at = null, ended_at = ${now}::timestamptz`

/** Takes out who replied, opted out or reached the goal meanwhile: their next step may be weeks away. */
export async function stopPeople(app: App): Promise<void> {
  const groups = await app.db
    .selectFrom('sequence_people')
    .select(['business_id', 'sequence_id', 'version'])
    .distinct()
    .where('state', '=', 'active')
    .execute()
  for (const { business_id, sequence_id, version } of groups) {
    const content = await contentOf(app, business_id, sequence_id, version)
    await app.transaction(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        with judged as (
          select p.id, ${leaveSql(business_id, content)} as reason from sequence_people p
          left join leads l on l.business_id = p.business_id and l.id = p.lead_id
          where p.business_id = ${business_id} and p.sequence_id = ${sequence_id} and p.version = ${version}
            and p.state = 'active'),
        leaving as (
          select p.id, j.reason from sequence_people p join judged j on j.id = p.id
          where p.business_id = ${business_id} and p.state = 'active' and j.reason is not null
          for update of p skip locked)
        update sequence_people p set ${leftFor(sql`leaving.reason`, tx.now())} from leaving
        where p.business_id = ${business_id} and p.id = leaving.id and p.state = 'active'
        returning p.id`.execute(tx.db)
      await cancelSteps(
        tx,
        business_id,
        sequence_id,
        rows.map(({ id }) => Number(id)),
      )
    })
  }
}
