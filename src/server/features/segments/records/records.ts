import { type RawBuilder, sql } from 'kysely'
import { SegmentRules } from '#contract/growth/segment-rules.ts'
import type { Segment } from '#contract/growth/segments.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { breaksConstraint } from '#server/platform/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'
import { currentRules } from '../rules/current-rules.ts'
import { namesIn, requireNamed } from '../rules/named.ts'
import { sentenceOf } from '../rules/words.ts'

export type Values = { name: string; rules: SegmentRules }
type Edit = Values & { updated_at?: string | undefined }

/** A business has at most so many. */
const mostSegments = 200
export const longestName = 80

export async function listSegments(app: App, businessId: number): Promise<Segment[]> {
  return await read(app, businessId, sql`not s.from_report`)
}

/** @throws AppError `not_found` */
export async function getSegment(app: App, businessId: number, id: number): Promise<Segment> {
  const [segment] = await read(app, businessId, sql`s.id = ${id}`)
  if (!segment) throw notFound('segment')
  return segment
}

/** @throws AppError `rule_broken` beyond 200 segments, `conflict` where the name is taken, `not_found` */
export async function createSegment(app: App, businessId: number, values: Values): Promise<Segment> {
  await requireNamed(app, businessId, values.rules)
  const rules = await currentRules(app, businessId, values.rules)
  const id = await app.transaction(async (tx) => {
    await lockList(tx, businessId)
    const { rows } = await sql<{ id: number }>`
      insert into segments (business_id, name, rules, created_at, updated_at)
      select ${businessId}, ${values.name}, ${JSON.stringify(rules)}::jsonb, ${tx.now()}, ${tx.now()}
      where ${hasRoom(businessId)}
      returning id`
      .execute(tx.db)
      .catch((error: unknown) => {
        throw breaksConstraint(error, 'segments_name') ? nameTaken(values.name) : error
      })
    const [made] = rows
    if (!made) throw tooMany()
    return Number(made.id)
  })
  return await getSegment(app, businessId, id)
}

/** Two that are saved at once would both be the last one. */
async function lockList(tx: App, businessId: number): Promise<void> {
  await lockOfBusiness(tx.db, businessId, 'segments')
}

const hasRoom = (businessId: number): RawBuilder<boolean> => sql`(
  select count(*) from segments s where s.business_id = ${businessId} and s.deleted_at is null and not s.from_report
) < ${mostSegments}`

const tooMany = (): AppError => new AppError('rule_broken', t('segments.tooMany', { most: mostSegments }))

/**
 * One that a report made is from then on in the list.
 * @throws AppError `conflict` where the name is taken or another edit was first, `not_found`, `rule_broken` beyond 200 segments
 */
export async function saveSegment(app: App, businessId: number, id: number, values: Edit): Promise<Segment> {
  await requireNamed(app, businessId, values.rules)
  const rules = JSON.stringify(await currentRules(app, businessId, values.rules))
  const { from_report } = await getSegment(app, businessId, id)
  await app.transaction(async (tx) => {
    if (from_report) await lockList(tx, businessId)
    await refuseOld(tx, businessId, id, values.updated_at)
    const { rows } = await sql`
      update segments set name = ${values.name}, rules = ${rules}::jsonb, updated_at = ${tx.now()},
        people = case when rules = ${rules}::jsonb then people end,
        counted_at = case when rules = ${rules}::jsonb then counted_at end, from_report = false
      where business_id = ${businessId} and id = ${id} and deleted_at is null
        and (not from_report or ${hasRoom(businessId)}) returning id`
      .execute(tx.db)
      .catch((error: unknown) => {
        throw breaksConstraint(error, 'segments_name') ? nameTaken(values.name) : error
      })
    if (rows.length === 0) throw from_report ? tooMany() : notFound('segment')
  })
  return await getSegment(app, businessId, id)
}

/** Locks the segment: of two edits of what was read once, the second is refused. */
async function refuseOld(tx: App, businessId: number, id: number, read: string | undefined): Promise<void> {
  if (read === undefined) return
  const { rows } = await sql<{ updated_at: Date }>`
    select updated_at from segments where business_id = ${businessId} and id = ${id} for update`.execute(
    tx.db,
  )
  if (rows[0] && rows[0].updated_at.getTime() !== Date.parse(read))
    throw new AppError('conflict', t('segments.editedMeanwhile'))
}

/** @throws AppError `not_found`, `rule_broken` beyond 200 segments */
export async function copySegment(app: App, businessId: number, id: number): Promise<Segment> {
  const { name, rules } = await getSegment(app, businessId, id)
  return await createNamed(app, businessId, t('segments.copyOf', { name }), rules)
}

/** Makes a segment under this name, or the name with a number where it is taken. */
export async function createNamed(
  app: App,
  businessId: number,
  name: string,
  rules: SegmentRules,
): Promise<Segment> {
  const taken = new Set((await listSegments(app, businessId)).map((one) => one.name.toLowerCase()))
  const numbered = (nr: number): string => {
    const end = nr === 1 ? '' : ` ${nr}`
    return `${name.slice(0, longestName - end.length)}${end}`
  }
  let nr = 1
  while (taken.has(numbered(nr).toLowerCase())) nr++
  return await createSegment(app, businessId, { name: numbered(nr), rules })
}

/** After so long a report's segment that no campaign has used goes. */
const reportDays = 30

/** The segment of a report's cell: the same cell is one segment, and none of the list is made. */
export async function segmentForReport(
  app: App,
  businessId: number,
  name: string,
  rules: SegmentRules,
): Promise<Segment> {
  const text = JSON.stringify(rules)
  await sql`
    delete from segments s where s.business_id = ${businessId} and s.from_report
      and s.updated_at < ${app.now()}::timestamptz - make_interval(days => ${sql.lit(reportDays)})
      and not exists (select from campaigns c where c.business_id = s.business_id
        and c.audience ->> 'segment_id' = s.id::text)`.execute(app.db)
  const { rows } = await sql<{ id: number }>`
    with known as (
      select id from segments where business_id = ${businessId} and deleted_at is null and rules = ${text}::jsonb
      order by from_report, id limit 1),
    made as (
      insert into segments (business_id, name, rules, from_report, created_at, updated_at)
      select ${businessId}, ${name}, ${text}::jsonb, true, ${app.now()}, ${app.now()}
      where not exists (select from known) returning id)
    select id from known union all select id from made`.execute(app.db)
  return await getSegment(app, businessId, Number(rows[0]!.id))
}

/** @throws AppError `rule_broken` while a campaign or another part of the product uses it, `not_found` */
export async function removeSegment(app: App, businessId: number, id: number): Promise<void> {
  const { campaigns } = await getSegment(app, businessId, id)
  if (campaigns > 0) throw new AppError('rule_broken', t('segments.inUse', { count: campaigns }))
  const { rows: sequences } = await sequencesOf(businessId, id).execute(app.db)
  const [first] = sequences
  if (first) throw new AppError('rule_broken', t('segments.usedBySequence', { name: first.name }))
  const { rows } = await sql`
    update segments set deleted_at = ${app.now()}
    where business_id = ${businessId} and id = ${id} and deleted_at is null
      and not exists (select from campaigns c where ${usesSegment(sql`segments.id`)})
      and not exists (${sequencesOf(businessId, id)}) returning id`.execute(app.db)
  if (rows.length === 0) throw notFound('segment')
}

/** Whether a campaign `c` of the business has yet to draw its people from a segment. */
const usesSegment = (id: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  c.business_id = segments.business_id and c.status in ('Scheduled', 'Running', 'Paused') and c.planned_at is null
  and c.audience ->> 'segment_id' = (${id})::text`

/** Sequences that people enter by joining a segment, or whose newest version checks it. */
const sequencesOf = (businessId: number, id: number): RawBuilder<{ name: string }> => sql<{ name: string }>`
  select q.name from sequences q where q.business_id = ${businessId} and (q.trigger_segment_id = ${id} or exists (
    select from sequence_versions v where v.business_id = q.business_id and v.sequence_id = q.id
      and v.version = q.version and v.content -> 'steps' @> ${JSON.stringify([{ kind: 'check', segment: id }])}::jsonb))
  order by q.id`

type Row = {
  id: number
  name: string
  rules: unknown
  from_report: boolean
  people: number | null
  counted_at: Date | null
  updated_at: Date
  campaigns: number
  sequences: number
}

async function read(app: App, businessId: number, which: RawBuilder<unknown>): Promise<Segment[]> {
  const { rows } = await sql<Row>`
    select s.id, s.name, s.rules, s.from_report, s.people, s.counted_at, s.updated_at,
      (select count(*)::int from campaigns c, segments where segments.business_id = s.business_id
        and ${onNodeOf(businessId, 'segments.business_id')} and ${onNodeOf(businessId, 'c.business_id')} and segments.id = s.id and ${usesSegment(sql`s.id`)}) as campaigns,
      (select count(*)::int from sequences q
        where q.business_id = s.business_id and ${onNodeOf(businessId, 'q.business_id')}
          and q.trigger_segment_id = s.id) as sequences
    from segments s where s.business_id = ${businessId} and s.deleted_at is null and ${which}
    order by lower(s.name), s.id`.execute(app.db)
  const all = rows.map((row) => ({ ...row, rules: SegmentRules.parse(row.rules) }))
  const named = await namesIn(
    app,
    businessId,
    all.map(({ rules }) => rules),
  )
  return all.map((row) => ({
    ...row,
    id: Number(row.id),
    sentence: sentenceOf(row.rules, named),
    counted_at: row.counted_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
  }))
}

function nameTaken(name: string): AppError {
  const sentence = t('segments.nameTaken', { name })
  return new AppError('conflict', sentence, { fields: { name: sentence } })
}
