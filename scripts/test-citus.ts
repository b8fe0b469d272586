// `npm run test:citus -- ADDRESS [tests]`: the server's tests on a Citus cluster, whose coordinator's database this is. See docs/scale.md.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { prepareBackend } from '#server/platform/citus/backend.ts'
import { createLog } from '#server/platform/log.ts'
import { prepareDatabase, prepareQueue } from '#server/prepare-database.ts'

const root = join(import.meta.dirname, '..')
const [address, ...tests] = process.argv.slice(2)
if (!address) throw new Error('npm run test:citus -- postgres://… [tests]')

async function on<Result>(url: string, act: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

/** The same server's other database. */
function inDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = name
  return other.href
}

/** The coordinator first. @returns the address of each server of the cluster. */
async function serversOf(url: string): Promise<[string, ...string[]]> {
  const { rows } = await on(url, (client) =>
    client.query<{ nodename: string; nodeport: number }>(
      'select nodename, nodeport from pg_dist_node where groupid <> 0 order by nodeid',
    ),
  )
  const workers = rows.map(({ nodename, nodeport }) => {
    const worker = new URL(url)
    worker.hostname = nodename
    worker.port = String(nodeport)
    return worker.href
  })
  return [url, ...workers]
}

const server = (url: string) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) })

/** The database of which each test file has a copy, on every server. */
async function makeTemplate(servers: [string, ...string[]]): Promise<void> {
  for (const url of servers) {
    await on(url, async (client) => {
      // Left over from a run before, which closed it.
      const { rowCount } = await client.query(`select from pg_database where datname = 'template'`)
      if (rowCount) await client.query('alter database template allow_connections true')
      await client.query('drop database if exists template with (force)')
      await client.query('create database template')
    })
    await on(inDatabase(url, 'template'), (client) => client.query('create extension citus'))
  }
  const [coordinator, ...workers] = servers
  const template = inDatabase(coordinator, 'template')
  const log = createLog('error')
  await on(template, async (client) => {
    const { host, port } = server(coordinator)
    await client.query('select citus_set_coordinator_host($1, $2)', [host, port])
    for (const worker of workers) {
      const { host, port } = server(worker)
      await client.query('select citus_add_node($1, $2)', [host, port])
    }
  })
  await prepareDatabase(template, log)
  await prepareQueue(template, log)
  await prepareBackend(template, 'citus', log)
  for (const url of servers) {
    await on(url, async (client) => {
      await client.query('alter database template allow_connections false')
      await client.query(
        `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = 'template'`,
      )
    })
  }
}

const servers = await serversOf(address)
await makeTemplate(servers)
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...(tests.length > 0
      ? tests
      : ['src/server', 'test/chaos/node-away.citus.ts', 'test/process/first-start.citus.ts']),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_CITUS: servers.join(' ') } },
)
process.exitCode = status ?? 1
