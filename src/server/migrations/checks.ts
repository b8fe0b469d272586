import { type Kysely, sql } from 'kysely'
import { lockPatiently } from './patient-lock.ts'

/**
 * Checks that a migration relies on. They are validated before its transaction, while others write, so that it does not
 * read a big table under a lock.
 */
const validatedChecks: Record<string, { table: string; check: string }> = {
  // Ids of before the partitions by week are below those of all weeks.
  webhook_events_before_weeks: { table: 'webhook_events', check: 'id < 140737488355328' },
}

/** Adds and validates what its migration still needs. Processes that start together may both do it. */
export async function validateChecks(db: Kysely<unknown>): Promise<void> {
  for (const [name, { table, check }] of Object.entries(validatedChecks)) {
    const { rows } = await sql<{ validated: boolean | null }>`
      select k.convalidated as validated from pg_class c
      left join pg_constraint k on k.conrelid = c.oid and k.conname = ${name}
      where c.oid = to_regclass(${table}) and c.relkind = 'r'`.execute(db)
    if (rows[0]?.validated === null) {
      await db
        .transaction()
        .execute(async (tx) => {
          await lockPatiently(tx, table)
          await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} check (${sql.raw(check)}) not valid`.execute(
            tx,
          )
        })
        .catch(unless(isThere))
    }
    if (rows[0] && !rows[0].validated) {
      await sql`alter table ${sql.table(table)} validate constraint ${sql.ref(name)}`
        .execute(db)
        .catch(unless(isGone))
    }
  }
}

/** SQLSTATE of a constraint that another process added meanwhile, and of one that its migration took away. */
const isThere = '42710'
const isGone = '42704'

const unless =
  (state: string) =>
  (error: unknown): void => {
    if ((error as { code?: string }).code !== state) throw error
  }
