import type { App } from '#server/app.ts'
import { findSender } from '#server/features/onboarding/onboarding.ts'
import { getChatSettings } from './settings.ts'

/** WhatsApp shows it for 25 seconds. Source: facts of the Cloud API, mark as read. */
const typingEveryMs = 20_000
const mostRemembered = 5_000

/** What each conversation's customer was told last, for each running server. */
const told = new WeakMap<App['notes'], Map<string, { wamid: string; typedAt: number }>>()

/**
 * Shows the customer that their newest message was read, or that somebody types, where the business wants it. Called
 * only for a person who looks or types. It fails without a trace on the screen: no answer depends on it.
 */
export async function tellCustomer(
  app: App,
  businessId: number,
  conversationId: number,
  what: 'read' | 'typing',
): Promise<void> {
  try {
    await tell(app, businessId, conversationId, what)
  } catch (error) {
    app.log.debug({ err: error, conversationId }, 'a customer was not told that somebody reads or types')
  }
}

async function tell(app: App, businessId: number, conversationId: number, what: 'read' | 'typing') {
  const settings = await getChatSettings(app, businessId)
  // WhatsApp has no call that tells typing and leaves the message unread.
  if (!settings.tell_read || (what === 'typing' && !settings.tell_typing)) return
  const row = await app.db
    .selectFrom('inbound_messages as i')
    .innerJoin('conversations as c', (join) =>
      join.onRef('c.business_id', '=', 'i.business_id').onRef('c.id', '=', 'i.conversation_id'),
    )
    .select(['i.wamid', 'c.phone_number_id', 'c.window_until'])
    .where('i.business_id', '=', businessId)
    .where('i.conversation_id', '=', conversationId)
    .where('i.echo', '=', false)
    .where('i.kind', '<>', 'system')
    .orderBy('i.at', 'desc')
    .orderBy('i.id', 'desc')
    .executeTakeFirst()
  const now = app.now()
  if (!row?.window_until || row.window_until <= now) return
  const last = lastOf(app)
  const key = `${businessId}:${conversationId}`
  const before = last.get(key)
  const isRead = before?.wamid === row.wamid
  const typedAt = isRead ? before.typedAt : 0
  if (what === 'read' ? isRead : now.getTime() - typedAt < typingEveryMs) return
  const sender = await findSender(app, businessId, row.phone_number_id)
  if (!sender) return
  if (last.size >= mostRemembered) last.clear()
  last.set(key, { wamid: row.wamid, typedAt: what === 'typing' ? now.getTime() : typedAt })
  await app.meta.markRead(sender.token, sender.phone_number_id, row.wamid, what === 'typing')
}

function lastOf(app: App) {
  const known = told.get(app.notes)
  if (known) return known
  const made = new Map<string, { wamid: string; typedAt: number }>()
  told.set(app.notes, made)
  return made
}
