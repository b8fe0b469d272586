import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { namesByEncoding } from '#test/files/names-by-encoding.ts'
import { workbook } from '#test/files/workbook.ts'
import { analyseFile } from './file/analyse-file.ts'
import { encodingOf, kindOf, rowsOf } from './file/table-file.ts'
import { shownMoment } from './file/unpack.ts'
import { chunksOf } from './write/file-chunks.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-lists-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function stored(content: Buffer): Promise<string> {
  const path = join(folder, `${Math.random()}`)
  await writeFile(path, content)
  return path
}

describe('the table in a file', () => {
  const analysed = async (text: string | Buffer, name = 'people.csv', country = 'IN') => {
    const path = await stored(Buffer.from(text))
    return await analyseFile(path, await kindOf(path, name), { country })
  }

  it('begins below its titles, in text and in workbooks', async () => {
    const titled = [
      ['Customers of the shop', '', ''],
      ['As of', '20.11.2026', ''],
      ['Name', 'Mobile', 'City'],
      ['Asha', '98230 11208', 'Pune'],
      ['Ravi', '98230 11209', 'Pune'],
    ]
    for (const content of [titled.map((row) => row.join(',')).join('\n'), workbook(titled)]) {
      const { settings, analysis } = await analysed(content, 'people.xlsx')
      expect(settings).toMatchObject({ first_row: 3, header: true, columns: ['name', 'phone', 'attribute'] })
      expect(analysis).toMatchObject({ rows: 2, notes: [{ code: 'lines_above', count: 2 }] })
      expect(analysis.head[2]).toBe('Name, Mobile, City')
    }
  })

  it('has no title where the first rows are people', async () => {
    const { settings, analysis } = await analysed('Asha,9823011208,,\nRavi,9823011209,Pune,vip\n'.repeat(3))
    expect(settings).toMatchObject({ first_row: 1, header: false })
    expect(analysis.rows).toBe(6)
  })

  it('of more than 500 columns: how many there are is said', async () => {
    const names = Array.from({ length: 730 }, (_, at) => `c${at}`)
    const { analysis } = await analysed(`Phone,${names.join(',')}\n9823011208${',1'.repeat(730)}\n`)
    expect(analysis.columns).toHaveLength(500)
    expect(analysis.notes).toEqual([{ code: 'many_columns', count: 731, limit: 500 }])
  })

  it("is read from Excel's Unicode Text", async () => {
    const text = iconv.encode('Name\tPhone\r\nआशा\t98230 11208\r\n', 'utf-16le', { addBOM: true })
    const { settings } = await analysed(text, 'people.txt')
    expect(settings).toMatchObject({ encoding: 'utf-16le', delimiter: '\t', columns: ['name', 'phone'] })
  })

  it('is read from contact cards', async () => {
    const cards = [
      'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Asha Rao\r\nTEL;TYPE=WORK,FAX:020 2553 8846\r\nTEL;TYPE=HOME:020 2553 8847',
      'TEL;TYPE=CELL:+91 98230\r\n  11208\r\nitem1.EMAIL;TYPE=INTERNET:a@x.in\r\nORG:Rao\\, Sons;Sales\r\nEND:VCARD',
      'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=52=61=6F;Jos=C3=A9;;;\r\nTEL;CELL:9823011209\r\nEND:VCARD\r\n',
    ].join('\r\n')
    const path = await stored(Buffer.from(cards))
    const kind = await kindOf(path, 'people.vcf')
    expect(kind).toBe('vcf')
    const found: string[][] = []
    for await (const row of rowsOf({ path, kind, encoding: 'utf-8', delimiter: ',', quoted: true }))
      found.push(row)
    expect(found.slice(1)).toEqual([
      ['Asha Rao', '+91 98230 11208', '020 2553 8847', '', 'a@x.in', 'Rao, Sons, Sales', '', ''],
      ['José Rao', '9823011209', '', '', '', '', '', ''],
    ])
    const { settings } = await analyseFile(path, kind, { country: 'IN' })
    expect(settings.columns.slice(0, 3)).toEqual(['name', 'phone', 'phone'])
  })

  it.each([
    ['xls', 'biff8'],
    ['ods', 'ods'],
    ['xlsx', 'xlsx'],
  ] as const)('is read from .%s, in the sheet that is a list of people', async (kind, bookType) => {
    const workbook = utils.book_new()
    utils.book_append_sheet(
      workbook,
      utils.aoa_to_sheet([
        ['Total', 3],
        ['Orders', 9823011208],
      ]),
      'Summary',
    )
    const people = [
      ['Name', 'Mobile', 'Since'],
      ['Äsha', 919823011208, new Date(Date.UTC(2026, 10, 20))],
      ['Ravi', '98230 11209', null],
    ]
    utils.book_append_sheet(workbook, utils.aoa_to_sheet(people, { UTC: true }), 'Kunden')
    const path = await stored(write(workbook, { type: 'buffer', bookType }) as Buffer)
    expect(await kindOf(path, `people.${kind}`)).toBe(kind)
    const { settings, analysis } = await analyseFile(path, kind, { country: 'IN' })
    expect(settings.sheet).toBe('Kunden')
    expect(analysis.sheets).toEqual(['Summary', 'Kunden'])
    expect(analysis.columns.map(({ samples }) => samples)).toEqual([
      ['Äsha', 'Ravi'],
      ['919823011208', '98230 11209'],
      // The writer of this test stores dates of .ods as plain numbers.
      [kind === 'ods' ? '46346' : '2026-11-20'],
    ])
    const other = await analyseFile(path, kind, { country: 'IN', sheet: 'Summary' })
    expect(other.settings.sheet).toBe('Summary')
  })
})

describe('a value of a workbook', () => {
  const morning = 10.5 / 24
  const day = 46_361
  it.each([
    ['xls', 'biff8'],
    ['xlsx', 'xlsx'],
  ] as const)('is read from .%s as people see it there', async (kind, bookType) => {
    const shown: [value: number, format: string, text: string][] = [
      [morning, 'h:mm AM/PM', '10:30'],
      [morning, 'h:mm', '10:30'],
      [morning + 15 / 86_400, 'hh:mm:ss', '10:30:15'],
      [morning + 0.5, '[$-409]h:mm\\ AM/PM;@', '22:30'],
      [1.5, '[h]:mm:ss', '36:00'],
      [90 / 86_400, 'mm:ss', '00:01:30'],
      [0.2, '0%', '20%'],
      [0.07, '0.00%', '7%'],
      [0.125, '0.0%;[Red]-0.0%', '12.5%'],
      [day + morning, 'm/d/yy h:mm', '2026-12-05 10:30'],
      [day + morning, 'dd/mm/yyyy hh:mm', '2026-12-05 10:30'],
      [day, 'dd/mm/yyyy', '2026-12-05'],
      [day, 'm/d/yy', '2026-12-05'],
      [919823011208, 'h:mm', '919823011208'],
      [919823011208, '0%', '919823011208'],
      [19.99, '#,##0.00\\ "dh"', '19.99'],
      [5, '0 "months"', '5'],
    ]
    const sheet = utils.aoa_to_sheet([
      ['Phone', ...shown.map((_, at) => `Value ${at}`)],
      [9823011208, ...shown.map(([v, z]) => ({ t: 'n', v, z }))],
    ])
    const book = utils.book_new()
    utils.book_append_sheet(book, sheet, 'List')
    const path = await stored(write(book, { type: 'buffer', bookType }) as Buffer)
    const { analysis } = await analyseFile(path, kind, { country: 'IN' })
    expect(analysis.columns.slice(1).map(({ samples }) => samples[0])).toEqual(
      shown.map(([, , text]) => text),
    )
  })
})

it.each([
  ['2026-12-05T10:30:00', '2026-12-05 10:30'],
  ['2026-12-05T10:30:15.5', '2026-12-05 10:30:15'],
  ['2026-12-05T00:00:00', '2026-12-05'],
  ['2026-12-05', '2026-12-05'],
])('the moment %s of an OpenDocument sheet is %s', (stored, shown) => {
  expect(shownMoment(stored)).toBe(shown)
})

describe('names in the encodings of their places', () => {
  const list = (names: readonly string[]) =>
    `Name,Phone,City\r\n${names.map((name, at) => `${name},98230112${10 + at},Pune`).join('\r\n')}\r\n`

  it.each(
    namesByEncoding.flatMap(({ language, encodings, names }) =>
      encodings.map((encoding) => ({ language, encoding, names })),
    ),
  )('$language in $encoding comes out as it was written', async ({ encoding, names }) => {
    for (const some of [names, names.slice(0, 4), names.slice(4)]) {
      const bytes = iconv.encode(list(some), encoding)
      const found = await encodingOf(await stored(bytes))
      expect(iconv.decode(bytes, found.encoding)).toBe(list(some))
    }
  })

  it('of few letters is told to be uncertain; what cannot be decoded is left out and counted', async () => {
    const few = iconv.encode(list(['Şule']), 'windows-1254')
    const uncertain = await analyseFile(await stored(few), 'csv', { country: 'IN' })
    expect(uncertain.analysis.notes).toContainEqual({ code: 'encoding_unsure' })
    const broken = Buffer.concat([
      Buffer.from('Name,Phone\nप्रिया,9823011208\nJos'),
      Buffer.from([0xe9]),
      Buffer.from(',9823011209\n'),
    ])
    const path = await stored(broken)
    const { settings, analysis } = await analyseFile(path, 'csv', { country: 'IN' })
    expect(analysis.notes).toEqual([{ code: 'unreadable_cells', count: 1 }])
    const leads: string[] = []
    const options = { names: ['Name', 'Phone'], settings, tag: null, consent: 'none' as const }
    const file = {
      path,
      kind: 'csv' as const,
      encoding: settings.encoding,
      delimiter: settings.delimiter,
      quoted: true,
    }
    for await (const chunk of chunksOf({ ...options, file }))
      leads.push(...chunk.leads.map(({ lead }) => lead.name))
    expect(leads).toEqual(['प्रिया', ''])
  })
})
