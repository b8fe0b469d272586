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

/**
 * Whether what is told changes the block there is: it is later, in whatever order they come. A refused message knows no
 * time and no end; the event that tells them counts.
 */
const countsMore = (isTold: boolean) => sql<boolean>`case
  when account_blocks.ended_at is not null then excluded.blocked_at > account_blocks.ended_at
  when excluded.blocked_until is not null
    then account_blocks.blocked_until is null or excluded.blocked_at >= account_blocks.blocked_at
  else ${isTold}::boolean and account_blocks.blocked_until is null and excluded.blocked_at > account_blocks.blocked_at
end`

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
 * review. Nothing is sent until it ends by itself or by `clearBlock`. One that has ended already blocks nothing, nor one
 * of before the account was connected: connecting ends all.
 */
export async function markBlocked(app: App, businessId: number, wabaId: string, block: Block): Promise<void> {
  const { cause, reason, at, until } = block
  if (until && until <= app.now()) return
  await app.transaction(async (tx) => {
    const before = await lockAccount(tx, businessId, wabaId)
    if (!before || before.status === 'disconnected' || (at && at < before.connected_at)) return
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
          .doUpdateSet((eb) => ({
            reason: eb.ref('excluded.reason'),
            blocked_at: eb.ref('excluded.blocked_at'),
            blocked_until: eb.ref('excluded.blocked_until'),
            ended_at: null,
          }))
          .where(countsMore(at !== undefined)),
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
  const { at = app.now(), causes } = over
  // A process of the version before takes its time as over.
  const ended = { ended_at: at, blocked_until: at }
  return await endBlocks(app, businessId, wabaId, async (tx) => {
    const own = { business_id: businessId, waba_id: wabaId, reason: '""', blocked_at: at, ...ended }
    // Kept also where it comes before what it ends.
    if (causes)
      await tx.db
        .insertInto('account_blocks')
        .values(causes.map((cause) => ({ ...own, cause })))
        .onConflict((same) =>
          same
            .columns(['business_id', 'waba_id', 'cause'])
            .doUpdateSet(ended)
            .where('account_blocks.blocked_at', '<=', at)
            .where(sql<boolean>`(account_blocks.ended_at is null or account_blocks.ended_at < ${at})`),
        )
        .execute()
    const latest = sql<Date>`greatest(blocked_at, ${at})`
    await tx.db
      .updateTable('account_blocks')
      .set({ ended_at: latest, blocked_until: latest })
      .where('business_id', '=', businessId)
      .where('waba_id', '=', wabaId)
      .where('ended_at', 'is', null)
      .$if(causes !== undefined, (rows) => rows.where('cause', '=', earlier).where('blocked_at', '<=', at))
      .execute()
  })
}

/** Blocks whose time is over. Once a minute, and whenever an account is looked at. */
export async function endExpiredBlocks(app: App): Promise<void> {
  const ended = await app.db
    .selectFrom('account_blocks')
    .select(['business_id', 'waba_id'])
    .distinct()
    .where('ended_at', 'is', null)
    .where('blocked_until', '<=', app.now())
    .execute()
  for (const { business_id, waba_id } of ended) {
    await endBlocks(app, business_id, waba_id, async (tx) => {
      const over = blocksOf(tx, business_id, waba_id).where('blocked_until', '<=', tx.now())
      await over.where('ended_at', 'is', null).execute()
    })
  }
}

const blocksOf = (tx: App, businessId: number, wabaId: string) =>
  tx.db.deleteFrom('account_blocks').where('business_id', '=', businessId).where('waba_id', '=', wabaId)

async function endBlocks(
  app: App,
  businessId: number,
  wabaId: string,
  end: (tx: App) => Promise<void>,
): Promise<boolean> {
  return await app.transaction(async (tx) => {
    const before = await lockAccount(tx, businessId, wabaId)
    if (!before || before.status === 'disconnected') return false
    await end(tx)
    if (!before.blocked_reason || (await deriveBlock(tx, businessId, wabaId))) return false
    await announceUsable(tx, businessId, wabaId)
    await requestCheck(tx, businessId)
    return true
  })
}

async function lockAccount(tx: App, businessId: number, wabaId: string) {
  return await tx.db
    .selectFrom('whatsapp_accounts')
    .select(['status', 'blocked_reason', 'connected_at'])
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
    .where('ended_at', 'is', null)
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
