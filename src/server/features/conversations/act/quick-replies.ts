import { sql } from 'kysely'
import type { QuickReply } from '#contract/conversations.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { breaksConstraint } from '#server/platform/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'

export async function listQuickReplies(app: App, businessId: number): Promise<QuickReply[]> {
  return await app.db
    .selectFrom('quick_replies')
    .select(['id', 'shortcut', 'text'])
    .where('business_id', '=', businessId)
    .orderBy(sql`lower(shortcut)`)
    .limit(1000)
    .execute()
}

/**
 * One with the same shortcut is replaced where that is wanted; with an id, that one is changed.
 * @throws AppError `not_found`, `conflict`
 */
export async function saveQuickReply(
  app: App,
  businessId: number,
  {
    id,
    shortcut,
    text,
    replace,
    read,
  }: {
    id?: number | undefined
    shortcut: string
    text: string
    replace: boolean
    read?: { shortcut: string; text: string } | undefined
  },
): Promise<QuickReply> {
  const taken = () => {
    const sentence = t('conversations.shortcutTaken', { shortcut })
    return new AppError('conflict', sentence, { fields: { shortcut: sentence } })
  }
  if (id !== undefined) {
    const changed = await app.db
      .updateTable('quick_replies')
      .set({ shortcut, text: text.toWellFormed(), updated_at: app.now() })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .$if(read !== undefined, (query) =>
        query.where('shortcut', '=', read?.shortcut ?? '').where('text', '=', read?.text ?? ''),
      )
      .returning(['id', 'shortcut', 'text'])
      .executeTakeFirst()
      .catch((error: unknown) => {
        throw breaksConstraint(error, 'quick_replies_shortcut') ? taken() : error
      })
    if (changed) return changed
    const isThere = read && (await listQuickReplies(app, businessId)).some((one) => one.id === id)
    if (isThere) throw new AppError('conflict', t('conversations.replyChanged'))
    throw notFound('quickReply')
  }
  const { rows } = await sql<QuickReply>`
    insert into quick_replies as q (business_id, shortcut, text, updated_at)
    values (${businessId}, ${shortcut}, ${text.toWellFormed()}, ${app.now()})
    on conflict (business_id, lower(shortcut)) do update
      set shortcut = excluded.shortcut, text = excluded.text, updated_at = excluded.updated_at
      where ${replace} or q.text = excluded.text
    returning id, shortcut, text`.execute(app.db)
  const [kept] = rows
  if (!kept) throw taken()
  return kept
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
