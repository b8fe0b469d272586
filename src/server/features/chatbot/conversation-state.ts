import { sql } from 'kysely'
import type { BotState, StopReason } from '#contract/chatbot/chatbot.ts'
import type { App } from '#server/app.ts'
import {
  lockConversations,
  noteConversations,
  requireConversation,
} from '#server/features/conversations/conversations.ts'
import { notFound } from '#server/platform/errors.ts'
import { loadPlaces, settingsOf } from './run/load.ts'
import { isInFlow, newTurn } from './run/turn.ts'
import { startUsing } from './settings.ts'

/** What the chatbot does in a conversation. @throws AppError `not_found` */
export async function botStateOf(app: App, businessId: number, id: number): Promise<BotState> {
  await requireConversation(app, businessId, id)
  const settings = await settingsOf(app, businessId)
  const nothing = { flow_id: null, flow_name: null, step: null, paused_until: null, reason: null }
  if (!settings?.enabled) return { ...nothing, state: 'off' }
  return await app.transaction(async (tx) => {
    const [place] = await loadPlaces(tx, businessId, [id], settings)
    if (!place) throw notFound('conversation')
    const { rows } = await sql<{
      stop_reason: StopReason | null
      name: string | null
    }>`
      select s.stop_reason, f.name from bot_sessions s
      left join bot_flows f on f.business_id = s.business_id and f.id = s.flow_id
      where s.business_id = ${businessId} and s.conversation_id = ${id}`.execute(tx.db)
    const row = rows[0]
    if (place.held) {
      const isStopped = row?.stop_reason != null && place.stoppedItself
      return {
        ...nothing,
        state: isStopped ? 'stopped' : 'paused',
        paused_until: place.heldUntil?.toISOString() ?? null,
        reason: isStopped ? row.stop_reason : null,
      }
    }
    if (!isInFlow(newTurn(place))) return { ...nothing, state: 'idle' }
    return {
      ...nothing,
      state: 'active',
      flow_id: place.flow?.id ?? null,
      flow_name: row?.name ?? null,
      step: place.session?.step ?? null,
    }
  })
}

/** Stops the chatbot in a conversation, until it is closed or for some minutes. @throws AppError `not_found` */
export async function pauseBot(
  app: App,
  businessId: number,
  id: number,
  minutes: number | null,
): Promise<BotState> {
  await requireConversation(app, businessId, id)
  await app.transaction(async (tx) => {
    await startUsing(tx, businessId)
    await lockConversations(tx, businessId)
    const until = minutes === null ? null : new Date(tx.now().getTime() + minutes * 60_000)
    const stopped = minutes === null ? tx.now() : null
    await sql`
      insert into bot_sessions (business_id, conversation_id, state, stopped_at, paused_until, updated_at)
      values (${businessId}, ${id}, '{}', ${stopped}::timestamptz, ${until}::timestamptz, ${tx.now()})
      on conflict (business_id, conversation_id) do update set
        stopped_at = coalesce(excluded.stopped_at, bot_sessions.stopped_at), stop_reason = null,
        paused_until = excluded.paused_until, waits = null, due = null, expires_at = null,
        state = bot_sessions.state || '{"step": null, "waits": null, "due": null}',
        updated_at = excluded.updated_at`.execute(tx.db)
    await noteConversations(tx, businessId, [id])
  })
  return await botStateOf(app, businessId, id)
}

/** Gives a conversation back to the chatbot. @throws AppError `not_found` */
export async function resumeBot(app: App, businessId: number, id: number): Promise<BotState> {
  await requireConversation(app, businessId, id)
  await app.transaction(async (tx) => {
    await lockConversations(tx, businessId)
    await sql`
      insert into bot_sessions (business_id, conversation_id, state, resumed_at, updated_at)
      values (${businessId}, ${id}, '{}', ${tx.now()}, ${tx.now()})
      on conflict (business_id, conversation_id) do update set
        resumed_at = excluded.resumed_at, paused_until = null, stopped_at = null, stop_reason = null`.execute(
      tx.db,
    )
    await noteConversations(tx, businessId, [id])
  })
  return await botStateOf(app, businessId, id)
}
