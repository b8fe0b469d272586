import { type Expression, sql } from 'kysely'
import type { App } from '#server/app.ts'
import { erasureKey, isErasedSql } from '#server/features/leads/leads.ts'
import { analyzeMessages } from './dispatches.ts'
import { wakeLane } from './job-names.ts'
import { reasons, reconcilingReasons } from './message-status.ts'
import { noteMoved } from './moved-notes.ts'

type Steps = {
  businessId: number
  sequenceId: number
  /** From 0. */
  step: number
  contentId: number
  phoneNumberId: string
  /** A query that yields `person_id`, the `quiet_hours` of each and the columns of `PlannedRecipient`. */
  recipients: Expression<unknown>
  /** False where the statistics of rows like these are fresh. */
  analyze?: boolean
}

/**
 * Writes one step of a sequence into the outbox, one message for each person, in one statement. A step that a person
 * has already is left as it is, unless it was cancelled. Inside the transaction that moves the people on.
 */
export async function planSteps(tx: App, steps: Steps): Promise<void> {
  const { businessId, sequenceId, step, contentId, phoneNumberId, recipients, analyze = true } = steps
  const erased = isErasedSql(erasureKey(tx, businessId), businessId, sql`r.recipient_phone`)
  const { rows } = await sql`
    with steps as materialized (
      select r.*, ${erased} as erased, now() as now from ${recipients} as r
    )
    insert into messages (business_id, sequence_id, sequence_person_id, sequence_step, content_id, phone_number_id,
      lead_id, recipient_phone, variables, quiet_hours, status, reason, due_at)
    select ${businessId}::bigint, ${sequenceId}::bigint, r.person_id, ${step}::smallint, ${contentId}::bigint,
      ${phoneNumberId}::text, r.lead_id, r.recipient_phone, coalesce(r.variables, '{}'),
      r.quiet_hours,
      case when r.erased then 'skipped' else r.status end,
      case when r.erased then ${reasons.optedOut} else r.reason end,
      case when r.status = 'queued' and not r.erased then r.now end
    from steps r
    order by r.person_id
    on conflict (business_id, sequence_id, sequence_person_id, sequence_step) where sequence_id is not null
    do update set content_id = excluded.content_id, phone_number_id = excluded.phone_number_id,
      recipient_phone = excluded.recipient_phone, variables = excluded.variables, quiet_hours = excluded.quiet_hours,
      status = excluded.status, reason = excluded.reason, due_at = excluded.due_at
    where messages.status = 'cancelled'
    returning id`.execute(tx.db)
  if (analyze) await analyzeMessages(tx, rows.length)
  await wakeLane(tx, businessId, phoneNumberId)
  noteMoved(tx, businessId, null)
}

/** Takes back what has not left of these people. Inside the transaction that takes them out. */
export async function cancelSteps(
  tx: App,
  businessId: number,
  sequenceId: number,
  personIds: readonly number[],
): Promise<void> {
  if (personIds.length === 0) return
  const { numUpdatedRows } = await tx.db
    .updateTable('messages')
    .set({ status: 'cancelled', due_at: null })
    .where('business_id', '=', businessId)
    .where('sequence_id', '=', sequenceId)
    .where(sql<boolean>`sequence_person_id = any(${[...personIds]}::bigint[])`)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'queued'),
        eb.and([eb('status', '=', 'unknown'), eb('reason', 'in', reconcilingReasons)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) noteMoved(tx, businessId, null)
}

/** Messages that were planned for another template than it is now. */
export type PlannedBefore = {
  /** Templates that became marketing since. */
  templateIds: readonly number[]
  /** Contents whose variables stand for something else since. */
  contentIds?: readonly number[]
}

/** Of whom one of these messages waits in the outbox, and the first step of each that waits there. */
export async function plannedBefore(
  tx: App,
  businessId: number,
  sequenceId: number,
  { templateIds, contentIds = [] }: PlannedBefore,
): Promise<{ id: number; step: number }[]> {
  const { rows } = await sql<{ id: number; step: number }>`
    select m.sequence_person_id as id, min(m.sequence_step) as step from messages m
    where m.business_id = ${businessId} and m.sequence_id = ${sequenceId} and m.campaign_id is null
      and m.status = 'queued' and m.due_at is not null
    group by 1
    having bool_or(m.content_id = any(${[...contentIds]}::bigint[])
      or (select c.category <> 'MARKETING' and c.template_id = any(${[...templateIds]}::bigint[])
      from message_contents c where c.business_id = ${businessId} and c.id = m.content_id))`.execute(tx.db)
  return rows.map(({ id, step }) => ({ id: Number(id), step }))
}

/** Cancels what waits in the outbox for these people. Inside the transaction that has them come to it again. */
export async function cancelQueuedSteps(
  tx: App,
  businessId: number,
  sequenceId: number,
  personIds: readonly number[],
): Promise<void> {
  await sql`
    update messages m set status = 'cancelled', reason = null, due_at = null
    where business_id = ${businessId} and sequence_id = ${sequenceId}
      and sequence_person_id = any(${[...personIds]}::bigint[]) and status = 'queued'`.execute(tx.db)
  noteMoved(tx, businessId, null)
}

/** What of a sequence is meant: all of it, what has some contents, or what goes to some beginnings of addresses. */
type Part = { contentIds?: readonly number[]; prefixes?: readonly string[] }

const ofPart = ({ contentIds, prefixes }: Part) =>
  prefixes
    ? sql`left(m.recipient_phone, ${prefixes[0]?.length ?? 0}) = any(${[...prefixes]}::text[])`
    : contentIds
      ? sql`m.content_id = any(${[...contentIds]}::bigint[])`
      : sql`true`

/** Keeps what has not left of a sequence in the outbox until then; null: until it is released. */
export async function holdSteps(
  tx: App,
  businessId: number,
  sequenceId: number,
  until: Date | null,
  part: Part = {},
): Promise<void> {
  const due = until ? sql`${until}::timestamptz` : sql`'infinity'::timestamptz`
  await sql`
    update messages m set due_at = ${due} where business_id = ${businessId} and sequence_id = ${sequenceId}
      and campaign_id is null and status = 'queued' and due_at < ${due} and ${ofPart(part)}`.execute(tx.db)
}

/** Lets what was held without an end go at once. */
export async function releaseSteps(
  tx: App,
  businessId: number,
  sequenceId: number,
  part: Part = {},
): Promise<void> {
  const { rows } = await sql<{ number: string }>`
    with released as (
      update messages m set due_at = now() where business_id = ${businessId} and sequence_id = ${sequenceId}
        and campaign_id is null and status = 'queued' and due_at = 'infinity' and ${ofPart(part)}
      returning phone_number_id)
    select distinct phone_number_id as number from released`.execute(tx.db)
  for (const { number } of rows) await wakeLane(tx, businessId, number)
}

export type InOutbox = {
  business_id: number
  sequence_id: number
  template_id: number | null
  content_ids: number[]
  /** The template's as they were planned. */
  category: string
  /** Until it is released. */
  held: boolean
}

/** What of sequences waits in the outbox and may go now, or is held without an end. */
export async function sequencesInOutbox(app: App): Promise<InOutbox[]> {
  const { rows } = await sql<InOutbox>`
    select g.business_id, g.sequence_id, c.template_id, c.category, g.held, array_agg(g.content_id) as content_ids
    from (
      select business_id, sequence_id, content_id, due_at = 'infinity' as held from messages
      where status = 'queued' and sequence_id is not null and (due_at <= now() or due_at = 'infinity')
      group by 1, 2, 3, 4) g
    join message_contents c on c.business_id = g.business_id and c.id = g.content_id
    group by 1, 2, 3, 4, 5`.execute(app.db)
  return rows.map((row) => ({
    ...row,
    business_id: Number(row.business_id),
    sequence_id: Number(row.sequence_id),
    template_id: row.template_id === null ? null : Number(row.template_id),
    content_ids: row.content_ids.map(Number),
  }))
}

export type ContentInOutbox = { id: number; template_id: number; components: unknown }

/** What waits in the outbox of one sequence says, as it was planned. @param ids only these; all where left out. */
export async function contentsInOutbox(
  app: App,
  businessId: number,
  sequenceId: number,
  ids?: readonly number[],
): Promise<ContentInOutbox[]> {
  const those = ids
    ? sql`${[...ids]}::bigint[]`
    : sql`array(select distinct m.content_id from messages m where m.business_id = ${businessId}
        and m.sequence_id = ${sequenceId} and m.status = 'queued' and m.due_at is not null)`
  const { rows } = await sql<ContentInOutbox>`
    select c.id, c.template_id, c.components from message_contents c
    where c.business_id = ${businessId} and c.id = any(${those}) and c.template_id is not null`.execute(
    app.db,
  )
  return rows.map((row) => ({ ...row, id: Number(row.id), template_id: Number(row.template_id) }))
}

/** The templates of what waits in the outbox of one sequence. */
export async function templatesInOutbox(app: App, businessId: number, sequenceId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct c.template_id as id from messages m
    join message_contents c on c.business_id = m.business_id and c.id = m.content_id
    where m.business_id = ${businessId} and m.sequence_id = ${sequenceId} and m.status = 'queued'
      and m.due_at is not null and c.template_id is not null`.execute(app.db)
  return rows.map(({ id }) => Number(id))
}

/** How the addresses begin to which something of a sequence may go now. */
export async function prefixesInOutbox(
  app: App,
  businessId: number,
  sequenceId: number,
  length: number,
): Promise<string[]> {
  const { rows } = await sql<{ prefix: string }>`
    select distinct left(recipient_phone, ${length}) as prefix from messages
    where business_id = ${businessId} and sequence_id = ${sequenceId} and status = 'queued' and due_at <= now()`.execute(
    app.db,
  )
  return rows.map(({ prefix }) => prefix)
}
