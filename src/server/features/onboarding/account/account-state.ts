import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { isOfClass } from '#server/providers/meta/errors/error-classes.ts'
import type { StoredText } from '#server/stored-text/stored-text.ts'
import { tokenInUse } from '../token/account-token.ts'
import { campaignsWanted, lanesWanted, templatesWanted } from './job-names.ts'
import { requestCheck } from './request-check.ts'

/**
 * The provider no longer accepts the account's token: nothing is sent until the owner reconnects.
 * @param reason what happened, for the owner.
 * @param refused the token that was not taken, where one was: when another is in use by now, nothing is wrong.
 */
export async function markReconnect(
  app: App,
  businessId: number,
  wabaId: string,
  reason: StoredText,
  refused?: string,
): Promise<void> {
  await app.transaction(async (tx) => {
    const account = await tx.db
      .selectFrom('whatsapp_accounts')
      .select(['waba_id', 'token_ciphertext', 'token_key_id'])
      .where('business_id', '=', businessId)
      .where('waba_id', '=', wabaId)
      .where('status', '=', 'connected')
      // Whoever connects it meanwhile waits for this, and connects it.
      .forUpdate()
      .executeTakeFirst()
    if (!account) return
    if (refused !== undefined && (await tokenInUse(tx, businessId, account)) !== refused) return
    await tx.db
      .updateTable('whatsapp_accounts')
      .set({ status: 'reconnect', status_reason: JSON.stringify(reason) })
      .where('business_id', '=', businessId)
      .where('waba_id', '=', wabaId)
      .execute()
    await requestCheck(tx, businessId)
  })
}

/** What keeps a whole account from sending. Each is lifted by what is about it. */
export type BlockCause = 'disabled' | 'restricted' | 'review' | 'payment' | `error_${string}`

/** The cause that a refused message and the account's own events both report. */
export function blockCause(code: string | number): BlockCause {
  if (isOfClass(code, 'accountLocked')) return 'disabled'
  if (isOfClass(code, 'accountRestricted')) return 'restricted'
  return isOfClass(code, 'payment') ? 'payment' : `error_${code}`
}

/** A block from before causes were kept: any good news of the account ends it. */
const earlier = 'earlier'

export type Block = {
  cause: BlockCause
  reason: StoredText
  /** When that happened, where the provider told it; now otherwise. */
  at?: Date | undefined
  /** When it ends by itself; absent: when somebody acts. */
  until?: Date | undefined
}

/**
 * The provider keeps the whole account from sending for a reason that a new token does not fix: a payment, a ban, a
 * review. Nothing is sent until it ends by itself or by `clearBlock`. One that has ended already blocks nothing.
 */
export async function markBlocked(app: App, businessId: number, wabaId: string, block: Block): Promise<void> {
  const { cause, reason, at, until } = block
  if (until && until <= app.now()) return
  await app.transaction(async (tx) => {
    const before = await lockAccount(tx, businessId, wabaId)
    if (!before || before.status === 'disconnected') return
    await tx.db
      .insertInto('account_blocks')
      .values({
        business_id: businessId,
        waba_id: wabaId,
        cause,
        reason: JSON.stringify(reason),
        blocked_at: at ?? tx.now(),
        blocked_until: until ?? null,
      })
      .onConflict((same) =>
        same
          .columns(['business_id', 'waba_id', 'cause'])
          // A refused message knows no end; the event that tells it counts, in whatever order they come.
          .doUpdateSet((eb) => ({
            reason: eb.ref('excluded.reason'),
            blocked_until: eb.ref('excluded.blocked_until'),
          }))
          .where(sql<boolean>`excluded.blocked_until is not null`),
      )
      .execute()
    await deriveBlock(tx, businessId, wabaId)
    if (before.blocked_reason !== null) return
    // What is being sent looks again at once.
    await tx.enqueue(lanesWanted, { business_id: businessId, waba_id: wabaId })
    await requestCheck(tx, businessId)
  })
}

/**
 * What kept the account from sending is over: what waits goes on, unless something else keeps it. Tells whether
 * nothing does any more.
 * @param over.at when it was over, where the provider told it: what began later goes on.
 * @param over.causes what the news is about; absent: everything, by the owner's word.
 */
export async function clearBlock(
  app: App,
  businessId: number,
  wabaId: string,
  over: { at?: Date | undefined; causes?: readonly BlockCause[] } = {},
): Promise<boolean> {
  const { at, causes } = over
  return await endBlocks(app, businessId, wabaId, (blocks) =>
    blocks
      .$if(at !== undefined, (rows) => rows.where('blocked_at', '<=', at!))
      .$if(causes !== undefined, (rows) => rows.where('cause', 'in', [...(causes ?? []), earlier])),
  )
}

/** Blocks whose time is over. Once a minute, and whenever an account is looked at. */
export async function endExpiredBlocks(app: App): Promise<void> {
  const ended = await app.db
    .selectFrom('account_blocks')
    .select(['business_id', 'waba_id'])
    .distinct()
    .where('blocked_until', '<=', app.now())
    .execute()
  for (const { business_id, waba_id } of ended) {
    await endBlocks(app, business_id, waba_id, (blocks) => blocks.where('blocked_until', '<=', app.now()))
  }
}

const blocksOf = (tx: App, businessId: number, wabaId: string) =>
  tx.db.deleteFrom('account_blocks').where('business_id', '=', businessId).where('waba_id', '=', wabaId)

async function endBlocks(
  app: App,
  businessId: number,
  wabaId: string,
  which: (blocks: ReturnType<typeof blocksOf>) => ReturnType<typeof blocksOf>,
): Promise<boolean> {
  return await app.transaction(async (tx) => {
    const before = await lockAccount(tx, businessId, wabaId)
    if (!before?.blocked_reason) return false
    await which(blocksOf(tx, businessId, wabaId)).execute()
    if (await deriveBlock(tx, businessId, wabaId)) return false
    await announceUsable(tx, businessId, wabaId)
    await requestCheck(tx, businessId)
    return true
  })
}

async function lockAccount(tx: App, businessId: number, wabaId: string) {
  return await tx.db
    .selectFrom('whatsapp_accounts')
    .select(['status', 'blocked_reason'])
    .where('business_id', '=', businessId)
    .where('waba_id', '=', wabaId)
    .forUpdate()
    .executeTakeFirst()
}

/** Writes at the account what keeps it longest. Tells whether anything does. */
async function deriveBlock(tx: App, businessId: number, wabaId: string): Promise<boolean> {
  const longest = await tx.db
    .selectFrom('account_blocks')
    .select(['reason', 'blocked_at', 'blocked_until'])
    .where('business_id', '=', businessId)
    .where('waba_id', '=', wabaId)
    .orderBy('blocked_until', (order) => order.desc().nullsFirst())
    .orderBy('blocked_at')
    .limit(1)
    .executeTakeFirst()
  await tx.db
    .updateTable('whatsapp_accounts')
    .set({
      blocked_reason: longest ? JSON.stringify(longest.reason) : null,
      blocked_at: longest?.blocked_at ?? null,
      blocked_until: longest?.blocked_until ?? null,
    })
    .where('business_id', '=', businessId)
    .where('waba_id', '=', wabaId)
    .execute()
  return longest !== undefined
}

/** The account is reconnected or disconnected: its blocks are deleted. */
export async function forgetBlocks(tx: App, businessId: number, wabaId: string): Promise<void> {
  await blocksOf(tx, businessId, wabaId).execute()
  await deriveBlock(tx, businessId, wabaId)
}

/** The token is taken again: the account counts as connected, and what waits goes on. */
export async function markConnected(app: App, businessId: number, wabaId: string): Promise<boolean> {
  return await app.transaction(async (tx) => {
    const back = await tx.db
      .updateTable('whatsapp_accounts')
      .set({ status: 'connected', status_reason: null })
      .where('business_id', '=', businessId)
      .where('waba_id', '=', wabaId)
      .where('status', '=', 'reconnect')
      .returning('waba_id')
      .executeTakeFirst()
    if (!back) return false
    await announceUsable(tx, businessId, wabaId)
    await requestCheck(tx, businessId)
    return true
  })
}

/** Sets going what waits for a usable account: templates, messages and campaigns. */
export async function announceUsable(tx: App, businessId: number, wabaId: string): Promise<void> {
  const connection = { business_id: businessId, waba_id: wabaId }
  await tx.enqueue(templatesWanted, connection)
  await tx.enqueue(lanesWanted, connection)
  await tx.enqueue(campaignsWanted, connection)
}
