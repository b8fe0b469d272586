import { randomUUID } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { type HookKind, hookKinds } from '#contract/api/hook-kinds.ts'
import { type Hook, type hooks, mostHooksPerBusiness, secretOverlapHours } from '#contract/api/hooks.ts'
import type { App } from '#server/app.ts'
import {
  holdCaller,
  recordAudit,
  requireConfirmedEmail,
  requireOwnPassword,
} from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { checkAddress } from './address.ts'
import { newSecret, sealSecret } from './signature.ts'

/** Where an act comes from, for the activity log. */
export type From = { address: string; userAgent: string | undefined }

const hooksOf = (app: App, businessId: number) =>
  app.db
    .selectFrom('hook_endpoints as h')
    .innerJoin('users as u', (join) =>
      join.onRef('u.business_id', '=', 'h.business_id').onRef('u.id', '=', 'h.user_id'),
    )
    .leftJoin('api_keys as k', (join) =>
      join.onRef('k.business_id', '=', 'h.business_id').onRef('k.id', '=', 'h.api_key_id'),
    )
    .select(['h.id', 'h.name', 'h.url', 'h.kinds', 'h.batch', 'u.name as by', 'k.name as api_key'])
    .select(['h.created_at', 'h.off_at', 'h.off_reason', 'h.failing_since', 'h.old_secret_until'])
    .select(({ selectFrom }) => {
      const inState = (state: string) =>
        selectFrom('hook_deliveries as d')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('d.business_id', '=', businessId)
          .whereRef('d.endpoint_id', '=', 'h.id')
          .where('d.state', '=', state)
      return [inState('waiting').as('waiting'), inState('failed').as('failed')]
    })
    .where('h.business_id', '=', businessId)
    .where(keyIsGood('h', app.now()))

/** What was added with an API key ends with it. */
export const keyIsGood = (
  hook: string,
  now: Date,
) => sql<SqlBool>`(${sql.ref(`${hook}.api_key_id`)} is null or exists (
  select from api_keys as good inner join users as owner
    on owner.business_id = good.business_id and owner.id = good.user_id and owner.removed_at is null
  where good.business_id = ${sql.ref(`${hook}.business_id`)} and good.id = ${sql.ref(`${hook}.api_key_id`)}
    and good.revoked_at is null and (good.expires_at is null or good.expires_at > ${now})))`

type Row = Awaited<ReturnType<ReturnType<typeof hooksOf>['executeTakeFirstOrThrow']>>

const toHook = ({ kinds, off_reason, failing_since, ...row }: Row, now: Date): Hook => ({
  id: row.id,
  name: row.name,
  url: row.url,
  batch: row.batch,
  by: row.by,
  api_key: row.api_key,
  events: kinds as HookKind[],
  created_at: row.created_at.toISOString(),
  on: row.off_at === null,
  off_reason: off_reason as Hook['off_reason'],
  off_at: row.off_at?.toISOString() ?? null,
  failing_since: failing_since?.toISOString() ?? null,
  old_secret_until:
    row.old_secret_until && row.old_secret_until > now ? row.old_secret_until.toISOString() : null,
  waiting: Number(row.waiting),
  failed: Number(row.failed),
})

export async function listHooks(app: App, businessId: number): Promise<Hook[]> {
  const rows = await hooksOf(app, businessId).orderBy('h.created_at', 'desc').orderBy('h.id').execute()
  return rows.map((row) => toHook(row, app.now()))
}

/** @throws AppError `not_found`: also for one of another business, or whose API key has ended. */
export async function findHook(app: App, businessId: number, id: string): Promise<Hook> {
  const row = await hooksOf(app, businessId).where('h.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('hook')
  return toHook(row, app.now())
}

/** Another's key may not read what this key may not ask for. */
function requireScopes({ apiKey }: Caller, kinds: readonly HookKind[]): void {
  const missing = apiKey && kinds.map((kind) => hookKinds[kind]).find((one) => !apiKey.scopes.includes(one))
  if (missing) throw new AppError('forbidden', t('apiKeys.scope', { scope: missing }))
}

/** Whether this caller may read what is reported. */
export const mayRead = ({ apiKey }: Caller, kind: string): boolean => {
  const scope = hookKinds[kind as HookKind]
  return !apiKey || !scope || apiKey.scopes.includes(scope)
}

type NewHook = z.output<typeof hooks.add.body>

/**
 * Adds an address. The password is asked of people only: a key was made with it.
 * @throws AppError `invalid_input`; `forbidden` for a key that may not read the events; `conflict` for too many.
 */
export async function addHook(
  app: App,
  caller: Caller,
  { url: given, events, name, batch, current_password }: NewHook,
  from: From,
): Promise<{ hook: Hook; secret: string }> {
  const url = checkAddress(app, given)
  requireScopes(caller, events)
  if (!caller.apiKey) await requireOwnPassword(app, caller, current_password)
  await requireConfirmedEmail(app, caller)
  const { businessId, userId } = caller
  const [id, secret] = [randomUUID(), newSecret()]
  const sealed = sealSecret(app, businessId, id, secret)
  return await app.transaction(async (tx) => {
    await holdCaller(tx, caller)
    const own = await listHooks(tx, businessId)
    if (own.length >= mostHooksPerBusiness) {
      throw new AppError('conflict', t('hooks.tooMany', { count: mostHooksPerBusiness }))
    }
    await tx.db
      .insertInto('hook_endpoints')
      .values({
        business_id: businessId,
        id,
        name: name || new URL(url).host,
        url,
        kinds: [...new Set(events)],
        batch,
        secret_ciphertext: sealed.ciphertext,
        secret_key_id: sealed.key_id,
        user_id: userId,
        api_key_id: caller.apiKey?.id ?? null,
        created_at: tx.now(),
      })
      .execute()
    await recordAudit(tx, [{ kind: 'hook_added', ...caller, from, subject: url.slice(0, 200) }])
    return { hook: await findHook(tx, businessId, id), secret }
  })
}

type Change = z.output<typeof hooks.change.body>

export async function changeHook(
  app: App,
  caller: Caller,
  id: string,
  { name, events, batch, on }: Change,
  from: From,
): Promise<Hook> {
  if (events) requireScopes(caller, events)
  const { businessId } = caller
  return await app.transaction(async (tx) => {
    const hook = await findHook(tx, businessId, id)
    const turns = on !== undefined && on !== hook.on
    await tx.db
      .updateTable('hook_endpoints')
      .set({
        ...(name !== undefined && { name: name || new URL(hook.url).host }),
        ...(events && { kinds: [...new Set(events)] }),
        ...(batch !== undefined && { batch }),
        ...(turns && on && { off_at: null, off_reason: null, failing_since: null }),
        ...(turns && !on && { off_at: tx.now(), off_reason: 'owner' }),
        business_id: businessId,
      })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .execute()
    await recordAudit(tx, [{ kind: 'hook_changed', ...caller, from, subject: hook.url.slice(0, 200) }])
    return await findHook(tx, businessId, id)
  })
}

export async function removeHook(app: App, caller: Caller, id: string, from: From): Promise<void> {
  const { businessId } = caller
  await app.transaction(async (tx) => {
    const removed = await tx.db
      .deleteFrom('hook_endpoints')
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .returning('url')
      .executeTakeFirst()
    if (!removed) throw notFound('hook')
    await recordAudit(tx, [{ kind: 'hook_removed', ...caller, from, subject: removed.url.slice(0, 200) }])
  })
}

/** The secret before stays good for a while, so that the receiver can change over. */
export async function rotateSecret(
  app: App,
  caller: Caller,
  id: string,
  password: string,
  from: From,
): Promise<{ hook: Hook; secret: string }> {
  const { businessId } = caller
  await findHook(app, businessId, id)
  await requireOwnPassword(app, caller, password)
  const secret = newSecret()
  const sealed = sealSecret(app, businessId, id, secret)
  return await app.transaction(async (tx) => {
    const until = new Date(tx.now().getTime() + secretOverlapHours * 3_600_000)
    const changed = await tx.db
      .updateTable('hook_endpoints')
      .set(({ ref }) => ({
        old_secret_ciphertext: ref('secret_ciphertext'),
        old_secret_key_id: ref('secret_key_id'),
        old_secret_until: until,
        secret_ciphertext: sealed.ciphertext,
        secret_key_id: sealed.key_id,
      }))
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .returning('url')
      .executeTakeFirst()
    if (!changed) throw notFound('hook')
    await recordAudit(tx, [{ kind: 'hook_secret_made', ...caller, from, subject: changed.url.slice(0, 200) }])
    return { hook: await findHook(tx, businessId, id), secret }
  })
}
