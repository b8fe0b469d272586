import { type Kysely, sql } from 'kysely'

/** What people write, in conversations: one for each person and number of ours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table conversations (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      phone_number_id text not null,
      -- where an answer goes: the address the person wrote from last
      address text not null,
      lead_id bigint,
      state text not null default 'open' check (state in ('open', 'snoozed', 'closed')),
      snoozed_until timestamptz,
      assigned_to bigint,
      labels text[] not null default '{}',
      -- the newest inbound message, and the newest that the team has read
      last_inbound_id bigint not null default 0,
      read_inbound_id bigint not null default 0,
      last_inbound_at timestamptz,
      -- free messages may be sent until then
      window_until timestamptz,
      last_at timestamptz not null,
      created_at timestamptz not null,
      primary key (business_id, id),
      check ((state = 'snoozed') = (snoozed_until is not null))
    )`.execute(db)
  await sql`create index conversations_newest on conversations (business_id, state, last_at desc, id desc)`.execute(
    db,
  )
  await sql`create index conversations_unread on conversations (business_id)
    where state = 'open' and last_inbound_id > read_inbound_id`.execute(db)
  await sql`create index conversations_assigned on conversations (business_id, assigned_to, last_at desc)
    where state = 'open' and assigned_to is not null`.execute(db)
  await sql`create index conversations_lead on conversations (business_id, lead_id)`.execute(db)
  await sql`create index conversations_snoozed on conversations (snoozed_until) where state = 'snoozed'`.execute(
    db,
  )
  await sql`
    create table conversation_addresses (
      -- whose a conversation is: every address of the person belongs to the same one
      business_id bigint not null,
      phone_number_id text not null,
      address text not null,
      conversation_id bigint not null,
      primary key (business_id, phone_number_id, address),
      foreign key (business_id, conversation_id) references conversations (business_id, id)
    )`.execute(db)
  await sql`create index conversation_addresses_of on conversation_addresses (business_id, conversation_id)`.execute(
    db,
  )
  await sql`
    create table inbound_messages (
      business_id bigint not null,
      id bigint generated always as identity,
      conversation_id bigint not null,
      wamid text not null,
      kind text not null,
      -- what was typed, a caption, or the title of a button
      text text,
      -- the message as the provider's webhook has it, by kind
      content jsonb not null,
      reply_to text,
      referral jsonb,
      forwarded boolean not null default false,
      -- typed by the owner in the phone app: ours, but not sent from here
      echo boolean not null default false,
      webhook_event_id bigint,
      -- the person took it back, or changed it
      deleted_at timestamptz,
      edited_at timestamptz,
      at timestamptz not null,
      received_at timestamptz not null,
      search tsvector,
      primary key (business_id, id),
      foreign key (business_id, conversation_id) references conversations (business_id, id)
    )`.execute(db)
  await sql`create unique index inbound_messages_once on inbound_messages (business_id, wamid)`.execute(db)
  await sql`create index inbound_messages_timeline on inbound_messages (business_id, conversation_id, at desc, id desc)`.execute(
    db,
  )
  await sql`create index inbound_messages_search on inbound_messages using gin (business_id, search)`.execute(
    db,
  )
  await sql`
    create table message_reactions (
      -- one emoji of each side on a message, theirs or ours; null: taken back
      business_id bigint not null,
      conversation_id bigint not null,
      wamid text not null,
      from_us boolean not null,
      emoji text,
      -- the message that brought it
      reaction_wamid text,
      at timestamptz not null,
      primary key (business_id, wamid, from_us),
      foreign key (business_id, conversation_id) references conversations (business_id, id)
    )`.execute(db)
  await sql`create index message_reactions_of on message_reactions (business_id, conversation_id)`.execute(db)
  await sql`
    create table conversation_sends (
      -- what somebody of the team sent: the browser's own id makes a second try the same message
      business_id bigint not null,
      send_key uuid not null,
      conversation_id bigint not null,
      message_id bigint not null,
      user_id bigint not null,
      -- as the list shows it
      text text,
      reply_to text,
      -- a reaction stands on this message and is none itself
      reaction_to text,
      search tsvector,
      at timestamptz not null,
      primary key (business_id, send_key),
      foreign key (business_id, conversation_id) references conversations (business_id, id)
    )`.execute(db)
  await sql`create unique index conversation_sends_message on conversation_sends (business_id, message_id)`.execute(
    db,
  )
  await sql`create index conversation_sends_newest on conversation_sends (business_id, conversation_id, at desc)`.execute(
    db,
  )
  await sql`create index conversation_sends_search on conversation_sends using gin (business_id, search)`.execute(
    db,
  )
  await sql`
    create table conversation_events (
      -- notes of the team, and what was done with the conversation
      business_id bigint not null,
      conversation_id bigint not null,
      id bigint generated always as identity,
      kind text not null check (kind in ('note', 'assigned', 'unassigned', 'closed', 'reopened', 'snoozed', 'woken')),
      user_id bigint,
      -- a note's text
      text text,
      -- whom it was assigned to, or until when it is snoozed
      details jsonb not null default '{}',
      at timestamptz not null,
      primary key (business_id, conversation_id, id),
      foreign key (business_id, conversation_id) references conversations (business_id, id)
    )`.execute(db)
  await sql`
    create table conversation_drafts (
      business_id bigint not null,
      conversation_id bigint not null,
      user_id bigint not null,
      text text not null,
      updated_at timestamptz not null,
      primary key (business_id, conversation_id, user_id),
      foreign key (business_id, conversation_id) references conversations (business_id, id)
    )`.execute(db)
  await sql`
    create table quick_replies (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      shortcut text not null,
      text text not null,
      updated_at timestamptz not null,
      primary key (business_id, id)
    )`.execute(db)
  await sql`create unique index quick_replies_shortcut on quick_replies (business_id, lower(shortcut))`.execute(
    db,
  )
}
