import { sql } from 'kysely'
import type { DeliveryKind } from '#contract/api/hook-kinds.ts'
import { failingDays, retryAfterSeconds } from '#contract/api/hooks.ts'
import type { App } from '#server/app.ts'
import type { Sealed } from '#server/platform/secrets.ts'
import { type CallResult, post } from './address.ts'
import { keyIsGood } from './endpoints.ts'
import { bodyOf, type Item } from './render.ts'
import { openSecret, signedHeaders } from './signature.ts'
import { switchOff } from './switch-off.ts'

/** Longer than a call can take: only a process that ended leaves one behind. */
const claimMs = 60_000
/** Calls at once to one address; to one that fails, a single one tries whether it answers again. */
const togetherPerHook = 4
/** So that calls that failed together are not made together again. */
const jitter = 0.1
/** As far as a column counts: one call that is tried for ever must not keep all others from being claimed. */
const mostCounted = 32_767
/** Tries of one call, over some five minutes, before its failure ends an address that has failed for days. */
const triesToEnd = 3

export type ClaimedDelivery = {
  business_id: number
  id: number
  endpoint_id: string
  webhook_id: string
  kind: DeliveryKind
  items: Item[]
  created_at: Date
  tries: number
  url: string
  secret_ciphertext: Buffer
  secret_key_id: string
  old_secret_ciphertext: Buffer | null
  old_secret_key_id: string | null
  old_secret_until: Date | null
}

/** The addresses that are called, by id. */
const endpointsOn = (now: Date) => sql`array(
  select p.id from hook_endpoints p where p.off_at is null and ${keyIsGood('p', now)})`

/** Takes calls that are due, of each address a few. */
export async function claimDeliveries(app: App, most: number): Promise<ClaimedDelivery[]> {
  const now = app.now()
  const { rows } = await sql<ClaimedDelivery>`
    with due as materialized (
      select of_business, delivery from due_hook_deliveries(${endpointsOn(now)}, ${now}, ${togetherPerHook}, ${most})
      order by due_at limit ${most}
    )
    update hook_deliveries d set claimed_until = ${new Date(now.getTime() + claimMs)},
      attempts = least(d.attempts::int + 1, ${sql.lit(mostCounted)}),
      tries = least(d.tries::int + 1, ${sql.lit(mostCounted)}), last_at = ${now}
    from due, hook_endpoints p
    where d.business_id = due.of_business and d.id = due.delivery and p.business_id = d.business_id and p.id = d.endpoint_id
    returning d.business_id, d.id, d.endpoint_id, d.webhook_id, d.kind, d.items, d.created_at, d.tries, p.url,
      p.secret_ciphertext, p.secret_key_id, p.old_secret_ciphertext, p.old_secret_key_id, p.old_secret_until`.execute(
    app.db,
  )
  return rows
}

/** When the next call is due, of an address that is on. */
export async function nextDueAt(app: App): Promise<Date | undefined> {
  const { rows } = await sql<{
    at: Date | null
  }>`select next_hook_delivery(${endpointsOn(app.now())}) as at`.execute(app.db)
  return rows[0]?.at ?? undefined
}

/** Makes one call and writes what came of it. */
export async function deliver(app: App, claimed: ClaimedDelivery): Promise<void> {
  const result = await callHook(app, claimed)
  const { business_id: businessId, id } = claimed
  const now = app.now()
  const succeeded = result.fault === null
  const wait = retryAfterSeconds[claimed.tries - 1]
  const state = succeeded ? 'delivered' : wait === undefined || result.status === 410 ? 'failed' : 'waiting'
  const nextMs = (wait ?? 0) * 1000 * (1 + jitter * Math.random())
  await app.db
    .updateTable('hook_deliveries')
    .set({
      state,
      claimed_until: null,
      next_at: state === 'waiting' ? new Date(now.getTime() + nextMs) : null,
      status: result.status,
      fault: result.fault,
      duration_ms: result.durationMs,
    })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  await noteHealth(app, claimed, result)
}

async function callHook(app: App, claimed: ClaimedDelivery): Promise<CallResult> {
  const { business_id: businessId, endpoint_id: endpointId, kind, items, created_at: at } = claimed
  const body = await bodyOf(app, { businessId, kind, items, at })
  const now = app.now()
  const open = (sealed: Sealed): string | undefined => openSecret(app, businessId, endpointId, sealed)
  const secret = open({ ciphertext: claimed.secret_ciphertext, key_id: claimed.secret_key_id })
  if (secret === undefined) return { status: null, fault: 'secret_lost', durationMs: 0 }
  const { old_secret_ciphertext: ciphertext, old_secret_key_id: key_id, old_secret_until: until } = claimed
  const old = ciphertext && key_id && until && until > now ? open({ ciphertext, key_id }) : undefined
  const secrets = old === undefined ? [secret] : [secret, old]
  return await post(app, claimed.url, body, signedHeaders(webhookIdOf(claimed), now, body, secrets))
}

export const webhookIdOf = ({ webhook_id }: { webhook_id: string }): string =>
  `msg_${webhook_id.replaceAll('-', '')}`

/**
 * Notes since when an address fails; one that is gone, or fails for days, is switched off. It may not have been called
 * for days, so the first call that fails says nothing of them.
 */
async function noteHealth(
  app: App,
  { business_id: businessId, endpoint_id: endpointId, tries }: ClaimedDelivery,
  { fault, status }: CallResult,
): Promise<void> {
  // What the operator turned off says nothing of the address.
  if (fault === 'turned_off') return
  if (status === 410) return await switchOff(app, businessId, endpointId, 'gone')
  const now = app.now()
  const hook = app.db
    .updateTable('hook_endpoints')
    .where('business_id', '=', businessId)
    .where('id', '=', endpointId)
  if (fault === null) {
    await hook.set({ failing_since: null }).where('failing_since', 'is not', null).execute()
    return
  }
  await hook.set({ failing_since: now }).where('failing_since', 'is', null).execute()
  if (tries < triesToEnd) return
  const { failing_since: since } =
    (await app.db
      .selectFrom('hook_endpoints')
      .select('failing_since')
      .where('business_id', '=', businessId)
      .where('id', '=', endpointId)
      .executeTakeFirst()) ?? {}
  if (since && now.getTime() - since.getTime() >= failingDays * 86_400_000) {
    await switchOff(app, businessId, endpointId, 'failing')
  }
}
