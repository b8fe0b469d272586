import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { keyCallsPerMinute } from '#contract/api/keys.ts'
import type { ApiScope } from '#contract/api/scopes.ts'
import type { App } from '#server/app.ts'
import type { Caller } from '#server/platform/http/server.ts'

/** Distinguishes a key from a session's token, and is found by scanners for leaked secrets. */
export const keyStart = 'tidings_'

/** The index finds a hash: how long that takes says nothing of the key. */
export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest()

const windowSeconds = 60

/** Whose key it is; counts the call and notes the use. Undefined: unknown, expired, revoked, or its person left. */
export async function callerOfKey(app: App, key: string): Promise<Caller | undefined> {
  const now = app.now()
  const since = new Date(now.getTime() - windowSeconds * 1000)
  const { rows } = await sql<{
    id: string
    business_id: number
    user_id: number
    scopes: ApiScope[]
    window_started_at: Date
    window_calls: number
  }>`
    update api_keys k set last_used_at = ${now},
      window_started_at = case when k.window_started_at > ${since} then k.window_started_at else ${now} end,
      window_calls = case when k.window_started_at > ${since} then k.window_calls + 1 else 1 end
    from users u
    where k.key_hash = ${hashOfKey(key)} and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > ${now})
      and u.business_id = k.business_id and u.id = k.user_id and u.removed_at is null
    returning k.id, k.business_id, k.user_id, k.scopes, k.window_started_at, k.window_calls`.execute(app.db)
  const [found] = rows
  if (!found) return undefined
  const resetMs = found.window_started_at.getTime() + windowSeconds * 1000 - now.getTime()
  return {
    userId: found.user_id,
    businessId: found.business_id,
    sessionId: found.id,
    apiKey: {
      id: found.id,
      scopes: found.scopes,
      limit: {
        calls: keyCallsPerMinute,
        windowSeconds,
        left: keyCallsPerMinute - found.window_calls,
        resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
      },
    },
  }
}
