import { type Kysely, sql } from 'kysely'

/** What holds nothing but reports of messages can wait for what people write. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_queue add column is_report boolean not null default false`.execute(db)
  await sql`drop index webhook_queue_partition`.execute(db)
  await sql`create index webhook_queue_partition on webhook_queue (partition, is_report, id)`.execute(db)
}
