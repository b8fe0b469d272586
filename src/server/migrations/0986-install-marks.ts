import { type Kysely, sql } from 'kysely'

/** What belongs to this database alone: the folder of files is known by a mark in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table install_marks (
      name text primary key check (name in ('files')),
      value uuid not null,
      made_at timestamptz not null default now()
    )`.execute(db)
}
