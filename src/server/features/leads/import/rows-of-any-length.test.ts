import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rowsOf } from './file/table-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-rows-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('rows that are shorter or longer than the first are read as they are, and as quickly', async () => {
  const read = async (row: string): Promise<{ cells: string[][]; microseconds: number }> => {
    const path = join(folder, 'people.csv')
    await writeFile(path, `Name,Phone,City\n${row.repeat(20_000)}`)
    const before = process.cpuUsage()
    const cells: string[][] = []
    const file = { path, kind: 'csv', encoding: 'utf-8', delimiter: ',', quoted: true } as const
    for await (const one of rowsOf(file)) cells.push(one)
    return { cells, microseconds: process.cpuUsage(before).user }
  }
  await read('Asha,9823011208,Pune\n')
  const whole = await read('Asha,9823011208,Pune\n')
  const ragged = await read('Asha,9823011208\nAsha,9823011209,Pune,left\n')
  expect(ragged.cells).toHaveLength(40_001)
  expect(ragged.cells.slice(1, 3)).toEqual([
    ['Asha', '9823011208'],
    ['Asha', '9823011209', 'Pune', 'left'],
  ])
  // Twice the rows; six times as long while the parser made an error of each.
  expect(ragged.microseconds).toBeLessThan(whole.microseconds * 3)
})
