import { type Kysely, sql } from 'kysely'

/** Old tags of one search become one; their names stay readable, and each business is looked at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lead_tag_aliases (
      business_id bigint not null references businesses (id),
      -- a name that no lead has any more
      alias text not null,
      -- the tag that took its leads
      tag text not null,
      merged_at timestamptz not null default now(),
      primary key (business_id, alias)
    )`.execute(db)
  await sql`
    create table lead_tag_checks (
      business_id bigint primary key references businesses (id),
      -- later while a campaign that is open names one of the tags
      due_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    insert into lead_tag_checks (business_id)
    select distinct business_id from leads where source = 'openstreetmap'`.execute(db)
}
