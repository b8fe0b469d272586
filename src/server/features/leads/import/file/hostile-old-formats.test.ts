import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Looked } from '#test/files/hostile-workbooks.ts'
import { writeLargeOds } from '#test/files/large-sheet.ts'

const tooLargeSheet = 'sheet_too_large'

/** Above what the process takes at its start, whatever is dropped. */
const mostMegabytes = 250
const mostSeconds = 90

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-hostile-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Looks into files in a process of their own, one after the other. */
async function openAndMeasure(paths: readonly string[]): Promise<Looked[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../../../../../../test/files/hostile-workbooks.ts'), ...paths],
    { maxBuffer: 1 << 20, env: { ...process.env, NODE_OPTIONS: '' } },
  )
  return JSON.parse(stdout) as Looked[]
}

function* again(before: string, piece: string, times: number, after = ''): Generator<string> {
  yield before
  const pieces = piece.repeat(1000)
  for (let time = 0; time < times; time += 1000) yield pieces
  yield after
}

const phone = '<table:table-cell><text:p>919823011208</text:p></table:table-cell>'
const row = (cells: string, more = '') => `<table:table-row${more}>${cells}</table:table-row>`
const many = '2147483647'
const empty = `<table:table-cell table:number-columns-repeated="${many}"/>`
const odsFiles: [
  what: string,
  rows: Iterable<string>,
  options: { claims?: number },
  outcome: number | string,
][] = [
  ['people', again('', row(phone), 20_000), {}, 20_000],
  ['columns without end in every row', again('', row(phone + empty), 80_000), {}, 80_000],
  ['empty columns without end in every row', again('', row(empty), 150_000, row(phone)), {}, 1],
  [
    'a phone in 2^31 columns',
    again('', row(phone.replace('>', ` table:number-columns-repeated="${many}">`)), 100_000),
    {},
    tooLargeSheet,
  ],
  ['a row 2^31 times', [row(phone, ` table:number-rows-repeated="${many}"`)], {}, tooLargeSheet],
  ['an empty row 2^31 times', [row(phone), row(empty, ` table:number-rows-repeated="${many}"`)], {}, 1],
  ['numbers that are none', [row(phone, ' table:number-rows-repeated="1e999"')], {}, tooLargeSheet],
  ['elements within elements', again(row(phone), '<a>', 5_000_000), {}, tooLargeSheet],
  [
    'one huge text',
    again(
      '<table:table-row><table:table-cell><text:p>',
      'x'.repeat(100),
      1_000_000,
      '</text:p></table:table-cell></table:table-row>',
    ),
    {},
    tooLargeSheet,
  ],
  ['tags that are nothing', again('', '<a/>', 30_000_000), {}, tooLargeSheet],
  ['a size that is too large', again('', row(phone), 1000), { claims: 4_000_000_000 }, 'sheet_unreadable'],
]

describe('an OpenDocument file made to harm', () => {
  it('is refused or read, in seconds, and the process stays within 250 MB', async () => {
    const paths: string[] = []
    for (const [what, rows, options] of odsFiles) {
      const path = join(folder, what)
      await writeLargeOds(path, rows, options)
      paths.push(path)
    }
    const looked = await openAndMeasure(paths)
    expect(looked.map(({ outcome }, at) => [odsFiles[at]?.[0], outcome])).toEqual(
      odsFiles.map(([what, , , outcome]) => [what, outcome]),
    )
    for (const { megabytes, seconds } of looked) {
      expect(megabytes).toBeLessThan(mostMegabytes)
      expect(seconds).toBeLessThan(mostSeconds)
    }
  }, 300_000)
})

const sector = 512
/** Fields of the header of a compound file, and of the entries of its directory. */
const at = {
  sectorShift: 30,
  fatSectors: 44,
  directory: 48,
  miniFat: 60,
  miniFats: 64,
  difat: 68,
  difats: 72,
  fat: 76,
}

function oldWorkbook(rows: number): Buffer {
  const people = Array.from({ length: rows }, (_, n) => [919_820_000_000 + n, `Asha ${n}`])
  const workbook = utils.book_new(utils.aoa_to_sheet([['phone', 'name'], ...people]), 'List')
  return write(workbook, { type: 'buffer', bookType: 'biff8' }) as Buffer
}

/** Where a sector begins in the file. */
const start = (number: number): number => (number + 1) * sector

type Damage = [what: string, change: (file: Buffer) => void]
const damages: Damage[] = [
  [
    'a chain of sectors that runs in a circle',
    (file) => {
      const fat = start(file.readInt32LE(at.fat))
      for (let entry = 0; entry < sector / 4; entry++)
        file.writeInt32LE(entry === 5 ? 4 : entry + 1, fat + entry * 4)
    },
  ],
  [
    'a directory that runs in a circle',
    (file) => {
      const first = file.readInt32LE(at.directory)
      const fat = start(file.readInt32LE(at.fat))
      file.writeInt32LE(first, fat + first * 4)
      for (let entry = 0; entry < 4; entry++) {
        for (const field of [68, 72, 76]) file.writeInt32LE(entry, start(first) + entry * 128 + field)
      }
    },
  ],
  [
    'streams that say they are of 2 GB',
    (file) => {
      const first = start(file.readInt32LE(at.directory))
      for (let entry = 0; entry < 4; entry++) file.writeInt32LE(0x7ffffff0, first + entry * 128 + 120)
    },
  ],
  [
    'more tables of sectors than the file has',
    (file) => {
      file.writeInt32LE(0x7fffffff, at.fatSectors)
      file.writeInt32LE(0x7fffffff, at.difats)
      file.writeInt32LE(0, at.difat)
      file.writeInt32LE(0x7fffffff, at.miniFats)
      file.writeInt32LE(0, at.miniFat)
    },
  ],
  ['sectors of 2 GB', (file) => file.writeUInt16LE(31, at.sectorShift)],
  [
    'a table of sectors that is its own',
    (file) => {
      for (let entry = 0; entry < 109; entry++) file.writeInt32LE(0, at.fat + entry * 4)
    },
  ],
]

/** The same each time: what is wrong is found again. */
function* flips(seed: number): Generator<number> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    yield state >>> 8
  }
}

describe('an old Excel file made to harm', () => {
  it('is refused or read, in seconds, and the process stays within 250 MB', async () => {
    const sound = oldWorkbook(2000)
    const paths: string[] = []
    const put = async (what: string, file: Buffer) => {
      const path = join(folder, what)
      await writeFile(path, file)
      paths.push(path)
    }
    await put('sound', sound)
    for (const [what, change] of damages) {
      const file = Buffer.from(sound)
      change(file)
      await put(what, file)
    }
    for (let number = 0; number < 6; number++) {
      const file = Buffer.from(sound)
      const random = flips(number + 1)
      for (let flip = 0; flip < 200; flip++) {
        file[8 + ((random.next().value as number) % (file.length - 8))] =
          (random.next().value as number) % 256
      }
      await put(`bytes at random ${number}`, file)
    }
    const looked = await openAndMeasure(paths)
    expect(looked[0]?.outcome).toBe(2000)
    for (const { outcome, megabytes, seconds } of looked) {
      if (typeof outcome === 'string') expect(outcome).toMatch(/^(old_excel|sheet_)/)
      expect(megabytes).toBeLessThan(mostMegabytes)
      expect(seconds).toBeLessThan(mostSeconds)
    }
  }, 300_000)
})
