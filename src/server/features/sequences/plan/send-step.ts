import { type RawBuilder, sql } from 'kysely'
import type { SequenceContent } from '#contract/growth/sequences.ts'
import type { MarketingCap } from '#contract/values.ts'
import type { App } from '#server/app.ts'
import { type Draft, valuesSql } from '#server/features/campaigns/campaigns.ts'
import {
  awaitingConfirmation,
  isUsAddressSql,
  lockErasures,
  userIdForm,
} from '#server/features/leads/leads.ts'
import {
  capEndSql,
  getSendingSettings,
  type Half,
  lockMarketing,
  planSteps,
} from '#server/features/messages/messages.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { claimDue } from './clock.ts'
import { dueAt, movedOn, nextOf, stepTo } from './next-step.ts'
import { lockRunning, type StepKey } from './step-content.ts'
import { leaveSql, leftFor } from './stops.ts'

type Sending = {
  content: SequenceContent
  /** What the messages say. */
  contentId: number
  draft: Draft
  phoneNumberId: string
  zone: string
  /** The step in front, which they are still at: an entry or a wait that is over. Taken with this one, it costs nothing. */
  from?: number
  /** Whom of: two halves may be taken on beside each other. */
  half: Half
  /** The planner should know of these rows. */
  analyze?: boolean
}

/**
 * Claims people whose message is due and puts it into the outbox, in one transaction: who leaves instead is taken out,
 * who has had enough marketing waits, everybody else is at the next step.
 * @returns how many people were claimed.
 */
export async function sendStep(app: App, key: StepKey, sending: Sending): Promise<number> {
  const { business_id, sequence_id, step } = key
  const { content, contentId, draft, phoneNumberId, zone, from = step, half, analyze = true } = sending
  const claimed = { ...key, step: from }
  const [now, next] = [app.now(), nextOf(content, step)]
  return await app.transaction(async (tx) => {
    await lockErasures(tx.db, business_id, 'share')
    if (!(await lockRunning(tx, key))) return 0
    const { isMarketing } = draft.rules
    const caps = isMarketing ? await capsOf(tx, business_id, content) : []
    if (caps.length > 0) await lockMarketing(tx, business_id, half)
    const { people, clock, quietEnd, quietHours, putOff } = await claimDue(tx, claimed, content, {
      now,
      zone,
      half,
    })
    const { rows } = await sql<{ id: number; sent: boolean }>`
      with p as materialized (${people}),
      judged as materialized (
        select p.id, ${leaveSql(business_id, content, isMarketing)} as leaves,
          greatest(${laterSql(business_id, caps, now)}, ${quietEnd}) as later,
          ${dueAt(content, next, { now, zone: sql`z.zone` })} as due
        from p left join leads l on l.business_id = p.business_id and ${onNodeOf(business_id, 'l.business_id')} and l.id = p.lead_id
        cross join lateral (select ${clock} as zone offset 0) z),
      gone as (
        update sequence_people p set ${leftFor(sql`j.leaves`, now)} from judged j
        where p.business_id = ${business_id} and p.id = j.id and j.leaves <> 'no_consent' returning p.id),
      without_consent as (
        -- Only for this message they would need it.
        update sequence_people p set ${leftFor(sql`j.leaves`, now)}, ${stepTo([from, step])} from judged j
        where p.business_id = ${business_id} and p.id = j.id and j.leaves = 'no_consent' returning p.id),
      put_off as (
        update sequence_people p set due_at = j.later, ${stepTo([from, step])} from judged j
        where p.business_id = ${business_id} and p.id = j.id and j.leaves is null and j.later is not null
        returning p.id),
      moved as (
        update sequence_people p set ${movedOn(content, [from, step, next], { now, due: sql`j.due` })} from judged j
        where p.business_id = ${business_id} and p.id = j.id and j.leaves is null and j.later is null
        returning p.id)
      select id, true as sent from moved union all select id, false from gone
      union all select id, false from without_consent
      union all select id, false from put_off`.execute(tx.db)
    const ids = rows.filter(({ sent }) => sent).map(({ id }) => Number(id))
    if (ids.length > 0) {
      await planSteps(tx, {
        businessId: business_id,
        sequenceId: sequence_id,
        step,
        contentId,
        phoneNumberId,
        analyze,
        recipients: recipientsSql(business_id, ids, draft, quietHours),
      })
    }
    return rows.length + putOff
  })
}

/** The limits of marketing per person: the sequence's own and the business's. */
async function capsOf(tx: App, businessId: number, { cap }: SequenceContent): Promise<MarketingCap[]> {
  const { marketingCap } = await getSendingSettings(tx, businessId)
  return [cap, marketingCap].filter((one) => one !== null)
}

/** When a person may get marketing again by every limit; null: now. */
function laterSql(businessId: number, caps: readonly MarketingCap[], now: Date): RawBuilder<Date | null> {
  if (caps.length === 0) return sql`null::timestamptz`
  return sql`greatest(${sql.join(caps.map((cap) => capEndSql(businessId, cap, now)))})`
}

/** Those who were claimed as rows of the outbox. */
function recipientsSql(
  businessId: number,
  ids: readonly number[],
  { rules }: Draft,
  quietHours: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { filling, customMessage, phonesOnly, isMarketing } = rules
  const address = sql`coalesce(l.phone, l.bsuid)`
  const isRefused = isMarketing ? isUsAddressSql(address) : sql`false`
  return sql`(
    select one.person_id, one.lead_id, one.recipient_phone, one.quiet_hours, array_replace(one.vals, null, '') as variables,
      case when one.reason is null then 'queued' else 'skipped' end as status, one.reason
    from (
      select p.id as person_id, p.lead_id, ${address} as recipient_phone, ${quietHours} as quiet_hours, f.vals, case
        when ${address} is null or l.phone is null
          and (${sql.lit(phonesOnly)} or l.bsuid !~ ${sql.lit(userIdForm)}) then 'unusable_number'
        when (select a.left_at from person_addresses a
          where a.business_id = l.business_id and ${onNodeOf(businessId, 'a.business_id')} and a.address = ${address}) is not null then 'changed_number'
        when l.unreachable_at is not null then 'unreachable'
        when ${isRefused} then 'us_marketing'
        when l.consent = 'none' and l.phone in ${awaitingConfirmation(businessId)} then 'awaits_confirmation'
        when array_position(f.vals, null) is not null then 'missing_value' end as reason
      from sequence_people p
      join leads l on l.business_id = p.business_id and l.id = p.lead_id
      cross join lateral (select ${valuesSql(filling, customMessage, 'l')} as vals offset 0) f
      where p.business_id = ${businessId} and p.id = any(${ids}::bigint[]) offset 0) as one)`
}
