import { type Kysely, sql } from 'kysely'

/** Blocks of an account stay when they have ended: an older one that is reported later is recognised by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account_blocks add column ended_at timestamptz`.execute(db)
  // When the state of the review was reported or read.
  await sql`alter table whatsapp_accounts add column reviewed_at timestamptz`.execute(db)
}
