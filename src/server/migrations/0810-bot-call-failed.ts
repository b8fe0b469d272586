import { type Kysely, sql } from 'kysely'

/** A conversation lists the calls of the chatbot that failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversation_events drop constraint conversation_events_kind_check`.execute(db)
  await sql`alter table conversation_events add constraint conversation_events_kind_check
    check (kind in ('note', 'assigned', 'unassigned', 'closed', 'reopened', 'snoozed', 'woken', 'bot_handed_over',
      'bot_stopped', 'bot_call_failed', 'labelled', 'unlabelled', 'taken_back'))`.execute(db)
}
