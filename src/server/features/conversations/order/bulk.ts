import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { mostLabelsEach } from '#contract/conversations/filter.ts'
import type { conversations } from '#contract/conversations.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { requireMember, snoozeTime, writeEvents } from '../act/change.ts'
import { knownLabels } from '../act/known-labels.ts'
import { noteAllConversations, noteConversations } from '../notes.ts'
import { whereFilter } from '../view/filter.ts'
import { dropLabel, lockLabel } from './labels.ts'

type Caller = { businessId: number; userId: number }
type Input = z.output<typeof conversations.bulk.body>
type Change = {
  state?: 'open' | 'closed' | 'snoozed'
  snoozed_until?: string
  assigned_to?: number | null
  label?: string
  unlabel?: string
  read?: true
  /** The label itself was deleted, too. */
  dropped?: { name: string; colour: string }
}
/** A conversation as it was. */
type Before = {
  id: number
  state: string
  snoozed_until: string | null
  assigned_to: number | null
  labels: string[]
  read_inbound_id: number
  last_inbound_id: number
}

/** All that a filter finds, at most. */
const mostChanged = 50_000
const undoMs = 86_400_000
/** Beyond this many, open screens are told to look at everything. */
const mostNoted = 1000

/**
 * Changes several conversations in one transaction and keeps what they were. Those of others are passed over like
 * those that do not exist.
 * @throws AppError `invalid_input`
 */
export async function changeMany(
  app: App,
  caller: Caller,
  { ids, filter, ...input }: Input,
): Promise<{ changed: number; change_id: number | null }> {
  if ((ids === undefined) === (filter === undefined)) {
    throw new AppError('invalid_input', t('conversations.bulkWhich'))
  }
  const until = input.snoozed_until === undefined ? undefined : snoozeTime(app, input.snoozed_until)
  const { snoozed_until: _until, state, ...rest } = input
  return await app.transaction(async (tx) => {
    if (input.assigned_to) await requireMember(tx, caller.businessId, input.assigned_to)
    const [label] = input.label ? await knownLabels(tx, caller.businessId, [input.label]) : []
    const change = {
      ...rest,
      ...(label && { label }),
      ...(until ? { state: 'snoozed' as const, snoozed_until: until.toISOString() } : state && { state }),
    } as Change
    const where = ids
      ? sql`c.business_id = ${caller.businessId} and c.id = any(${ids}::bigint[])`
      : await whereFilter(tx, caller, filter ?? {})
    return await applyChange(tx, caller, change, where)
  })
}

/** Takes a label off all conversations and deletes it. @throws AppError `not_found` */
export async function removeLabel(app: App, caller: Caller, name: string): Promise<{ change_id: number }> {
  return await app.transaction(async (tx) => {
    const label = await lockLabel(tx, caller.businessId, name)
    const change = { unlabel: label.name, dropped: label }
    const { change_id } = await applyChange(
      tx,
      caller,
      change,
      sql`c.business_id = ${caller.businessId} and c.labels @> array[${label.name}::text]`,
    )
    await dropLabel(tx, caller.businessId, label.name)
    return { change_id: change_id ?? (await keepChange(tx, caller, change, [])) }
  })
}

async function applyChange(
  tx: App,
  caller: Caller,
  change: Change,
  where: RawBuilder<unknown>,
): Promise<{ changed: number; change_id: number | null }> {
  const { businessId } = caller
  const parts = partsOf(change)
  if (parts.length === 0) return { changed: 0, change_id: null }
  const needed = sql.join(
    parts.map(({ needed }) => needed),
    sql` or `,
  )
  const { rows: before } = await sql<Before>`
    with found as materialized (
      select c.id from conversations c where ${where} order by c.last_at desc, c.id desc limit ${mostChanged}
    )
    select c.id, c.state, c.snoozed_until, c.assigned_to, c.labels, c.read_inbound_id, c.last_inbound_id
    from conversations c where c.business_id = ${businessId} and c.id in (select id from found) and (${needed})
    order by c.id for no key update`.execute(tx.db)
  if (before.length === 0) return { changed: 0, change_id: null }
  const ids = before.map(({ id }) => Number(id))
  for (const { set, needed, event } of parts) {
    const { rows } = await sql<{ id: number }>`
      update conversations c set ${set}
      where c.business_id = ${businessId} and c.id = any(${ids}::bigint[]) and (${needed}) returning c.id`.execute(
      tx.db,
    )
    if (event) {
      await writeEvents(
        tx,
        caller,
        rows.map(({ id }) => Number(id)),
        [event],
      )
    }
  }
  await noteMany(tx, businessId, ids)
  return { changed: ids.length, change_id: await keepChange(tx, caller, change, before) }
}

type Part = {
  needed: RawBuilder<unknown>
  set: RawBuilder<unknown>
  event: Parameters<typeof writeEvents>[3][number] | null
}

function partsOf(change: Change): Part[] {
  const { state, snoozed_until: until, assigned_to, label, unlabel, read } = change
  return [
    ...(state
      ? [
          {
            needed: sql`(c.state <> ${state} or c.snoozed_until is distinct from ${until ?? null}::timestamptz)`,
            set: sql`state = ${state}, snoozed_until = ${until ?? null}::timestamptz`,
            event: {
              kind: state === 'open' ? ('reopened' as const) : state,
              details: until ? { until } : {},
            },
          },
        ]
      : []),
    ...(assigned_to !== undefined
      ? [
          {
            needed: sql`c.assigned_to is distinct from ${assigned_to}::bigint`,
            set: sql`assigned_to = ${assigned_to}::bigint`,
            event:
              assigned_to === null
                ? { kind: 'unassigned' as const, details: {} }
                : { kind: 'assigned' as const, details: { user_id: assigned_to } },
          },
        ]
      : []),
    ...(label
      ? [
          {
            needed: sql`(not c.labels @> array[${label}::text] and cardinality(c.labels) < ${mostLabelsEach})`,
            set: sql`labels = c.labels || ${label}::text`,
            event: { kind: 'labelled' as const, details: { label } },
          },
        ]
      : []),
    ...(unlabel
      ? [
          {
            needed: sql`c.labels @> array[${unlabel}::text]`,
            set: sql`labels = array_remove(c.labels, ${unlabel}::text)`,
            event: { kind: 'unlabelled' as const, details: { label: unlabel } },
          },
        ]
      : []),
    ...(read
      ? [
          {
            needed: sql`c.last_inbound_id > c.read_inbound_id`,
            set: sql`read_inbound_id = c.last_inbound_id`,
            event: null,
          },
        ]
      : []),
  ]
}

async function keepChange(
  tx: App,
  { businessId, userId }: Caller,
  change: Change,
  before: readonly Before[],
): Promise<number> {
  await tx.db
    .deleteFrom('conversation_changes')
    .where('business_id', '=', businessId)
    .where('at', '<', new Date(tx.now().getTime() - undoMs))
    .execute()
  const { id } = await tx.db
    .insertInto('conversation_changes')
    .values({
      business_id: businessId,
      user_id: userId,
      change: JSON.stringify(change),
      before: JSON.stringify(before),
      at: tx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(id)
}

/**
 * Puts back what a change found, where nobody has changed it since.
 * @throws AppError `not_found`; `conflict` where it was undone already or a day has passed
 */
export async function undoMany(app: App, caller: Caller, id: number): Promise<{ changed: number }> {
  const { businessId } = caller
  return await app.transaction(async (tx) => {
    const { rows } = await sql<{ change: Change; before: Before[] }>`
      update conversation_changes set undone_at = ${tx.now()}
      where business_id = ${businessId} and id = ${id} and undone_at is null
        and at >= ${new Date(tx.now().getTime() - undoMs)}::timestamptz
      returning change, before`.execute(tx.db)
    const [row] = rows
    if (!row) {
      const known = await sql`
        select 1 from conversation_changes where business_id = ${businessId} and id = ${id}`.execute(tx.db)
      if (known.rows.length === 0) throw notFound('change')
      throw new AppError('conflict', t('conversations.undoOver'))
    }
    const { change, before } = row
    if (change.dropped) {
      await sql`
        insert into conversation_labels (business_id, name, colour, created_at)
        values (${businessId}, ${change.dropped.name}, ${change.dropped.colour}, ${tx.now()})
        on conflict (business_id, lower(name)) do nothing`.execute(tx.db)
    }
    await sql`select from conversations where business_id = ${businessId}
      and id = any(${before.map((one) => one.id)}::bigint[]) order by id for no key update`.execute(tx.db)
    const changed = new Set<number>()
    const were = new Map(before.map((one) => [Number(one.id), one]))
    for (const { set, where, eventOf } of undoPartsOf(change)) {
      const done = await sql<{ id: number }>`
        update conversations c set ${set}
        from jsonb_to_recordset(${JSON.stringify(before)}::jsonb) as b (id bigint, state text,
          snoozed_until timestamptz, assigned_to bigint, labels text[], read_inbound_id bigint, last_inbound_id bigint)
        where c.business_id = ${businessId} and c.id = b.id and ${where} returning c.id`.execute(tx.db)
      const ids = done.rows.map((one) => Number(one.id))
      for (const one of ids) changed.add(one)
      if (!eventOf) continue
      const alike = Map.groupBy(ids, (one) => JSON.stringify(eventOf(were.get(one)!)))
      for (const [event, theirs] of alike) {
        await writeEvents(tx, caller, theirs, [JSON.parse(event) as ReturnType<typeof eventOf>])
      }
    }
    await noteMany(tx, businessId, [...changed])
    return { changed: changed.size }
  })
}

function undoPartsOf({ state, snoozed_until: until, assigned_to, label, unlabel, read }: Change) {
  const parts: {
    set: RawBuilder<unknown>
    where: RawBuilder<unknown>
    eventOf: ((was: Before) => NonNullable<Part['event']>) | null
  }[] = []
  if (state) {
    parts.push({
      set: sql`state = b.state, snoozed_until = b.snoozed_until`,
      where: sql`c.state = ${state} and c.snoozed_until is not distinct from ${until ?? null}::timestamptz
        and (b.state <> c.state or b.snoozed_until is distinct from c.snoozed_until)`,
      eventOf: (was) =>
        was.state === 'snoozed'
          ? { kind: 'snoozed', details: { until: was.snoozed_until, undo: true } }
          : { kind: was.state === 'open' ? 'reopened' : 'closed', details: { undo: true } },
    })
  }
  if (assigned_to !== undefined) {
    parts.push({
      set: sql`assigned_to = b.assigned_to`,
      where: sql`c.assigned_to is not distinct from ${assigned_to}::bigint
        and b.assigned_to is distinct from c.assigned_to
        and (b.assigned_to is null or exists (select from users u where u.business_id = c.business_id
          and u.id = b.assigned_to and u.removed_at is null))`,
      eventOf: (was) =>
        was.assigned_to === null
          ? { kind: 'unassigned', details: { undo: true } }
          : { kind: 'assigned', details: { user_id: was.assigned_to, undo: true } },
    })
  }
  if (label) {
    parts.push({
      set: sql`labels = array_remove(c.labels, ${label}::text)`,
      where: sql`c.labels @> array[${label}::text] and not b.labels @> array[${label}::text]
        and cardinality(b.labels) < ${mostLabelsEach}`,
      eventOf: () => ({ kind: 'unlabelled', details: { label, undo: true } }),
    })
  }
  if (unlabel) {
    parts.push({
      set: sql`labels = c.labels || ${unlabel}::text`,
      where: sql`b.labels @> array[${unlabel}::text] and not c.labels @> array[${unlabel}::text]
        and cardinality(c.labels) < ${mostLabelsEach}`,
      eventOf: () => ({ kind: 'labelled', details: { label: unlabel, undo: true } }),
    })
  }
  if (read) {
    parts.push({
      set: sql`read_inbound_id = b.read_inbound_id`,
      where: sql`c.read_inbound_id = b.last_inbound_id and b.read_inbound_id < b.last_inbound_id`,
      eventOf: null,
    })
  }
  return parts
}

const noteMany = (tx: App, businessId: number, ids: readonly number[]): Promise<void> =>
  ids.length > mostNoted ? noteAllConversations(tx, businessId) : noteConversations(tx, businessId, ids)
