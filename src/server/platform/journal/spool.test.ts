import { appendFile, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually } from '#test/server.ts'
import { createLog } from '../log.ts'
import { openSpool, type Spool } from './spool.ts'

let folder: string
let open: Spool<number>[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-spool-'))
  open = []
})
afterEach(async () => {
  await Promise.all(open.map((spool) => spool.close()))
  await rm(folder, { recursive: true, force: true })
})

/** A spool whose database is a set, as one that takes an item twice and has it once. */
function spoolTo(database: Set<number>, state: { isAway?: boolean; until?: Promise<void> } = {}) {
  const spool = openSpool<number>({
    folder,
    write: async (items) => {
      await state.until
      if (state.isAway) throw new Error('the database is away')
      for (const item of items) database.add(item)
    },
    toLine: String,
    fromLine: Number,
    log: createLog('silent'),
  })
  open.push(spool)
  return spool
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
const files = async () => (await readdir(folder)).map((name) => join(folder, name))
const makeOld = async () => {
  for (const path of await files()) await utimes(path, 0, 0)
}

it('writes an item that comes alone before it answers', async () => {
  const database = new Set<number>()
  await spoolTo(database).keep(7)
  expect([...database]).toEqual([7])
  expect(await files()).toEqual([])
})

it('answers many at once before the database has them, which gets all of them', async () => {
  const database = new Set<number>()
  const { promise, resolve } = Promise.withResolvers<void>()
  const spool = spoolTo(database, { until: promise })
  await Promise.all(numbers(2_000).map((item) => spool.keep(item)))
  expect(database.size).toBe(0)
  resolve()
  await eventually('all of them', async () => database.size === 2_000)
  await eventually('no file', async () => (await files()).length === 0)
})

it('keeps items while the database is away; another process writes them', async () => {
  const database = new Set<number>()
  const spool = spoolTo(database, { isAway: true })
  await Promise.all(numbers(100).map((item) => spool.keep(item)))
  await spool.close()
  expect(await files()).not.toEqual([])
  // What a killed process had begun to append: its caller was never answered.
  await appendFile((await files())[0]!, '12')
  await makeOld()
  spoolTo(database)
  await eventually('no file', async () => (await files()).length === 0)
  expect([...database].sort((a, b) => a - b)).toEqual(numbers(100))
})

it('leaves alone what another process appends to', async () => {
  const database = new Set<number>()
  const elsewhere = new Set<number>()
  const busy = spoolTo(database, { isAway: true })
  await Promise.all(numbers(10).map((item) => busy.keep(item)))
  await spoolTo(elsewhere).close()
  expect(elsewhere.size).toBe(0)
  expect(await files()).toHaveLength(1)
})

it('waits for the database where the folder takes nothing, and says so where it takes nothing either', async () => {
  const database = new Set<number>()
  const state = { isAway: false }
  const spool = spoolTo(database, state)
  await rm(folder, { recursive: true })
  await Promise.all(numbers(100).map((item) => spool.keep(item)))
  expect(database.size).toBe(100)
  state.isAway = true
  await expect(spool.keep(100)).rejects.toThrow('the database is away')
})
