import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Looked } from '#test/files/hostile-workbooks.ts'
import { sheetOfPeople, writeLargeSheet } from '#test/files/large-sheet.ts'

const unreadable = 'sheet_unreadable'
const tooLargeSheet = 'sheet_too_large'
/** Above what the process takes at its start, whatever is dropped. */
const mostMegabytes = 250

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-hostile-'))
})
afterAll(() => rm(folder, { recursive: true }))

function* sheet(before: string, again: string, times: number, after = ''): Generator<string> {
  yield `<worksheet><sheetData>${before}`
  const piece = again.repeat(1000)
  for (let time = 0; time < times; time += 1000) yield piece
  yield `${after}</sheetData></worksheet>`
}

function* strings(count: number, length: number): Generator<string> {
  yield '<sst>'
  for (let at = 0; at < count; at += 1000) {
    yield Array.from(
      { length: 1000 },
      (_, more) => `<si><t>${String(at + more).padEnd(length, 'y')}</t></si>`,
    ).join('')
  }
  yield '</sst>'
}

const phone = '<row><c><v>919823011208</v></c></row>'
type Options = Parameters<typeof writeLargeSheet>[2]
const files: [what: string, pieces: Iterable<string>, options: Options, outcome: number | string][] = [
  ['many people', sheetOfPeople(20_000), {}, 20_000],
  [
    'one huge text',
    sheet('<row><c t="inlineStr"><is><t>', 'x'.repeat(100), 1_000_000, '</t></is></c></row>'),
    {},
    tooLargeSheet,
  ],
  ['3 million shared strings', sheet('', phone, 1000), { strings: strings(3_000_000, 8) }, tooLargeSheet],
  ['long shared strings', sheet('', phone, 1000), { strings: strings(40_000, 2000) }, tooLargeSheet],
  [
    'rows whose only cell is the last',
    sheet('', '<row><c r="XFD1"><v>919823011208</v></c></row>', 100_000),
    {},
    tooLargeSheet,
  ],
  ['more empty rows than Excel has', sheet('', '<row/>', 1_100_000), {}, tooLargeSheet],
  ['one row of endless cells', sheet('<row>', '<c/>', 30_000_000, '</row>'), {}, tooLargeSheet],
  ['tags that are nothing', sheet('', '<a/>', 30_000_000), {}, tooLargeSheet],
  ['a directory of very many entries', sheet('', phone, 1000), { filler: 10_000_000 }, tooLargeSheet],
  [
    'a directory of long names',
    sheet('', phone, 1000),
    { filler: 5_000_000, nameBytes: 60_000 },
    tooLargeSheet,
  ],
  ['a size that is too small', sheet('', phone, 1000), { claims: 100 }, unreadable],
  ['a size that is too large', sheet('', phone, 1000), { claims: 4_000_000_000 }, unreadable],
]

describe('a workbook made to harm', () => {
  it('is refused or read, and the process stays within 250 MB', async () => {
    const paths: string[] = []
    for (const [what, pieces, options] of files) {
      const path = join(folder, what)
      await writeLargeSheet(path, pieces, options)
      paths.push(path)
    }
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, '../../../../../../test/files/hostile-workbooks.ts'), ...paths],
      { maxBuffer: 1 << 20, env: { ...process.env, NODE_OPTIONS: '' } },
    )
    const looked = JSON.parse(stdout) as Looked[]
    expect(looked.map(({ outcome }, at) => [files[at]?.[0], outcome])).toEqual(
      files.map(([what, , , outcome]) => [what, outcome]),
    )
    for (const { megabytes } of looked) expect(megabytes).toBeLessThan(mostMegabytes)
  }, 300_000)
})
