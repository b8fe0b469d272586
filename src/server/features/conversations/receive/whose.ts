import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { everyAddressesOf, everyAddressOf, withSpellings } from '#server/features/leads/leads.ts'
import { isOfBusiness } from '#server/platform/by-whole-key.ts'
import { lockConversations } from '../lock.ts'

/** Somebody who writes to, or is written to from, one number of ours. */
export type Partner = {
  phoneNumberId: string
  /** Their addresses as the event names them; the first is where an answer goes. */
  addresses: readonly string[]
}

/**
 * The conversation of a person with a number of ours, opened where there is none. Decides for every caller: all
 * addresses of a person lead to one conversation, and two that turn out to be one person's become one.
 * Inside a transaction that holds the people's lock.
 */
export async function conversationOf(
  tx: App,
  businessId: number,
  { phoneNumberId, addresses }: Partner,
): Promise<number> {
  const everyone = withSpellings(await everyAddressOf(tx.db, businessId, addresses))
  const { rows } = await sql<{ conversation_id: number }>`
    select distinct conversation_id from conversation_addresses
    where business_id = ${businessId} and phone_number_id = ${phoneNumberId}
      and address = any(${everyone}::text[])
    order by conversation_id`.execute(tx.db)
  const [first, ...rest] = rows.map(({ conversation_id }) => conversation_id)
  const id = first ?? (await openConversation(tx, businessId, phoneNumberId, addresses[0]!))
  if (rest.length > 0) await joinConversations(tx, businessId, id, rest)
  await sql`
    insert into conversation_addresses (business_id, phone_number_id, address, conversation_id)
    select ${businessId}, ${phoneNumberId}, a, ${id} from unnest(${everyone}::text[]) a
    on conflict (business_id, phone_number_id, address) do update set conversation_id = excluded.conversation_id
      where conversation_addresses.conversation_id <> excluded.conversation_id`.execute(tx.db)
  return id
}

/**
 * The same for many people at once: those whom nothing has to be decided about in two statements, strangers in two
 * more, and whoever is left one by one.
 */
export async function conversationsOf(
  tx: App,
  businessId: number,
  partners: readonly Partner[],
): Promise<number[]> {
  const sets = await everyAddressesOf(
    tx.db,
    businessId,
    partners.map(({ addresses }) => addresses),
  )
  const rows = partners.map(({ phoneNumberId, addresses }, nr) => ({
    nr,
    number: phoneNumberId,
    address: addresses[0]!,
    everyone: withSpellings(sets[nr]!),
  }))
  // All at once: looked up one by one, statistics of a table that was nearly empty make each look-up a search.
  const { rows: kept } = await sql<{ number: string; address: string; id: number }>`
    select phone_number_id as number, address, conversation_id as id from conversation_addresses
    where ${isOfBusiness(businessId)}
      and phone_number_id = any(${[...new Set(rows.map(({ number }) => number))]}::text[])
      and address = any(${rows.flatMap(({ everyone }) => everyone)}::text[])`.execute(tx.db)
  const idOf = new Map(kept.map(({ number, address, id }) => [`${number} ${address}`, Number(id)]))
  const found: number[] = []
  const isKnown = new Set<number>()
  for (const { nr, number, everyone } of rows) {
    const ids = everyone.flatMap((address) => idOf.get(`${number} ${address}`) ?? [])
    if (ids.length > 0) isKnown.add(nr)
    if (ids.length === everyone.length && new Set(ids).size === 1) found[nr] = ids[0]!
  }
  // Who shares an address with another of them is decided after that one.
  const taken = new Set<string>()
  const strangers = rows.filter(({ nr, number, everyone }) => {
    const keys = everyone.map((address) => `${number} ${address}`)
    const isAlone = keys.every((key) => !taken.has(key))
    for (const key of keys) taken.add(key)
    return isAlone && !isKnown.has(nr)
  })
  for (const [index, id] of (await openConversations(tx, businessId, strangers)).entries()) {
    found[strangers[index]!.nr] = id
  }
  for (const [nr, partner] of partners.entries()) found[nr] ??= await conversationOf(tx, businessId, partner)
  return found
}

type Stranger = { number: string; address: string; everyone: string[] }

async function openConversations(
  tx: App,
  businessId: number,
  strangers: readonly Stranger[],
): Promise<number[]> {
  if (strangers.length === 0) return []
  const now = tx.now()
  const { rows } = await sql<{ id: number }>`
    insert into conversations (business_id, phone_number_id, address, last_at, created_at)
    select ${businessId}, number, address, ${now}, ${now} from unnest(${strangers.map(({ number }) => number)}::text[],
      ${strangers.map(({ address }) => address)}::text[]) with ordinality as s (number, address, nr) order by nr
    returning id`.execute(tx.db)
  // Ids rise in the order of the rows.
  const ids = rows.map(({ id }) => Number(id)).sort((a, b) => a - b)
  const all = strangers.flatMap(({ number, everyone }, nr) =>
    everyone.map((address) => ({ number, address, id: ids[nr]! })),
  )
  await sql`
    insert into conversation_addresses (business_id, phone_number_id, address, conversation_id)
    select ${businessId}, * from unnest(${all.map(({ number }) => number)}::text[],
      ${all.map(({ address }) => address)}::text[], ${all.map(({ id }) => id)}::bigint[])`.execute(tx.db)
  return ids
}

async function openConversation(
  tx: App,
  businessId: number,
  phoneNumberId: string,
  address: string,
): Promise<number> {
  const now = tx.now()
  const { id } = await tx.db
    .insertInto('conversations')
    .values({
      business_id: businessId,
      phone_number_id: phoneNumberId,
      address,
      last_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Joined = (tx: App, businessId: number, into: number, others: readonly number[]) => Promise<void>
const listeners = new Set<Joined>()

/** What another feature keeps of a conversation moves in the same transaction. */
export function whenJoined(listener: Joined): void {
  listeners.add(listener)
}

/** Two conversations were one person's: all is in the older one from now on. Nobody is taken on in them meanwhile. */
async function joinConversations(
  tx: App,
  businessId: number,
  into: number,
  others: readonly number[],
): Promise<void> {
  await lockConversations(tx, businessId)
  for (const table of [
    'inbound_messages',
    'message_reactions',
    'early_message_changes',
    'conversation_sends',
    'conversation_events',
    'chat_files',
  ] as const) {
    await tx.db
      .updateTable(table)
      .set({ conversation_id: into })
      .where('business_id', '=', businessId)
      .where('conversation_id', 'in', others)
      .execute()
  }
  await tx.db
    .updateTable('conversation_addresses')
    .set({ conversation_id: into })
    .where('business_id', '=', businessId)
    .where('conversation_id', 'in', others)
    .execute()
  await tx.db
    .deleteFrom('conversation_drafts')
    .where('business_id', '=', businessId)
    .where('conversation_id', 'in', others)
    .execute()
  for (const joined of listeners) await joined(tx, businessId, into, others)
  await sql`
    with gone as (
      delete from conversations where business_id = ${businessId} and id = any(${others}::bigint[]) returning *
    ),
    sums as (
      select max(last_inbound_id) as last_inbound_id, min(read_inbound_id) as read_inbound_id,
        max(last_inbound_at) as last_inbound_at, max(window_until) as window_until, max(last_at) as last_at,
        bool_or(state = 'open') as is_open, min(assigned_to) as assigned_to
      from gone
    )
    update conversations c set
      last_inbound_id = greatest(c.last_inbound_id, s.last_inbound_id),
      read_inbound_id = least(c.read_inbound_id, s.read_inbound_id),
      last_inbound_at = greatest(c.last_inbound_at, s.last_inbound_at),
      window_until = greatest(c.window_until, s.window_until),
      last_at = greatest(c.last_at, s.last_at),
      assigned_to = coalesce(c.assigned_to, s.assigned_to),
      state = case when s.is_open then 'open' else c.state end,
      snoozed_until = case when s.is_open then null else c.snoozed_until end,
      labels = (select coalesce(array_agg(distinct l), '{}') from (
        select unnest(c.labels) as l union select unnest(g.labels) from gone g) all_labels)
    from sums s where c.business_id = ${businessId} and c.id = ${into}`.execute(tx.db)
}
