import { type Kysely, sql } from 'kysely'

/**
 * Locks a table against everything until the transaction ends. Behind a long query, such as of a backup, others would
 * wait with the lock: it is asked for again and again, for a second each.
 */
export async function lockPatiently(db: Kysely<unknown>, table: string): Promise<void> {
  await sql`
    do $$ begin
      set local lock_timeout = '1s';
      loop
        begin
          lock table ${sql.table(table)} in access exclusive mode;
          exit;
        exception when lock_not_available then
          perform pg_sleep(1);
        end;
      end loop;
      set local lock_timeout = 0;
    end $$`.execute(db)
}
