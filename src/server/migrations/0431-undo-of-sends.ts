import { type Kysely, sql } from 'kysely'

/** Until when the sender can take a message back; null: it was not kept back for that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversation_sends add column undo_until timestamptz`.execute(db)
}
