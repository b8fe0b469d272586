import { sql } from 'kysely'
import { FlowDefinition } from '#contract/chatbot/chatbot.ts'
import type { App } from '#server/app.ts'
import { openNumbers, uploadedFiles } from '#server/features/conversations/conversations.ts'
import { singleProblem } from '#server/features/messages/messages.ts'
import { findSender } from '#server/features/onboarding/onboarding.ts'
import { findSendableByName } from '#server/features/templates/templates.ts'
import { ofBusiness, onNodeOf } from '#server/platform/by-whole-key.ts'
import { type Context, readSession, type Session } from '../engine/session.ts'

/** One conversation while its lock is held. */
export type Place = {
  conversationId: number
  phoneNumberId: string
  address: string
  leadId: number | null
  context: Context
  run: number
  /** The provider's id of the message that brought them to where they stand; null: not known. */
  cause: string | null
  flow: { id: number | null; version: number } | null
  session: Session | null
  expiresAt: Date | null
  /** A person has the conversation. */
  held: boolean
  /** Until then, where it is known; null: until the conversation is closed. */
  heldUntil: Date | null
  /** The bot itself gave it to a person, and nobody has answered since. */
  stoppedItself: boolean
}

export type Settings = {
  enabled: boolean
  active_since: Date
  timezone: string
  pause_minutes: number | null
  session_hours: number
}

/** Off while the business is to be deleted; taken back, what came meanwhile is left alone. */
export async function settingsOf(app: App, businessId: number): Promise<Settings | undefined> {
  const { rows } = await sql<Settings>`
    select s.enabled and not exists (select from business_deletions d
        where d.business_id = ${businessId} and d.taken_back_at is null) as enabled,
      greatest(s.active_since, (select max(d.taken_back_at) from business_deletions d
        where d.business_id = ${businessId})) as active_since,
      s.pause_minutes, s.session_hours, b.timezone
    from bot_settings s join businesses b on b.id = s.business_id
    where s.business_id = ${businessId}`.execute(app.db)
  return rows[0]
}

type Row = {
  id: number
  phone_number_id: string
  address: string
  lead_id: number | null
  window_until: Date | null
  name: string | null
  phone: string | null
  email: string | null
  tags: string[] | null
  attributes: Record<string, unknown> | null
  no_marketing: boolean
  run: number | null
  cause: string | null
  flow_id: number | null
  version: number | null
  state: Partial<Session> | null
  expires_at: Date | null
  paused_until: Date | null
  stopped_at: Date | null
  held_since: Date | null
  given_back: Date | null
}

/** Conversations with where the chatbot stands in each, locked until the transaction ends. */
export async function loadPlaces(
  tx: App,
  businessId: number,
  ids: readonly number[],
  settings: Settings,
): Promise<Place[]> {
  const now = tx.now()
  await sql`
    insert into bot_sessions (business_id, conversation_id, state, updated_at)
    select ${businessId}, c.id, '{}', ${now} from unnest(${[...ids].sort((a, b) => a - b)}::bigint[]) as wanted (id)
    cross join lateral (
      select id from conversations
      where conversations.business_id = ${ofBusiness(businessId)} and conversations.id = wanted.id
        and ${onNodeOf(businessId, 'conversations.business_id')} offset 0) c
    on conflict do nothing`.execute(tx.db)
  // Each by its whole key: where the tables are new, a join of them goes through all conversations for each person.
  await sql`
    select 1 from conversations where business_id = ${ofBusiness(businessId)} and id = any(${ids}::bigint[])
      and ${onNodeOf(businessId)}
    order by id for no key update`.execute(tx.db)
  await sql`
    select 1 from bot_sessions where business_id = ${ofBusiness(businessId)} and conversation_id = any(${ids}::bigint[])
      and ${onNodeOf(businessId)}
    order by conversation_id for update`.execute(tx.db)
  // A range and an order by conversation: for the newest of one, the planner may walk through the business by time.
  const { rows } = await sql<Row>`
    select c.id, c.phone_number_id, c.address, c.lead_id, c.window_until, l.name, l.phone, l.email, l.tags,
      l.attributes, coalesce(l.consent = 'opted_out', false) or (select true from suppressions p
        where p.business_id = c.business_id and p.address = c.address and ${onNodeOf(businessId, 'p.business_id')} limit 1) is not null as no_marketing,
      s.run, s.cause, s.flow_id, s.version, nullif(s.state, '{}') as state, s.expires_at, s.paused_until, s.stopped_at,
      greatest(
        s.stopped_at,
        (select h.at from conversation_sends h where h.business_id = c.business_id and ${onNodeOf(businessId, 'h.business_id')}
          and h.conversation_id between c.id and c.id and h.user_id is not null and h.reaction_to is null
          and (select m.status from messages m where m.business_id = h.business_id and m.id = h.message_id
            and ${onNodeOf(businessId, 'm.business_id')} limit 1) is distinct from 'cancelled'
          order by h.conversation_id, h.at desc limit 1),
        (select i.at from inbound_messages i where i.business_id = c.business_id and ${onNodeOf(businessId, 'i.business_id')}
          and i.conversation_id between c.id and c.id and i.echo
          order by i.conversation_id, i.at desc limit 1)
      ) as held_since,
      greatest(s.resumed_at,
        (select max(e.at) from conversation_events e where e.business_id = c.business_id
          and ${onNodeOf(businessId, 'e.business_id')} and e.conversation_id = c.id and e.kind = 'closed')) as given_back
    from unnest(${ids}::bigint[]) as wanted (id)
    cross join lateral (
      select * from conversations
      where conversations.business_id = ${ofBusiness(businessId)} and conversations.id = wanted.id
        and ${onNodeOf(businessId, 'conversations.business_id')} offset 0) c
    cross join lateral (
      select * from bot_sessions
      where bot_sessions.business_id = ${ofBusiness(businessId)} and bot_sessions.conversation_id = wanted.id
        and ${onNodeOf(businessId, 'bot_sessions.business_id')} offset 0) s
    left join lateral (
      select * from leads where leads.business_id = c.business_id and leads.id = c.lead_id
        and ${onNodeOf(businessId, 'leads.business_id')} offset 0) l on true
    `.execute(tx.db)
  const open = await openNumbers(tx.db, businessId, now)
  return rows.map((row) => ({
    conversationId: Number(row.id),
    phoneNumberId: row.phone_number_id,
    address: row.address,
    leadId: row.lead_id === null ? null : Number(row.lead_id),
    context: {
      now,
      zone: settings.timezone,
      name: row.name ?? '',
      phone: row.phone ?? '',
      tags: new Set(row.tags ?? []),
      fields: new Map([
        ...Object.entries(row.attributes ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
        ['name', row.name ?? ''],
        ['email', row.email ?? ''],
      ]),
      windowOpen: row.window_until !== null && row.window_until > now,
      officeOpen: open.get(row.phone_number_id) ?? null,
      canSend: () => false,
      mediaOf: () => null,
      noMarketing: row.no_marketing,
    },
    run: row.run ?? 0,
    cause: row.cause,
    flow:
      row.version === null
        ? null
        : { id: row.flow_id === null ? null : Number(row.flow_id), version: row.version },
    session: row.state && readSession(row.state),
    expiresAt: row.expires_at,
    ...heldBy(row, settings, now),
    stoppedItself: row.stopped_at !== null && row.stopped_at.getTime() === row.held_since?.getTime(),
  }))
}

/**
 * A person has a conversation while it is paused, and from their answer or a stop on: until it is given back, closed, or
 * the pause of the settings is over.
 */
function heldBy(
  { paused_until, held_since, given_back }: Row,
  { pause_minutes }: Settings,
  now: Date,
): { held: boolean; heldUntil: Date | null } {
  if (paused_until !== null && paused_until > now) return { held: true, heldUntil: paused_until }
  if (held_since === null || (given_back !== null && held_since <= given_back))
    return { held: false, heldUntil: null }
  const heldUntil = pause_minutes === null ? null : new Date(held_since.getTime() + pause_minutes * 60_000)
  return { held: heldUntil === null || heldUntil > now, heldUntil }
}

/** A version never changes: those that were used last are kept. */
const kept = new WeakMap<object, Map<string, FlowDefinition>>()
const mostKept = 200

async function definitionOf(
  app: App,
  businessId: number,
  flowId: number,
  version: number,
): Promise<FlowDefinition | undefined> {
  const known = kept.get(app.pool) ?? new Map<string, FlowDefinition>()
  kept.set(app.pool, known)
  const key = `${businessId} ${flowId} ${version}`
  const before = known.get(key)
  if (before) return before
  const row = await app.db
    .selectFrom('bot_flow_versions')
    .select('definition')
    .where('business_id', '=', businessId)
    .where('flow_id', '=', flowId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) return undefined
  const definition = FlowDefinition.parse(row.definition)
  if (known.size >= mostKept) known.delete(known.keys().next().value ?? '')
  known.set(key, definition)
  return definition
}

/** Published definitions, each read once. */
export class Flows {
  readonly #app: App
  readonly #businessId: number
  readonly #definitions = new Map<string, FlowDefinition | undefined>()
  readonly #versions = new Map<number, number>()
  /** WhatsApp's names of uploaded files, by number and file. */
  readonly #files = new Map<string, string>()
  /** Numbers that can send. */
  readonly #senders = new Map<string, Awaited<ReturnType<typeof findSender>>>()
  /** By account, name and language. */
  readonly #templates = new Map<string, Awaited<ReturnType<typeof findSendableByName>>>()
  constructor(app: App, businessId: number) {
    this.#app = app
    this.#businessId = businessId
  }

  /** Reads what is published now. */
  async open(): Promise<void> {
    const rows = await this.#app.db
      .selectFrom('bot_flows')
      .select(['id', 'published_version'])
      .where('business_id', '=', this.#businessId)
      .where('archived_at', 'is', null)
      .where('published_version', 'is not', null)
      .execute()
    for (const row of rows) this.#versions.set(Number(row.id), row.published_version!)
  }

  versionOf(flowId: number): number | undefined {
    return this.#versions.get(flowId)
  }

  async definition(flowId: number, version: number): Promise<FlowDefinition | undefined> {
    const key = `${flowId} ${version}`
    if (this.#definitions.has(key)) return this.#definitions.get(key)
    const definition = await definitionOf(this.#app, this.#businessId, flowId, version)
    this.#definitions.set(key, definition)
    await this.#readFiles(definition)
    return definition
  }

  async #readFiles(definition: FlowDefinition | undefined): Promise<void> {
    const ids = (definition?.steps ?? []).flatMap((step) =>
      step.kind === 'media' && step.file_id !== null ? [step.file_id] : [],
    )
    if (ids.length === 0) return
    for (const file of await uploadedFiles(this.#app, this.#businessId, ids))
      this.#files.set(`${file.phoneNumberId} ${file.id}`, file.mediaId)
  }

  /** WhatsApp's name of a file for the number of this person's conversation. */
  mediaOf({ phoneNumberId }: Place, fileId: number): string | null {
    return this.#files.get(`${phoneNumberId} ${fileId}`) ?? null
  }

  /** Reads what `canSend` asks of the number of this person's conversation, where the flow has templates. */
  async readSender({ phoneNumberId }: Place, { steps }: FlowDefinition): Promise<void> {
    const named = steps.filter((step) => step.kind === 'template')
    if (named.length === 0) return
    if (!this.#senders.has(phoneNumberId))
      this.#senders.set(phoneNumberId, await findSender(this.#app, this.#businessId, phoneNumberId))
    const sender = this.#senders.get(phoneNumberId)
    if (!sender) return
    for (const { template, language } of named) {
      const key = `${sender.waba_id} ${template} ${language}`
      if (this.#templates.has(key)) continue
      this.#templates.set(
        key,
        await findSendableByName(this.#app, this.#businessId, template, language, sender),
      )
    }
  }

  /** Whether a template may go to this person: it can be queued with these values, and is no unwanted marketing. */
  canSend(place: Place, template: string, language: string, parameters: readonly string[]): boolean {
    const sender = this.#senders.get(place.phoneNumberId)
    const sendable = sender && this.#templates.get(`${sender.waba_id} ${template} ${language}`)
    if (!sendable) return false
    if (singleProblem(sendable, { to: place.address, parameters }, place.context.now)) return false
    return sendable.category.toUpperCase() !== 'MARKETING' || !place.context.noMarketing
  }
}
