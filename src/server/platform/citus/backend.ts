import type { PoolClient } from 'pg'
import { awaitDatabase, openDatabase } from '../database.ts'
import { StartError } from '../errors.ts'
import type { Logger } from '../log.ts'
import { type Distributed, distribute } from './distribute.ts'

export type Backend = 'postgres' | 'citus'

/** `tables`: whether ours are with the nodes. */
type Found = { extension: boolean; tables: boolean }

/**
 * Looks whether the migrated database is what `DATABASE_BACKEND` says, and gives what is new in it to the nodes of its
 * cluster: all of it or nothing.
 * @param url of the database's owner, at the coordinator.
 * @throws StartError where the database is another one.
 */
export async function prepareBackend(
  url: string,
  backend: Backend,
  log: Logger,
): Promise<Distributed | undefined> {
  const { pool, close } = openDatabase<unknown>(url, log, { connections: 1 })
  try {
    await awaitDatabase(pool)
    const client = await pool.connect()
    try {
      const found = await look(client)
      if (backend === 'citus') return await give(client, found)
      if (found.tables)
        throw new StartError(
          "This database's tables are with the nodes of a Citus cluster. Set DATABASE_BACKEND=citus for every process, so that upgrades give them new tables too.",
        )
      return undefined
    } finally {
      client.release()
    }
  } finally {
    await close()
  }
}

async function look(client: PoolClient): Promise<Found> {
  const { rows } = await client.query<{ is: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null as is`,
  )
  if (!rows[0]?.is) return { extension: false, tables: false }
  const { rows: given } = await client.query(
    `select from pg_dist_partition where logicalrelid = to_regclass('messages')`,
  )
  return { extension: true, tables: given.length > 0 }
}

async function give(client: PoolClient, { extension }: Found): Promise<Distributed> {
  if (!extension)
    throw new StartError(
      'DATABASE_BACKEND is citus, and this database has no Citus. Run `create extension citus` in it on every node and add the nodes, or leave DATABASE_BACKEND out.',
    )
  const { rows } = await client.query<{ is: boolean }>('select citus_is_coordinator() as is')
  if (!rows[0]?.is)
    throw new StartError('DATABASE_URL leads to a node of the Citus cluster. Give it the coordinator.')
  await client.query('begin')
  try {
    // Several processes start at once.
    await client.query(`select pg_advisory_xact_lock(hashtext('tidings distribute'))`)
    const done = await distribute(client)
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
