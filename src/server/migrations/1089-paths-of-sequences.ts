import { type Kysely, sql } from 'kysely'

/** Which steps a person's path passed over: one bit for each step, from 0. 0 for everyone so far. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sequence_people add column passed_over int not null default 0`.execute(db)
}
