import { type Kysely, sql } from 'kysely'

/**
 * What keeps an account from sending, one row for each cause, so that the end of one leaves the others. The account's
 * `blocked_reason` and `blocked_until` are those of the one that lasts longest.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_blocks (
      business_id bigint not null,
      waba_id text not null,
      -- disabled, restricted, review, payment, error_<code>; earlier: from before causes were kept
      cause text not null,
      sentence text not null,
      blocked_at timestamptz not null,
      -- null: until somebody acts
      blocked_until timestamptz,
      primary key (business_id, waba_id, cause),
      foreign key (business_id, waba_id) references whatsapp_accounts (business_id, waba_id) on delete cascade
    )`.execute(db)
  await sql`alter table whatsapp_accounts add column blocked_until timestamptz`.execute(db)
  await sql`
    insert into account_blocks (business_id, waba_id, cause, sentence, blocked_at)
    select business_id, waba_id, 'earlier', blocked_reason, coalesce(blocked_at, now())
    from whatsapp_accounts where blocked_reason is not null`.execute(db)
}
