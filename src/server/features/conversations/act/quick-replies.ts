import { sql } from 'kysely'
import type { QuickReply } from '#contract/conversations.ts'
import type { App } from '#server/app.ts'
import { notFound } from '#server/platform/errors.ts'

export async function listQuickReplies(app: App, businessId: number): Promise<QuickReply[]> {
  return await app.db
    .selectFrom('quick_replies')
    .select(['id', 'shortcut', 'text'])
    .where('business_id', '=', businessId)
    .orderBy(sql`lower(shortcut)`)
    .limit(1000)
    .execute()
}

/** One with the same shortcut is replaced. */
export async function saveQuickReply(
  app: App,
  businessId: number,
  { shortcut, text }: Omit<QuickReply, 'id'>,
): Promise<QuickReply> {
  const { rows } = await sql<QuickReply>`
    insert into quick_replies (business_id, shortcut, text, updated_at)
    values (${businessId}, ${shortcut}, ${text.toWellFormed()}, ${app.now()})
    on conflict (business_id, lower(shortcut)) do update
      set shortcut = excluded.shortcut, text = excluded.text, updated_at = excluded.updated_at
    returning id, shortcut, text`.execute(app.db)
  return rows[0]!
}

/** @throws AppError `not_found` */
export async function deleteQuickReply(app: App, businessId: number, id: number): Promise<void> {
  const { numDeletedRows } = await app.db
    .deleteFrom('quick_replies')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw notFound('quickReply')
}
