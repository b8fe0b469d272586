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
