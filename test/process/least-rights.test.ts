import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '#server/handlers.ts'
import { rolesOf } from '#server/platform/embedded/roles.ts'
import { freePort, startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { installQueue } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { prepareDatabase } from '#server/prepare-database.ts'

/** An install of an earlier version, where the superuser did everything, is started by this one. */
let folder: string
let child: ChildProcess
let url: (user: string) => string
let origin: string

beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'tidings-rights-')), 'data')
  await mkdir(folder, { mode: 0o755 })
  await chmod(folder, 0o755)
  const log = createLog('error')
  const before = await startEmbeddedPostgres(join(folder, 'postgres'))
  const jobs = handlers(() => {
    throw new Error('no job runs')
  }).map(({ job }) => job)
  await prepareDatabase(before.url('postgres'), log)
  await installQueue(before.url('postgres'), log, jobs)
  await before.stop()

  const [port, sandboxPort] = [await freePort(), await freePort()]
  origin = `http://127.0.0.1:${port}`
  child = spawn(process.execPath, [join(import.meta.dirname, '../../src/server/main.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: folder,
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`it ended (${code})`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk
      if (said.includes('is ready')) resolve()
    })
  })
  const password = (await readFile(join(folder, 'postgres.password'), 'utf8')).trim()
  const pid = await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')
  const databasePort = pid.split('\n')[3]
  const roles = rolesOf({
    password,
    url: (name) => `postgres://tidings:${password}@127.0.0.1:${databasePort}/${name}`,
  })
  url = (user) =>
    user === 'product'
      ? roles.productUrl
      : `postgres://tidings:${password}@127.0.0.1:${databasePort}/postgres`
})
afterAll(async () => {
  child.removeAllListeners('exit')
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
  await rm(join(folder, '..'), { recursive: true, force: true })
})

async function ask(user: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url(user) })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

describe('an install of an earlier version', () => {
  it('is closed to other users of the machine', async () => {
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  it('works with a role that is no superuser and owns nothing', async () => {
    const users = await ask(
      'superuser',
      `select distinct usename, usesuper, usecreatedb from pg_stat_activity join pg_user using (usename)
       where application_name like 'tidings%'`,
    )
    expect(users).toEqual([{ usename: 'tidings_product', usesuper: false, usecreatedb: false }])
    const owners = await ask(
      'superuser',
      `select distinct pg_get_userbyid(relowner) as owner, relkind from pg_class c
       join pg_namespace n on n.oid = relnamespace where nspname in ('public', 'pgboss')`,
    )
    expect(new Set(owners.map(({ owner }) => owner))).toEqual(new Set(['tidings_owner']))
    const functions = await ask(
      'superuser',
      `select distinct pg_get_userbyid(proowner) as owner from pg_proc p join pg_namespace n on n.oid = pronamespace
       where nspname in ('public', 'pgboss') and not exists (select from pg_depend d where d.objid = p.oid and deptype = 'e')`,
    )
    expect(functions).toEqual([{ owner: 'tidings_owner' }])
    // Nothing is lent to it either.
    expect(
      await ask('superuser', `select from pg_auth_members m where m.member = 'tidings_product'::regrole`),
    ).toEqual([])
  })

  it.each([
    'create table loot (n integer)',
    'create schema loot',
    'create table pgboss.loot (n integer)',
    'alter table leads add column loot text',
    'drop table campaigns cascade',
    'drop table webhook_events_before',
    'truncate audit_events',
    'update audit_events set kind = kind',
    'drop trigger audit_events_stay on audit_events',
    'alter table audit_events disable trigger audit_events_stay',
    "set session_replication_role = 'replica'",
    'delete from kysely_migration',
    "copy leads to program 'true'",
    "select pg_read_file('postgresql.conf')",
    'create role loot superuser',
    "create function loot() returns integer language sql as 'select 1'",
    'set role tidings_owner',
  ])('refuses the product: %s', async (statement) => {
    await expect(ask('product', statement)).rejects.toMatchObject({ code: '42501' })
  })

  it.each(['lead_search_words', 'leads_tags'])(
    'lets the product put new entries of %s in order',
    async (name) => {
      await expect(ask('product', `select move_pending_entries('${name}')`)).resolves.toHaveLength(1)
      await expect(ask('product', `select gin_clean_pending_list('${name}')`)).rejects.toMatchObject({
        code: '42501',
      })
    },
  )

  it('lets the product make and drop weeks of webhooks, and read what it made', async () => {
    const [made] = await ask('superuser', 'select name from webhook_weeks() order by low desc limit 1')
    await ask('superuser', `drop table ${made!.name}`)
    expect(await ask('product', 'select make_webhook_weeks() as made')).toEqual([{ made: 1 }])
    expect(await ask('product', `select count(*)::int as rows from ${made!.name}`)).toEqual([{ rows: 0 }])
    expect(await ask('product', `select * from drop_webhook_week('webhook_events_before', now())`)).toEqual([
      { removed: 0, bytes: 0 },
    ])
    // Not those of now.
    expect(await ask('product', `select * from drop_webhook_week('${made!.name}', 'infinity')`)).toEqual([])
    expect(await ask('product', `select * from drop_webhook_week('campaigns', 'infinity')`)).toEqual([])
  })

  it('takes sign-ups and runs its jobs', async () => {
    const answer = await fetch(`${origin}/marketing/api/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Asha Kulkarni',
        email: 'asha@example.com',
        password: 'correct horse',
        country: 'IN',
        timezone: 'Asia/Kolkata',
      }),
    })
    expect(answer.status).toBe(200)
    await expect
      .poll(() => ask('superuser', `select from pgboss.job where state = 'completed' limit 1`), {
        timeout: 30_000,
      })
      .toHaveLength(1)
  })

  it.runIf(process.platform === 'linux')(
    'has a PostgreSQL without any capability, also where root started it',
    async () => {
      const pid = (await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      expect(status).not.toMatch(/^Uid:\s+0\b/m)
      for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapAmb'])
        expect(status).toMatch(new RegExp(`^${set}:\\s+0+$`, 'm'))
    },
  )
})
