import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { listWeeks, type Week, weekMs } from './weeks.ts'

const batchRows = 1_000

/** What was removed. */
type Removed = { removed: number; bytes: number }

/**
 * Deletes stored webhooks from before a moment: whole weeks at once, the rest in batches. What they did stays: statuses,
 * replies, opt-outs and their proofs are rows of their own. Those that wait to be applied, or could not be, stay too.
 */
export async function forgetWebhooks(app: App, before: Date, signal?: AbortSignal): Promise<Removed> {
  const total = { removed: 0, bytes: 0 }
  for (const week of await listWeeks(app)) {
    if (signal?.aborted || week.begins > app.now()) break
    // Within a week it can be dropped.
    if (before < week.ends && week.ends.getTime() - before.getTime() <= weekMs && week.begins <= before)
      continue
    const { removed, bytes } =
      ((await isToDrop(app, week, before)) && (await dropWeek(app, week, before))) ||
      (await deleteRows(app, week, before, signal))
    total.removed += removed
    total.bytes += bytes
  }
  return total
}

/** Whether all of a week is old and nothing of it stays, as far as an index tells. */
async function isToDrop(app: App, { low, high, ends }: Week, before: Date): Promise<boolean> {
  if (ends > before) return false
  const { rows } = await sql<{ is_to_drop: boolean }>`
    select coalesce((select received_at < ${before} from webhook_events
        where id >= ${low} and id < ${high} order by id desc limit 1), true)
      and not exists (select from webhook_queue where id >= ${low} and id < ${high})
      and not exists (select from webhook_events where id >= ${low} and id < ${high} and problem = 'not_applied')
      as is_to_drop`.execute(app.db)
  return rows[0]!.is_to_drop
}

/** SQLSTATE of a lock that others did not let go of in time, and of two that wait for each other. */
const busyStates = new Set(['55P03', '40P01'])
const mostTries = 5
const againMs = 1000

/** @returns undefined where some of it has to stay; nothing where others are at work on it: the next night will do. */
async function dropWeek(app: App, { name }: Week, before: Date): Promise<Removed | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await app.transaction(async (tx) => {
        // A week of millions is counted for longer than a person's statement may take.
        await sql`set local statement_timeout = 0`.execute(tx.db)
        const { rows } = await sql<Removed>`select * from drop_webhook_week(${name}, ${before})`.execute(
          tx.db,
        )
        return rows[0]
      })
    } catch (error) {
      if (!busyStates.has((error as { code?: string }).code ?? '')) throw error
      if (tries === mostTries) {
        app.log.warn({ err: error, week: name }, 'old webhooks were in use; they go in the next night')
        return { removed: 0, bytes: 0 }
      }
      await pause(againMs)
    }
  }
}

async function deleteRows(
  app: App,
  { low, high }: Week,
  before: Date,
  signal: AbortSignal | undefined,
): Promise<Removed> {
  const total = { removed: 0, bytes: 0 }
  let cursor = low - 1
  while (!signal?.aborted) {
    const { rows } = await sql<{ last: number | null; looked: number; removed: number; bytes: number }>`
      with oldest as (
        select id, received_at, problem from webhook_events where id > ${cursor} and id < ${high}
        order by id limit ${batchRows}
      ), gone as (
        delete from webhook_events where id >= ${low} and id < ${high} and id in (
          select id from oldest where received_at < ${before} and problem is distinct from 'not_applied'
            and not exists (select from webhook_queue where webhook_queue.id = oldest.id))
        returning octet_length(body) as size
      )
      select (select max(id) from oldest where received_at < ${before}) as last,
        (select count(*)::int from oldest where received_at < ${before}) as looked,
        count(*)::int as removed, coalesce(sum(size), 0)::bigint as bytes from gone`.execute(app.db)
    const { last, looked, removed, bytes } = rows[0] ?? { last: null, looked: 0, removed: 0, bytes: 0 }
    total.removed += removed
    total.bytes += bytes
    if (last === null || looked < batchRows) return total
    cursor = last
  }
  return total
}
