import { type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { QueryOf } from '#contract/endpoint.ts'
import type { WebhookOutcome, WebhookRecord, WebhookState, webhooks } from '#contract/webhooks.ts'
import type { App } from '#server/app.ts'
import { isOperator } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { countRows, type RowCount } from '#server/platform/count-rows.ts'
import { isDatabaseOutage, isNodeOutage } from '#server/platform/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { bodyOf } from '#server/providers/meta/webhooks/packed-body.ts'
import type { Tables } from '#server/tables.ts'
import { applyEvents, type Received } from './apply.ts'
import { onlyOwnerOf, ownersOf } from './payload/owners.ts'
import { readBody, type WebhookProblem } from './payload/reading.ts'
import { partitionOf, wholeWebhooks } from './queue/partitions.ts'
import type { Turn } from './queue/turns.ts'
import { testSignature } from './test-signature.ts'

/** `onlyFor`: a test speaks for nobody but the business that sent it. */
type Parsed = { id: number; events: Received[]; onlyFor: number | undefined; isLate: boolean }

/** As many POSTs as are applied in one go; a POST holds up to a thousand events. */
export const batchSize = 1000

/**
 * Applies the oldest stored webhooks of a partition that wait for it; of one that names numbers of several partitions,
 * what belongs to this one.
 * @param reports whether those with nothing but reports of messages, or the others.
 * @param turn where other sets of the partition are under way.
 * @returns how many there were; 0 when nothing is left.
 */
export async function applyStored(
  app: App,
  partition: number,
  reports = false,
  turn?: Turn,
): Promise<number> {
  return await app.transaction(async (tx) => {
    // Taken off the queue when this commits, and until then locked: two processes never apply the same webhook at
    // once, and one that a crash interrupts is applied again. The ids as an array: as a join they are chosen and locked
    // again for each row of the queue where the statistics know none of this partition.
    const { rows: taken } = await sql<{ id: number }>`
      delete from webhook_queue where partition = ${partition} and id = any(array(
        select id from webhook_queue where partition = ${partition} and is_report = ${reports}
        order by id limit ${batchSize} for update skip locked))
      returning id`.execute(tx.db)
    if (taken.length === 0) return 0
    // By their ids and not by a join, for which PostgreSQL 15 was seen to read the tables of all weeks.
    const { rows } = await sql<{
      id: number
      body: Buffer
      packed_from: number | null
      tester: number | null
      failed: boolean
      late: boolean
    }>`
      select id, body, packed_from, case when signature_form = ${testSignature} then business_id end as tester,
        problem is not distinct from 'not_applied' as failed,
        problem is not distinct from 'not_applied' and received_at < now() - ${triedForSeconds} * interval '1 second' as late
      from webhook_events where id = any(${taken.map(({ id }) => id)}::bigint[]) order by id`.execute(tx.db)
    if (rows.length === 0) return taken.length
    turn?.took(rows.length)
    const failures = await applyAll(
      app,
      rows.map(({ id, tester, late, ...stored }) => ({
        id,
        events: received(id, bodyOf(stored)).filter((event) => isOf(partition, event)),
        onlyFor: tester ?? undefined,
        isLate: late,
      })),
      turn,
    )
    if (failures.length > 0) {
      const problem: WebhookProblem = 'not_applied'
      await tx.db.updateTable('webhook_events').set({ problem }).where('id', 'in', failures).execute()
    }
    // Of a part nothing can be said about the others.
    const isWhole = partition === wholeWebhooks
    const mended = rows.filter(({ id, failed }) => isWhole && failed && !failures.includes(id))
    for (const { id, ...stored } of mended) {
      const { problem } = readBody(bodyOf(stored))
      await tx.db.updateTable('webhook_events').set({ problem }).where('id', '=', id).execute()
    }
    return rows.length
  })
}

const isOf = (partition: number, event: Received): boolean =>
  partition === wholeWebhooks || partitionOf(event) === partition

/** What could not be applied is tried again so long after it came, every few seconds. */
const triedForSeconds = 600
const firstAgainSeconds = 5
/** After that it is tried seldom, for so long: it may hold an opt-out, and the cause may be mended. */
const keptTryingSeconds = 3 * 86_400
const mostAgain = 10_000

/**
 * Queues what could not be applied once more: the cause may have passed.
 * @param since `now`: what came a moment ago; `days`: what came before that. What is older is the owner's to try again.
 */
export async function requeueFailed(app: App, since: 'now' | 'days'): Promise<void> {
  const [most, least] =
    since === 'now' ? [triedForSeconds, firstAgainSeconds] : [keptTryingSeconds, triedForSeconds]
  await sql`
    insert into webhook_queue (id) select id from webhook_events
    where problem = 'not_applied' and received_at between now() - ${most} * interval '1 second'
      and now() - ${least} * interval '1 second'
    order by received_at desc limit ${mostAgain}
    on conflict do nothing`.execute(app.db)
}

function received(id: number, body: Buffer): Received[] {
  return readBody(body).events.map((event) => ({ ...event, webhookEventId: id }))
}

/**
 * Applies all events as sets; where that fails, webhook by webhook, so that one that cannot be applied does
 * not hold up the others.
 * @returns the webhooks that could not be applied.
 */
async function applyAll(app: App, parsed: readonly Parsed[], turn?: Turn): Promise<number[]> {
  const failures: number[] = []
  const [alone, real] = [
    parsed.filter(({ onlyFor, isLate }) => onlyFor !== undefined || isLate),
    parsed.filter(({ onlyFor, isLate }) => onlyFor === undefined && !isLate),
  ]
  try {
    await applyEvents(
      app,
      real.flatMap(({ events }) => events),
      { turn },
    )
  } catch (error) {
    if (isDatabaseOutage(error) && !isNodeOutage(error)) throw error
    await turn?.alone()
    app.log.warn({ err: error }, 'a batch of webhooks could not be applied at once; applying one by one')
    await applyOneByOne(app, real, failures)
  }
  if (alone.length > 0) await turn?.alone()
  await applyOneByOne(app, alone, failures)
  return failures
}

async function applyOneByOne(app: App, parsed: readonly Parsed[], failures: number[]): Promise<void> {
  /** Businesses whose node is away: it may take half a minute to find out once more. */
  const away = new Set<number>()
  for (const { id, events, onlyFor, isLate } of parsed) {
    const owner = onlyOwnerOf(await ownersOf(app, events), events)
    if (owner !== null && away.has(owner)) {
      failures.push(id)
      continue
    }
    try {
      await applyEvents(app, events, { onlyFor, isLate })
    } catch (error) {
      if (isNodeOutage(error)) {
        if (owner !== null) away.add(owner)
      } else if (isDatabaseOutage(error)) throw error
      app.log.error({ err: error, webhookEventId: id }, 'a webhook could not be applied')
      failures.push(id)
    }
  }
}

/**
 * Applies one stored webhook again and tells what each event did. What it did before is done once. A business has it
 * done for itself alone: an account that it has given up since may be another's.
 * @throws AppError `not_found` when it is not this business's.
 */
export async function replayWebhook(app: App, reader: Reader, id: number): Promise<WebhookOutcome[]> {
  const row = await visible(app, reader)
    .where('id', '=', id)
    .select(['body', 'packed_from', 'business_id', 'signature_form'])
    .executeTakeFirst()
  if (!row) throw notFound('webhook')
  const body = bodyOf(row)
  const { events, fields, problem } = readBody(body)
  const isTest = row.signature_form === testSignature
  const onlyFor = isTest || reader !== 'terminal' ? (row.business_id ?? undefined) : undefined
  const outcomes = await applyEvents(app, received(id, body), { explain: true, onlyFor })
  const business_id = isTest ? null : onlyOwnerOf(await ownersOf(app, events), events)
  await app.db
    .updateTable('webhook_events')
    .set({ fields, problem, ...(row.business_id === null && business_id !== null && { business_id }) })
    .where('id', '=', id)
    .execute()
  await app.db.deleteFrom('webhook_queue').where('id', '=', id).execute()
  return outcomes
}

type ListQuery = QueryOf<typeof webhooks.list>

/** The stored webhooks of a business, the newest or the oldest first. The operator also sees those that belong to nobody. */
export async function listWebhooks(
  app: App,
  reader: Reader,
  { limit, cursor, state, field, sort }: ListQuery,
): Promise<{
  events: z.infer<typeof WebhookRecord>[]
  next_cursor: string | null
  found: RowCount | null
}> {
  let matching = visible(app, reader)
  if (field) matching = matching.where(sql<boolean>`${field} = any(fields)`)
  if (state) matching = matching.where(stateIs(state))
  const [behind, direction] = sort === 'oldest' ? (['>', 'asc'] as const) : (['<', 'desc'] as const)
  const rows = await (cursor ? matching.where('id', behind, readCursor(cursor)) : matching)
    .select(columns)
    .orderBy('id', direction)
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const isMore = rows.length > limit
  const count = async () =>
    isMore ? await countRows(app.db, matching.select('id')) : { count: rows.length, more: false }
  return {
    events: page.map(toContract),
    next_cursor: isMore ? String(page.at(-1)?.id) : null,
    found: cursor ? null : await count(),
  }
}

function readCursor(cursor: string): number {
  const id = Number(cursor)
  if (Number.isSafeInteger(id)) return id
  throw new AppError('invalid_input', t('webhooks.unknownPage'))
}

/** One stored webhook with its body as text. */
export async function getWebhook(
  app: App,
  reader: Reader,
  id: number,
): Promise<z.infer<typeof WebhookRecord> & { body: string }> {
  const row = await visible(app, reader)
    .where('id', '=', id)
    .select([...columns, 'body', 'packed_from'])
    .executeTakeFirst()
  if (!row) throw notFound('webhook')
  const { body, packed_from, ...record } = row
  return { ...toContract(record), body: bodyOf({ body, packed_from }).toString('utf8') }
}

const waits = sql<boolean>`exists (select 1 from webhook_queue where webhook_queue.id = webhook_events.id)`

const columns = [
  'id',
  'received_at',
  sql<WebhookProblem | null>`problem`.as('problem'),
  'fields',
  waits.as('waits'),
  sql<number>`coalesce(packed_from, octet_length(body))`.as('bytes'),
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
      return waits
    case 'applied':
      return sql<boolean>`(problem is null and not ${waits})`
    case 'unrecognised':
    case 'failed':
      return sql<boolean>`(problem = any(${problemsOf(state)}) and not ${waits})`
  }
}

type Row = {
  id: number
  received_at: Date
  problem: WebhookProblem | null
  fields: string[]
  waits: boolean
  bytes: number
}

const problemStates: Record<WebhookProblem, WebhookState> = {
  not_json: 'failed',
  not_applied: 'failed',
  nothing_recognised: 'unrecognised',
  partly_recognised: 'unrecognised',
}

const problemsOf = (state: WebhookState): string[] =>
  Object.entries(problemStates).flatMap(([problem, of]) => (of === state ? problem : []))

function toContract({ waits, received_at, problem, ...row }: Row): z.infer<typeof WebhookRecord> {
  return {
    ...row,
    received_at: received_at.toISOString(),
    state: waits ? 'waiting' : problem ? problemStates[problem] : 'applied',
    error: problem && t(`webhooks.problem.${problem}`),
  }
}
