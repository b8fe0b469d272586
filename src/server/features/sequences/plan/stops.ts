import { type RawBuilder, sql } from 'kysely'
import type { SequenceContent } from '#contract/growth/sequences.ts'
import type { App } from '#server/app.ts'
import { cancelSteps } from '#server/features/messages/messages.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { contentOf } from '../model/versions.ts'

/** Since the person began, and not wholly paid back since; any event, or the one. */
export const hasConverted = (businessId: number, event?: string) => {
  const by = (whose: RawBuilder<unknown>) => sql`(select true from conversions c
    where c.business_id = l.business_id and ${onNodeOf(businessId, 'c.business_id')} and ${whose}
      and c.counts and c.at > p.entered_at
      ${event === undefined ? sql`` : sql`and lower(c.event) = lower(${event}::text)`} limit 1)`
  return sql`coalesce(${by(sql`c.address in (l.phone collate "C", l.bsuid collate "C")`)}, ${by(sql`c.lead_id = l.id`)})`
}

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

/**
 * Takes out who replied, opted out or reached the goal meanwhile: their next step may be weeks away, and the last message
 * of who came to the end may wait in the outbox.
 */
export async function stopPeople(app: App): Promise<void> {
  for (const { business_id, sequence_id, version } of await versionsWithPeople(app)) {
    const content = await contentOf(app, business_id, sequence_id, version)
    await app.transaction(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        with people as (
          select p.id, p.lead_id, p.entered_at, p.step from sequence_people p
          where p.business_id = ${business_id} and p.sequence_id = ${sequence_id} and p.version = ${version}
            and p.state = 'active'
          union all
          -- They leave at that message.
          select p.id, p.lead_id, p.entered_at, max(m.sequence_step) as step from messages m
          join sequence_people p on p.business_id = m.business_id and ${onNodeOf(business_id, 'p.business_id')}
            and p.id = m.sequence_person_id
          where m.business_id = ${business_id} and m.sequence_id = ${sequence_id} and ${inOutbox}
            and p.version = ${version} and p.state = 'finished' group by 1, 2, 3),
        judged as (
          select p.id, p.step, ${leaveSql(business_id, content)} as reason from people p
          left join leads l on l.business_id = ${business_id} and l.id = p.lead_id),
        leaving as (
          select p.id, j.step, j.reason from sequence_people p join judged j on j.id = p.id
          where p.business_id = ${business_id} and p.state in ('active', 'finished') and j.reason is not null
          for update of p skip locked)
        update sequence_people p set ${leftFor(sql`leaving.reason`, tx.now())},
          step = case when p.state = 'finished' then leaving.step else p.step end
        from leaving
        where p.business_id = ${business_id} and p.id = leaving.id and p.state in ('active', 'finished')
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

/** What has not left of a message `m` of a sequence, by the index of what is due. */
const inOutbox = sql`m.campaign_id is null and m.due_at is not null and m.status = 'queued'`

/** Those in which somebody goes on, and all of sequences that have something in the outbox. */
async function versionsWithPeople(
  app: App,
): Promise<{ business_id: number; sequence_id: number; version: number }[]> {
  const { rows } = await sql<{ business_id: number; sequence_id: number; version: number }>`
    select business_id, sequence_id, version from sequence_people where state = 'active'
    union
    select v.business_id, v.sequence_id, v.version from sequence_versions v
    join (select distinct m.business_id, m.sequence_id from messages m where m.sequence_id is not null and ${inOutbox}) o
      on o.business_id = v.business_id and o.sequence_id = v.sequence_id`.execute(app.db)
  return rows.map(({ business_id, sequence_id, version }) => ({
    business_id: Number(business_id),
    sequence_id: Number(sequence_id),
    version,
  }))
}
