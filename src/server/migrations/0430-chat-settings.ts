import { type Kysely, sql } from 'kysely'

/** How a business answers: what customers see of it, and how long a message can be taken back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chat_settings (
      business_id bigint primary key references businesses (id),
      -- customers see that their message was read, and that somebody types
      tell_read boolean not null,
      tell_typing boolean not null,
      undo_seconds smallint not null check (undo_seconds between 0 and 10),
      updated_at timestamptz not null
    )`.execute(db)
}
