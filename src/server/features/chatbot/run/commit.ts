import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import {
  assignByBot,
  type BotNote,
  type BotSend,
  noteConversations,
  recordBotNotes,
  recordBotSends,
} from '#server/features/conversations/conversations.ts'
import { changeLeadsByBot } from '#server/features/leads/leads.ts'
import { originOf, queueChats, queueSingle } from '#server/features/messages/messages.ts'
import { ofBusiness, onNodeOf } from '#server/platform/by-whole-key.ts'
import { AppError } from '#server/platform/errors.ts'
import { answerAi, callAddressJob, uploadFileJob, wakeJob } from './jobs.ts'
import type { Place } from './load.ts'
import { payloadOfSend, textOfSend } from './payload.ts'
import { failTemplate, isGuard, type Turn } from './turn.ts'

/** Writes all that some turns did: messages, leads, notes, figures and where each person stands now. */
export async function commitTurns(
  tx: App,
  businessId: number,
  all: readonly Turn[],
  sessionHours: number,
): Promise<void> {
  const turns = all.filter(({ changed }) => changed)
  if (turns.length === 0) return
  await queueSends(tx, businessId, turns)
  await changeLeads(tx, businessId, turns)
  await writeNotes(tx, businessId, turns)
  await writeEvents(tx, businessId, turns)
  await writeSessions(tx, businessId, turns, sessionHours)
  await enqueueLater(tx, businessId, turns)
  await noteConversations(
    tx,
    businessId,
    turns.map(({ place }) => place.conversationId),
  )
}

/** The same step of the same visit has the same key: the second one breaks the primary key. */
function sendKey(
  businessId: number,
  conversationId: number,
  run: number,
  step: string,
  visit: number,
): string {
  const name = ['bot', businessId, conversationId, run, step, visit].join(' ')
  const hex = createHash('sha256').update(name).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

/** The same step for the same message of the person, also where both are kept anew under other ids. */
function originOfSend(
  tx: App,
  { cause, run, flowId, effect, place }: Turn['sends'][number] & { place: Place },
): string {
  const since = cause === null ? [place.conversationId, run] : [cause]
  return originOf(tx, 'bot', [...since, flowId, effect.step, effect.visit])
}

type FreeMessage = Parameters<typeof payloadOfSend>[0]

/** In the order in which each flow sends them. */
async function queueSends(tx: App, businessId: number, turns: readonly Turn[]): Promise<void> {
  const sends = turns.flatMap((turn) =>
    turn.sends.map((send) => ({ turn, place: turn.place, send, ...send })),
  )
  const records: BotSend[] = []
  const record = (
    { place, effect, run, flowId }: (typeof sends)[number],
    messageId: number,
    templateText?: string,
  ): void => {
    records.push({
      sendKey: sendKey(businessId, place.conversationId, run, effect.step, effect.visit),
      conversationId: place.conversationId,
      messageId,
      flowId,
      step: effect.step,
      text: textOfSend(effect.message),
      templateText,
      fileId: effect.message.type === 'media' ? effect.message.file_id : null,
    })
  }
  // A template is queued by itself; what a flow sends around it keeps its place before or after it.
  let free: ((typeof sends)[number] & { message: FreeMessage })[] = []
  const queueFree = async (): Promise<void> => {
    const ids = await queueChats(
      tx,
      businessId,
      free.map(({ message, ...send }) => ({
        to: send.place.address,
        leadId: send.place.leadId,
        phoneNumberId: send.place.phoneNumberId,
        text: textOfSend(message),
        payload: payloadOfSend(message),
        origin: originOfSend(tx, send),
      })),
    )
    for (const [index, send] of free.entries()) record(send, ids[index]!)
    free = []
  }
  const failed = new Set<Turn>()
  for (const send of sends) {
    const { message } = send.effect
    if (failed.has(send.turn)) continue
    if (message.type !== 'template') {
      free.push({ ...send, message })
      continue
    }
    await queueFree()
    const queued = await queueSingle(tx, businessId, {
      to: send.place.address,
      template_name: message.template,
      language: message.language,
      parameters: message.parameters,
      phone_number_id: send.place.phoneNumberId,
      origin: originOfSend(tx, send),
    }).catch(refused)
    if (queued) {
      record(send, queued.id, queued.text)
      continue
    }
    failTemplate(send.turn, send.send)
    failed.add(send.turn)
  }
  await queueFree()
  await recordBotSends(tx, businessId, records)
}

/** It was refused before anything was written, so that the transaction goes on. */
function refused(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}

async function changeLeads(tx: App, businessId: number, turns: readonly Turn[]): Promise<void> {
  const changes = turns.flatMap(({ place, effects }) => {
    if (place.leadId === null) return []
    const tags = new Map<string, boolean>()
    const fields: Record<string, string> = {}
    for (const effect of effects) {
      if (effect.effect === 'tag') tags.set(effect.tag, effect.change === 'add')
      if (effect.effect === 'field') fields[effect.field] = effect.value
    }
    if (tags.size === 0 && Object.keys(fields).length === 0) return []
    const those = (added: boolean) => [...tags].flatMap(([tag, isAdded]) => (isAdded === added ? [tag] : []))
    return [{ leadId: place.leadId, addTags: those(true), removeTags: those(false), fields }]
  })
  await changeLeadsByBot(tx, businessId, changes)
}

async function writeNotes(tx: App, businessId: number, turns: readonly Turn[]): Promise<void> {
  const notes: BotNote[] = []
  for (const { place, effects, stopped, notes: outside } of turns) {
    const { conversationId } = place
    notes.push(...outside)
    for (const effect of effects) {
      if (effect.effect === 'note') notes.push({ kind: 'note', conversationId, text: effect.text })
      if (effect.effect === 'assign') await assignByBot(tx, businessId, conversationId, effect.user_id)
    }
    if (stopped) {
      const kind = isGuard(stopped) ? 'bot_stopped' : 'bot_handed_over'
      notes.push({ kind, conversationId, reason: stopped })
    }
  }
  await recordBotNotes(tx, businessId, notes)
}

async function writeEvents(tx: App, businessId: number, turns: readonly Turn[]): Promise<void> {
  const rows = turns.flatMap(({ place, events }) =>
    events.map(({ flowId, version, entry, kind }) => ({
      conversation: place.conversationId,
      flow: flowId,
      version,
      step: entry.step ?? null,
      kind,
      answer: kind === 'left' ? (entry.answer ?? null) : null,
    })),
  )
  if (rows.length === 0) return
  const column = <K extends keyof (typeof rows)[number]>(key: K) => rows.map((row) => row[key])
  await sql`
    insert into bot_events (business_id, conversation_id, flow_id, version, step, kind, answer, at)
    select ${businessId}, e.*, ${tx.now()}::timestamptz from unnest(${column('conversation')}::bigint[],
      ${column('flow')}::bigint[], ${column('version')}::int[], ${column('step')}::text[],
      ${column('kind')}::text[], ${column('answer')}::text[]) e`.execute(tx.db)
}

async function writeSessions(
  tx: App,
  businessId: number,
  turns: readonly Turn[],
  sessionHours: number,
): Promise<void> {
  const now = tx.now()
  const expires = new Date(now.getTime() + sessionHours * 3_600_000)
  const rows = turns.map(({ place, stopped }) => {
    const { session, flow } = place
    const isOver = !session || session.step === null
    // Who waits as long as a session lasts or longer, waits to the end.
    const afterWait = session?.due ? Date.parse(session.due) + 3_600_000 : 0
    const until = new Date(Math.max(expires.getTime(), afterWait))
    return {
      conversation: place.conversationId,
      run: place.run,
      cause: place.cause,
      flow: flow?.id ?? null,
      version: flow?.version ?? null,
      state: JSON.stringify(session ?? {}),
      waits: session?.waits ?? null,
      due: session?.due ?? null,
      expires: isOver ? null : until.toISOString(),
      reason: stopped,
    }
  })
  const column = <K extends keyof (typeof rows)[number]>(key: K) => rows.map((row) => row[key])
  await sql`
    update bot_sessions s set run = n.run, cause = n.cause, flow_id = n.flow, version = n.version, state = n.state, waits = n.waits,
      due = n.due, expires_at = n.expires,
      stopped_at = case when n.reason is null then s.stopped_at else ${now}::timestamptz end,
      stop_reason = coalesce(n.reason, s.stop_reason), updated_at = ${now}
    from unnest(${column('conversation')}::bigint[], ${column('run')}::int[], ${column('flow')}::bigint[],
      ${column('version')}::int[], ${column('state')}::jsonb[], ${column('waits')}::text[],
      ${column('due')}::timestamptz[], ${column('expires')}::timestamptz[], ${column('reason')}::text[],
      ${column('cause')}::text[])
      as n (conversation, run, flow, version, state, waits, due, expires, reason, cause)
    where s.business_id = ${ofBusiness(businessId)} and s.conversation_id = n.conversation
      and ${onNodeOf(businessId, 's.business_id')}
      and s.conversation_id = any(${column('conversation')}::bigint[])`.execute(tx.db)
}

const jobOf = { http: callAddressJob, ai: answerAi, file: uploadFileJob } as const

async function enqueueLater(tx: App, businessId: number, turns: readonly Turn[]): Promise<void> {
  for (const { place, timer, calls } of turns) {
    const { session, conversationId, run } = place
    if (session?.step == null) continue
    const at = {
      business_id: businessId,
      conversation_id: conversationId,
      run,
      step: session.step,
      visit: session.visits[session.step] ?? 0,
    }
    if (timer) await tx.enqueue(wakeJob, at, { startAfter: timer })
    for (const call of calls) await tx.enqueue(jobOf[call.effect], at)
  }
}
