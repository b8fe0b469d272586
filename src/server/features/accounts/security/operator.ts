import type { App } from '#server/app.ts'
import { forgetFailuresOf } from '../login-limit.ts'
import { activeUsers } from '../members.ts'
import { revokeSessions } from '../sessions.ts'
import { recordAudit } from './audit.ts'

type Account = { email: string; name: string; business: string; seen_at: Date | null }

/** Everybody who has an account on the install, for its operator. */
export async function listAccounts(app: App): Promise<Account[]> {
  return await activeUsers(app.db)
    .innerJoin('businesses', 'businesses.id', 'users.business_id')
    .select(['users.email', 'users.name', 'businesses.name as business', 'users.seen_at'])
    .orderBy('users.id')
    .execute()
}

/** @returns whether wrong passwords were forgotten; undefined for an unknown address. */
export async function unlockAccount(app: App, email: string): Promise<boolean | undefined> {
  const user = await activeUsers(app.db)
    .select(['users.id', 'users.business_id', 'users.email'])
    .where('users.email', '=', email)
    .executeTakeFirst()
  if (!user) return undefined
  await recordAudit(app, [
    { kind: 'account_unlocked', businessId: user.business_id, memberId: user.id, email: user.email },
  ])
  return await forgetFailuresOf(app, user)
}

/** Ends all sessions of a person at once, as after a theft. @returns how many; undefined for an unknown address. */
export async function signOutEverywhere(app: App, email: string): Promise<number | undefined> {
  const user = await activeUsers(app.db)
    .select(['users.id', 'users.business_id', 'users.email'])
    .where('users.email', '=', email)
    .executeTakeFirst()
  if (!user) return undefined
  const { id: memberId, business_id: businessId } = user
  return await app.transaction(async (tx) => {
    await recordAudit(tx, [{ kind: 'other_sessions_ended', businessId, memberId, email: user.email }])
    return await revokeSessions(tx, { businessId, userId: memberId })
  })
}

/** The business in which an account works. */
export async function businessOf(app: App, email: string): Promise<{ id: number; name: string } | undefined> {
  return await activeUsers(app.db)
    .innerJoin('businesses', 'businesses.id', 'users.business_id')
    .select(['businesses.id', 'businesses.name'])
    .where('users.email', '=', email)
    .executeTakeFirst()
}
