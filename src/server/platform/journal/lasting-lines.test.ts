import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Journal, openJournal } from './journal.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-lasting-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function linesOf(journal: Journal): Promise<string[]> {
  const lines: string[] = []
  for await (const line of journal.read()) lines.push(line)
  return lines
}
const claim = (nr: number) => `claim ${nr} ${'x'.repeat(40)}`

it('keeps what people decided however many claims come after it', async () => {
  const journal = openJournal(folder, { segmentBytes: 100, totalBytes: 1000, keptDays: 14 })
  journal.mark('beat 1 1000 1')
  await journal.keepLasting(['consent 1'])
  for (let nr = 0; nr < 60; nr++) {
    await journal.keep([claim(nr)])
    if (nr === 30) await journal.keepLasting(['erased 1'])
  }
  const lines = await linesOf(journal)
  expect(lines).not.toContain(claim(0))
  expect(lines).toContain(claim(59))
  expect(lines.filter((line) => /^(consent|erased)/.test(line))).toEqual(['consent 1', 'erased 1'])
  await journal.close()
})

it('says by its claims alone how far it reaches back', async () => {
  const journal = openJournal(folder, { segmentBytes: 100, totalBytes: 1000, keptDays: 14 })
  journal.mark('beat 1 1000 1')
  await journal.keepLasting(['consent 1'])
  journal.mark('beat 2 2000 1')
  for (let nr = 0; nr < 60; nr++) await journal.keep([claim(nr)])
  expect(new Set(journal.edges().map(({ first }) => first))).toEqual(new Set(['beat 2 2000 1']))
  await journal.keepLasting(['consent 2'])
  expect((await linesOf(journal)).filter((line) => !line.startsWith('claim')).slice(0, 4)).toEqual([
    'beat 1 1000 1',
    'consent 1',
    'beat 2 2000 1',
    'consent 2',
  ])
  await journal.close()
})

it.skipIf(process.platform === 'win32')(
  'loses and doubles none when processes are killed while old files go',
  async () => {
    // A file for each line, so that each line drops others.
    const program = `import { openJournal } from '${import.meta.dirname}/journal.ts'
    const round = process.argv[1]
    const journal = openJournal('${folder}', { segmentBytes: 20, totalBytes: 400, keptDays: 14 })
    journal.mark('beat 1 1000 1')
    for (let nr = 0; ; nr++) {
      await Promise.all([journal.keepLasting(['consent ' + round + '-' + nr]), journal.keep(['claim ' + nr + ' ' + 'x'.repeat(40)])])
      console.log('consent ' + round + '-' + nr)
    }`
    const kept: string[] = []
    for (let round = 0; round < 4; round++) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, `${round}`])
      const exit = once(child, 'exit')
      let inRound = 0
      for await (const line of createInterface({ input: child.stdout })) {
        kept.push(line)
        if (++inRound === 25) child.kill('SIGKILL')
      }
      expect((await exit)[1]).toBe('SIGKILL')
    }
    const found = (await linesOf(openJournal(folder))).filter((line) => line.startsWith('consent'))
    expect(kept.length).toBeGreaterThanOrEqual(100)
    expect(kept.filter((line) => !found.includes(line))).toEqual([])
    expect(new Set(found).size).toBe(found.length)
  },
)
