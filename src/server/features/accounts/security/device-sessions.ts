import { sql } from 'kysely'
import type { DeviceSession } from '#contract/security.ts'
import type { App } from '#server/app.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { revokeSession, revokeSessions, usableSessions } from '../sessions.ts'
import { requireOwnPassword } from './current-password.ts'
import { deviceOf } from './device.ts'
import { readPlaces } from './place.ts'

/** The sessions of the caller that are still good, the last used first. */
export async function listSessions(app: App, caller: Caller): Promise<DeviceSession[]> {
  const rows = await usableSessions(app)
    .select(['sessions.id', 'sessions.user_agent', 'sessions.address', 'sessions.created_at'])
    .select(sql<Date>`coalesce(sessions.seen_at, sessions.created_at)`.as('seen_at'))
    .where('sessions.business_id', '=', caller.businessId)
    .where('sessions.user_id', '=', caller.userId)
    .where('sessions.revoked_at', 'is', null)
    .orderBy(sql`sessions.id = ${caller.sessionId}`, 'desc')
    .orderBy('seen_at', 'desc')
    .execute()
  const placeOf = await readPlaces(app)
  return rows.map(({ id, user_agent, address, created_at, seen_at }) => ({
    id,
    current: id === caller.sessionId,
    ...deviceOf(user_agent),
    address,
    place: placeOf(address),
    opened_at: created_at.toISOString(),
    seen_at: seen_at.toISOString(),
  }))
}

/**
 * @throws AppError `invalid_input` for a wrong password; `not_found` for a session of somebody else, or one that has
 * ended.
 */
export async function endSession(
  app: App,
  caller: Caller,
  { id, current_password }: { id: string; current_password: string },
): Promise<void> {
  const own = await usableSessions(app)
    .select('sessions.id')
    .where('sessions.business_id', '=', caller.businessId)
    .where('sessions.user_id', '=', caller.userId)
    .where('sessions.id', '=', id)
    .where('sessions.revoked_at', 'is', null)
    .executeTakeFirst()
  if (!own) throw notFound('session')
  await requireOwnPassword(app, caller, current_password)
  await revokeSession(app, caller.businessId, id)
}

/**
 * @returns how many sessions ended.
 * @throws AppError `invalid_input` for a wrong password.
 */
export async function endOtherSessions(app: App, caller: Caller, currentPassword: string): Promise<number> {
  await requireOwnPassword(app, caller, currentPassword)
  return await revokeSessions(app, caller, caller.sessionId)
}
