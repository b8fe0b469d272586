import { type Kysely, sql } from 'kysely'

/** When the bot took a message, for how many it answered in a week; what was taken earlier counts no longer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bot_handled add column taken_at timestamptz`.execute(db)
  await sql`alter table bot_handled alter column taken_at set default now()`.execute(db)
  await sql`
    create index bot_handled_lately on bot_handled (business_id, taken_at) include (acted_at, rule_id)
    where taken_at is not null`.execute(db)
  await sql`
    create index bot_events_handed_over on bot_events (business_id, at) include (conversation_id)
    where kind = 'handed_over' and step is null`.execute(db)
}
