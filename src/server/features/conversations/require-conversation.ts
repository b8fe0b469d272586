import type { App } from '#server/app.ts'
import { notFound } from '#server/platform/errors.ts'

/** @param lock keeps other writers of the conversation waiting. @throws AppError `not_found` */
export async function requireConversation(
  app: App,
  businessId: number,
  id: number,
  lock?: 'for update',
): Promise<void> {
  const row = await app.db
    .selectFrom('conversations')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw notFound('conversation')
}
