import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type JournaledClaim, readClaims } from './claim-lines.ts'

const claim = (id: number, attempt: number, us: number) =>
  `claim 7 ${id} ${attempt} ${us} 555 12 34 hash-${id}`
const claimsOf = async (lines: string[], since = 0) => {
  const found: JournaledClaim[] = []
  for await (const set of readClaims((wants) => lines.filter(wants), since)) found.push(...set)
  return found
}
const read = async (lines: string[], since = 0) =>
  (await claimsOf(lines, since)).map(({ id, attempt, claimedUs, wamid }) => [id, attempt, claimedUs, wamid])

it('gives of each message the last claim that may have left, with the answer that came', async () => {
  const lines = [
    claim(1, 1, 100),
    'taken 7 1 1 wamid.one',
    claim(2, 1, 100),
    claim(3, 1, 100),
    'back 7 3 1 100',
    claim(4, 1, 100),
    'back 7 4 1 100',
    claim(4, 1, 200),
    claim(5, 1, 100),
    claim(5, 2, 300),
    'back 7 5 2 300',
    'beat 1 2 3',
    'consent 7 100 key text',
  ]
  expect(await read(lines)).toEqual([
    [1, 1, 100, 'wamid.one'],
    [2, 1, 100, null],
    [4, 1, 200, null],
    [5, 1, 100, null],
  ])
  expect((await claimsOf([claim(1, 1, 100)]))[0]).toMatchObject({
    businessId: 7,
    phoneNumberId: '555',
    campaignId: 12,
    contentId: 34,
    recipient: 'hash-1',
  })
})

it('leaves out what the database knows, and does not mind in which order files are read', async () => {
  expect(await read([claim(1, 1, 100), claim(2, 1, 500)], 300)).toEqual([[2, 1, 500, null]])
  expect(await read(['back 7 1 1 100', 'taken 7 2 1 wamid.two', claim(1, 1, 100), claim(2, 1, 200)])).toEqual(
    [[2, 1, 200, 'wamid.two']],
  )
})

it('reads the origin of a claim, that there was none, and lines that do not say', async () => {
  const lines = [claim(1, 1, 100), `${claim(2, 1, 100)} -`, `${claim(3, 1, 100)} bot.name`]
  const found = await claimsOf(lines)
  expect(found.map(({ origin, recipient }) => [origin, recipient])).toEqual([
    [null, 'hash-1'],
    ['', 'hash-2'],
    ['bot.name', 'hash-3'],
  ])
})

it('gives the same of a journal that is too large to be held at once', async () => {
  const lines = ['back 7 3 1 100', 'taken 7 9 1 wamid.nine']
  for (let id = 1; id <= 40; id++) {
    lines.push(claim(id, 1, 100), `taken 7 ${id} 1 wamid.${id}`)
    if (id % 3 === 0) lines.push(claim(id, 2, 200), `back 7 ${id} 2 200`)
  }
  const whole = await claimsOf(lines)
  expect(whole).toHaveLength(39)
  let most = 0
  const bySets: typeof whole = []
  for await (const set of readClaims((wants) => lines.filter(wants), 0, { most: 30 })) {
    most = Math.max(most, set.length)
    bySets.push(...set)
  }
  expect(most).toBeLessThan(20)
  expect(bySets.sort((a, b) => a.id - b.id)).toEqual(whole)
})

it('reads hundreds of thousands of lines in little memory', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-claims-'))
  const [files, inOne] = [10, 20_000]
  try {
    mkdirSync(join(folder, 'journal'))
    for (let file = 0; file < files; file++) {
      const ids = Array.from({ length: inOne }, (_, nr) => file * inOne + nr)
      const text = ids.map(
        (id) => `${claim(id, 1, 1_732_783_000_000_000)}\ntaken 7 ${id} 1 wamid.${'x'.repeat(40)}${id}\n`,
      )
      writeFileSync(join(folder, 'journal', `${file}-of.log`), text.join(''))
    }
    const program = `import { readClaims } from '${import.meta.dirname}/claim-lines.ts'
      import { openJournal } from '${import.meta.dirname}/../../../platform/journal/journal.ts'
      const journal = openJournal('${folder}')
      let found = 0
      for await (const claims of readClaims((wants) => journal.read(undefined, wants), 0, { most: 60_000 })) found += claims.length
      console.log(found)`
    // All claims at once take twice as much.
    const said = execFileSync(process.execPath, [
      '--max-old-space-size=60',
      '--input-type=module',
      '-e',
      program,
    ])
    expect(said.toString()).toBe(`${files * inOne}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
