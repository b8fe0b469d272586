import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase } from '../server.ts'
import { root } from '../sources.ts'
import { faultsOf } from './migration-rules.ts'
import { oneOfEachShape, readRelease, refusedOf } from './statements.ts'

const release = readRelease()

describe('the version before on the tables of this one', () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  let client: pg.Client
  beforeAll(async () => {
    database = await cloneDatabase()
    client = new pg.Client({ connectionString: database.databaseUrl })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })
  const refusedAfter = async (change: string, statements = release.statements): Promise<string[]> => {
    await client.query('begin')
    try {
      await client.query(change)
      return await refusedOf(client, statements)
    } finally {
      await client.query('rollback')
    }
  }

  it('asks nothing that they refuse', async () => {
    expect(release.statements.length).toBeGreaterThan(700)
    expect(await refusedAfter('select 1')).toEqual([])
  })

  it.each([
    [
      'a column that is gone',
      'alter table campaigns rename column name to title',
      /column .*name.* does not/,
    ],
    ['a table that is gone', 'alter table lanes rename to tracks', /relation "lanes" does not exist/],
    [
      'a key that is another',
      'alter table sending_settings drop constraint sending_settings_pkey',
      /ON CONFLICT/,
    ],
    [
      'a column that rows have to name',
      'alter table campaigns add column zone text not null',
      /requires zone/,
    ],
  ])('shows %s', async (_, change, fault) => {
    const some = release.statements.filter((one) => /"?(campaigns|lanes|sending_settings)"?/.test(one))
    expect(await refusedAfter(change, some)).toContainEqual(expect.stringMatching(fault))
  })

  it('has the same job queue', async () => {
    const { rows } = await client.query<{ version: number }>('select version from pgboss.version')
    expect(rows).toEqual([{ version: release.queue }])
  })
})

describe('a migration', () => {
  const folder = join(root, 'src/server/migrations')
  const newer = readdirSync(folder).filter(
    (name) => /^\d{4}-.*\.ts$/.test(name) && name.slice(0, 4) > release.lastMigration,
  )

  it('newer than the version before only adds what that version can live with', () => {
    const faults = newer.flatMap((name) =>
      faultsOf(readFileSync(join(folder, name), 'utf8')).map((fault) => `${name} ${fault}`),
    )
    expect(faults).toEqual([])
  })

  it.each([
    ['alter table leads drop column name', 'drops what the version before may use'],
    ['alter table leads rename column name to title', 'renames what the version before may use'],
    ['alter table leads alter column name type varchar', 'changes the type of a column'],
    ['alter table leads alter column email set not null', 'requires a column'],
    ['alter table leads add column zone text not null', 'adds a column that rows have to name'],
    ['alter table leads add constraint c check (id > 0)', 'adds a constraint that is not "not valid"'],
    [
      'create index leads_zone on leads (zone)',
      'builds an index of leads while writes wait: put it into indexes.ts',
    ],
  ])('is refused for: %s', (statement, fault) => {
    expect(faultsOf(`await sql\`${statement}\`.execute(db)`)).toEqual([fault])
  })

  it.each([
    'alter table leads add column zone text',
    'alter table leads add column zone text not null default 0',
    'alter table leads add constraint c check (id > 0) not valid',
    'create table zones (id bigint); create index zones_id on zones (id)',
  ])('may: %s', (statement) => {
    expect(faultsOf(`await sql\`${statement}\`.execute(db)`)).toEqual([])
  })
})

it('keeps one statement of each shape', () => {
  const statements = ['select  1 -- one\n from a', 'select 22 from a', 'select $1, $2 from a', 'begin']
  expect(oneOfEachShape(statements)).toEqual(['select 1 from a'])
  expect(oneOfEachShape(['declare c no scroll cursor with hold for select a from b'])).toEqual([
    'select a from b',
  ])
})
