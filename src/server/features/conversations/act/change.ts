import { sql } from 'kysely'
import { mostLabelsEach } from '#contract/conversations/filter.ts'
import { longestSnoozeDays } from '#contract/conversations.ts'
import type { App } from '#server/app.ts'
import { holdMember } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { noteConversations } from '../notes.ts'
import { requireConversation } from '../require-conversation.ts'
import { knownLabels } from './known-labels.ts'

type Caller = { businessId: number; userId: number }
type Change = {
  state?: 'open' | 'closed' | undefined
  snoozed_until?: string | undefined
  assigned_to?: number | null | undefined
  labels?: string[] | undefined
  add_labels?: string[] | undefined
  remove_labels?: string[] | undefined
}
type EventKind =
  | 'assigned'
  | 'unassigned'
  | 'closed'
  | 'reopened'
  | 'snoozed'
  | 'labelled'
  | 'unlabelled'
  | 'taken_back'

/**
 * Closes, reopens, snoozes, assigns or labels a conversation, and writes down who did. What is so already changes
 * nothing.
 * @throws AppError `not_found`, `invalid_input`; `rule_broken` where there would be too many labels
 */
export async function changeConversation(
  app: App,
  { businessId, userId }: Caller,
  id: number,
  { state, snoozed_until, assigned_to, ...labelling }: Change,
): Promise<void> {
  const until = snoozed_until === undefined ? undefined : snoozeTime(app, snoozed_until)
  await app.transaction(async (tx) => {
    if (assigned_to) await requireMember(tx, businessId, assigned_to)
    const before = await tx.db
      .selectFrom('conversations')
      .select(['state', 'assigned_to', 'snoozed_until', 'labels'])
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw notFound('conversation')
    const events: { kind: EventKind; details: object }[] = []
    const next = until ? 'snoozed' : state
    if (next && (next !== before.state || (until && +until !== +(before.snoozed_until ?? 0)))) {
      const kind = next === 'open' ? 'reopened' : next
      events.push({ kind, details: until ? { until: until.toISOString() } : {} })
    }
    if (assigned_to !== undefined && assigned_to !== before.assigned_to) {
      events.push(
        assigned_to === null
          ? { kind: 'unassigned', details: {} }
          : { kind: 'assigned', details: { user_id: assigned_to } },
      )
    }
    const wanted = await labelsAfter(tx, businessId, before.labels, labelling)
    for (const label of wanted ?? []) {
      if (!before.labels.includes(label)) events.push({ kind: 'labelled', details: { label } })
    }
    for (const label of wanted ? before.labels : []) {
      if (!wanted?.includes(label)) events.push({ kind: 'unlabelled', details: { label } })
    }
    await tx.db
      .updateTable('conversations')
      .set((row) => ({
        state: next ?? row.ref('state'),
        ...(next && { snoozed_until: until ?? null }),
        ...(assigned_to !== undefined && { assigned_to }),
        ...(wanted && { labels: wanted }),
      }))
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .execute()
    await writeEvents(tx, { businessId, userId }, [id], events)
    await noteConversations(tx, businessId, [id])
  })
}

/** The labels that a change leaves, or undefined where it has nothing to do with them. */
async function labelsAfter(
  tx: App,
  businessId: number,
  before: readonly string[],
  { labels, add_labels = [], remove_labels = [] }: Change,
): Promise<string[] | undefined> {
  if (!labels && add_labels.length === 0 && remove_labels.length === 0) return undefined
  const named = await knownLabels(tx, businessId, [...(labels ?? []), ...add_labels])
  const gone = new Set(remove_labels.map((label) => label.toLowerCase()))
  const after = [...new Set([...(labels ? [] : before), ...named])].filter(
    (label) => !gone.has(label.toLowerCase()),
  )
  if (after.length > mostLabelsEach && after.length > before.length) {
    const sentence = t('conversations.mostLabelsEach', { most: mostLabelsEach })
    throw new AppError('rule_broken', sentence, { fields: { labels: sentence } })
  }
  return after
}

/** When a snooze ends. @throws AppError `invalid_input` for what has passed or is too far away */
export function snoozeTime(app: App, text: string): Date {
  const until = new Date(text)
  const latest = app.now().getTime() + longestSnoozeDays * 86_400_000
  if (until <= app.now() || until.getTime() > latest) {
    throw new AppError('invalid_input', t('conversations.snoozeTime'), {
      fields: { snoozed_until: t('conversations.snoozeTime') },
    })
  }
  return until
}

/** Writes down who did what with conversations. */
export async function writeEvents(
  tx: App,
  { businessId, userId }: Caller,
  ids: readonly number[],
  events: readonly { kind: EventKind; details: object }[],
): Promise<void> {
  if (ids.length === 0) return
  for (const { kind, details } of events) {
    await sql`
      insert into conversation_events (business_id, conversation_id, kind, user_id, details, at)
      select ${businessId}, i.id, ${kind}, ${userId}, ${JSON.stringify(details)}::jsonb, ${tx.now()}::timestamptz
      from unnest(${[...ids]}::bigint[]) as i (id)`.execute(tx.db)
  }
}

export async function requireMember(tx: App, businessId: number, userId: number): Promise<void> {
  if (!(await holdMember(tx, businessId, userId))) {
    throw new AppError('invalid_input', t('conversations.noMember'), {
      fields: { assigned_to: t('conversations.noMember') },
    })
  }
}

/** @throws AppError `not_found` */
export async function addNote(
  app: App,
  { businessId, userId }: Caller,
  id: number,
  text: string,
): Promise<void> {
  await app.transaction(async (tx) => {
    await requireConversation(tx, businessId, id)
    await tx.db
      .insertInto('conversation_events')
      .values({
        business_id: businessId,
        conversation_id: id,
        kind: 'note',
        user_id: userId,
        text: text.toWellFormed(),
        at: tx.now(),
      })
      .execute()
    await noteConversations(tx, businessId, [id])
  })
}

/** Marks all that came as read, or the newest message as unread. @throws AppError `not_found` */
export async function markRead(app: App, businessId: number, id: number, unread: boolean): Promise<void> {
  await app.transaction(async (tx) => {
    await requireConversation(tx, businessId, id)
    await sql`
      update conversations set read_inbound_id = case when ${unread} then greatest(0, coalesce((
          select max(i.id) from inbound_messages i where i.business_id = ${businessId} and i.conversation_id = ${id}
            and i.id < conversations.last_inbound_id and not i.echo), 0))
        else last_inbound_id end
      where business_id = ${businessId} and id = ${id}`.execute(tx.db)
    await noteConversations(tx, businessId, [id])
  })
}

/** What one person of the team is typing; an empty text forgets it. @throws AppError `not_found` */
export async function keepDraft(
  app: App,
  { businessId, userId }: Caller,
  id: number,
  text: string,
): Promise<void> {
  await requireConversation(app, businessId, id)
  if (text === '') {
    await app.db
      .deleteFrom('conversation_drafts')
      .where('business_id', '=', businessId)
      .where('conversation_id', '=', id)
      .where('user_id', '=', userId)
      .execute()
    return
  }
  const row = { text: text.toWellFormed(), updated_at: app.now() }
  await app.db
    .insertInto('conversation_drafts')
    .values({ business_id: businessId, conversation_id: id, user_id: userId, ...row })
    .onConflict((same) => same.columns(['business_id', 'conversation_id', 'user_id']).doUpdateSet(row))
    .execute()
}

export async function draftOf(app: App, { businessId, userId }: Caller, id: number): Promise<string> {
  const row = await app.db
    .selectFrom('conversation_drafts')
    .select('text')
    .where('business_id', '=', businessId)
    .where('conversation_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.text ?? ''
}

/** By the clock: conversations whose snooze is over are open again. */
export async function wakeSnoozed(app: App): Promise<void> {
  await app.transaction(async (tx) => {
    const { rows } = await sql<{ business_id: number; id: number }>`
      with woken as (
        update conversations set state = 'open', snoozed_until = null, last_at = greatest(last_at, ${tx.now()})
        where state = 'snoozed' and snoozed_until <= ${tx.now()}::timestamptz
        returning business_id, id
      ),
      told as (
        insert into conversation_events (business_id, conversation_id, kind, at)
        select business_id, id, 'woken', ${tx.now()}::timestamptz from woken
      )
      select business_id, id from woken`.execute(tx.db)
    for (const [businessId, theirs] of Map.groupBy(rows, (row) => Number(row.business_id))) {
      await noteConversations(
        tx,
        businessId,
        theirs.map(({ id }) => Number(id)),
      )
    }
  })
}
