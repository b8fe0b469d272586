import { type Kysely, sql } from 'kysely'

/** What a message outside of campaigns answers: made once more after the database went back, it has the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table messages
      -- the kind and a keyed hash; null in campaigns, sequences and what has no origin
      add column origin text collate "C"`.execute(db)
  await sql`
    alter table lost_claims
      -- empty: it had none; null: the journal's line is of a version that did not keep it, or of a campaign
      add column origin text collate "C"`.execute(db)
  await sql`
    alter table bot_sessions
      -- the provider's id of the message that brought the person to where they stand
      add column cause text`.execute(db)
}
