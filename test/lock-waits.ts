import { sql } from 'kysely'
import type { App } from '#server/app.ts'

type Asking = Pick<App, 'db'>

async function countOf(
  { db }: Asking,
  counting: ReturnType<typeof sql<{ waiting: number }>>,
): Promise<number> {
  const { rows } = await counting.execute(db)
  return Number(rows[0]!.waiting)
}

async function isCluster({ db }: Asking): Promise<boolean> {
  const { rows } = await sql<{
    is: boolean
  }>`select to_regclass('pg_catalog.pg_dist_node') is not null as is`.execute(db)
  return rows[0]!.is
}

/**
 * How many sessions of this database wait for a lock; of a cluster's, on each of its servers.
 * @param table whose statements are counted, where others may wait as well.
 */
export async function lockWaits(app: Asking, table = ''): Promise<number> {
  const text = `select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%${table}%'`
  return await countOf(
    app,
    (await isCluster(app))
      ? sql`select sum(result::int) as waiting from run_command_on_all_nodes(${text})`
      : sql`select sum(count) as waiting from (${sql.raw(text)}) one`,
  )
}

/** A session of PostgreSQL, for `waitersFor`. */
export async function sessionOf({ db }: Asking): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]!.pid
}

/** How many wait for what a session has locked, in whichever server of a cluster it did. */
export async function waitersFor(app: Asking, session: number): Promise<number> {
  const here = await countOf(
    app,
    sql`select count(*) as waiting from pg_stat_activity where ${session} = any(pg_blocking_pids(pid))`,
  )
  if (here > 0 || !(await isCluster(app))) return here
  return await countOf(
    app,
    sql`select count(*) as waiting from citus_lock_waits where blocking_gpid in (
      select global_pid from citus_stat_activity where pid = ${session} and not is_worker_query)`,
  )
}
