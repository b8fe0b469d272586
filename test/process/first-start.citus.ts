import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type ProductProcess, startProduct } from './product-process.ts'

// Runs on a cluster alone: `npm run test:citus`. A database of it that has the extension and its nodes, and is empty.
const name = `first_${randomBytes(6).toString('hex')}`
const servers = [inject('postgresUrl'), ...inject('workerUrls')]
const [coordinator = ''] = servers

async function ask(server: string, text: string, database = name): Promise<Record<string, unknown>[]> {
  const url = new URL(server)
  url.pathname = database
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

let folder: string
let running: ProductProcess | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-cluster-'))
  for (const server of servers) {
    await ask(server, `create database ${name}`, 'postgres')
    await ask(server, 'create extension citus')
  }
  for (const [at, server] of servers.entries()) {
    const { hostname, port } = new URL(server)
    const add = at === 0 ? 'citus_set_coordinator_host' : 'citus_add_node'
    await ask(coordinator, `select ${add}('${hostname}', ${port})`)
  }
})
afterAll(async () => {
  await running?.stop()
  for (const server of servers) await ask(server, `drop database if exists ${name} with (force)`, 'postgres')
  await rm(folder, { recursive: true })
})

async function start(): Promise<string> {
  const url = new URL(coordinator)
  url.pathname = name
  running = await startProduct({
    DATA_DIR: folder,
    DATABASE_URL: url.href,
    DATABASE_BACKEND: 'citus',
    LOG_LEVEL: 'error',
  })
  return `${running.url}/api/auth`
}

const person = { name: 'Asha Kulkarni', email: 'asha@example.com', password: 'correct horse' }
const post = (url: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })

it('starts on an empty database of a cluster, gives its nodes their tables, and starts again', async () => {
  expect((await post(`${await start()}/signup`)).status).toBe(200)
  const given = `select count(*)::int as tables from pg_dist_partition where logicalrelid::text in ('leads', 'messages')`
  expect(await ask(coordinator, given)).toEqual([{ tables: 2 }])
  const done = () => ask(coordinator, `select from pgboss.job where state = 'completed' limit 1`)
  await expect.poll(done, { timeout: 30_000 }).toHaveLength(1)
  await running?.stop()
  expect((await post(`${await start()}/login`)).status).toBe(200)
})
