import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { type ApiKey, type apiKeys, mostKeysPerBusiness } from '#contract/api/keys.ts'
import type { ApiScope } from '#contract/api/scopes.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { holdCaller } from '../members.ts'
import { recordAudit } from '../security/audit.ts'
import { requireConfirmedEmail } from '../security/confirm-email.ts'
import { requireOwnPassword } from '../security/current-password.ts'
import type { SessionOrigin } from '../sessions.ts'
import { hashOfKey, keyStart } from './use-key.ts'

const secretBytes = 32
/** Of the random part; the rest has over 200 bits. */
const shownCharacters = 6

const keysOf = (app: App, businessId: number) =>
  app.db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', (join) =>
      join.onRef('u.business_id', '=', 'k.business_id').onRef('u.id', '=', 'k.user_id'),
    )
    .select(['k.id', 'k.name', 'k.prefix', 'k.scopes', 'u.name as by'])
    .select(['k.created_at', 'k.expires_at', 'k.last_used_at'])
    .where('k.business_id', '=', businessId)
    .where('k.revoked_at', 'is', null)
    // The keys of a person who left work no more.
    .where('u.removed_at', 'is', null)

/** The keys that can be used or have expired, the newest first. */
export async function listApiKeys(app: App, businessId: number): Promise<ApiKey[]> {
  const rows = await keysOf(app, businessId).orderBy('k.created_at', 'desc').orderBy('k.id').execute()
  return rows.map((row) => toApiKey(app, row))
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof keysOf>['executeTakeFirstOrThrow']>>

const toApiKey = (app: App, { created_at, expires_at, last_used_at, scopes, ...row }: KeyRow): ApiKey => ({
  ...row,
  scopes: scopes as ApiScope[],
  created_at: created_at.toISOString(),
  expires_at: expires_at?.toISOString() ?? null,
  expired: expires_at !== null && expires_at <= app.now(),
  last_used_at: last_used_at?.toISOString() ?? null,
})

type NewKey = z.output<typeof apiKeys.create.body>

/**
 * Makes a key; only its hash is kept.
 * @throws AppError `invalid_input` for a wrong password; `conflict` where the business has too many keys.
 */
export async function createApiKey(
  app: App,
  caller: Caller,
  { name, scopes, expires_in_days, current_password }: NewKey,
  from: SessionOrigin,
): Promise<{ key: ApiKey; secret: string }> {
  await requireOwnPassword(app, caller, current_password)
  await requireConfirmedEmail(app, caller)
  const secret = `${keyStart}${randomBytes(secretBytes).toString('base64url')}`
  return await app.transaction(async (tx) => {
    await holdCaller(tx, caller)
    const own = await listApiKeys(tx, caller.businessId)
    if (own.length >= mostKeysPerBusiness) {
      throw new AppError('conflict', t('apiKeys.tooMany', { count: mostKeysPerBusiness }))
    }
    const now = tx.now()
    const { id } = await tx.db
      .insertInto('api_keys')
      .values({
        business_id: caller.businessId,
        user_id: caller.userId,
        name,
        prefix: secret.slice(0, keyStart.length + shownCharacters),
        key_hash: hashOfKey(secret),
        scopes: [...new Set(scopes)],
        created_at: now,
        window_started_at: now,
        expires_at: expires_in_days === null ? null : new Date(now.getTime() + expires_in_days * 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(tx, [{ kind: 'api_key_made', ...caller, from, subject: name }])
    const row = await keysOf(tx, caller.businessId).where('k.id', '=', id).executeTakeFirstOrThrow()
    return { key: toApiKey(tx, row), secret }
  })
}

/** @throws AppError `not_found` for a key of another business, or one that was revoked. */
export async function revokeApiKey(app: App, caller: Caller, id: string, from: SessionOrigin): Promise<void> {
  await app.transaction(async (tx) => {
    const revoked = await tx.db
      .updateTable('api_keys')
      .set({ revoked_at: tx.now() })
      .where('business_id', '=', caller.businessId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (!revoked) throw notFound('apiKey')
    await recordAudit(tx, [{ kind: 'api_key_revoked', ...caller, from, subject: revoked.name }])
  })
}
