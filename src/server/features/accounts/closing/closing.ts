import { sql } from 'kysely'
import { type BusinessDeletion, graceDays } from '#contract/security/closing.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'
import { activeMembers } from '../members.ts'
import { recordAudit } from '../security/audit.ts'
import { requireOwnPassword } from '../security/current-password.ts'
import { isOperator } from '../user.ts'
import { mailDeletion } from './deletion-mail.ts'

/** Stops what a business sends by itself; another feature does it. */
export type StopSending = (tx: App, by: { businessId: number; userId: number }) => Promise<void>
/** Ends the connections of a business here and at the providers. It may run twice, at once too. */
export type LeaveProviders = (app: App, businessId: number) => Promise<void>

const dayMs = 86_400_000

/** The deletion that is asked for and was not taken back. */
export async function findDeletion(
  app: App,
  businessId: number,
): Promise<{ deletion: BusinessDeletion | null; name: string }> {
  const row = await app.db
    .selectFrom('businesses as b')
    .leftJoin('business_deletions as d', (join) =>
      join.onRef('d.business_id', '=', 'b.id').on('d.taken_back_at', 'is', null),
    )
    .leftJoin('users as u', (join) =>
      join.onRef('u.business_id', '=', 'd.business_id').onRef('u.id', '=', 'd.asked_by'),
    )
    .select(['b.name', 'd.asked_at', 'd.due_at', 'u.name as by'])
    .where('b.id', '=', businessId)
    .executeTakeFirstOrThrow()
  const { asked_at, due_at, by, name } = row
  const deletion =
    asked_at && due_at ? { by, asked_at: asked_at.toISOString(), due_at: due_at.toISOString() } : null
  return { deletion, name }
}

/**
 * Asks for the deletion of the whole business: its campaigns stop at once, everything else goes after the grace time.
 * @throws AppError `invalid_input` for a wrong password or name; `conflict` when it is asked for already;
 * `rule_broken` for the business of the operator.
 */
export async function askDeletion(
  app: App,
  caller: Caller,
  given: { current_password: string; business_name: string },
  stop: StopSending,
): Promise<BusinessDeletion> {
  await requireOwnPassword(app, caller, given.current_password)
  const { name } = await findDeletion(app, caller.businessId)
  if (asTyped(given.business_name) !== asTyped(name)) {
    const sentence = t('security.deletion.wrongName', { name })
    throw new AppError('invalid_input', sentence, { fields: { business_name: sentence } })
  }
  await planDeletion(app, caller, stop)
  void mailDeletion(app, caller.businessId)
  const { deletion } = await findDeletion(app, caller.businessId)
  if (!deletion) throw new AppError('conflict', t('security.deletion.changed'))
  return deletion
}

/** A page shows white space in a row as one space. */
const asTyped = (name: string): string => name.normalize('NFC').replaceAll(/\s+/g, ' ').trim()

/** `userId` absent: the operator, on a terminal. A call of a person is recorded as every call is. Whoever asks has it mailed. */
type By = { businessId: number; userId?: number }

export async function planDeletion(app: App, { businessId, userId }: By, stop: StopSending): Promise<void> {
  const members = await activeMembers(app.db, businessId).select('users.id').execute()
  if (members.some(({ id }) => isOperator(id))) {
    throw new AppError('rule_broken', t('security.deletion.operatorStays'))
  }
  const now = app.now()
  await app.transaction(async (tx) => {
    // Waits for what is being scheduled, so that it is stopped as well.
    await lockOfBusiness(tx.db, businessId, 'deletion')
    const asked = await tx.db
      .insertInto('business_deletions')
      .values({
        business_id: businessId,
        asked_by: userId ?? null,
        asked_at: now,
        due_at: new Date(now.getTime() + graceDays * dayMs),
      })
      .onConflict((on) => on.column('business_id').where('taken_back_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!asked) throw new AppError('conflict', t('security.deletion.askedAlready'))
    const by = userId ?? members[0]?.id
    if (by !== undefined) await stop(tx, { businessId, userId: by })
    if (userId === undefined) await recordAudit(tx, [{ kind: 'business_deletion_asked', businessId }])
  })
}

/** @throws AppError `conflict` when there is nothing to take back any more. */
export async function takeDeletionBack(app: App, { businessId, userId }: By): Promise<void> {
  await app.transaction(async (tx) => {
    const kept = await tx.db
      .updateTable('business_deletions')
      .set({ taken_back_at: tx.now() })
      .where('business_id', '=', businessId)
      .where('taken_back_at', 'is', null)
      .where('started_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!kept) throw new AppError('conflict', t('security.deletion.nothingToTakeBack'))
    if (userId === undefined) await recordAudit(tx, [{ kind: 'business_deletion_taken_back', businessId }])
  })
}

/** Whether nobody has asked for the deletion of the business. */
export async function isStaying(app: App, businessId: number): Promise<boolean> {
  const found = await app.db
    .selectFrom('business_deletions')
    .select('id')
    .where('business_id', '=', businessId)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst()
  return found === undefined
}

/**
 * At the start of a transaction that lets something be sent: a deletion that is asked for meanwhile waits for its end,
 * and stops what it began.
 * @throws AppError `rule_broken` while the business is to be deleted: nothing new is sent then.
 */
export async function requireStaying(tx: App, businessId: number): Promise<void> {
  await lockOfBusiness(tx.db, businessId, 'deletion', 'share')
  if (!(await isStaying(tx, businessId))) throw new AppError('rule_broken', t('security.deletion.nothingNew'))
}

/** Whether the public page of this code belonged to a business that was deleted. */
export async function isGoneLink(app: App, code: string): Promise<boolean> {
  const found = await app.db
    .selectFrom('gone_links')
    .select('hash')
    .where('hash', '=', sql<Buffer>`sha256(convert_to(${code}, 'UTF8'))`)
    .executeTakeFirst()
  return found !== undefined
}
