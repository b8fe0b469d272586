import { type Kysely, sql } from 'kysely'

/**
 * Tables that change all the time are cleaned before a fifth of them is dead: queues when a few thousand rows are,
 * big tables at one row in 20 or 50.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const queue of ['webhook_queue', 'analytics_marks', 'lead_search_pending']) {
    await sql`
      alter table ${sql.table(queue)} set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
        autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000)`.execute(db)
  }
  for (const big of ['messages', 'webhook_events', 'leads', 'inbound_messages']) {
    await sql`
      alter table ${sql.table(big)} set (autovacuum_vacuum_scale_factor = 0.02,
        autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02)`.execute(db)
  }
  for (const counted of ['analytics_messages', 'lead_tallies', 'message_tallies', 'lead_search']) {
    await sql`alter table ${sql.table(counted)} set (autovacuum_vacuum_scale_factor = 0.05)`.execute(db)
  }
}
