import { type Kysely, sql } from 'kysely'

/** Pictures of chats have a small copy, which is what a conversation shows, and their size. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chat_files
      -- of the small copy in the media store; null: there is none, the picture is shown as it is
      add column small_hash bytea,
      add column small_bytes integer,
      -- of the upright original, in pixels
      add column width integer,
      add column height integer`.execute(db)
}
