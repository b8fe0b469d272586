import { type Kysely, sql } from 'kysely'

/** After a first count, or a change of everything, tallies are counted ahead of the figures, which take thirty times as long. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table analytics_marks add column tallied boolean not null default false`.execute(db)
}
