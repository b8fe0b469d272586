import { type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { QueryOf } from '#contract/endpoint.ts'
import type { WebhookOutcome, WebhookRecord, WebhookState, webhooks } from '#contract/webhooks.ts'
import type { App } from '#server/app.ts'
import { isOperator } from '#server/features/accounts/accounts.ts'
import { isDatabaseOutage } from '#server/platform/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { parseWebhook, type WebhookEvent } from '#server/providers/meta/webhook-events.ts'
import type { Tables } from '#server/tables.ts'
import { applyEvents, type Received } from './apply.ts'
import { onlyOwnerOf, ownersOf } from './owners.ts'

type Stored = { id: number; body: Buffer }
type Parsed = { id: number; events: Received[]; error?: string }

/** As many POSTs as are applied in one go; a POST holds up to a thousand events. */
const batchSize = 1000

/**
 * Applies the oldest stored webhooks that are not applied yet.
 * @returns how many there were; 0 when nothing is left.
 */
export async function applyStored(app: App): Promise<number> {
  return await app.transaction(async (tx) => {
    // The rows stay locked until the end, so that two processes never apply the same webhook at once.
    const stored = await tx.db
      .selectFrom('webhook_events')
      .select(['id', 'body'])
      .where('applied_at', 'is', null)
      .orderBy('id')
      .limit(batchSize)
      .forUpdate()
      .skipLocked()
      .execute()
    if (stored.length === 0) return 0
    const parsed = stored.map(parse)
    const failures = await applyAll(app, parsed)
    const owners = await ownersOf(
      tx,
      parsed.flatMap(({ events }) => events),
    )
    await markApplied(
      tx,
      parsed.map(({ id, events, error }) => ({
        id,
        fields: fieldsOf(events),
        error: failures.get(id) ?? error ?? unrecognised(events),
        business_id: onlyOwnerOf(owners, events),
      })),
    )
    return stored.length
  })
}

/**
 * Applies all events as sets; where that fails, webhook by webhook, so that one that cannot be applied does
 * not hold up the others.
 * @returns a sentence for each webhook that could not be applied.
 */
async function applyAll(app: App, parsed: readonly Parsed[]): Promise<Map<number, string>> {
  const failures = new Map<number, string>()
  try {
    await applyEvents(
      app,
      parsed.flatMap(({ events }) => events),
    )
    return failures
  } catch (error) {
    if (isDatabaseOutage(error)) throw error
    app.log.warn({ err: error }, 'a batch of webhooks could not be applied at once; applying one by one')
  }
  for (const { id, events } of parsed) {
    try {
      await applyEvents(app, events)
    } catch (error) {
      if (isDatabaseOutage(error)) throw error
      app.log.error({ err: error, webhookEventId: id }, 'a webhook could not be applied')
      failures.set(id, 'It could not be applied. It is kept and can be replayed.')
    }
  }
  return failures
}

type Mark = { id: number; fields: string[]; error: string | null; business_id: number | null }

async function markApplied(app: App, marks: readonly Mark[]): Promise<void> {
  await sql`
    update webhook_events as event
    set applied_at = now(), attempts = event.attempts + 1, error = mark.error, business_id = mark.business_id,
        fields = string_to_array(mark.fields, ',')
    from unnest(
      ${marks.map(({ id }) => id)}::bigint[],
      ${marks.map(({ fields }) => fields.join(','))}::text[],
      ${marks.map(({ error }) => error)}::text[],
      ${marks.map(({ business_id }) => business_id)}::bigint[]
    ) as mark (id, fields, error, business_id)
    where event.id = mark.id`.execute(app.db)
}

function parse({ id, body }: Stored): Parsed {
  try {
    return { id, events: parseWebhook(body).map((event) => ({ ...event, webhookEventId: id })) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { id, events: [], error: 'The body is not JSON.' }
  }
}

function fieldsOf(events: readonly WebhookEvent[]): string[] {
  return [
    ...new Set(events.map((event) => (event.kind === 'unknown' ? event.field || 'unknown' : event.kind))),
  ]
}

function unrecognised(events: readonly WebhookEvent[]): string | null {
  const unknown = events.filter(({ kind }) => kind === 'unknown')
  if (unknown.length === 0) return null
  return `${unknown.length === events.length ? 'Nothing' : 'Not everything'} in it was recognised. It is kept as it came.`
}

/**
 * Applies one stored webhook again and tells what each event did. What it did before is done once.
 * @throws AppError `not_found` when it is not this business's.
 */
export async function replayWebhook(app: App, reader: Reader, id: number): Promise<WebhookOutcome[]> {
  const row = await visible(app, reader).where('id', '=', id).select('body').executeTakeFirst()
  if (!row) throw notFound('This webhook')
  const { events, error } = parse({ id, body: row.body })
  const outcomes = await applyEvents(app, events, { explain: true })
  const owners = await ownersOf(app, events)
  const mark = {
    id,
    fields: fieldsOf(events),
    error: error ?? unrecognised(events),
    business_id: onlyOwnerOf(owners, events),
  }
  await markApplied(app, [mark])
  return outcomes
}

type ListQuery = QueryOf<typeof webhooks.list>

/** The stored webhooks of a business, newest first. The operator also sees those that belong to nobody. */
export async function listWebhooks(
  app: App,
  reader: Reader,
  { limit, cursor, state, field }: ListQuery,
): Promise<{ events: z.infer<typeof WebhookRecord>[]; next_cursor: string | null }> {
  let query = visible(app, reader)
  if (cursor) query = query.where('id', '<', readCursor(cursor))
  if (field) query = query.where(sql<boolean>`${field} = any(fields)`)
  if (state) query = query.where(stateIs(state))
  const rows = await query
    .select(columns)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  return { events: page.map(shown), next_cursor: rows.length > limit ? String(page.at(-1)?.id) : null }
}

function readCursor(cursor: string): number {
  const id = Number(cursor)
  if (Number.isSafeInteger(id)) return id
  throw new AppError('invalid_input', 'This page of the list is not known. Go back to its start.')
}

/** One stored webhook with its body as text. */
export async function getWebhook(
  app: App,
  reader: Reader,
  id: number,
): Promise<z.infer<typeof WebhookRecord> & { body: string }> {
  const row = await visible(app, reader)
    .where('id', '=', id)
    .select([...columns, 'body'])
    .executeTakeFirst()
  if (!row) throw notFound('This webhook')
  return { ...shown(row), body: row.body.toString('utf8') }
}

const columns = [
  'id',
  'received_at',
  'applied_at',
  'attempts',
  'error',
  'fields',
  sql<number>`octet_length(body)`.as('bytes'),
] as const

/** Who reads: a signed-in person, or whoever has a terminal on the machine and so reads everything. */
export type Reader = Caller | 'terminal'

function visible(app: App, reader: Reader): SelectQueryBuilder<Tables, 'webhook_events', object> {
  const all = app.db.selectFrom('webhook_events')
  if (reader === 'terminal') return all
  const caller = reader
  if (!isOperator(caller.userId)) return all.where('business_id', '=', caller.businessId)
  return all.where((where) =>
    where.or([where('business_id', '=', caller.businessId), where('business_id', 'is', null)]),
  )
}

function stateIs(state: WebhookState) {
  switch (state) {
    case 'waiting':
      return sql<boolean>`applied_at is null`
    case 'applied':
      return sql<boolean>`applied_at is not null and error is null`
    case 'unrecognised':
      return sql<boolean>`applied_at is not null and error like '%recognised%'`
    case 'failed':
      return sql<boolean>`applied_at is not null and error not like '%recognised%'`
  }
}

type Row = {
  id: number
  received_at: Date
  applied_at: Date | null
  attempts: number
  error: string | null
  fields: string[]
  bytes: number
}

function shown(row: Row): z.infer<typeof WebhookRecord> {
  return {
    ...row,
    received_at: row.received_at.toISOString(),
    applied_at: row.applied_at?.toISOString() ?? null,
    state: stateOf(row),
  }
}

function stateOf({ applied_at, error }: Row): WebhookState {
  if (!applied_at) return 'waiting'
  if (!error) return 'applied'
  return error.includes('recognised') ? 'unrecognised' : 'failed'
}
