import type { App } from '#server/app.ts'
import { findSender, getSender, type Sender } from '#server/features/onboarding/onboarding.ts'
import { notFound } from '#server/platform/errors.ts'
import type { GraphTemplate } from '#server/providers/meta/calls/templates.ts'
import { isUnknownObject } from '#server/providers/meta/errors/error-classes.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import type { StoredText } from '#server/stored-text/stored-text.ts'
import { submitWaiting, syncAccount } from '../records/job-names.ts'
import type { ProviderRow } from '../records/rows.ts'
import { linkAll } from './link.ts'
import { insertMirrored, markGone, updateMirrored } from './mirror.ts'
import { failureReason, providerFailure } from './provider-failure.ts'
import { isBeingEdited } from './sweep-reviews.ts'

export type SyncCounts = { added: number; changed: number; removed: number; total: number }

/** A number of an account, to act with its token; undefined when the account cannot be used for now. */
export async function senderOf(app: App, businessId: number, wabaId: string): Promise<Sender | undefined> {
  const sender = await findSender(app, businessId)
  if (sender?.waba_id === wabaId) return sender
  const number = await app.db
    .selectFrom('phone_numbers')
    .select('phone_number_id')
    .where('business_id', '=', businessId)
    .where('waba_id', '=', wabaId)
    .where('disconnected_at', 'is', null)
    .orderBy('is_default', 'desc')
    .executeTakeFirst()
  return number && (await findSender(app, businessId, number.phone_number_id))
}

/**
 * Compares the business's templates with the provider's now.
 * @throws AppError when no account is connected or the provider fails.
 */
export async function syncNow(app: App, businessId: number): Promise<SyncCounts> {
  const sender = await getSender(app, businessId)
  try {
    return await syncWith(app, businessId, sender)
  } catch (error) {
    if (error instanceof MetaError) throw providerFailure(error)
    throw error
  }
}

/** The job: compares one account's templates, then submits what waits. Nothing to do for an account that is gone. */
export async function syncInBackground(app: App, businessId: number, wabaId: string): Promise<void> {
  const sender = await senderOf(app, businessId, wabaId)
  if (!sender) return
  await syncWith(app, businessId, sender)
  await submitAllWaiting(app, businessId)
}

/** Reads the whole list, then compares it in one transaction, so that no reader sees a part of it. */
async function syncWith(app: App, businessId: number, sender: Sender): Promise<SyncCounts> {
  const { waba_id: wabaId } = sender
  const startedAt = app.now()
  try {
    const listed: GraphTemplate[] = []
    for await (const template of app.meta.templates.list(sender.token, wabaId)) listed.push(template)
    return await app.transaction(async (tx) => {
      const counts = await compare(tx, { businessId, wabaId, startedAt }, listed)
      await recordSync(tx, businessId, wabaId, { finished_at: app.now(), error: null })
      return counts
    })
  } catch (error) {
    if (error instanceof MetaError) await recordSync(app, businessId, wabaId, { error: failureReason(error) })
    throw error
  }
}

type Run = { businessId: number; wabaId: string; startedAt: Date }

async function compare(tx: App, run: Run, listed: readonly GraphTemplate[]): Promise<SyncCounts> {
  const { businessId, wabaId, startedAt } = run
  const known = await tx.db
    .selectFrom('provider_templates')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('waba_id', '=', wabaId)
    .forUpdate()
    .execute()
  const byId = new Map(known.map((row) => [row.id, row]))
  // An event or an edit that arrived while the list was being read is newer than the list.
  const older = (row: ProviderRow): boolean => row.synced_at <= startedAt && !isBeingEdited(row, startedAt)
  const fresh = listed.filter(({ id }) => !byId.has(id))
  await insertMirrored(tx, { businessId, wabaId, readAt: startedAt }, fresh)
  let changed = 0
  for (const template of listed) {
    const row = byId.get(template.id)
    if (row && older(row) && (await updateMirrored(tx, row, template, startedAt))) changed += 1
  }
  const ids = new Set(listed.map(({ id }) => id))
  const gone = known.filter((row) => !ids.has(row.id) && row.deleted_at === null && older(row))
  await markGone(tx, gone)
  await linkAll(tx, businessId, wabaId)
  return { added: fresh.length, changed, removed: gone.length, total: listed.length }
}

async function recordSync(
  app: App,
  businessId: number,
  wabaId: string,
  { error, ...more }: { finished_at?: Date; error: StoredText | null },
): Promise<void> {
  const columns = { ...more, error: error && JSON.stringify(error) }
  await app.db
    .insertInto('template_syncs')
    .values({ business_id: businessId, waba_id: wabaId, ...columns })
    .onConflict((conflict) => conflict.columns(['business_id', 'waba_id']).doUpdateSet(columns))
    .execute()
}

/** The job: reads one template again. */
export async function refreshOne(app: App, businessId: number, wabaId: string, id: string): Promise<void> {
  const sender = await senderOf(app, businessId, wabaId)
  if (!sender) return
  const startedAt = app.now()
  let template: GraphTemplate
  try {
    template = await app.meta.templates.get(sender.token, id)
  } catch (error) {
    if (!isUnknownHere(error)) throw error
    // Deleted, or out of reach for this token: the list decides.
    const account = { business_id: businessId, waba_id: wabaId }
    return await app.enqueue(syncAccount, account, { singletonKey: `${businessId} ${wabaId}` })
  }
  await app.transaction(async (tx) => {
    const row = await tx.db
      .selectFrom('provider_templates')
      .selectAll()
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw notFound('template')
    if (row.synced_at <= startedAt) await updateMirrored(tx, row, template, startedAt)
  })
}

/** Meta: "(#100/33) Object with ID … does not exist, cannot be loaded due to missing permissions". */
const isUnknownHere = (error: unknown): boolean => error instanceof MetaError && isUnknownObject(error)

/** The job of the clock: every account that is connected. */
export async function enqueueSyncs(app: App): Promise<void> {
  const accounts = await app.db
    .selectFrom('whatsapp_accounts')
    .select(['business_id', 'waba_id'])
    .where('status', '=', 'connected')
    .execute()
  for (const account of accounts) {
    await app.enqueue(syncAccount, account, { singletonKey: `${account.business_id} ${account.waba_id}` })
  }
}

/** Templates that have not reached the provider and were not refused by it. */
async function submitAllWaiting(app: App, businessId: number): Promise<void> {
  const waiting = await app.db
    .selectFrom('templates')
    .select('id')
    .where('business_id', '=', businessId)
    .where('provider_template_id', 'is', null)
    .where('deleted_at', 'is', null)
    .where('refused', '=', false)
    .execute()
  for (const { id } of waiting) {
    await app.enqueue(submitWaiting, { business_id: businessId, template_id: id })
  }
}
