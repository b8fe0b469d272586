import { type Kysely, sql } from 'kysely'

/** The same index exists as social_post_media_file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index if exists social_post_media_of_media`.execute(db)
}
