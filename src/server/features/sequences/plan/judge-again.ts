import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { cancelQueuedSteps, type PlannedBefore, plannedBefore } from '#server/features/messages/messages.ts'

/**
 * Brings people back to the message that was planned for them before a template became what it is: the step fills it
 * and asks for consent, limits and the country again. Inside a transaction.
 */
export async function judgeAgain(
  tx: App,
  businessId: number,
  sequenceId: number,
  before: PlannedBefore,
): Promise<void> {
  if (before.templateIds.length + (before.contentIds?.length ?? 0) === 0) return
  const planned = await plannedBefore(tx, businessId, sequenceId, before)
  const ids = planned.map(({ id }) => id)
  if (ids.length === 0) return
  // People before their messages, as the steps lock them.
  await sql`select id from sequence_people where business_id = ${businessId} and id = any(${ids}::bigint[])
    order by id for update`.execute(tx.db)
  await cancelQueuedSteps(tx, businessId, sequenceId, ids)
  await sql`
    with back as materialized (select * from unnest(${ids}::bigint[], ${planned.map(({ step }) => step)}::int[]) as b (id, step)),
    entered_again as materialized (
      select f.id from sequence_people f join sequence_people a on a.business_id = f.business_id
        and a.sequence_id = f.sequence_id and a.lead_id = f.lead_id and a.id <> f.id
      where f.business_id = ${businessId} and f.id = any(${ids}::bigint[]) and f.state = 'finished'
        and (a.state = 'active' or a.id > f.id and a.id = any(${ids}::bigint[])))
    update sequence_people p set state = 'active', step = b.step, due_at = ${tx.now()}::timestamptz, ended_at = null,
      passed_over = p.passed_over & ((1 << b.step) - 1)
    from back b
    where p.business_id = ${businessId} and p.id = b.id and p.state in ('active', 'finished')
      and p.lead_id is not null and p.id not in (select id from entered_again)`.execute(tx.db)
}
