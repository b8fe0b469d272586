import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rolesOf } from '#server/platform/embedded/roles.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'

/** Two months of two days with a few people. */
const longestMs = 240_000

let folder: string
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let client: pg.Client
let said = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-demo-'))
  const demo = spawn(process.execPath, ['scripts/demo/demo.ts', '96', '2', '2'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, DATA_DIR: folder },
  })
  for (const stream of [demo.stdout, demo.stderr])
    stream.on('data', (text: Buffer) => {
      said += text.toString()
    })
  const [code] = await once(demo, 'exit')
  expect(code, said).toBe(0)
  postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
  client = new pg.Client({ connectionString: rolesOf(postgres).productUrl })
  await client.connect()
}, longestMs)
afterAll(async () => {
  await client?.end()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

const one = async (query: string) => (await client.query(query)).rows[0]

it('makes people, campaigns, clicks, chats, opt-ins, visits from ads, orders and posts, months back', async () => {
  expect(said).toMatch(/Log in as demo@example\.com/)
  const found = await one(`
    select (select count(*) from leads)::int as leads, (select count(*) from campaigns)::int as campaigns,
      (select count(*) from campaigns where status = 'Completed' and started_at < now() - interval '20 days')::int as old,
      (select count(*) from messages where status in ('delivered', 'read'))::int as arrived,
      (select count(*) from conversions)::int as orders, (select count(*) from ad_visits)::int as visits,
      (select count(*) from optin_proofs)::int as proofs, (select count(*) from conversation_sends)::int as answers,
      (select count(*) from link_clicks)::int as clicks, (select count(*) from segments)::int as segments,
      (select count(*) from sequence_people)::int as "inSequences",
      (select count(*) from social_publications where state = 'posted')::int as posts,
      (select count(distinct accepted_at::date) from messages)::int as days`)
  expect(found.leads).toBeGreaterThanOrEqual(96)
  expect(found.campaigns).toBeGreaterThanOrEqual(4)
  expect(found.days).toBeGreaterThanOrEqual(3)
  expect(found.old).toBeGreaterThan(0)
  for (const what of [
    'arrived',
    'orders',
    'visits',
    'proofs',
    'answers',
    'clicks',
    'segments',
    'inSequences',
    'posts',
  ])
    expect(found[what], what).toBeGreaterThan(0)
})

it('leaves the clock of the database as it was, and no time that could not be', async () => {
  const found = await one(`
    select extract(epoch from now())::float8 as seconds, current_setting('search_path') as path,
      (select count(*) from pg_namespace where nspname = 'demo')::int as schemas,
      (select count(*) from pg_attrdef where pg_get_expr(adbin, adrelid) like '%demo%')::int as defaults,
      (select count(*) from messages where created_at > now() or read_at < delivered_at - interval '2 seconds' or delivered_at < created_at - interval '2 seconds'
        or claimed_at < created_at)::int as odd
    `)
  expect(Math.abs(found.seconds - Date.now() / 1000)).toBeLessThan(60)
  expect(found).toMatchObject({ schemas: 0, defaults: 0, odd: 0 })
  expect(found.path).not.toContain('demo')
})
