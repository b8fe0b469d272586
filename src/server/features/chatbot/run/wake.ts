import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { type BotNote, lockConversations } from '#server/features/conversations/conversations.ts'
import { type BotEvent, newSession } from '../engine/session.ts'
import { commitTurns } from './commit.ts'
import { type At, wakeJob } from './jobs.ts'
import { Flows, loadPlaces, type Place, settingsOf } from './load.ts'
import { isInFlow, newTurn, takeOn } from './turn.ts'

const aMomentMs = 1000

/**
 * Takes somebody on who still stands where a job was made for; whoever moved on is left alone.
 * @param event is asked for with the place that is held.
 * @param more.also is done in the same transaction, whether they still stand there or not; not where the conversation
 * is gone.
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
  const take = async (tx: App): Promise<boolean> => {
    await lockConversations(tx, at.business_id)
    const [place] = await loadPlaces(tx, at.business_id, [at.conversation_id], settings)
    if (!place) return false
    await also?.(tx)
    if (!isStill(place, at)) return false
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
  }
  return await app.transaction(take)
}

const isStill = ({ run, session }: Place, at: At): boolean =>
  run === at.run && session?.step === at.step && session.visits[at.step] === at.visit

/**
 * A wait is over, or nobody answered in time. Where the clock here is behind the database's, the job comes too early:
 * then another one comes later.
 */
export async function wake(app: App, at: At): Promise<void> {
  const early = await earlyBy(app, at)
  if (early === undefined) await takeOver(app, at, { type: 'timer' })
  else await app.enqueue(wakeJob, at, { startAfter: early })
}

/** When to come again; undefined where the time of somebody who still stands there has come. */
async function earlyBy(app: App, at: At): Promise<Date | undefined> {
  const { rows } = await sql<{ due: Date }>`
    select due from bot_sessions
    where business_id = ${at.business_id} and conversation_id = ${at.conversation_id} and run = ${at.run}
      and state ->> 'step' = ${at.step} and (state -> 'visits' ->> ${at.step})::int = ${at.visit}`.execute(
    app.db,
  )
  const due = rows[0]?.due?.getTime() ?? 0
  const ms = due - app.now().getTime()
  return ms > 0 ? new Date(due + ms + aMomentMs) : undefined
}
