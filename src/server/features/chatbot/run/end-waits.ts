import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { noteConversations, recordBotNotes } from '#server/features/conversations/conversations.ts'
import { ownerReasons } from '#server/features/messages/messages.ts'
import type { StopReason } from '../engine/session.ts'
import type { At } from './jobs.ts'
import { takeOver } from './wake.ts'

/** In one transaction. */
const mostAtOnce = 1000

/** Why a person has to go on where a session ended that waited for something of ours; theirs ends in silence. */
const expiredReasons = {
  window: 'window_closed',
  http: 'http_failed',
  ai: 'ai_failed',
  file: 'file_failed',
  timer: 'wait_failed',
} as const satisfies Record<string, StopReason>
const waitsOfOurs: readonly string[] = Object.keys(expiredReasons)

/** Sessions in which nothing happened for long are over: their answers would come out of nowhere. */
export async function endExpired(app: App): Promise<void> {
  const { rows } = await sql<{ business_id: number }>`
    select distinct business_id from (
      select business_id from bot_sessions
      where waits is not null and expires_at <= ${app.now()}::timestamptz limit ${mostAtOnce}) as over`.execute(
    app.db,
  )
  for (const { business_id } of rows) await endExpiredOf(app, business_id)
}

async function endExpiredOf(app: App, businessId: number): Promise<void> {
  await app.transaction(async (tx) => {
    const { rows } = await sql<{ conversation_id: number; waits: string }>`
      with over as materialized (
        select conversation_id, waits, flow_id, version, state ->> 'step' as step from bot_sessions
        where business_id = ${businessId} and waits is not null and expires_at <= ${tx.now()}::timestamptz
        limit ${mostAtOnce} for update skip locked
      ),
      ended as (
        update bot_sessions s set waits = null, due = null, expires_at = null,
          state = s.state || '{"step": null, "waits": null, "due": null}',
          stopped_at = case when r.reason is null then s.stopped_at else ${tx.now()}::timestamptz end,
          stop_reason = coalesce(r.reason, s.stop_reason)
        from over left join jsonb_each_text(${JSON.stringify(expiredReasons)}::jsonb) r (waits, reason)
          on r.waits = over.waits
        where s.business_id = ${businessId} and s.conversation_id = over.conversation_id
        returning s.business_id, s.conversation_id, over.waits, over.flow_id, over.version, over.step
      ),
      counted as (
        insert into bot_events (business_id, conversation_id, flow_id, version, step, kind, at)
        select e.business_id, e.conversation_id, e.flow_id, e.version, p.step, 'handed_over', ${tx.now()}::timestamptz
        from ended e cross join lateral (values (e.step), (null)) p (step)
        where e.waits = any(${waitsOfOurs}::text[]) and e.flow_id is not null
      )
      select conversation_id, waits from ended`.execute(tx.db)
    const handedOver = rows.filter(({ waits }) => waitsOfOurs.includes(waits))
    if (handedOver.length === 0) return
    const notes = handedOver.map(({ conversation_id, waits }) => ({
      kind: 'bot_handed_over' as const,
      conversationId: conversation_id,
      reason: expiredReasons[waits as keyof typeof expiredReasons],
    }))
    await recordBotNotes(tx, businessId, notes)
    await noteConversations(
      tx,
      businessId,
      notes.map(({ conversationId }) => conversationId),
    )
  })
}

type Unreached = At & { status: string }
/** A refusal may be followed by another try. */
const graceSeconds = 30

/**
 * Hands over conversations whose question failed, or may never have left: no answer to it can come.
 * Its owner may still send it again; what comes then is answered by people.
 */
export async function handOverUnreached(app: App, afterSeconds = graceSeconds): Promise<void> {
  // Each session's newest message by its own key: a join would go through all messages of the business.
  const { rows } = await sql<Unreached>`
    select s.business_id, s.conversation_id, s.run, w.bot_step as step, m.status,
      (s.state -> 'visits' ->> w.bot_step)::int as visit
    from bot_sessions s
    cross join lateral (
      select h.message_id, h.bot_step from conversation_sends h
      where h.business_id = s.business_id and h.conversation_id between s.conversation_id and s.conversation_id
      order by h.conversation_id, h.at desc, h.message_id desc limit 1) w
    cross join lateral (
      select m.status, m.reason from messages m where m.business_id = s.business_id and m.id = w.message_id offset 0) m
    where s.waits = 'answer' and w.bot_step = s.state ->> 'step'
      and s.updated_at <= ${app.now()}::timestamptz - ${afterSeconds} * interval '1 second'
      and (m.status in ('failed', 'skipped', 'cancelled')
        or (m.status = 'unknown' and m.reason = any(${ownerReasons}::text[])))
    limit ${mostAtOnce}`.execute(app.db)
  for (const { status, ...at } of rows) {
    const reason = status === 'unknown' ? 'message_unknown' : 'message_failed'
    await takeOver(app, at, { type: 'not_reached', reason })
  }
}
