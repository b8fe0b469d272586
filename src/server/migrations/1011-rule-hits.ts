import { type Kysely, sql } from 'kysely'

/** Which rule acted on a message, for the figures of the rules. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bot_handled
      -- null: none did, or a flow went on
      add column rule_id bigint,
      add column acted_at timestamptz`.execute(db)
  await sql`create index bot_handled_of_rule on bot_handled (business_id, rule_id, acted_at)
    where rule_id is not null`.execute(db)
}
