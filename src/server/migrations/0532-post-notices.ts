import { type Kysely, sql } from 'kysely'

/** Posts that need attention: each is mailed once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table social_post_notices (
      business_id bigint not null,
      publication_id bigint not null,
      -- the state that it got into
      state text not null check (state in ('failed', 'unknown', 'awaiting_owner')),
      made_at timestamptz not null,
      -- its mails are in the queue
      mailed_at timestamptz,
      primary key (business_id, publication_id),
      foreign key (business_id, publication_id) references social_publications (business_id, id)
    )`.execute(db)
  await sql`create index social_post_notices_unmailed on social_post_notices (made_at) where mailed_at is null`.execute(
    db,
  )
}
