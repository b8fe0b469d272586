import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workbook } from '#test/files/workbook.ts'
import { inThread, startThread } from './import-threads.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-threads-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a thread that reads a file', () => {
  it('keeps to its own memory when the process was started with room for many young objects', async () => {
    // As `npm start` does.
    setFlagsFromString('--max-semi-space-size=24')
    const path = join(folder, 'people.csv')
    await writeFile(path, `Name,Phone\n${'Asha,9823011208\n'.repeat(50_000)}`)
    const thread = startThread({ task: 'analyse', path, kind: 'csv', choices: { country: 'IN' } })
    try {
      await new Promise((online) => thread.once('online', online))
      const { heap_size_limit: limit } = await thread.getHeapStatistics()
      // 64 MB for what stays, 8 MB for what is young, and V8's own rounding.
      expect(limit / 1024 / 1024).toBeLessThan(80)
    } finally {
      await thread.terminate()
    }
  })
  it('is ended when a spreadsheet takes longer than anybody waits', async () => {
    const path = join(folder, 'people.xlsx')
    await writeFile(path, workbook([['Phone'], ['9823011208']]))
    const task = { task: 'analyse' as const, path, kind: 'xlsx' as const, choices: { country: 'IN' } }
    await expect(inThread(task, undefined, { longestSheetMs: 1 })).rejects.toThrow(
      expect.objectContaining({ fault: { code: 'sheet_too_slow' } }),
    )
    expect((await inThread(task)).analysis.rows).toBe(1)
  })
})
