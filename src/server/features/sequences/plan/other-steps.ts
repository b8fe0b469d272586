import { type RawBuilder, sql } from 'kysely'
import type { SequenceWay } from '#contract/growth/sequence-paths.ts'
import { needsSegment, type SequenceContent, type SequenceStep } from '#contract/growth/sequences.ts'
import type { App } from '#server/app.ts'
import { handOverLeads, lockConversations } from '#server/features/conversations/conversations.ts'
import { lockPeople, tagLeads } from '#server/features/leads/leads.ts'
import { isCounted } from '#server/features/messages/messages.ts'
import { findSegment } from '#server/features/segments/segments.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { claimDue } from './clock.ts'
import { batchSize, dueAt, movedOn, nextOf, targetOf } from './next-step.ts'
import { lockRunning, type StepKey } from './step-content.ts'
import { hasConverted, hasReplied, leaveSql, leftFor } from './stops.ts'

type OtherStep = Exclude<SequenceStep, { kind: 'send' }>

/** Each conversation is looked up and assigned by itself. */
const mostHandedOver = 200

/** Takes people over any step but a message, or the entry. @returns how many were claimed. */
export async function passStep(
  app: App,
  key: StepKey,
  {
    content,
    step: of,
    zone,
    phoneNumberId,
  }: { content: SequenceContent; step: OtherStep | undefined; zone: string; phoneNumberId: string },
): Promise<number> {
  const { business_id, step } = key
  const now = app.now()
  const { answer, checked, targets } =
    of?.kind === 'check' ? waysOf(content, key, of) : straightOn(nextOf(content, step))
  return await app.transaction(async (tx) => {
    if (of?.kind === 'tag' || of?.kind === 'hand_over') {
      await lockPeople(tx, business_id)
      // A chatbot gives tags too.
      await lockConversations(tx, business_id)
    }
    if (!(await lockRunning(tx, key))) return 0
    const most = of?.kind === 'hand_over' ? mostHandedOver : batchSize
    const { people, clock, putOff } = await claimDue(tx, key, content, { now, zone, most })
    const members = of && needsSegment(of) ? await membersSql(tx, business_id, of.segment) : sql``
    const { rows } = await sql<{ id: number; lead_id: number | null; moved: boolean }>`
      with p as materialized (${people}), ${members}
      judged as materialized (
        select p.id, coalesce(${leaveSql(business_id, content)}, ${checked}) as leaves, a.answer,
          ${dueAt(content, targets.yes, { now, zone: sql`a.zone` })} as due, ${dueAt(content, targets.no, { now, zone: sql`a.zone` })} as due_by_no
        from p left join leads l on l.business_id = p.business_id and ${onNodeOf(business_id, 'l.business_id')} and l.id = p.lead_id
        cross join lateral (select ${answer} as answer, ${clock} as zone offset 0) a),
      gone as (
        update sequence_people p set ${leftFor(sql`j.leaves`, now)} from judged j
        where p.business_id = ${business_id} and p.id = j.id and j.leaves is not null returning p.id),
      moved as (
        update sequence_people p set ${movedOn(content, [step, targets.yes], { now, due: sql`j.due` })} from judged j
        where p.business_id = ${business_id} and p.id = j.id and j.leaves is null and j.answer
        returning p.id, p.lead_id),
      moved_by_no as (
        update sequence_people p set ${movedOn(content, [step, targets.no], { now, due: sql`j.due_by_no` })} from judged j
        where p.business_id = ${business_id} and p.id = j.id and j.leaves is null and not j.answer
        returning p.id, p.lead_id)
      select id, lead_id, true as moved from moved union all select id, lead_id, true from moved_by_no
      union all select id, null, false from gone`.execute(tx.db)
    const leadIds = rows.flatMap(({ lead_id }) => (lead_id === null ? [] : [Number(lead_id)]))
    if (of?.kind === 'tag') await tagLeads(tx, business_id, leadIds, of.tag)
    if (of?.kind === 'hand_over') {
      const { user_id: userId, note } = of
      await handOverLeads(tx, business_id, leadIds, { phoneNumberId, userId, note })
    }
    return rows.length + putOff
  })
}

/** Those of the rows `p` who are in the segment now, by the rules it had at last where it was deleted. */
async function membersSql(tx: App, businessId: number, id: number | undefined): Promise<RawBuilder<unknown>> {
  const { isIn } = await findSegment(tx, businessId, id ?? 0, { deletedToo: true })
  return sql`members as materialized (
    select leads.id from leads where leads.business_id = ${businessId} and leads.id in (select lead_id from p) and ${isIn}),`
}

type Ways = {
  /** Whether the person goes by `yes`. */
  answer: RawBuilder<unknown>
  /** Why the person leaves by the answer `a.answer`; null: goes on. */
  checked: RawBuilder<unknown>
  targets: { yes: number; no: number }
}

const straightOn = (next: number): Ways => ({
  answer: sql`true`,
  checked: sql`null::text`,
  targets: { yes: next, no: next },
})

function waysOf(content: SequenceContent, key: StepKey, check: Check): Ways {
  const leaves = { goal: 'goal', leave: 'check' } as const
  const leaveBy = (way: SequenceWay) => (way === 'goal' || way === 'leave' ? leaves[way] : null)
  // Nobody goes on by an answer that leaves.
  const targetBy = (way: SequenceWay) => targetOf(content, key.step, way) ?? content.steps.length
  return {
    answer: sql`coalesce(${isYes(check, key)}, false)`,
    checked: sql`case when a.answer then ${leaveBy(check.yes)}::text else ${leaveBy(check.no)}::text end`,
    targets: { yes: targetBy(check.yes), no: targetBy(check.no) },
  }
}

type Check = Extract<SequenceStep, { kind: 'check' }>

/** The answer of a check, in a query over `p`, `l` and, for a segment, `members`; null without a lead. */
function isYes({ test, tag }: Check, { business_id, sequence_id }: StepKey): RawBuilder<unknown> {
  // The last message of the person in this sequence.
  const last = (column: RawBuilder<unknown>) => sql`(select ${column} from messages m
    where m.business_id = p.business_id and ${onNodeOf(business_id, 'm.business_id')} and m.sequence_id = ${sequence_id} and m.sequence_person_id = p.id
    order by m.sequence_step desc limit 1)`
  const isRead = sql`coalesce(${last(sql`m.read_at is not null or m.status = 'read'`)}, false)`
  const isClicked = sql`coalesce(${last(sql`exists (select from link_clicks k
    where k.business_id = m.business_id and ${onNodeOf(business_id, 'k.business_id')} and k.message_id = m.id and ${isCounted})`)}, false)`
  switch (test) {
    case 'tag':
      return sql`l.tags @> array[${tag}::text]`
    case 'no_tag':
      return sql`not l.tags @> array[${tag}::text]`
    case 'read':
      return isRead
    case 'not_read':
      return sql`not ${isRead}`
    case 'clicked':
      return isClicked
    case 'not_clicked':
      return sql`not ${isClicked}`
    case 'converted':
      return sql`coalesce(${hasConverted(business_id)}, false)`
    case 'not_converted':
      return sql`not coalesce(${hasConverted(business_id)}, false)`
    case 'replied':
      return sql`coalesce(${hasReplied}, false)`
    case 'not_replied':
      return sql`not coalesce(${hasReplied}, false)`
    case 'in_segment':
      return sql`exists (select from members where members.id = p.lead_id)`
    case 'not_in_segment':
      return sql`not exists (select from members where members.id = p.lead_id)`
  }
}
