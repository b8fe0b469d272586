import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createLog } from '#server/platform/log.ts'
import { prepareDivided } from '#server/prepare-database.ts'
import { type ProductProcess, startProduct } from './product-process.ts'

/** A database of the operator's own, with one role for its tables and one for their rows. */
const name = `divided_${randomBytes(6).toString('hex')}`
const [owner, product] = [`${name}_owner`, `${name}-product`]
const urlFor = (role: string | undefined, database = name): string => {
  const url = new URL(inject('postgresUrl'))
  url.pathname = database
  if (role) {
    url.username = role
    url.password = 'secret'
  }
  return url.href
}
async function ask(role: string | undefined, text: string, database = name): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: urlFor(role, database) })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

let folder: string
let started: ProductProcess | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-divided-'))
  for (const role of [owner, product]) {
    await ask(undefined, `create role "${role}" login password 'secret'`, 'postgres')
  }
  await ask(undefined, `create database ${name} owner "${owner}"`, 'postgres')
})
afterAll(async () => {
  await started?.stop()
  await ask(undefined, `drop database if exists ${name} with (force)`, 'postgres')
  for (const role of [owner, product]) await ask(undefined, `drop role "${role}"`, 'postgres')
  await rm(folder, { recursive: true })
})

it('starts on an empty database, works, and can change no table', async () => {
  started = await startProduct({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: urlFor(product),
    DATABASE_OWNER_URL: urlFor(owner),
    LOG_LEVEL: 'warn',
  })
  const answer = await fetch(`${started.url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Asha Kulkarni', email: 'asha@example.com', password: 'correct horse' }),
  })
  expect(answer.status).toBe(200)
  const done = () => ask(undefined, `select from pgboss.job where state = 'completed' limit 1`)
  await expect.poll(done, { timeout: 30_000 }).toHaveLength(1)
  expect(
    await ask(
      undefined,
      `select distinct pg_get_userbyid(relowner) as owner from pg_class c join pg_namespace n on n.oid = relnamespace
       where nspname in ('public', 'pgboss') and relkind in ('r', 'p', 'S', 'v')`,
    ),
  ).toEqual([{ owner }])
  expect(
    await ask(
      undefined,
      `select distinct usename from pg_stat_activity where datname = '${name}' and application_name like 'tidings%'`,
    ),
  ).toEqual([{ usename: product }])
  for (const statement of [
    'create table loot (n integer)',
    'create schema loot',
    'alter table leads add column loot text',
    'drop table campaigns cascade',
    'truncate audit_events',
    'update audit_events set kind = kind',
    'alter table audit_events disable trigger audit_events_stay',
    'delete from kysely_migration',
    `set role "${owner}"`,
  ]) {
    await expect(ask(product, statement), statement).rejects.toMatchObject({ code: '42501' })
  }
})

it('refuses a role that could change tables all the same, before anything is done', async () => {
  const log = createLog('silent')
  const prepare = (given: string) => prepareDivided({ owner: urlFor(owner), product: given }, log)
  await expect(prepare(urlFor(owner))).rejects.toThrow('have the same role')
  await expect(prepare(urlFor(undefined))).rejects.toThrow('is a superuser')
  await expect(prepare(urlFor(product, 'template'))).rejects.toThrow('must name the same database')
  await ask(undefined, `grant "${owner}" to "${product}"`)
  await expect(prepare(urlFor(product))).rejects.toThrow(`belongs to ${owner}`)
  await ask(undefined, `revoke "${owner}" from "${product}"`)
  await ask(undefined, `alter table leads owner to "${product}"`)
  await expect(prepare(urlFor(product))).rejects.toThrow(`reassign owned by "${product}" to "${owner}"`)
  // What the sentence says mends it.
  await ask(undefined, `reassign owned by "${product}" to "${owner}"`)
  await prepare(urlFor(product))
  await expect(ask(product, 'alter table leads add column loot text')).rejects.toMatchObject({
    code: '42501',
  })
})

it('lets several processes start at the same moment', async () => {
  const prepare = () =>
    prepareDivided({ owner: urlFor(owner), product: urlFor(product) }, createLog('silent'))
  await expect(Promise.all(Array.from({ length: 6 }, prepare))).resolves.toHaveLength(6)
})
