import type { App } from '#server/app.ts'
import { tokenInUse } from './account-token.ts'
import { requestCheck } from './doctor/request.ts'
import { campaignsWanted, lanesWanted, templatesWanted } from './onboarding.job-names.ts'

/**
 * The provider no longer takes the account's token: nothing is sent until the owner connects again.
 * @param sentence what happened and what to do, for the owner.
 * @param refused the token that was not taken, where one was: when another is in use by now, nothing is wrong.
 */
export async function markReconnect(
  app: App,
  businessId: number,
  wabaId: string,
  sentence: string,
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
      .set({ status: 'reconnect', status_reason: sentence })
      .where('business_id', '=', businessId)
      .where('waba_id', '=', wabaId)
      .execute()
    await requestCheck(tx, businessId)
  })
}

/**
 * The provider keeps the whole account from sending for a reason that a new token would not mend: a payment, a
 * ban, a review. Nothing is sent until `clearBlock`.
 * @param at when that happened, where the provider told it; now otherwise.
 */
export async function markBlocked(
  app: App,
  businessId: number,
  wabaId: string,
  sentence: string,
  at?: Date,
): Promise<void> {
  await app.transaction(async (tx) => {
    const marked = await tx.db
      .updateTable('whatsapp_accounts')
      .set({ blocked_reason: sentence, blocked_at: at ?? tx.now() })
      .where('business_id', '=', businessId)
      .where('waba_id', '=', wabaId)
      .where('status', '<>', 'disconnected')
      .where('blocked_reason', 'is', null)
      .returning('waba_id')
      .executeTakeFirst()
    if (!marked) return
    // What is being sent looks again at once.
    await tx.enqueue(lanesWanted, { business_id: businessId, waba_id: wabaId })
    await requestCheck(tx, businessId)
  })
}

/**
 * What kept the account from sending is over: what waits goes on. Tells whether there was anything.
 * @param at when it was over, where the provider told it: what began later goes on.
 */
export async function clearBlock(app: App, businessId: number, wabaId: string, at?: Date): Promise<boolean> {
  return await app.transaction(async (tx) => {
    const cleared = await tx.db
      .updateTable('whatsapp_accounts')
      .set({ blocked_reason: null, blocked_at: null })
      .where('business_id', '=', businessId)
      .where('waba_id', '=', wabaId)
      .where('blocked_reason', 'is not', null)
      .$if(at !== undefined, (accounts) => accounts.where('blocked_at', '<=', at!))
      .returning('waba_id')
      .executeTakeFirst()
    if (!cleared) return false
    await announceUsable(tx, businessId, wabaId)
    await requestCheck(tx, businessId)
    return true
  })
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
