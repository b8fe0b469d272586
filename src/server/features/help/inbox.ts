import type { z } from 'zod'
import type { KeptHelpMessage } from '#contract/help.ts'
import type { App } from '#server/app.ts'

/**
 * What people of all businesses wrote to the operator, the newest first.
 * @param before the id of the last message of the page before.
 */
export async function listHelpMessages(
  app: App,
  { limit, before, unread }: { limit: number; before?: number | undefined; unread?: boolean },
): Promise<{ messages: z.infer<typeof KeptHelpMessage>[]; next_cursor: string | null }> {
  let query = app.db
    .selectFrom('help_messages as m')
    .innerJoin('users as u', (join) =>
      join.onRef('u.business_id', '=', 'm.business_id').onRef('u.id', '=', 'm.user_id'),
    )
    .select(['m.id', 'u.name', 'm.email', 'm.message', 'm.created_at', 'm.read_at'])
    .orderBy('m.id', 'desc')
    .limit(limit + 1)
  if (before !== undefined) query = query.where('m.id', '<', before)
  if (unread) query = query.where('m.read_at', 'is', null)
  const rows = await query.execute()
  const page = rows.slice(0, limit)
  return {
    messages: page.map(({ created_at, read_at, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
      read: read_at !== null,
    })),
    next_cursor: rows.length > limit ? String(page.at(-1)?.id) : null,
  }
}

export async function countUnreadHelp(app: App): Promise<number> {
  const { unread } = await app.db
    .selectFrom('help_messages')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(unread)
}

/** Everything that was there when the operator looked is read; what came since is not. */
export async function markHelpRead(app: App, upTo: string): Promise<void> {
  await app.db
    .updateTable('help_messages')
    .set({ read_at: app.now() })
    .where('id', '<=', Number(upTo))
    .where('read_at', 'is', null)
    .execute()
}
