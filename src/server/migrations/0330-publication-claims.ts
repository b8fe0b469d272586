import { type Kysely, sql } from 'kysely'

/** What the publisher looks for besides due posts: live claims, and posts whose first comment is not there yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index social_publications_live on social_publications (claimed_until)
    where claim is not null`.execute(db)
  await sql`create index social_publications_comments on social_publications (claimed_until)
    where state = 'posted' and first_comment_state in ('waiting', 'sending')`.execute(db)
  await sql`create index social_publications_external on social_publications (platform, external_post_id)
    where external_post_id is not null`.execute(db)
}
