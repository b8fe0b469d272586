import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CsvError } from 'csv-parse'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { rowsOf } from './file/table-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-rows-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('rows that are shorter or longer than the first are read as they are, and as quickly', async () => {
  const path = join(folder, 'people.csv')
  await writeFile(path, `Name,Phone,City\n${'Asha,9823011208\nAsha,9823011209,Pune,left\n'.repeat(20_000)}`)
  const traces = vi.spyOn(Error, 'captureStackTrace')
  const cells: string[][] = []
  const file = { path, kind: 'csv', encoding: 'utf-8', delimiter: ',', quoted: true } as const
  for await (const one of rowsOf(file)) cells.push(one)
  const errors = traces.mock.calls.filter(([error]) => error instanceof CsvError).length
  traces.mockRestore()
  expect(cells).toHaveLength(40_001)
  expect(cells.slice(1, 3)).toEqual([
    ['Asha', '9823011208'],
    ['Asha', '9823011209', 'Pune', 'left'],
  ])
  // It took six times as long while the parser made an error of each row. A count, since a time is another one beside
  // other work.
  expect(errors).toBe(0)
})
