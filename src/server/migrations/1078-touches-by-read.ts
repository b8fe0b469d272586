import { type Kysely, sql } from 'kysely'

/** The last touch by click and the one by read, beside each other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table conversions
      -- the last touch where a read message is one too; the columns without "read" know clicks alone
      add column read_touch text,
      add column read_message_id bigint,
      add column read_campaign_id bigint,
      add column read_sequence_id bigint,
      add column read_ad_id text,
      add column read_form_id bigint,
      -- false: from before both were kept, its touches are still to be looked for
      add column both_touches boolean not null default false`.execute(db)
  await sql`alter table conversions alter column both_touches set default true`.execute(db)
  // What it chose between is kept side by side.
  await sql`alter table attribution_settings alter column count_reads set default false`.execute(db)
}
