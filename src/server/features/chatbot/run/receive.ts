import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { lockConversations } from '#server/features/conversations/conversations.ts'
import { meaningOf, readAnswerPayload } from '#server/features/leads/leads.ts'
import { ofBusiness, onNodeOf } from '#server/platform/by-whole-key.ts'
import type { IncomingMessageEvent } from '#server/providers/meta/webhooks/webhook-events.ts'
import { newSession } from '../engine/session.ts'
import { firstMatch, type Incoming, type StoredRule } from '../match/match.ts'
import { rulesOf } from '../rules/stored.ts'
import { commitTurns } from './commit.ts'
import { wroteElsewhere } from './first-ever.ts'
import { Flows, loadPlaces, type Place, type Settings, settingsOf } from './load.ts'
import { actOn, isInFlow, newTurn, type Turn, takeOn } from './turn.ts'

type Received = IncomingMessageEvent & { businessId: number }
type Inbound = {
  id: number
  wamid: string
  conversation_id: number
  kind: string
  text: string | null
  content: Record<string, unknown>
  referral: { sourceId?: string; headline?: string; sourceUrl?: string } | null
  is_first: boolean
}

type Asked = Inbound & { isFirstEver: boolean }

/** Messages that came, whose conversations are answered in one transaction. */
const mostAtOnce = 1000
/** Messages that are taken in one transaction; a person who sends thousands at once is answered in parts. */
const mostMessages = 1000
/** What lay longer than this is left to people: an answer to it would be none. */
const oldestHours = 6

/**
 * Lets the chatbot answer what has been kept. Each message is taken once: that it was, and all that follows, are
 * written together. Applying the same events again changes nothing.
 */
export async function answerMessages(app: App, events: readonly Received[]): Promise<void> {
  for (const [businessId, theirs] of Map.groupBy(events, (event) => event.businessId)) {
    const settings = await settingsOf(app, businessId)
    if (!settings?.enabled) continue
    const wamids = theirs.map(({ wamid }) => wamid)
    for (let at = 0; at < wamids.length; at += mostAtOnce) {
      const some = wamids.slice(at, at + mostAtOnce)
      while (await app.transaction((tx) => answerSome(tx, businessId, some, settings)));
    }
  }
}

/** Inside a transaction. @returns whether more may be there. */
async function answerSome(
  tx: App,
  businessId: number,
  wamids: readonly string[],
  settings: Settings,
): Promise<boolean> {
  await lockConversations(tx, businessId)
  const ids = await conversationsWith(tx, businessId, wamids)
  const inbound = await untaken(tx, businessId, ids, settings)
  if (inbound.length === 0) return false
  const flows = new Flows(tx, businessId)
  await flows.open()
  const rules = await rulesOf(tx, businessId)
  const conversations = [...new Set(inbound.map((one) => Number(one.conversation_id)))]
  const places = await loadPlaces(tx, businessId, conversations, settings)
  const turns = new Map(places.map((place) => [place.conversationId, newTurn(place)]))
  const isAsked = rules.some((one) => one.match.kind === 'first_message' && one.phone_number_id === null)
  const known = await wroteElsewhere(tx, businessId, isAsked ? inbound.filter((one) => one.is_first) : [])
  const acted: Acted[] = []
  for (const message of inbound) {
    const turn = turns.get(Number(message.conversation_id))
    const isFirstEver = message.is_first && !known.has(Number(message.id))
    const by = turn && (await answerOne(turn, { ...message, isFirstEver }, rules, flows))
    if (by) acted.push({ inboundId: message.id, ruleId: by === 'flow' ? null : by.id })
  }
  await noteTaken(tx, businessId, inbound, acted)
  await commitTurns(tx, businessId, [...turns.values()], settings.session_hours)
  return inbound.length === mostMessages
}

/** Where these messages are now: two conversations may have become one. Each by its whole key, as in `load.ts`. */
async function conversationsWith(tx: App, businessId: number, wamids: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct i.conversation_id as id from unnest(${wamids}::text[]) w (wamid) cross join lateral (
      select conversation_id from inbound_messages
      where inbound_messages.business_id = ${ofBusiness(businessId)} and inbound_messages.wamid = w.wamid
        and ${onNodeOf(businessId, 'inbound_messages.business_id')}
      offset 0) i`.execute(tx.db)
  return rows.map(({ id }) => Number(id))
}

/** What nobody has taken, the oldest first; the lock on the business's conversations keeps others from it until it is noted. */
async function untaken(
  tx: App,
  businessId: number,
  ids: readonly number[],
  settings: Settings,
): Promise<Inbound[]> {
  const oldest = new Date(Math.max(+settings.active_since, tx.now().getTime() - oldestHours * 3_600_000))
  const { rows } = await sql<Inbound>`
    with open as (
      select i.id, i.wamid, i.conversation_id, i.kind, i.text, i.content, i.referral
      from unnest(${ids}::bigint[]) c (id) cross join lateral (
        select * from inbound_messages i
        where i.business_id = ${ofBusiness(businessId)} and i.conversation_id = c.id and not i.echo
          and i.kind <> 'system' and i.deleted_at is null and i.received_at >= ${oldest}
          and ${onNodeOf(businessId, 'i.business_id')}
        offset 0) i
      where not exists (select from bot_handled h where h.business_id = i.business_id and h.inbound_id = i.id
        and ${onNodeOf(businessId, 'h.business_id')})
      order by i.id limit ${mostMessages}
    )
    select open.*, not exists (select from inbound_messages e where e.business_id = ${ofBusiness(businessId)}
      and e.conversation_id = open.conversation_id and e.id < open.id and not e.echo and e.kind <> 'system'
      and ${onNodeOf(businessId, 'e.business_id')}) as is_first
    from open order by open.id`.execute(tx.db)
  return rows
}

/** `ruleId`: null for the answer to what a flow asked. */
type Acted = { inboundId: number; ruleId: number | null }

/** Each is taken once: a second time breaks the primary key. What acted is for the figures of rules and answers. */
async function noteTaken(
  tx: App,
  businessId: number,
  inbound: readonly Inbound[],
  acted: readonly Acted[],
): Promise<void> {
  const ruleOf = new Map(acted.map(({ inboundId, ruleId }) => [inboundId, ruleId]))
  await sql`
    insert into bot_handled (business_id, inbound_id, conversation_id, rule_id, acted_at)
    select ${businessId}, t.id, t.conversation_id, t.rule_id, case when t.acted then ${tx.now()}::timestamptz end
    from unnest(${inbound.map(({ id }) => id)}::bigint[], ${inbound.map((one) => one.conversation_id)}::bigint[],
      ${inbound.map(({ id }) => ruleOf.get(id) ?? null)}::bigint[], ${inbound.map(({ id }) => ruleOf.has(id))}::bool[])
      as t (id, conversation_id, rule_id, acted)`.execute(tx.db)
}

/** @returns the rule that acted, or `flow` where the message went to the flow that the person is in. */
async function answerOne(
  turn: Turn,
  message: Asked,
  rules: readonly StoredRule[],
  flows: Flows,
): Promise<StoredRule | 'flow' | undefined> {
  const { place } = turn
  const text = message.text ?? ''
  const pressed = message.content.id ?? message.content.payload
  const payload = typeof pressed === 'string' ? pressed : null
  if ((await asksToStop(message, payload)) || place.held || turn.stopped) {
    leaveAlone(turn)
    return undefined
  }
  // Our own question about consent has it.
  if (payload !== null && readAnswerPayload(payload)) return undefined
  const before = { cause: place.cause, standing: standingOf(place) }
  place.cause = message.wamid
  if (isInFlow(turn)) {
    await takeOn(turn, { type: 'message', text, answerId: payload }, flows)
    if (standingOf(place) !== before.standing) return 'flow'
    // The flow waits for something else: what they wrote is for the team.
    place.cause = before.cause
    return undefined
  }
  const rule = firstMatch(
    rules,
    incomingOf(message, text, payload, place),
    (id) => flows.versionOf(id) !== undefined,
  )
  if (rule) await actOn(turn, rule, text, flows)
  return rule
}

/** Changes whenever somebody is taken on. */
const standingOf = ({ run, session }: Place): string =>
  JSON.stringify([run, session?.step, session?.step && session.visits[session.step]])

/** An opt-out is never answered by a flow, whatever it waits for. */
async function asksToStop({ kind, text }: Inbound, payload: string | null): Promise<boolean> {
  if (text === null && payload === null) return false
  const reply = { phone: null, bsuid: null, parentBsuid: null, kind, text, payload, at: new Date(0) }
  return (await meaningOf(reply)) === 'stop'
}

/** Who has a person, or wants no messages, is in no flow. */
function leaveAlone(turn: Turn): void {
  const { place } = turn
  if (place.session?.step == null) return
  place.session = newSession(place.session)
  turn.timer = null
  turn.calls = []
  turn.changed = true
}

function incomingOf(message: Asked, text: string, payload: string | null, place: Place): Incoming {
  const { referral } = message
  return {
    text,
    payload,
    isFirst: message.is_first,
    isFirstEver: message.isFirstEver,
    referral:
      referral &&
      [referral.sourceId, referral.headline, referral.sourceUrl].filter((one) => one !== undefined),
    phoneNumberId: place.phoneNumberId,
    officeOpen: place.context.officeOpen,
  }
}
