import pg from 'pg'
import { inject } from 'vitest'
import { cloneDatabase } from '#test/server.ts'
import type { OpenDatabase } from './install.ts'

/**
 * A clone on the run's own server, for tests that kill processes of the product alone: what PostgreSQL has committed
 * outlives those without a sync to the disk.
 */
export const cloned: OpenDatabase = async () => {
  const { databaseUrl, drop } = await cloneDatabase()
  return { url: databaseUrl, close: drop }
}

/**
 * A clone on a cluster, whose nodes lose all their sessions at once: PostgreSQL ends those where one is killed, and
 * recovers. Undefined without a cluster.
 */
export const clonedOnCluster = (): OpenDatabase | undefined => {
  const nodes = inject('workerUrls')
  if (nodes.length === 0) return undefined
  return async (folder) => ({
    ...(await cloned(folder)),
    async restart() {
      await Promise.all(nodes.map(killSession))
    },
  })
}

/** A session of this server's on this machine. */
async function killSession(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  process.kill(rows[0]!.pid, 'SIGKILL')
}
