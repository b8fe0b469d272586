import { type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import { SequencePerson, type sequences } from '#contract/growth/sequences.ts'
import type { Audience } from '#contract/leads.ts'
import type { App } from '#server/app.ts'
import { audienceQuery, resolveLeads, withCurrentTags } from '#server/features/leads/leads.ts'
import { cancelSteps } from '#server/features/messages/messages.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { stepSequencesJob } from '../model/job-names.ts'

type Row = Omit<SequencePerson, 'due_at' | 'entered_at' | 'ended_at'> & {
  due_at: Date | null
  entered_at: Date
  ended_at: Date | null
}

const peopleWhere = (businessId: number, sequenceId: number, where: RawBuilder<unknown>) => sql<Row>`
  select p.id, l.id as lead_id, coalesce(l.name, '') as name, coalesce(l.phone, l.bsuid) as phone, p.version, p.state,
    p.reason, greatest(p.step, 0) as step, p.due_at, p.entered_at, p.ended_at
  from sequence_people p
  left join leads l on l.business_id = p.business_id and l.id = p.lead_id
  where p.business_id = ${businessId} and p.sequence_id = ${sequenceId} and ${where}
  order by p.id desc`

/** The latest to enter first. */
export async function listPeople(
  app: App,
  businessId: number,
  sequenceId: number,
  { state, cursor, limit }: QueryOf<typeof sequences.people>,
): Promise<{ people: SequencePerson[]; next_cursor: string | null }> {
  await requireSequence(app, businessId, sequenceId)
  const where = sql`(${state ?? null}::text is null or p.state = ${state ?? null}::text)
    and (${cursor ?? null}::bigint is null or p.id < ${cursor ?? null}::bigint)`
  const { rows } = await sql<Row>`${peopleWhere(businessId, sequenceId, where)} limit ${limit + 1}`.execute(
    app.db,
  )
  const people = rows.slice(0, limit).map(toPerson)
  const last = people.at(-1)
  return { people, next_cursor: rows.length > limit && last ? String(last.id) : null }
}

const toPerson = ({ id, lead_id, due_at, entered_at, ended_at, ...row }: Row): SequencePerson =>
  SequencePerson.parse({
    ...row,
    id: Number(id),
    lead_id: lead_id === null ? null : Number(lead_id),
    due_at: due_at?.toISOString() ?? null,
    entered_at: entered_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  })

async function requireSequence(app: App, businessId: number, id: number) {
  const row = await app.db
    .selectFrom('sequences')
    .select(['state', 'version', 'again'])
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('sequence')
  return row
}

/** Adds everybody of an audience who may begin. @throws AppError `conflict` where it does not run. */
export async function addPeople(
  app: App,
  businessId: number,
  sequenceId: number,
  audience: Audience,
): Promise<number> {
  const named = audience.lead_ids ? await resolveLeads(app, businessId, audience.lead_ids) : {}
  const current = await withCurrentTags(app, businessId, { ...audience, ...named })
  return await app.transaction(async (tx) => {
    const { state, again } = await requireSequence(tx, businessId, sequenceId)
    if (state !== 'running') throw new AppError('conflict', t('sequences.notRunning'))
    const people = audienceQuery(tx.db, businessId, current)
    const { rows } = await sql`
      with entering as materialized (
        select s.id, s.version, a.id as lead_id from sequences s cross join ${people} as a
        where s.business_id = ${businessId} and s.id = ${sequenceId} and s.state = 'running'
          and (${again} or not exists (select from sequence_people p where p.business_id = ${businessId}
            and p.sequence_id = s.id and p.lead_id = a.id)))
      insert into sequence_people (business_id, sequence_id, version, lead_id, state, step, due_at, entered_at)
      select ${businessId}, id, version, lead_id, 'active', -1, ${tx.now()}::timestamptz, ${tx.now()}::timestamptz
      from entering
      on conflict (business_id, sequence_id, lead_id) where state = 'active' do nothing
      returning id`.execute(tx.db)
    await tx.enqueue(stepSequencesJob, {})
    return rows.length
  })
}

/** Takes one person out; what has not left is taken back. @throws AppError `not_found` */
export async function stopPerson(
  app: App,
  businessId: number,
  sequenceId: number,
  personId: number,
): Promise<SequencePerson> {
  return await app.transaction(async (tx) => {
    await sql`
      update sequence_people set state = 'stopped', reason = 'by_hand', due_at = null, ended_at = ${tx.now()}
      where business_id = ${businessId} and sequence_id = ${sequenceId} and id = ${personId}
        and state = 'active'`.execute(tx.db)
    const { rows } = await peopleWhere(businessId, sequenceId, sql`p.id = ${personId}`).execute(tx.db)
    if (!rows[0]) throw notFound('sequencePerson')
    await cancelSteps(tx, businessId, sequenceId, [personId])
    return toPerson(rows[0])
  })
}
