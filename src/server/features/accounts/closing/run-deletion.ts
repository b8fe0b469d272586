import { sql } from 'kysely'
import { z } from 'zod'
import type { App } from '#server/app.ts'
import { defineJob } from '#server/platform/jobs.ts'
import { listMembers, lockMember } from '../members.ts'
import { revokeSessions } from '../sessions.ts'
import type { LeaveProviders, StopSending } from './closing.ts'
import { deleteRows } from './delete-rows.ts'

/** Deletes what a business had, from wherever the last run ended. */
export const deletionJob = defineJob(
  'accounts.delete-business',
  z.object({ business_id: z.number().int() }),
  {
    queue: { heartbeatSeconds: 10, retryLimit: 20, retryDelay: 2, retryBackoff: true, expireInSeconds: 3600 },
  },
)

/** A deletion that nothing has moved for this long has lost its process. */
const stuckAfterMs = 120_000

/** By the clock: begins what is due, and goes on with what lost its process. */
export async function tendDeletions(app: App, stop: StopSending): Promise<void> {
  const now = app.now()
  const due = await app.db
    .selectFrom('business_deletions')
    .select('business_id')
    .where('taken_back_at', 'is', null)
    .where('started_at', 'is', null)
    .where('due_at', '<=', now)
    .execute()
  for (const { business_id } of due) await beginDeletion(app, business_id, stop)
  const stuck = await app.db
    .selectFrom('business_deletions')
    .select('business_id')
    .where('started_at', 'is not', null)
    .where('finished_at', 'is', null)
    .where('progressed_at', '<', new Date(now.getTime() - stuckAfterMs))
    .execute()
  for (const { business_id } of stuck) await app.enqueue(deletionJob, { business_id })
}

/** From here on there is no way back: access ends, sending stops, and the job begins. */
async function beginDeletion(app: App, businessId: number, stop: StopSending): Promise<void> {
  await app.transaction(async (tx) => {
    const now = tx.now()
    const begun = await tx.db
      .updateTable('business_deletions')
      .set({ started_at: now, progressed_at: now })
      .where('business_id', '=', businessId)
      .where('taken_back_at', 'is', null)
      .where('started_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!begun) return
    for (const { id: userId } of await listMembers(tx, businessId)) {
      await lockMember(tx, businessId, userId, 'alone')
      // Before the users: on a cluster whoever writes a session locks the users after the sessions.
      await revokeSessions(tx, { businessId, userId })
    }
    const members = await tx.db
      .updateTable('users')
      .set({ removed_at: now })
      .where('business_id', '=', businessId)
      .where('removed_at', 'is', null)
      .returning('id')
      .execute()
    // Those of people who joined meanwhile.
    for (const { id: userId } of members) await revokeSessions(tx, { businessId, userId })
    await tx.db
      .updateTable('api_keys')
      .set({ revoked_at: now })
      .where('business_id', '=', businessId)
      .where('revoked_at', 'is', null)
      .execute()
    const [first] = members
    if (first) await stop(tx, { businessId, userId: first.id })
    await sql`
      insert into gone_links (hash, gone_at)
      select sha256(convert_to(code, 'UTF8')), ${now} from optin_forms where business_id = ${businessId}
      on conflict do nothing`.execute(tx.db)
    await tx.enqueue(deletionJob, { business_id: businessId })
  })
}

/** Connections, files, rows, then the mark that nothing is left. It may run twice, at once too. */
export async function runDeletion(
  app: App,
  businessId: number,
  leave: LeaveProviders,
  signal?: AbortSignal,
): Promise<void> {
  const open = await app.db
    .selectFrom('business_deletions')
    .select('id')
    .where('business_id', '=', businessId)
    .where('started_at', 'is not', null)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  if (!open) return
  await leave(app, businessId)
  for (const folder of ['', 'chat/', 'template-media/', 'template-samples/'])
    await app.media.removeAll(`${folder}${businessId}/`)
  if (!(await deleteRows(app, businessId, signal))) return
  await app.db
    .updateTable('business_deletions')
    .set({ finished_at: app.now(), asked_by: null })
    .where('business_id', '=', businessId)
    .where('finished_at', 'is', null)
    .execute()
}
