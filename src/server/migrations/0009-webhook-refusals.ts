import { type Kysely, sql } from 'kysely'

/**
 * Deliveries that were refused at the webhook address, by reason: one row each, however many come. They are the
 * install's and no business's: what is refused says nothing of whose it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook_refusals (
      -- missing_signature, wrong_signature
      reason text primary key,
      count bigint not null,
      last_at timestamptz not null
    )`.execute(db)
}
