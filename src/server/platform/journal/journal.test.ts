import { execFileSync } from 'node:child_process'
import { appendFile, chown, cp, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Journal, openJournal } from './journal.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-journal-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function linesOf(journal: Journal): Promise<string[]> {
  const lines: string[] = []
  for await (const line of journal.read()) lines.push(line)
  return lines
}
const files = async () => (await readdir(join(folder, 'journal'))).filter((name) => name.endsWith('.log'))
const small = { segmentBytes: 100, totalBytes: 1000, keptDays: 14 }
const large = { segmentBytes: 100_000, totalBytes: 1_000_000, keptDays: 14 }

it('keeps lines in order, of all processes of the folder, and leaves out one that was cut off', async () => {
  const [one, other] = [openJournal(folder), openJournal(folder)]
  await Promise.all([one.keep(['a', 'b']), one.keep(['c'])])
  one.note(['d'])
  await other.keep(['e'])
  await one.close()
  await other.close()
  const [first] = await files()
  await appendFile(join(folder, 'journal', first!), 'half of a li')
  const later = openJournal(folder)
  expect(await linesOf(later)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect([later.id, later.isNew, later.isCopy]).toEqual([one.id, false, false])
  expect([one.isNew, other.isNew]).toEqual([true, false])
  await later.close()
})

it.skipIf(process.getuid?.() !== 0)('leaves no file of root in a folder of another user', async () => {
  const nobody = 65_534
  const journal = openJournal(folder)
  await chown(join(folder, 'journal'), nobody, nobody)
  await journal.keep(['claim'])
  await journal.keepLasting(['opt-out'])
  const owners = await Promise.all(
    (await files()).map(async (name) => (await stat(join(folder, 'journal', name))).uid),
  )
  expect(owners).toEqual([nobody, nobody])
  await journal.close()
})

it('begins each file with the last mark, and drops the oldest beyond the size', async () => {
  const journal = openJournal(folder, small)
  journal.mark('beat 1')
  for (let line = 0; line < 60; line++) await journal.keep([`line ${line} ${'x'.repeat(40)}`])
  const total = await Promise.all((await files()).map((name) => stat(join(folder, 'journal', name))))
  expect(total.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(1300)
  expect(new Set(journal.edges().map(({ first }) => first))).toEqual(new Set(['beat 1']))
  const lines = await linesOf(journal)
  expect(lines.at(-1)).toMatch(/^line 59 /)
  expect(lines).not.toContain(`line 0 ${'x'.repeat(40)}`)
  await journal.close()
})

it('loses nothing that is noted while one file follows another', async () => {
  const journal = openJournal(folder, { ...small, totalBytes: 1_000_000 })
  await journal.keep(['first'])
  const noted: string[] = []
  for (let nr = 0; nr < 10; nr++) {
    let isKept = false
    const keeping = journal.keep([`line ${nr} ${'x'.repeat(100)}`]).then(() => {
      isKept = true
    })
    while (!isKept) {
      const line = `note ${nr} ${noted.length}`
      noted.push(line)
      journal.note([line])
      await new Promise(setImmediate)
    }
    await keeping
  }
  expect(await linesOf(journal)).toEqual(expect.arrayContaining(noted))
  expect(await files()).toHaveLength(10)
  await journal.close()
})

const dayMs = 86_400_000
const beatOf = (nr: number, ms: number) => `beat ${nr} ${ms * 1000} 1`

it('drops what is older than it is kept, by the days of the beats', async () => {
  const journal = openJournal(folder, large)
  const begun = Date.now()
  for (let day = 0; day <= 15; day++) {
    journal.mark(beatOf(day, begun + day * dayMs))
    await journal.keep([`claim ${day}`])
    await journal.keepLasting([`consent ${day}`])
    if (day === 14) expect(await linesOf(journal)).toEqual(expect.arrayContaining(['claim 0', 'consent 0']))
  }
  const lines = await linesOf(journal)
  for (const kind of ['claim', 'consent']) {
    expect(lines).not.toContain(`${kind} 0`)
    expect(lines).toEqual(expect.arrayContaining([`${kind} 1`, `${kind} 15`]))
  }
  await journal.close()
})

it('drops nothing because a clock is wrong, the machine’s or the database’s', async () => {
  const journal = openJournal(folder, small)
  journal.mark(beatOf(1, Date.now()))
  await journal.keep(['claim'])
  await journal.keepLasting(['consent'])
  const past = new Date(Date.now() - 400 * dayMs)
  for (const name of await files()) await utimes(join(folder, 'journal', name), past, past)
  for (const days of [15, 0, 400, 1]) {
    journal.mark(beatOf(2, Date.now() + days * dayMs))
    await journal.keep([`later ${'x'.repeat(100)}`])
    await journal.keepLasting([`later ${'x'.repeat(100)}`])
  }
  expect(await linesOf(journal)).toEqual(expect.arrayContaining(['claim', 'consent']))
  await journal.close()
})

it('tells a copy of the folder, which is another journal from then on', async () => {
  const journal = openJournal(folder)
  await journal.keep(['a'])
  await journal.close()
  const copy = `${folder}-copy`
  await cp(folder, copy, { recursive: true })
  try {
    const copied = openJournal(copy)
    expect([copied.isCopy, copied.id === journal.id]).toEqual([true, false])
    expect(await linesOf(copied)).toEqual(['a'])
    await copied.close()
    const again = openJournal(copy)
    expect([again.isCopy, again.id]).toEqual([false, copied.id])
    await again.close()
  } finally {
    await rm(copy, { recursive: true })
  }
})

it('refuses to keep where the folder is gone, and keeps again when it is back', async () => {
  const journal = openJournal(folder, small)
  await journal.keep(['x'.repeat(200)])
  await rm(join(folder, 'journal'), { recursive: true })
  await expect(journal.keep(['lost'])).rejects.toThrow(/ENOENT/)
  openJournal(folder)
  await journal.keep(['kept'])
  expect(await linesOf(journal)).toEqual(['kept'])
  await journal.close()
})

it.skipIf(process.platform === 'win32')('leaves no file behind that could not be written to', async () => {
  await openJournal(folder).close()
  const program = `import { openJournal } from '${import.meta.dirname}/journal.ts'
    const journal = openJournal('${folder}')
    journal.mark('beat')
    for (let time = 0; time < 2; time++) await journal.keep(['x']).catch(({ code }) => console.log(code))`
  // A file of no bytes is refused its first one, as it is on a full disk.
  const limited = `trap '' XFSZ; ulimit -f 0; exec "$0" "$@"`
  const said = execFileSync('sh', ['-c', limited, process.execPath, '--input-type=module', '-e', program])
  expect(said.toString()).toBe('EFBIG\nEFBIG\n')
  expect(await files()).toEqual([])
})

it.skipIf(process.platform === 'win32')('has no line of a set that the disk took in part', async () => {
  const program = `import { openJournal } from '${import.meta.dirname}/journal.ts'
    const journal = openJournal('${folder}')
    await journal.keep(['kept'])
    await journal.keep(['refused', 'x'.repeat(600)]).catch(({ code }) => console.log(code))`
  const limited = `trap '' XFSZ; ulimit -f 1; exec "$0" "$@"`
  const said = execFileSync('sh', ['-c', limited, process.execPath, '--input-type=module', '-e', program])
  expect(said.toString()).toBe('EFBIG\n')
  expect(await linesOf(openJournal(folder))).toEqual(['kept'])
})
