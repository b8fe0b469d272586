import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

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
