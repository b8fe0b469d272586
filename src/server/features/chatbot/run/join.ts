import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import type { Session } from '../engine/session.ts'
import { callKey } from './call-key.ts'
import { answerAi, callAddressJob, uploadFileJob, wakeJob } from './jobs.ts'

type Row = {
  conversation_id: number
  run: number
  cause: string | null
  flow_id: number | null
  state: Session | Record<string, never>
  waits: string | null
  due: Date | null
  stopped_at: Date | null
  paused_until: Date | null
  resumed_at: Date | null
}

/**
 * Two conversations were one person's: whoever stands in a flow goes on in the one that is kept. A stop or a pause of
 * either holds. Inside the transaction that joins them.
 */
export async function joinSessions(
  tx: App,
  businessId: number,
  into: number,
  others: readonly number[],
): Promise<void> {
  const all = [into, ...others]
  const { rows } = await sql<Row>`
    select conversation_id, run, cause, flow_id, state, waits, due, stopped_at, paused_until, resumed_at from bot_sessions
    where business_id = ${businessId} and conversation_id = any(${all}::bigint[])
    order by waits is null, updated_at desc, conversation_id for update`.execute(tx.db)
  const [best] = rows
  if (best) {
    // A run of its own: the keys of what was sent here are not used again.
    const run = Math.max(...rows.map((row) => row.run)) + 1
    await tx.db
      .deleteFrom('bot_sessions')
      .where('business_id', '=', businessId)
      .where('conversation_id', 'in', all)
      .where('conversation_id', '<>', best.conversation_id)
      .execute()
    await tx.db
      .updateTable('bot_sessions')
      .set({
        conversation_id: into,
        run,
        stopped_at: latest(rows.map((row) => row.stopped_at)),
        paused_until: latest(rows.map((row) => row.paused_until)),
        resumed_at: latest(rows.map((row) => row.resumed_at)),
      })
      .where('business_id', '=', businessId)
      .where('conversation_id', '=', best.conversation_id)
      .execute()
    await wakeAgain(tx, businessId, into, run, best)
  }
  for (const table of ['bot_handled', 'bot_events', 'bot_ai_answers'] as const) {
    await tx.db
      .updateTable(table)
      .set({ conversation_id: into })
      .where('business_id', '=', businessId)
      .where('conversation_id', 'in', [...others])
      .execute()
  }
}

const latest = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((last, one) => (one !== null && (last === null || one > last) ? one : last), null)

/** Waits and calls name a conversation and a run: those that were made before find nobody. */
async function wakeAgain(
  tx: App,
  businessId: number,
  into: number,
  run: number,
  { conversation_id, run: before, cause, flow_id, state, waits, due }: Row,
): Promise<void> {
  if (waits === null || !('step' in state) || state.step === null) return
  const step = state.step
  const at = {
    business_id: businessId,
    conversation_id: into,
    run,
    step,
    visit: state.visits[step] ?? 0,
  }
  if (due) await tx.enqueue(wakeJob, at, { startAfter: due })
  if (waits === 'http' && flow_id !== null) {
    const begun = { ...at, conversation_id: Number(conversation_id), run: before }
    const call_key = callKey(begun, { cause, flowId: Number(flow_id) })
    await tx.enqueue(callAddressJob, { ...at, call_key })
  }
  if (waits === 'file') await tx.enqueue(uploadFileJob, at)
  if (waits === 'ai') await tx.enqueue(answerAi, at)
}
