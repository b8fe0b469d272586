import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Delimiter, Encoding } from '#contract/leads/imports.ts'
import { workbook } from '#test/files/workbook.ts'
import { chunksOf } from '../write/file-chunks.ts'
import { analyseFile } from './analyse-file.ts'
import { delimiterOf, encodingOf, kindOf, rowsOf, UnreadableFile } from './table-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-table-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function stored(content: Buffer): Promise<string> {
  const path = join(folder, `${Math.random()}.csv`)
  await writeFile(path, content)
  return path
}

async function rows(path: string, encoding: Encoding, delimiter: Delimiter): Promise<string[][]> {
  const found: string[][] = []
  for await (const row of rowsOf({ path, kind: 'csv', encoding, delimiter, quoted: true })) found.push(row)
  return found
}

const latin = 'abc ABC 019 éñüß€ -_.@#!?()/\t,;|"\n\r'
const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...latin) }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
/** Rows of one width; an empty line would be no row, so the first cell is never empty. */
const table = (cell: fc.Arbitrary<string>) =>
  fc
    .integer({ min: 2, max: 5 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 12 }),
    )
    .map((cells) => cells.map(([first = '', ...others]) => [`x${first}`, ...others]))

describe('any table, written in any dialect and encoding', () => {
  it('reads back the same', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<[Encoding, boolean]>(
          ['utf-8', false],
          ['utf-8', true],
          ['utf-16le', true],
          ['utf-16be', true],
          ['windows-1252', false],
        ),
        fc.constantFrom<Delimiter>(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        table(anyText),
        async ([encoding, mark], delimiter, end, quoted, original) => {
          // Windows-1252 holds only its own letters; what cannot be written is not asked to be read.
          const cells = original.map((row) =>
            row.map((cell) =>
              (encoding === 'windows-1252'
                ? iconv.decode(iconv.encode(cell, encoding), encoding)
                : cell
              ).replaceAll('\u0000', ''),
            ),
          )
          const text = stringify(cells, { delimiter, record_delimiter: end, quoted, quoted_match: /[\r\n]/ })
          const path = await stored(iconv.encode(text, encoding, { addBOM: mark }))
          expect(await rows(path, encoding, delimiter)).toEqual(cells)
        },
      ),
      { numRuns: 250 },
    )
  })

  it('is recognised without being told', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Encoding>('utf-8', 'utf-16le', 'utf-16be', 'windows-1252'),
        fc.constantFrom<Delimiter>(',', ';', '\t', '|'),
        fc.integer({ min: 3, max: 8 }),
        fc.array(fc.stringMatching(/^[A-Za-z]{1,8}$/), { minLength: 6, maxLength: 40 }),
        async (encoding, delimiter, width, words) => {
          const line = (at: number) =>
            Array.from({ length: width }, (_, column) =>
              column === 0 ? 'Peña, José; é|é' : (words[(at + column) % words.length] ?? ''),
            )
          const text = stringify(
            Array.from({ length: 8 }, (_, at) => line(at)),
            { delimiter },
          )
          const path = await stored(iconv.encode(text, encoding, { addBOM: encoding.startsWith('utf-16') }))
          expect(await encodingOf(path)).toMatchObject({ encoding })
          expect(await delimiterOf(path, encoding)).toBe(delimiter)
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('random bytes', () => {
  it('are read or refused, and neither crash nor hang; every row of them is counted once', async () => {
    const bytes = fc.uint8Array({ maxLength: 4096 })
    const almostCsv = fc
      .array(
        fc.constantFrom(
          '"',
          ',',
          ';',
          '\n',
          '\r',
          '\t',
          '|',
          '+91',
          '9823011208',
          'é',
          '\u0000',
          ' ',
          '=',
          'E+11',
          '\ufeff',
          'x',
        ),
        { maxLength: 400 },
      )
      .map((parts) => new Uint8Array(Buffer.from(parts.join(''))))
    await fc.assert(
      fc.asyncProperty(fc.oneof(bytes, almostCsv), async (content) => {
        const path = await stored(Buffer.from(content))
        try {
          const kind = await kindOf(path, 'fuzz.csv')
          const { settings, analysis, quoted } = await analyseFile(path, kind, { country: 'IN' })
          let decided = 0
          for await (const chunk of chunksOf({
            file: { path, kind, encoding: settings.encoding, delimiter: settings.delimiter, quoted },
            names: analysis.columns.map(({ name }) => name),
            settings,
            tag: 'x',
            consent: 'none',
          })) {
            const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0)
            decided = chunk.leads.length + sum(chunk.reasons.skipped) + sum(chunk.reasons.rejected)
            for (const { lead } of chunk.leads) expect(JSON.stringify(lead)).not.toContain('\\u0000')
          }
          expect(decided).toBe(analysis.rows)
        } catch (error) {
          if (!(error instanceof UnreadableFile)) throw error
        }
        await rm(path)
      }),
      { numRuns: 400 },
    )
  })
})

describe('chunks of a file', () => {
  it.each([
    ['a plain list', 3, 'Pune', 1800],
    ['hundreds of columns', 490, '7', 500],
    ['long cells', 3, 'x'.repeat(1000), 1700],
  ])('%s: few enough rows to fit in memory', async (_, columns, cell, most) => {
    const rows = Array.from({ length: 1800 }, (_, at) => `98230${10_000 + at}${`,${cell}`.repeat(columns)}\n`)
    const path = await stored(Buffer.from(rows.join('')))
    const sizes: number[] = []
    for await (const { leads } of chunksOf({
      file: { path, kind: 'csv', encoding: 'utf-8', delimiter: ',', quoted: true },
      names: Array.from({ length: columns + 1 }, (_, at) => `Column ${at + 1}`),
      settings: {
        header: false,
        country: 'IN',
        columns: ['phone', ...Array<'attribute'>(columns).fill('attribute')],
      },
      tag: 'x',
      consent: 'none',
    })) {
      sizes.push(leads.length)
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(most)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1800)
  })
})

describe('a broken workbook', () => {
  it('is read or refused in a sentence, wherever its bytes are wrong', async () => {
    const whole = workbook([
      ['Name', 'Mobile'],
      ['Asha', 919823011208],
      ['Ravi', '98230 11209'],
    ])
    const wrong = fc.array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(wrong, fc.integer({ min: 64, max: whole.length }), async (bytes, length) => {
        const broken = Buffer.from(whole.subarray(0, length))
        for (const [at, byte] of bytes) if (at < length) broken[at] = byte
        const path = await stored(broken)
        try {
          const kind = await kindOf(path, 'people.xlsx')
          await analyseFile(path, kind, { country: 'IN' })
        } catch (error) {
          if (!(error instanceof UnreadableFile)) throw error
        }
        await rm(path)
      }),
      { numRuns: 150 },
    )
  })
})

describe('the header of common exports', () => {
  it.each([
    [
      'Google Contacts',
      'First Name,Middle Name,Last Name,Phonetic First Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value',
      'Asha,M,Kulkarni,,* myContacts,Home,a@example.com,Mobile,+91 98230 11208',
      ['first_name', 'attribute', 'last_name', 'skip', 'tag', 'attribute', 'email', 'attribute', 'phone'],
    ],
    [
      'Outlook',
      'First Name,Last Name,E-mail Address,Home Phone,Mobile Phone,Business Fax,Categories',
      'Asha,Kulkarni,a@example.com,020 2553 8846,98230 11208,,vip',
      ['first_name', 'last_name', 'email', 'phone', 'phone', 'skip', 'tag'],
    ],
    [
      'HubSpot',
      'Record ID,First Name,Last Name,Email,Phone Number,WhatsApp Phone Number,Lifecycle Stage',
      '1,Asha,Kulkarni,a@example.com,98230 11208,98230 11209,lead',
      ['attribute', 'first_name', 'last_name', 'email', 'phone', 'phone', 'attribute'],
    ],
    [
      'Mailchimp',
      'Email Address,First Name,Last Name,Phone Number,OPTIN_TIME,TAGS',
      'a@example.com,Asha,Kulkarni,98230 11208,2024-01-02 03:04:05,vip',
      ['email', 'first_name', 'last_name', 'phone', 'consent', 'tag'],
    ],
    ['a shop', 'Customer Name,Mobile No.,Amount', 'Asha,98230 11208,120', ['name', 'phone', 'attribute']],
    [
      'a list',
      'Sr No,Contact Person,Contact Number,City',
      '1,Asha,98230 11208,Pune',
      ['attribute', 'name', 'phone', 'attribute'],
    ],
    [
      'Spanish',
      'Nombre completo;Celular;Correo;Aceptó WhatsApp',
      'José;98230 11208;a@example.com;Sí',
      ['name', 'phone', 'email', 'consent'],
    ],
    [
      'German',
      'Vorname;Nachname;Handynummer;E-Mail',
      'Eva;Groß;98230 11208;a@example.com',
      ['first_name', 'last_name', 'phone', 'email'],
    ],
    ['Indonesian', 'Nama;No HP', 'Budi;98230 11208', ['name', 'phone']],
    [
      'a WhatsApp tool',
      'Name,Country Code,Phone Number,Tags,Whatsapp Opted In',
      'Ann,+1,4155552671,vip,true',
      ['name', 'country_code', 'phone', 'tag', 'consent'],
    ],
    [
      'a chat export',
      'Saved Name,Public Display Name,Phone Number,Is My Contact',
      'Asha,asha k,+919823011208,true',
      ['name', 'attribute', 'phone', 'attribute'],
    ],
    [
      'a mailing tool',
      'Phone,Name,UNSUB_TIME',
      '98230 11208,Asha,2026-01-05 10:00:00',
      ['phone', 'name', 'opt_out'],
    ],
    ['nothing known', 'aaa,bbb', 'Asha,98230 11208', ['attribute', 'phone']],
  ])('%s is understood', async (_, header, row, roles) => {
    const { settings } = await analyseFile(await stored(Buffer.from(`${header}\n${row}\n`)), 'csv', {
      country: 'IN',
    })
    expect(settings.columns).toEqual(roles)
  })
})

describe('a workbook', () => {
  const analysed = async (content: Buffer) => {
    const path = await stored(content)
    return await analyseFile(path, await kindOf(path, 'people.xlsx'), { country: 'IN' })
  }

  it('has whole numbers however a program stored them', async () => {
    const { analysis } = await analysed(
      workbook([
        ['Phone', 'Price'],
        [{ stored: '9.198230122E11' }, { stored: '1.5E-3' }],
        [{ stored: '9.82301221E9' }, { stored: '12.50' }],
      ]),
    )
    expect(analysis.columns.map(({ samples }) => samples)).toEqual([
      ['919823012200', '9823012210'],
      ['1.5E-3', '12.50'],
    ])
  })

  it.each([
    ['19.989999999999998', '19.99'],
    ['1.1000000000000001', '1.1'],
    ['-7.0000000000000007E-2', '-0.07'],
    ['1234567890123456789.0', '1234567890123456789.0'],
    ['919823011208.0', '919823011208'],
  ])('has %s, as Excel stores it, as %s', async (stored, shown) => {
    const { analysis } = await analysed(workbook([['Price'], [{ stored }]]))
    expect(analysis.columns[0]?.samples).toEqual([shown])
  })

  it('of several sheets: the first with numbers is read, and that there are others is said', async () => {
    const list = [
      ['Name', 'Phone'],
      ['Asha', 9823011208],
    ]
    const { analysis } = await analysed(workbook([], [['Customers of 2026']], list, list))
    expect(analysis.columns.map(({ name }) => name)).toEqual(['Name', 'Phone'])
    expect(analysis.sheets).toEqual(['Sheet1', 'Sheet2', 'Sheet3', 'Sheet4'])
    expect(analysis.notes).toEqual([{ code: 'sheets', count: 4, sheet: 'Sheet3' }])
    expect((await analysed(workbook(list))).analysis).toMatchObject({ rows: 1, notes: [] })
  })
})

describe('a file that is text, but no table', () => {
  it.each([
    '<!DOCTYPE html>\n<table><tr><td>Asha</td><td>9823011208</td></tr></table>',
    '\ufeff  <table border=1><tr><td>Asha</td><td>9823011208</td></tr></table>',
    '<?xml version="1.0"?><people/>',
    '[{"name":"A","phone":"9823011208"}]',
    '{"leads":[]}',
    'BEGIN:VCALENDAR\nEND:VCALENDAR\n',
    '{\\rtf1 Asha}',
  ])('%j is refused', async (text) => {
    await expect(kindOf(await stored(Buffer.from(text)), 'people.csv')).rejects.toThrow('not_csv')
    const wide = iconv.encode(text, 'utf-16le')
    await expect(kindOf(await stored(wide), 'people.csv')).rejects.toThrow('not_csv')
  })

  it.each(['<3 Asha,9823011208\n', '[Asha],9823011208\n', '{Asha},9823011208\n'])(
    '%j is a list',
    async (text) => {
      expect(await kindOf(await stored(Buffer.from(text)), 'people.csv')).toBe('csv')
    },
  )
})

describe('text that is not quite right', () => {
  it('stays UTF-8 where only some of its bytes are wrong', async () => {
    const glued = Buffer.concat([
      Buffer.from('Name,Phone\nप्रिया,9823011231\nJos'),
      Buffer.from([0xe9]),
      Buffer.from(',9823011233\n'),
    ])
    expect(await encodingOf(await stored(glued))).toMatchObject({ encoding: 'utf-8' })
    const cutOff = Buffer.from('Name,Phone,City\nप्रिया,9823011234,पुणे').subarray(0, -1)
    expect(await encodingOf(await stored(cutOff))).toMatchObject({ encoding: 'utf-8' })
    expect(await encodingOf(await stored(Buffer.from('José, Añó, ß', 'latin1')))).toMatchObject({
      encoding: 'windows-1252',
    })
  })

  it.each([
    ['Asha\xe2\x82 X', 'B\xff'],
    ['\xe0\xa4Asha', 'B\xe0'],
    ['As\xffha', 'B\xff\xff'],
  ])('stays UTF-8 where a small file has a few bytes that no language writes: %j', async (one, other) => {
    const rows = `Name,Phone\n${one},9823011231\n${other},9823011233\n`
    expect(await encodingOf(await stored(Buffer.from(rows, 'latin1')))).toEqual({
      encoding: 'utf-8',
      isSure: false,
    })
  })

  it('a line that is too long is named as what it is', async () => {
    const long = 'x'.repeat(1_000_000)
    for (const cell of [long, `"${long}"`]) {
      const path = await stored(Buffer.from(`Name,Phone,Note\nAsha,9823011208,${cell}\n`))
      await expect(analyseFile(path, 'csv', { country: 'IN' })).rejects.toThrow(
        expect.objectContaining({ fault: { code: 'long_line', line: '2', kilobytes: 512 } }),
      )
    }
  })
})
