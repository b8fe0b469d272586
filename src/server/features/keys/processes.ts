import type { App } from '#server/app.ts'

/** A process of this install that serves now, and the ids of the keys that it encrypts and signs with. */
export type Serving = { role: string; encryption: string; jwt: string }

/** The processes that serve now, by the connection that each holds as long as it runs. */
export async function servingProcesses({ pool }: Pick<App, 'pool'>): Promise<Serving[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
     where datname = current_database() and application_name like 'tidings %' order by 1`,
  )
  return rows.flatMap(({ name }) => {
    // An earlier version does not say its keys.
    if (name === 'tidings notes') return [{ role: 'earlier', encryption: '', jwt: '' }]
    const [, role, encryption, jwt] = /^tidings (all|web|worker) keys (\w+) (\w+)$/.exec(name) ?? []
    return role && encryption && jwt ? [{ role, encryption, jwt }] : []
  })
}
