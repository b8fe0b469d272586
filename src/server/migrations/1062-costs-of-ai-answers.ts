import { type Kysely, sql } from 'kysely'

/** What AI answers cost, at the owner's prices, and the most that they may cost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bot_settings
      -- of a million tokens, in ai_currency
      add column ai_price_in numeric,
      add column ai_price_out numeric,
      add column ai_currency text,
      add column ai_cost_day numeric,
      add column ai_cost_month numeric`.execute(db)
  await sql`
    create table bot_ai_costs (
      -- one for each question; without the person, so that an erasure does not make money unspent
      business_id bigint not null,
      id bigint generated always as identity,
      -- before the answer: the most that it can cost
      cost numeric not null,
      currency text not null,
      -- not counted by the service: from the length of the texts
      estimated boolean not null default true,
      at timestamptz not null,
      primary key (business_id, id)
    )`.execute(db)
  await sql`create index bot_ai_costs_at on bot_ai_costs (business_id, at) include (currency, cost, estimated)`.execute(
    db,
  )
  await sql`
    alter table bot_ai_answers
      add column input_tokens integer,
      add column output_tokens integer,
      add column cost numeric,
      add column currency text,
      add column estimated boolean`.execute(db)
}
