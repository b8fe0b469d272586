import { sql } from 'kysely'
import type { ChatSettings } from '#contract/conversations/settings.ts'
import type { App } from '#server/app.ts'

const usual: ChatSettings = { tell_read: true, tell_typing: true, undo_seconds: 0 }

export async function getChatSettings(app: App, businessId: number): Promise<ChatSettings> {
  const row = await app.db
    .selectFrom('chat_settings')
    .select(['tell_read', 'tell_typing', 'undo_seconds'])
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  return row ?? usual
}

/** What is not named stays. */
export async function saveChatSettings(
  app: App,
  businessId: number,
  changes: { [K in keyof ChatSettings]?: ChatSettings[K] | undefined },
): Promise<ChatSettings> {
  const { tell_read = null, tell_typing = null, undo_seconds = null } = changes
  const { rows } = await sql<ChatSettings>`
    insert into chat_settings as s (business_id, tell_read, tell_typing, undo_seconds, updated_at)
    values (${businessId}, coalesce(${tell_read}::boolean, ${usual.tell_read}),
      coalesce(${tell_typing}::boolean, ${usual.tell_typing}),
      coalesce(${undo_seconds}::smallint, ${usual.undo_seconds}), ${app.now()})
    on conflict (business_id) do update set
      tell_read = coalesce(${tell_read}::boolean, s.tell_read),
      tell_typing = coalesce(${tell_typing}::boolean, s.tell_typing),
      undo_seconds = coalesce(${undo_seconds}::smallint, s.undo_seconds),
      updated_at = excluded.updated_at
    returning tell_read, tell_typing, undo_seconds`.execute(app.db)
  return rows[0]!
}
