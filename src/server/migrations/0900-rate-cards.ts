import { type Kysely, sql } from 'kysely'

/** Prices with the days on which they hold, and messages that were free, counted beside those that were charged. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- [{market, category, from, to, price}]; \`to\` is null where no end is known
    alter table price_lists add column lines jsonb not null default '[]'`.execute(db)
  await sql`
    update price_lists set lines = (
      select jsonb_agg(jsonb_build_object('market', m.key, 'category', c.key, 'from', '2000-01-01', 'to', null, 'price', c.value))
      from jsonb_each(prices) m cross join jsonb_each(m.value) c)`.execute(db)
  await sql`alter table price_lists drop column prices, alter column lines drop default`.execute(db)
  await sql`
    -- delivered ones for which the provider does not charge
    alter table analytics_messages add column free integer not null default 0`.execute(db)
  await sql`create index analytics_messages_campaign on analytics_messages (business_id, campaign_id)`.execute(
    db,
  )
  // What is charged counts from delivery on: all blocks are counted again.
  await sql`
    insert into analytics_marks (business_id, kind, block)
    select business_id, kind, block from analytics_blocks where kind = 'messages'`.execute(db)
}
