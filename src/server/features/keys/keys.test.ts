import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { onboarding } from '#contract/onboarding.ts'
import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts'
import { type Config, readConfig } from '#server/config.ts'
import { createSecrets } from '#server/platform/secrets.ts'
import { connectSeededAccount } from '#test/connected.ts'
import { cloneDatabase, eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { encryptedColumns } from './encrypted-columns.ts'

const root = join(import.meta.dirname, '../../../..')
let folder: string
let server: TestServer
let asha: Person
/** The processes of the install that run. */
const running = new Set<TestServer>()
let database: Awaited<ReturnType<typeof cloneDatabase>>
let sandbox: Sandbox

const config = (given: Record<string, string> = {}): Config => readConfig({ DATA_DIR: folder, ...given })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-keys-'))
  database = await cloneDatabase()
  sandbox = await startSandbox({ port: 0 })
  server = await startWith(config())
  asha = await server.signUp()
  await connectSeededAccount(server, asha)
  await fillEveryColumn()
})
afterAll(async () => {
  for (const one of running) await stop(one)
  await sandbox.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function startWith(keys: Config): Promise<TestServer> {
  const one = await openTestServer({ keys, beside: { databaseUrl: database.databaseUrl, sandbox } })
  running.add(one)
  return one
}

async function stop(one: TestServer): Promise<void> {
  running.delete(one)
  await one.close()
}

/** Rows that a test cannot make through the front door in a moment. */
async function fillEveryColumn(): Promise<void> {
  const { pool } = server.app
  const [b, u] = [asha.businessId, asha.userId]
  const run = (text: string, values: unknown[]) => pool.query(text, values)
  const none = Buffer.from('')
  await run(
    'insert into bot_settings (business_id, active_since) values ($1, now()) on conflict do nothing',
    [b],
  )
  await run(
    `insert into erasures (business_id, user_id, status, started_at, progressed_at) values ($1, $2, 'running', now(), now())`,
    [b, u],
  )
  await run(
    `insert into bot_secrets (business_id, id, host, secret_ciphertext, secret_key_id, made_at)
     values ($1, $2, 'shop.example', $3, '', now())`,
    [b, randomUUID(), none],
  )
  await run(
    `insert into conversion_sources (business_id, id, name, secret_ciphertext, secret_key_id, user_id, created_at)
     values ($1, $2, 'Ours', $3, '', $4, now())`,
    [b, randomUUID(), none, u],
  )
  await run(
    `insert into meta_event_settings (business_id, is_on, dataset_id, token_ciphertext, token_key_id, on_since)
     values ($1, false, '12345', $2, '', now())`,
    [b, none],
  )
  await run(
    `insert into hook_endpoints (business_id, name, url, kinds, batch, secret_ciphertext, secret_key_id, user_id, created_at, off_at)
     values ($1, 'Ours', 'https://hooks.example.com/', '{}', 1, $2, '', $3, now(), now())`,
    [b, none, u],
  )
  await run(
    `insert into idempotency_keys (business_id, key, claim_id, claimed_at, held_until)
     select $1, 'key ' || n, gen_random_uuid(), now(), now() from generate_series(1, 3000) n`,
    [b],
  )
  await run(
    `insert into meta_logins (business_id, token_kind, token_ciphertext, token_key_id) values ($1, 'user', $2, '')
     on conflict do nothing`,
    [b, none],
  )
  await run(
    `insert into social_accounts (business_id, platform, external_id, token_kind, name, status, status_at, connected_at, connected_by)
     values ($1, 'youtube', 'channel', 'google', 'Ours', 'disconnected', now(), now(), $2)`,
    [b, u],
  )
  await run(
    `insert into social_logins (business_id, id, user_id, platform, grant_ciphertext, grant_key_id, expires_at)
     values ($1, $2, $3, 'youtube', $4, '', now() + interval '1 day')`,
    [b, randomUUID(), u, none],
  )
  await run(
    'insert into two_factors (business_id, user_id, secret_ciphertext, secret_key_id) values ($1, $2, $3, $4)',
    [b, u, none, ''],
  )
  for (const { table, ciphertext, keyId, of, context } of encryptedColumns) {
    // What the product has stored by itself stays.
    const { rows } = await pool.query<{ place: string; of: string[] }>(
      `select ctid::text as place, array[${of.map((name) => `${name}::text`).join(', ')}] as of from ${table}
       where ${keyId} is null or ${keyId} = ''`,
    )
    for (const row of rows) {
      const sealed = server.app.secrets.seal(`${table} ${ciphertext}`, context(...row.of))
      await pool.query(`update ${table} set ${ciphertext} = $1, ${keyId} = $2 where ctid = $3::tid`, [
        sealed.ciphertext,
        sealed.key_id,
        row.place,
      ])
    }
  }
}

type Ended = { code: number | null; said: string }

function command(
  act: string,
  given: Record<string, string> = {},
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [join(root, 'scripts/keys.ts'), act], {
    env: { ...process.env, DATABASE_URL: database.databaseUrl, DATA_DIR: folder, ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text))
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ code, said }))
  })
  return { child, ended }
}
const keys = (act: string, given?: Record<string, string>): Promise<Ended> => command(act, given).ended

/** Opens every stored secret with these keys, and answers how many rows each column has with each key. */
async function openAll(secrets: TestServer['app']['secrets']): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  for (const { table, ciphertext, keyId, of, context } of encryptedColumns) {
    const { rows } = await server.app.pool.query<{ sealed: Buffer; key: string; of: string[] }>(
      `select ${ciphertext} as sealed, ${keyId} as key, array[${of.map((name) => `${name}::text`).join(', ')}] as of
       from ${table} where ${ciphertext} is not null`,
    )
    for (const row of rows) secrets.open({ ciphertext: row.sealed, key_id: row.key }, context(...row.of))
    found.set(`${table}.${ciphertext}`, new Set(rows.map(({ key }) => key)))
  }
  return found
}

const withKey = async (keyId: string): Promise<number> => {
  const { rows } = await server.app.pool.query<{ count: number }>(
    'select count(*)::int as count from idempotency_keys where answer_key_id = $1',
    [keyId],
  )
  return rows[0]?.count ?? 0
}

const works = async (one: TestServer): Promise<void> => {
  expect((await one.call(accounts.me, { token: asha.token })).status).toBe(200)
  expect((await one.call(onboarding.sync, { token: asha.token, body: {} })).status).toBe(200)
}

it('lists every encrypted column of the database', async () => {
  const { rows } = await server.app.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%ciphertext'`,
  )
  const listed = encryptedColumns.map(({ table, ciphertext }) => `${table}.${ciphertext}`)
  expect(listed.sort()).toEqual(rows.map(({ name }) => name).sort())
})

it('keeps the id of the key beside every encrypted column, and nowhere else', async () => {
  const { rows } = await server.app.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%\\_key\\_id' and data_type = 'text'
       and column_name <> 'signing_key_id'`,
  )
  const listed = encryptedColumns.map(({ table, keyId }) => `${table}.${keyId}`)
  expect(listed.sort()).toEqual(rows.map(({ name }) => name).sort())
})

describe('a change of keys', () => {
  it('has something of every kind to change', async () => {
    const found = await openAll(server.app.secrets)
    expect([...found].filter(([, ids]) => ids.size === 0)).toEqual([])
  })

  it('goes on after a kill in the middle, while the server runs', async () => {
    const before = server.app.secrets.keyId
    const { child, ended } = command('rotate')
    await eventually('some rows', async () => (await withKey(before)) < 3000)
    child.kill('SIGKILL')
    await ended
    // Whatever has changed by now is readable, for the server that runs too.
    await openAll(server.app.secrets)
    await works(server)
    const { code, said } = await keys('rotate')
    expect(said).toContain('Restart every process of Tidings')
    expect(code).toBe(0)
    const found = await openAll(server.app.secrets)
    const current = createSecrets(config().encryptionKey).keyId
    expect(current).not.toBe(before)
    for (const [column, ids] of found) expect([column, ...ids]).toEqual([column, current])
    await works(server)
  })

  it('keeps the old key in the file, which nobody else may read', async () => {
    const kept = JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8'))
    expect(kept.previousEncryptionKeys).toHaveLength(1)
    expect(kept.previousJwtSecrets).toHaveLength(1)
  })

  it('retires no key that a process still uses', async () => {
    const { code, said } = await keys('retire')
    expect(said).toContain('uses an old key')
    expect(code).toBe(1)
  })

  it('lets a restarted server read everything, with logins of before and of now', async () => {
    const restarted = await startWith(config())
    await openAll(restarted.app.secrets)
    await works(restarted)
    const ravi = await restarted.signUp('Ravi')
    // A process that was not restarted yet takes the new login too.
    expect((await server.call(accounts.me, { token: ravi.token })).status).toBe(200)
    const purpose = 'erased addresses of business 1'
    expect(restarted.app.secrets.lastingKeyFor(purpose)).toEqual(server.app.secrets.lastingKeyFor(purpose))
    const sealed = server.app.secrets.seal('late', 'businesses 1 provider_api_key')
    await server.app.pool.query(
      'update businesses set provider_key_ciphertext = $1, provider_key_id = $2 where id = 1',
      [sealed.ciphertext, sealed.key_id],
    )
    await stop(server)
    server = restarted
    await works(server)
  })

  it('retires the old key when nothing uses it, and keeps the signing key of open logins', async () => {
    const refused = await keys('retire')
    expect(refused.said).toContain('still encrypted with an old key')
    expect(refused.code).toBe(1)
    expect((await keys('rotate')).code).toBe(0)
    const { code, said } = await keys('retire')
    expect(said).toContain('The old encryption key was removed')
    expect(said).toContain('The old signing key stays')
    expect(code).toBe(0)
    const kept = JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8'))
    expect(kept.previousEncryptionKeys).toEqual([])
    const again = await startWith(config())
    await openAll(again.app.secrets)
    await works(again)
    await stop(again)
  })

  it('says which key is missing where a key is another one', async () => {
    const { code, said } = await keys('rotate', { ENCRYPTION_KEY: 'ab'.repeat(32) })
    expect(said).toContain('Change it there')
    expect(code).toBe(1)
    const lost = createSecrets(Buffer.alloc(32))
    await expect(openAll(lost)).rejects.toThrow(/Restore the old ENCRYPTION_KEY or secrets.json/)
  })

  it('goes by the environment where the environment gives the key', async () => {
    const old = config().encryptionKey.toString('hex')
    const given = { ENCRYPTION_KEY: 'cd'.repeat(32), ENCRYPTION_KEY_PREVIOUS: old }
    const refused = await keys('rotate', given)
    expect(refused.said).toContain('uses an old key')
    await stop(server)
    server = await startWith(config(given))
    const { code, said } = await keys('rotate', given)
    expect(said).toContain('npm run keys -- retire')
    expect(code).toBe(0)
    const retired = await keys('retire', given)
    expect(retired.said).toContain('Remove ENCRYPTION_KEY_PREVIOUS')
    const current = createSecrets(config(given).encryptionKey)
    for (const [column, ids] of await openAll(current))
      expect([column, ...ids]).toEqual([column, current.keyId])
    await works(server)
  })
})
