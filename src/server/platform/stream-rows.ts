import type pg from 'pg'
import { directUrlOf } from './database.ts'
import { DatabaseClient } from './sql/failover-client.ts'

/** Rows fetched at once. */
const fetchRows = 2000
/** How long the database may take to find the rows of a million people; sending them takes as long as its reader. */
const findingTimeout = '15min'
/** Each has a connection of its own; more wait for their turn. */
const mostAtOnce = 6
let running = 0
const waiting: (() => void)[] = []

/**
 * The rows of a query as of its start. They are stored in the database (`with hold`), so that a slow reader
 * holds no transaction, meets no statement timeout and takes no connection from requests.
 */
export async function* streamRows<Row>(
  pool: pg.Pool,
  query: { sql: string; parameters: readonly unknown[] },
): AsyncGenerator<Row> {
  if (running >= mostAtOnce) await new Promise<void>((go) => waiting.push(go))
  running++
  const { types } = pool.options
  const client = new DatabaseClient({
    connectionString: directUrlOf(pool),
    types,
    application_name: 'tidings export',
  })
  // A lost connection rejects the next fetch as well.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('begin')
    await client.query(`set local statement_timeout = '${findingTimeout}'`)
    await client.query(`declare export_rows no scroll cursor with hold for ${query.sql}`, [
      ...query.parameters,
    ])
    await client.query('commit')
    for (;;) {
      const { rows } = await client.query(`fetch ${fetchRows} from export_rows`)
      yield* rows as Row[]
      if (rows.length < fetchRows) return
    }
  } finally {
    running--
    waiting.shift()?.()
    await client.end()
  }
}
