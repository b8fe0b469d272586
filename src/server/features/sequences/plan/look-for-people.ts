import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { findSegment } from '#server/features/segments/segments.ts'
import { AppError } from '#server/platform/errors.ts'
import { contentOf } from '../model/versions.ts'
import { enterByDate, type Looked } from './enter-by-date.ts'

/** Less than the minute of the job. */
const leastMs = 50_000
/** A look at very many people comes less often: it never takes more than 2 % of the time. */
const pauses = 50

type Key = { business_id: number; id: number }

/** Lets people into running sequences whose trigger no write shows: who joined a segment, whose day it is. */
export async function lookForPeople(app: App, signal?: AbortSignal): Promise<void> {
  const due = await app.db
    .selectFrom('sequences')
    .select(['business_id', 'id'])
    .where('state', '=', 'running')
    .where('trigger_on', 'in', ['segment', 'date'])
    .where('look_at', '<=', app.now())
    .orderBy('look_at')
    .execute()
  for (const key of due) {
    if (signal?.aborted) return
    await look(app, key)
  }
}

/** One transaction: a kill loses nobody, and no process looks while another does. */
async function look(app: App, { business_id, id }: Key): Promise<void> {
  await app.transaction(async (tx) => {
    const row = await tx.db
      .selectFrom('sequences')
      .select(['version', 'enters_from', 'members_of'])
      .where('business_id', '=', business_id)
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where('look_at', '<=', tx.now())
      // Leads that are brought back name it at the same time.
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row?.enters_from) return
    const content = await contentOf(tx, business_id, id, row.version)
    const begun = performance.now()
    const sequence: Looked = { businessId: business_id, id, version: row.version, content }
    const members =
      content.trigger.on === 'segment'
        ? await enterBySegment(tx, sequence, content.trigger.segment, row.members_of)
        : row.members_of
    if (content.trigger.on === 'date') {
      const { timezone: zone } = await getBusiness(tx, business_id)
      await enterByDate(tx, sequence, content.trigger, { from: row.enters_from, zone })
    }
    const pause = Math.max(leastMs, (performance.now() - begun) * pauses)
    await tx.db
      .updateTable('sequences')
      .set({ look_at: new Date(tx.now().getTime() + pause), members_of: members })
      .where('business_id', '=', business_id)
      .where('id', '=', id)
      .execute()
  })
}

/**
 * Who is in the segment and was not at the last look enters. By other rules, nobody does: an edit is no deed of theirs.
 * @returns of the rules that the members are known by.
 */
async function enterBySegment(
  tx: App,
  { businessId, id, version, content }: Looked,
  segmentId: number,
  knownBy: Buffer | null,
): Promise<Buffer | null> {
  const segment = await findSegment(tx, businessId, segmentId, { deletedToo: false }).catch(
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return null
      throw error
    },
  )
  if (!segment) return knownBy
  const isKnown = knownBy?.equals(segment.hash) ?? false
  // Whatever the planner believes of a table that was just filled: each is read once.
  await sql`set local enable_nestloop = off`.execute(tx.db)
  await sql`
    with now_in as materialized (
      select leads.id from leads where leads.business_id = ${businessId} and ${segment.isIn}),
    gone as (
      delete from sequence_members m where m.business_id = ${businessId} and m.sequence_id = ${id}
        and not exists (select from now_in n where n.id = m.lead_id)),
    joined as (
      insert into sequence_members (business_id, sequence_id, lead_id)
      select ${businessId}::bigint, ${id}::bigint, n.id from now_in n
      where not exists (select from sequence_members m where m.business_id = ${businessId}
        and m.sequence_id = ${id} and m.lead_id = n.id)
      on conflict do nothing
      returning lead_id)
    insert into sequence_people (business_id, sequence_id, version, lead_id, state, step, due_at, entered_at)
    select ${businessId}::bigint, ${id}::bigint, ${version}::int, j.lead_id, 'active', -1, ${tx.now()}::timestamptz,
      ${tx.now()}::timestamptz
    from joined j where ${isKnown} and not exists (select from sequence_people p
      where p.business_id = ${businessId} and p.sequence_id = ${id} and p.lead_id = j.lead_id
        and (not ${content.again}::boolean or p.state = 'active'))
    on conflict (business_id, sequence_id, lead_id) where state = 'active' do nothing`.execute(tx.db)
  await sql`set local enable_nestloop = on`.execute(tx.db)
  return segment.hash
}
