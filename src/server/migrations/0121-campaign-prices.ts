import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table campaigns
      -- how many of the planned people have a number that begins like this: [{prefix, count}]; what an estimate needs
      add column prefixes jsonb`.execute(db)
}
