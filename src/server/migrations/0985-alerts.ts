import { type Kysely, sql } from 'kysely'

/** Problems that a person has to fix: one row each, used again when the problem comes back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table alerts (
      business_id bigint not null references businesses (id),
      kind text not null check (kind in
        ('lane_stopped', 'token_dying', 'webhook_silence', 'disk_full', 'database_lagging')),
      -- the number, the account or the machine
      subject text not null default '',
      details jsonb not null,
      since timestamptz not null,
      seen_at timestamptz not null,
      ended_at timestamptz,
      mailed_at timestamptz,
      primary key (business_id, kind, subject)
    )`.execute(db)
  await sql`create index alerts_open on alerts (kind) where ended_at is null`.execute(db)
}
