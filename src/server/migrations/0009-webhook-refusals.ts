import { type Kysely, sql } from 'kysely'

/**
 * Refused webhook deliveries by reason, one row each. They belong to the install: a refused delivery names no
 * business that can be trusted.
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
