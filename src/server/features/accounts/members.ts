import type { App, Db } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'

/**
 * The people who have an account: removed ones have none. Login, session, team, assignment and mails all ask here.
 */
export function activeUsers(db: Db) {
  return db.selectFrom('users').where('users.removed_at', 'is', null)
}

/** The people who work in a business. */
export function activeMembers(db: Db, businessId: number) {
  return activeUsers(db).where('users.business_id', '=', businessId)
}

/** Whom work can be assigned to. */
export async function listMembers(app: App, businessId: number): Promise<{ id: number; name: string }[]> {
  return await activeMembers(app.db, businessId)
    .select(['users.id', 'users.name'])
    .orderBy('users.id')
    .execute()
}

/**
 * Whether a person works in the business. They can't be removed until the transaction ends; take this lock before
 * those of the work, as a removal does.
 */
export async function holdMember(tx: App, businessId: number, userId: number): Promise<boolean> {
  await lockMember(tx, businessId, userId, 'share')
  const row = await activeMembers(tx.db, businessId)
    .select('users.id')
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Alone before a person is removed: waits for work that needs them. */
export async function lockMember(
  tx: App,
  businessId: number,
  userId: number,
  how: 'alone' | 'share',
): Promise<void> {
  await lockOfBusiness(tx.db, businessId, `member ${userId}`, how)
}

/** @throws AppError `unauthenticated` when the caller was removed while the request was on its way. */
export async function holdCaller(
  tx: App,
  { businessId, userId }: { businessId: number; userId: number },
): Promise<void> {
  if (!(await holdMember(tx, businessId, userId))) {
    throw new AppError('unauthenticated', t('accounts.sessionExpired'))
  }
}

/** The caller's own row with their business, to which a query adds what it needs. */
export const userWithBusiness = (app: App, caller: Caller) =>
  activeMembers(app.db, caller.businessId)
    .innerJoin('businesses', 'businesses.id', 'users.business_id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.avatar',
      'users.language',
      'businesses.name as business_name',
      'businesses.country',
      'businesses.timezone',
    ])
    .where('users.id', '=', caller.userId)
