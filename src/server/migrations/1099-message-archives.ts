import { type Kysely, sql } from 'kysely'

/** Old messages leave the lists: who got them and what they said is kept packed, by month. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table message_archives (
      business_id bigint not null references businesses (id),
      first_id bigint not null,
      last_id bigint not null,
      -- the first day of the month in which they were planned, by the business's clock
      month date not null,
      messages integer not null check (messages > 0),
      packed bytea not null,
      packed_at timestamptz not null,
      primary key (business_id, first_id)
    )`.execute(db)
  // It is packed already.
  await sql`alter table message_archives alter column packed set storage external`.execute(db)
  await sql`
    create table message_archive_cursors (
      business_id bigint primary key references businesses (id),
      -- no message before it is left to be archived
      next_id bigint not null
    )`.execute(db)
  for (const table of ['retention_settings', 'retention_runs']) {
    const check = sql.ref(`${table}_kind_check`)
    await sql`
      alter table ${sql.table(table)} drop constraint ${check}, add constraint ${check}
        check (kind in ('messages', 'message_archives', 'webhooks', 'chat_files', 'hook_deliveries'))`.execute(
      db,
    )
  }
}
