import { type Kysely, sql } from 'kysely'

/** What people write back, and the questions about what they meant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lead_replies (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      -- null once the lead is deleted
      lead_id bigint,
      -- E.164, or a business-scoped user id
      address text not null,
      -- the provider's id of the message: a webhook that comes twice is one reply
      wamid text,
      -- text, button, interactive, image … as the provider calls it
      kind text not null,
      -- what was typed, the title of the button, or the caption; null where there was none
      text text,
      -- what it meant for consent: stop, subscribe, doubtful, start
      meaning text,
      -- the campaign that it answers
      campaign_id bigint,
      at timestamptz not null,
      primary key (business_id, id)
    )`.execute(db)
  await sql`create unique index lead_replies_once on lead_replies (business_id, wamid) where wamid is not null`.execute(
    db,
  )
  await sql`create index lead_replies_lead on lead_replies (business_id, lead_id, id desc)`.execute(db)
  await sql`create index lead_replies_address on lead_replies (business_id, address)`.execute(db)
  await sql`
    create index lead_replies_campaign on lead_replies (business_id, campaign_id, id desc)
      where campaign_id is not null`.execute(db)
  await sql`
    create table consent_questions (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      lead_id bigint,
      -- where it is sent: E.164, or a business-scoped user id
      address text not null,
      -- stop: whether they want messages to end; start: whether they want them again
      about text not null check (about in ('stop', 'start')),
      -- the reply that could not be told
      reply text not null,
      language text not null,
      -- the number of ours they wrote to
      phone_number_id text,
      state text not null check (state in ('waiting', 'asked', 'unsent', 'answered', 'closed')),
      -- stop or keep; of an answered one
      answer text,
      said_at timestamptz not null,
      asked_at timestamptz,
      answered_at timestamptz,
      primary key (business_id, id)
    )`.execute(db)
  await sql`
    create unique index consent_questions_open on consent_questions (business_id, address)
      where state in ('waiting', 'asked', 'unsent')`.execute(db)
}
