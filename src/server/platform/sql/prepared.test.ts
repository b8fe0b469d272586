import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { cloneDatabase } from '#test/server.ts'
import { askPrepared } from './prepared.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

const open = (directUrl?: string) =>
  openDatabase<unknown>(database.databaseUrl, createLog('fatal'), { connections: 1, directUrl })

const plansOf = async ({ pool }: ReturnType<typeof open>): Promise<number> => {
  const { rows } = await pool.query('select count(*)::int as plans from pg_prepared_statements')
  return rows[0].plans
}

it('keeps the plan of what is asked often, and answers when a table changes beneath it', async () => {
  const opened = open()
  await opened.pool.query('create table towns (id int, name text)')
  await opened.pool.query("insert into towns values (1, 'Pune'), (2, 'Nashik')")
  const ask = async (id: number) =>
    (await askPrepared(opened.pool, 'select * from towns where id = $1', [id])).rows
  expect(await ask(1)).toEqual([{ id: 1, name: 'Pune' }])
  expect(await plansOf(opened)).toBe(0)
  for (let times = 0; times < 12; times++) await ask(1)
  expect(await plansOf(opened)).toBe(1)
  expect(await ask(2)).toEqual([{ id: 2, name: 'Nashik' }])
  await opened.pool.query("alter table towns add state text default 'MH'")
  expect(await ask(2)).toEqual([{ id: 2, name: 'Nashik', state: 'MH' }])
  await expect(askPrepared(opened.pool, 'select 1 / 0')).rejects.toThrow(/division by zero/)
  await opened.close()
})

it('answers each time to a text of several statements, which none can be kept of', async () => {
  const opened = open()
  await opened.pool.query('create table rounds (at timestamptz)')
  const round = 'begin; insert into rounds values (now()); commit'
  for (let times = 0; times < 12; times++) await askPrepared(opened.pool, round)
  const { rows } = await opened.pool.query('select count(*)::int as count from rounds')
  expect(rows).toEqual([{ count: 12 }])
  await opened.close()
})

it('keeps none through a pooler', async () => {
  const opened = open(database.databaseUrl)
  for (let times = 0; times < 12; times++) await askPrepared(opened.pool, 'select 1')
  expect(await plansOf(opened)).toBe(0)
  await opened.close()
})
