import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, sources } from './sources.ts'

it('docs/security.md names for each row a test that is there, or a reason', () => {
  const document = readFileSync(join(root, 'docs/security.md'), 'utf8')
  const rows = document
    .slice(document.indexOf('## OWASP'))
    .split('\n')
    .filter((line) => /^\| V\d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  expect(new Set(rows.map(([, chapter]) => chapter?.split(' ')[0])).size).toBe(17)
  const faults = rows.flatMap(([, chapter, , proof = '']) => {
    if (/^reason: .{10,}/.test(proof)) return []
    const tests = [...proof.matchAll(/`([\w./-]+\.test\.ts)`/g)].map((match) => match[1] ?? '')
    const missing = tests.filter((path) => !existsSync(join(root, path)))
    return tests.length > 0 && missing.length === 0 ? [] : [`${chapter}: ${missing.join(', ') || proof}`]
  })
  expect(faults).toEqual([])
})

/** The requirements of levels 1 and 2 in ASVS 5.0.0: by section, the last of those that begin at 1. */
const lastOf: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5 },
  ...{ '6.6': 3, '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2 },
  ...{ '8.2': 3, '8.3': 1, '8.4': 1, '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11 },
  ...{ '10.5': 5, '10.6': 2, '10.7': 3, '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4, '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4 },
  ...{ '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7, '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
  ...{ '17.1': 1, '17.2': 4, '17.3': 2 },
}

it('docs/security/asvs.md judges every requirement, with a test, a place of the code or a reason', () => {
  const rows = readFileSync(join(root, 'docs/security/asvs.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| V\d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const wanted = Object.entries(lastOf).flatMap(([section, last]) =>
    Array.from({ length: last }, (_, nr) => `V${section}.${nr + 1}`),
  )
  expect(wanted).toHaveLength(253)
  expect(rows.map(([, id]) => id).sort()).toEqual(wanted.sort())
  const counts: Record<string, number> = {}
  const faults = rows.flatMap(([, id, level = '', asks = '', judged = '', proof = '']) => {
    counts[judged] = (counts[judged] ?? 0) + 1
    const named = [...proof.matchAll(/`([\w./-]+\.(?:ts|tsx|md|json))`/g)].map((match) => match[1] ?? '')
    const gone = named.filter((path) => !existsSync(join(root, path)))
    const isReason = /^reason: .{10,}/.test(proof)
    const isHeld = judged === 'held' || judged === 'held with a setting'
    const isSound = isHeld ? named.length > 0 && !isReason : isReason
    const isWhole = /^[12]$/.test(level) && asks.length > 3 && isSound && gone.length === 0
    return isWhole ? [] : [`${id} ${judged}: ${gone.join(', ') || proof}`]
  })
  expect(faults).toEqual([])
  const { held, 'held with a setting': set, 'not applicable': other, 'not met': unmet, ...unknown } = counts
  expect(unknown).toEqual({})
  const summary = `${held} are held, ${set} are held with a setting, ${other} do not apply, and ${unmet} are not met`
  expect(readFileSync(join(root, 'docs/security.md'), 'utf8')).toContain(summary)
})

it('no source writes HTML into a page or runs text as code', () => {
  const writes = /innerHTML|insertAdjacentHTML|document\.write|srcdoc|\beval\(|new Function\(/i
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter(({ text }) => writes.test(text)).map(({ path }) => path)).toEqual([])
})
