import { type Kysely, sql } from 'kysely'

/** Several processes apply webhooks side by side, each its own numbers; -1: all that a webhook says, whatever numbers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_queue add column partition smallint not null default -1`.execute(db)
  await sql`alter table webhook_queue drop constraint webhook_queue_pkey`.execute(db)
  await sql`alter table webhook_queue add primary key (id, partition)`.execute(db)
  await sql`create index webhook_queue_partition on webhook_queue (partition, id)`.execute(db)
}
