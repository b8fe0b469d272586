import { type Kysely, sql } from 'kysely'

/** Saved descriptions of people. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table segments (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      name text not null,
      -- all or any of conditions and groups of them
      rules jsonb not null,
      -- how many it had when it was last counted
      people int,
      counted_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      -- campaigns of the past keep its name
      deleted_at timestamptz,
      primary key (business_id, id)
    )`.execute(db)
  await sql`create unique index segments_name on segments (business_id, lower(name)) where deleted_at is null`.execute(
    db,
  )
}
