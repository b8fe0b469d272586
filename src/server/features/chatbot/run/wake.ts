import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import {
  type BotNote,
  noteConversations,
  recordBotNotes,
} from '#server/features/conversations/conversations.ts'
import { lockPeople } from '#server/features/leads/leads.ts'
import { type BotEvent, newSession } from '../engine/session.ts'
import { commitTurns } from './commit.ts'
import type { At } from './jobs.ts'
import { Flows, loadPlaces, type Place, settingsOf } from './load.ts'
import { isInFlow, newTurn, takeOn } from './turn.ts'

/**
 * Takes somebody on who still stands where a job was made for; whoever moved on is left alone.
 * @param event is asked for with the place that is held.
 * @param more.also is done in the same transaction, whether they still stand there or not.
 * @param more.notes are kept where they are taken on.
 * @returns false where nothing was done.
 */
export async function takeOver(
  app: App,
  at: At,
  event: BotEvent,
  { also, notes = [] }: { also?: (tx: App) => Promise<void>; notes?: readonly BotNote[] | undefined } = {},
): Promise<boolean> {
  const settings = await settingsOf(app, at.business_id)
  if (!settings?.enabled) return false
  return await app.transaction(async (tx) => {
    await lockPeople(tx, at.business_id)
    await also?.(tx)
    const [place] = await loadPlaces(tx, at.business_id, [at.conversation_id], settings)
    if (!place || !isStill(place, at)) return false
    const turn = newTurn(place)
    if (place.held) {
      place.session = newSession(place.session ?? undefined)
      turn.changed = true
    } else if (isInFlow(turn)) {
      const flows = new Flows(tx, at.business_id)
      await flows.open()
      turn.notes.push(...notes)
      await takeOn(turn, event, flows)
    }
    await commitTurns(tx, at.business_id, [turn], settings.session_hours)
    return turn.changed
  })
}

const isStill = ({ run, session }: Place, at: At): boolean =>
  run === at.run && session?.step === at.step && session.visits[at.step] === at.visit

/** A wait is over, or nobody answered in time. */
export async function wake(app: App, at: At): Promise<void> {
  await takeOver(app, at, { type: 'timer' })
}

/** Sessions in which nothing happened for long are over: their answers would come out of nowhere. */
export async function endExpired(app: App): Promise<void> {
  await app.transaction(async (tx) => {
    const { rows } = await sql<{ business_id: number; conversation_id: number; window: boolean }>`
      with over as (
        select business_id, conversation_id, waits from bot_sessions
        where waits is not null and expires_at <= ${tx.now()}::timestamptz limit 1000 for update skip locked
      )
      update bot_sessions s set waits = null, due = null, expires_at = null,
        state = s.state || '{"step": null, "waits": null, "due": null}',
        stopped_at = case when over.waits = 'window' then ${tx.now()}::timestamptz else s.stopped_at end,
        stop_reason = case when over.waits = 'window' then 'window_closed' else s.stop_reason end
      from over where s.business_id = over.business_id and s.conversation_id = over.conversation_id
      returning s.business_id, s.conversation_id, over.waits = 'window' as window`.execute(tx.db)
    const closed = rows.filter(({ window }) => window)
    for (const [businessId, theirs] of Map.groupBy(closed, (row) => Number(row.business_id))) {
      const ids = theirs.map((row) => Number(row.conversation_id))
      await recordBotNotes(
        tx,
        businessId,
        ids.map((conversationId) => ({ kind: 'bot_handed_over', conversationId, reason: 'window_closed' })),
      )
      await noteConversations(tx, businessId, ids)
    }
  })
}
