import { type Kysely, sql } from 'kysely'

/** What the public directories' rules of use ask for: answers are kept, and requests take turns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The same for every business: public data, asked for once.
  await sql`
    create table directory_answers (
      -- a hash of the request
      request text primary key,
      answer jsonb not null,
      fetched_at timestamptz not null default now()
    )`.execute(db)
  // One row for each directory server: requests of all processes queue up on it.
  await sql`
    create table directory_turns (
      server text primary key,
      next_at timestamptz not null default now()
    )`.execute(db)
}
