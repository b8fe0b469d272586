import { sql } from 'kysely'
import { type DeliveryKind, testKind } from '#contract/api/hook-kinds.ts'
import type { HookDelivery } from '#contract/api/hooks.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { notify } from '#server/platform/notify.ts'
import { webhookIdOf } from './deliver.ts'
import { findHook, mayRead } from './endpoints.ts'
import { hookEventsChannel } from './job-names.ts'
import { bodyOf, type Item } from './render.ts'

/** Delivered calls are kept so long, failed ones longer, and of each address at most so many. */
const keptDays = { delivered: 7, failed: 30 }
const keptCalls = { delivered: 1_000, failed: 10_000 }

const deliveriesOf = (app: App, businessId: number, endpointId: string) =>
  app.db
    .selectFrom('hook_deliveries')
    .select(['id', 'webhook_id', 'kind', 'items', 'state', 'attempts', 'created_at', 'last_at', 'next_at'])
    .select(['status', 'fault', 'duration_ms'])
    .where('business_id', '=', businessId)
    .where('endpoint_id', '=', endpointId)

type Row = Awaited<ReturnType<ReturnType<typeof deliveriesOf>['executeTakeFirstOrThrow']>>

const toDelivery = (row: Row): HookDelivery => ({
  id: row.id,
  webhook_id: webhookIdOf(row),
  event: row.kind as DeliveryKind,
  events: (row.items as Item[]).length,
  state: row.state as HookDelivery['state'],
  attempts: row.attempts,
  created_at: row.created_at.toISOString(),
  last_attempt_at: row.last_at?.toISOString() ?? null,
  next_attempt_at: row.next_at?.toISOString() ?? null,
  status: row.status,
  fault: row.fault as HookDelivery['fault'],
  duration_ms: row.duration_ms,
})

type Page = { limit: number; cursor?: string | undefined; state?: HookDelivery['state'] | undefined }

/** One page of the calls to an address, the newest first. */
export async function listDeliveries(
  app: App,
  businessId: number,
  endpointId: string,
  { limit, cursor, state }: Page,
): Promise<{ deliveries: HookDelivery[]; next_cursor: string | null }> {
  await findHook(app, businessId, endpointId)
  const before = cursor === undefined ? undefined : Number(cursor)
  if (before !== undefined && !Number.isSafeInteger(before)) {
    throw new AppError('invalid_input', t('messages.log.unknownPage'))
  }
  const rows = await deliveriesOf(app, businessId, endpointId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    deliveries: shown.map(toDelivery),
    next_cursor: rows.length > limit && last ? String(last.id) : null,
  }
}

async function findDelivery(app: App, businessId: number, endpointId: string, id: number): Promise<Row> {
  await findHook(app, businessId, endpointId)
  const row = await deliveriesOf(app, businessId, endpointId).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('hookDelivery')
  return row
}

/** One call, with its body; null where the key may not read what it is about. */
export async function readDelivery(
  app: App,
  caller: Caller,
  endpointId: string,
  id: number,
): Promise<{ delivery: HookDelivery; body: string | null }> {
  const { businessId } = caller
  const row = await findDelivery(app, businessId, endpointId, id)
  const kind = row.kind as DeliveryKind
  const body = mayRead(caller, kind)
    ? await bodyOf(app, { businessId, kind, items: row.items as Item[], at: row.created_at })
    : null
  return { delivery: toDelivery(row), body }
}

/** @throws AppError `conflict` where it still waits, or the address is off. */
export async function replayDelivery(
  app: App,
  businessId: number,
  endpointId: string,
  id: number,
): Promise<HookDelivery> {
  return await app.transaction(async (tx) => {
    await requireOn(tx, businessId, endpointId)
    await findDelivery(tx, businessId, endpointId, id)
    if ((await sendAgain(tx, businessId, endpointId, ['delivered', 'failed'], id)) === 0) {
      throw new AppError('conflict', t('hooks.stillWaiting'))
    }
    return toDelivery(await findDelivery(tx, businessId, endpointId, id))
  })
}

export async function replayFailed(app: App, businessId: number, endpointId: string): Promise<number> {
  return await app.transaction(async (tx) => {
    await requireOn(tx, businessId, endpointId)
    return await sendAgain(tx, businessId, endpointId, ['failed'])
  })
}

async function requireOn(tx: App, businessId: number, endpointId: string): Promise<void> {
  const hook = await findHook(tx, businessId, endpointId)
  if (!hook.on) throw new AppError('conflict', t('hooks.off'))
}

async function sendAgain(
  tx: App,
  businessId: number,
  endpointId: string,
  states: HookDelivery['state'][],
  id?: number,
): Promise<number> {
  const { numUpdatedRows } = await tx.db
    .updateTable('hook_deliveries')
    .set({ state: 'waiting', tries: 0, next_at: tx.now(), claimed_until: null })
    .where('business_id', '=', businessId)
    .where('endpoint_id', '=', endpointId)
    .where('state', 'in', states)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .executeTakeFirst()
  await notify(tx.db, hookEventsChannel, '')
  return Number(numUpdatedRows)
}

/** A call that only shows that calls arrive. */
export async function sendTest(app: App, businessId: number, endpointId: string): Promise<HookDelivery> {
  return await app.transaction(async (tx) => {
    await requireOn(tx, businessId, endpointId)
    const now = tx.now()
    const items: Item[] = [{ id: 0, subject: '', at: now.toISOString(), data: null }]
    const { id } = await tx.db
      .insertInto('hook_deliveries')
      .values({
        business_id: businessId,
        endpoint_id: endpointId,
        kind: testKind,
        items: JSON.stringify(items),
        created_at: now,
        next_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await notify(tx.db, hookEventsChannel, '')
    return toDelivery(await findDelivery(tx, businessId, endpointId, id))
  })
}

/** Keeps the log of each address bounded, and no longer than the operator chose. */
export async function forgetOldDeliveries(app: App): Promise<void> {
  const chosen = await app.db
    .selectFrom('retention_settings')
    .select('days')
    .where('kind', '=', 'hook_deliveries')
    .executeTakeFirst()
  for (const state of ['delivered', 'failed'] as const) {
    const days = chosen?.days ?? keptDays[state]
    // 0 is for ever.
    const since = new Date(days === 0 ? 0 : app.now().getTime() - days * 86_400_000)
    await sql`
      delete from hook_deliveries d using (
        select business_id, id, created_at, row_number() over (partition by endpoint_id order by id desc) as nr
        from hook_deliveries where state = ${state}
      ) old
      where d.business_id = old.business_id and d.id = old.id and d.state = ${state}
        and (old.nr > ${keptCalls[state]} or old.created_at < ${since})`.execute(app.db)
  }
}
