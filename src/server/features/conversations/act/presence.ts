import type { App } from '#server/app.ts'
import { notFound } from '#server/platform/errors.ts'
import { businessChannel, notify } from '#server/platform/notify.ts'

/** Who looks or types where: `<business_id>:<conversation_id>:<user_id>:<state>`. Nothing of it is stored. */
export const presenceChannel = 'conversation_presence'

export type PresenceState = 'viewing' | 'typing' | 'left'

/** Tells colleagues that somebody looks at a conversation or types in it. @throws AppError `not_found` */
export async function tellPresence(
  app: App,
  { businessId, userId }: { businessId: number; userId: number },
  id: number,
  state: PresenceState,
): Promise<void> {
  const known = await app.db
    .selectFrom('conversations')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) throw notFound('conversation')
  const channel = businessChannel(presenceChannel, businessId)
  await notify(app.db, channel, [businessId, id, userId, state].join(':'))
}

/** Reads a note; undefined for one of another business. */
export function readPresence(
  payload: string,
  businessId: number,
): { id: number; user_id: number; state: PresenceState } | undefined {
  const [owner, id, userId, state] = payload.split(':')
  if (owner !== String(businessId)) return undefined
  return { id: Number(id), user_id: Number(userId), state: state as PresenceState }
}
