import { type Kysely, sql } from 'kysely'

/** The two lists of posts divide all of them: one that was to go out at once is never in the list of scheduled ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index social_publications_scheduled`.execute(db)
  await sql`drop index social_publications_history`.execute(db)
  await sql`create index social_publications_scheduled on social_publications (business_id, due_at, id)
    where state = 'scheduled' and due_at > created_at and deleted_at is null`.execute(db)
  await sql`create index social_publications_history on social_publications (business_id, due_at desc, id desc)
    where (state <> 'scheduled' or due_at <= created_at) and deleted_at is null`.execute(db)
}
