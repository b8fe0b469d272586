import { type Kysely, sql } from 'kysely'

/** The price of a sequence's messages is agreed to by a start or a resume, no longer by other changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sequences
      -- when it was last started or resumed: what its templates cost then was agreed to
      add column agreed_at timestamptz`.execute(db)
  await sql`update sequences set agreed_at = enters_from where enters_from is not null`.execute(db)
}
