import { type Kysely, sql } from 'kysely'

/** The status of a message that was not delivered, for finding those among millions that were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages rename column trouble to undelivered`.execute(db)
  await sql`alter index messages_trouble rename to messages_undelivered`.execute(db)
}
