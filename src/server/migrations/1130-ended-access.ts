import { type Kysely, sql } from 'kysely'

/** Access to an account that has ended is a problem of its own, beside that it ends soon. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alerts drop constraint alerts_kind_check`.execute(db)
  await sql`alter table alerts add constraint alerts_kind_check check (kind in
    ('lane_stopped', 'token_dying', 'token_dead', 'webhook_silence', 'disk_full', 'database_lagging'))`.execute(
    db,
  )
}
