import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '#test/server.ts'
import { csvHeader, csvRow, csvStream } from './csv.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

/** Made of what separates, quotes, ends rows and begins formulas, with a little text between. */
const nasty = fc.string({
  unit: fc.constantFrom(...'=+-@;,"\'\t\r\n \u00a0\u200b\ufeff＝＠a1(é😀', '\r\n', '=1+1', ';=', '""'),
  maxLength: 12,
})
const cell = fc.oneof(
  nasty,
  fc.string({ unit: 'grapheme', maxLength: 8 }).filter((one) => !one.includes('\0')),
)
const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
  )

/** What a cell says once the apostrophes in front of formulas are gone. */
const plain = (one: string): string => one.replaceAll("'", '')

function byLibrary(csv: string): string[][] {
  return parse(csv, { bom: true, relax_column_count: false, skip_empty_lines: false })
}

/** PostgreSQL's own reader of CSV, written by other people in another language. */
async function byPostgres(csv: string, width: number): Promise<string[][]> {
  const client = new pg.Client(server.databaseUrl)
  await client.connect()
  try {
    const names = Array.from({ length: width }, (_, at) => `c${at}`)
    await client.query(
      `create temporary table cells (nr serial, ${names.map((name) => `${name} text`).join(', ')})`,
    )
    const copy = `copy cells (${names.join(', ')}) from stdin (format csv, header, null '\\N')`
    await pipeline(Readable.from([csv]), client.query(copyFrom(copy)))
    const { rows } = await client.query(`select ${names.join(', ')} from cells order by nr`)
    return rows.map((row: Record<string, string>) => names.map((name) => row[name]!))
  } finally {
    await client.end()
  }
}

/** Each cell of a reader that splits at every separator and ignores quotes. */
const careless = (csv: string): string[] => csv.replace('\ufeff', '').split(/[;\t\r\n\u2028\u2029\u0085]/)
const formula = /^[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠]/u
const phone = /^"*\+[1-9]\d{6,14}"*(,|$)/

describe('a CSV file of ours', () => {
  it('reads back as what was written, by two readers', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const columns = rows[0]!.map((_, at) => `Column ${at}`)
        const csv = csvHeader(columns) + rows.map(csvRow).join('')
        const library = byLibrary(csv)
        expect(library[0]).toEqual(columns)
        expect(library.slice(1).map((row) => row.map(plain))).toEqual(rows.map((row) => row.map(plain)))
        expect(await byPostgres(csv, columns.length)).toEqual(library.slice(1))
      }),
      { numRuns: 150 },
    )
  })

  it('begins no formula, wherever a reader splits it', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const parts = careless(rows.map(csvRow).join(''))
        expect(parts.filter((part) => formula.test(part) && !phone.test(part))).toEqual([])
        const cells = byLibrary(rows.map(csvRow).join('')).flat()
        expect(cells.filter((one) => formula.test(one) && !phone.test(one))).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['a lone line feed', 'Asha\n=HYPERLINK("http://evil")', `"Asha\n'=HYPERLINK(""http://evil"")"\r\n`],
    ['a lone carriage return', 'Asha\r=1', `"Asha\r'=1"\r\n`],
    ['a formula after a semicolon', 'Asha;=1+1', `"Asha;'=1+1"\r\n`],
    ['a formula behind quotes', 'Asha; "=1+1"', `"Asha; ""'=1+1"""\r\n`],
    ['a phone number', '+919823011208', '+919823011208\r\n'],
    ['a sum that looks like one', '+919823011208+1', `'+919823011208+1\r\n`],
    ['plain text with a dash', 'Pune - Camp', 'Pune - Camp\r\n'],
  ])('writes %s', (_, given, line) => {
    expect(csvRow([given])).toBe(line)
  })

  it('writes numbers, times and what is missing', () => {
    expect(csvRow([-5, new Date(0), null, undefined, 'x'])).toBe('-5,1970-01-01T00:00:00.000Z,,,x\r\n')
    expect(csvRow([''])).toBe('""\r\n')
  })

  it('streams its rows behind the names of the columns, also when there are none', async () => {
    const written = async (rows: string[][]) => {
      const out = new PassThrough()
      const [whole] = await Promise.all([
        text(out),
        pipeline(Readable.from(rows), csvStream(['Name', '=City']), out),
      ])
      return whole
    }
    // The mark of the beginning is taken off by the reader of the stream.
    expect(await written([])).toBe("Name,'=City\r\n")
    expect(await written([['Asha', 'Pune']])).toBe("Name,'=City\r\nAsha,Pune\r\n")
  })
})
