import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ImportSettings, LeadImport } from '#contract/leads/imports.ts'
import { leads } from '#contract/leads.ts'
import { workbook } from '#test/files/workbook.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { resumeImports } from './run-import.ts'

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
})
afterAll(() => server.close())
beforeEach(async () => {
  asha = await server.signUp()
})

type Fields = Record<string, string>

async function post(url: string, content: Buffer | string, fields: Fields = {}, name = 'people.csv') {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append('file', new Blob([content as BlobPart]), name)
  const answer = await fetch(`${server.url}${url}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${asha.token}` },
    body: form,
  })
  return {
    status: answer.status,
    body: (await answer.json()) as Record<string, never> & {
      import: LeadImport
      message: string
      code: string
    },
  }
}
const upload = (content: Buffer | string, fields: Fields = { tag: 'list' }, name?: string) =>
  post(leads.upload.path, content, fields, name)
const create = async (content: Buffer | string, name?: string): Promise<LeadImport> => {
  const { status, body } = await post(leads.createImport.path, content, {}, name)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.import
}
const all = async () =>
  (await server.call(leads.list, { token: asha.token, query: { sort: 'oldest', limit: 500 } })).body.leads
const check = async (id: number, settings: ImportSettings) =>
  (await server.call(leads.checkImport, { token: asha.token, params: { id }, body: settings })).body.check
async function run(
  { id, settings }: LeadImport,
  more: Partial<{ settings: ImportSettings; consent: object; tag: string }> = {},
) {
  const { status, body } = await server.call(leads.startImport, {
    token: asha.token,
    params: { id },
    body: { settings, tag: 'list', consent: { state: 'none' }, ...more },
  } as never)
  expect(status, JSON.stringify(body)).toBe(200)
  return await ended(id)
}
async function ended(id: number): Promise<LeadImport> {
  return await eventually(
    'the end of the import',
    async () => {
      const { body } = await server.call(leads.getImport, { token: asha.token, params: { id } })
      return ['done', 'failed', 'cancelled', 'undone'].includes(body.import.status) && body.import
    },
    60_000,
  )
}

describe('the specified upload', () => {
  it('imports a file with a tag in one go and answers its books', async () => {
    const { status, body } = await upload(
      'Name,Mobile No.,City\nAsha,98230 11208,Pune\nRavi,+91 98230 11209,\n,,\nNobody,12,\nAsha K,9823011208,\n',
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      rows: 5,
      created: 2,
      updated: 0,
      skipped: 2,
      rejected: 1,
      message: 'CSV leads uploaded successfully',
    })
    expect(await all()).toMatchObject([
      { name: 'Asha K', phone: '+919823011208', tags: ['list'], attributes: { City: 'Pune' }, source: 'csv' },
      { name: 'Ravi', phone: '+919823011209' },
    ])
    const again = await upload('Name,Mobile No.\nRavi Kumar,9823011209\n', { tag: 'vip' })
    expect(again.body).toMatchObject({ rows: 1, created: 0, updated: 1 })
    expect((await all())[1]).toMatchObject({ name: 'Ravi Kumar', tags: ['list', 'vip'], tag: 'vip' })
  })

  it.each([
    [{}, 'people.csv', 'a,b', 400, 'Please enter a tag/category for the CSV leads'],
    [{ tag: 'x' }, 'people.pdf', 'a,b', 415, 'Only .csv is accepted'],
    [{ tag: 'x' }, 'people.csv', '%PDF-1.4\n%', 422, 'is not a CSV file'],
    [{ tag: 'x' }, 'people.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]), 422, 'is not a CSV file'],
    [{ tag: 'x' }, 'people.tsv', 'a,b', 415, 'Only .csv is accepted'],
    [{ tag: 'x' }, 'people.xlsx', workbook([['Phone'], ['9823011208']]), 415, 'Only .csv is accepted'],
    [{ tag: 'x' }, 'people.csv', workbook([['Phone'], ['9823011208']]), 415, 'Only .csv is accepted'],
    [{ tag: 'x' }, 'people.csv', Buffer.from('PK\u0003\u0004nothing of a workbook'), 422, 'is damaged'],
    [
      { tag: 'x' },
      'people.csv',
      iconv.encode('Name,Phone\nŞule,9823011208\n', 'windows-1254'),
      422,
      'not sure about the encoding of this file',
    ],
    [{ tag: 'x' }, 'people.csv', '', 422, 'is empty'],
    [{ tag: 'x' }, 'people.csv', 'Name,City\nAsha,Pune\n', 422, 'Choose the column with the phone numbers.'],
  ])('%# refuses what is no list, in a sentence', async (fields, name, content, status, sentence) => {
    const answer = await upload(content, fields as Fields, name)
    expect(answer.body.message).toContain(sentence)
    expect(answer.status).toBe(status)
  })

  it('says of a file over the limit how large it may be before reading it', async () => {
    const answer = await new Promise<{ status?: number; body: string }>((resolve, reject) => {
      const sent = request(
        `${server.url}${leads.upload.path}`,
        {
          method: 'POST',
          headers: {
            authorization: `Bearer ${asha.token}`,
            'content-type': 'multipart/form-data; boundary=x',
            'content-length': 101_000_000,
          },
        },
        (reply) => {
          text(reply).then((body) => {
            resolve({ status: reply.statusCode, body })
            sent.destroy()
          }, reject)
        },
      )
      sent.on('error', reject)
      sent.write('--x\r\n')
    })
    expect(answer).toEqual({
      status: 413,
      body: expect.stringContaining('This file is larger than 100 MB. Split it, or remove columns.'),
    })
  })

  it('asks for the file when there is none', async () => {
    const form = new FormData()
    form.append('tag', 'x')
    const answer = await fetch(`${server.url}${leads.upload.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${asha.token}` },
      body: form,
    })
    expect(((await answer.json()) as { message: string }).message).toBe('Please choose a CSV file first')
  })
})

describe('what is found in a file', () => {
  const table = [
    ['Nombre completo', 'Celular', 'Correo', 'Escuela', 'Saldo'],
    ['José Ángel Nuñez', '415 152 0843', 'jahv78@correo.mx', 'Primaria "Benito"; Juárez', '$1,240.50'],
    ['María\nFernanda', '(415) 688-1127', '', 'Kínder', ''],
  ]
  const written = (delimiter: string, end: string) =>
    table
      .map((row) =>
        row
          .map((cell) => (/["\n;,|\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
          .join(delimiter),
      )
      .join(end) + end

  it.each([
    [',', '\n', 'utf-8', ''],
    [';', '\r\n', 'windows-1252', ''],
    ['\t', '\r', 'utf-16le', '\ufeff'],
    ['|', '\n', 'utf-16be', '\ufeff'],
    [';', '\r\n', 'utf-8', '\ufeff'],
    [',', '\n', 'utf-16le', ''],
  ])('separator %j, line end %j, %s', async (delimiter, end, encoding, mark) => {
    const found = await create(iconv.encode(mark + written(delimiter, end), encoding))
    expect(found.settings).toMatchObject({
      encoding,
      delimiter,
      header: true,
      columns: ['name', 'phone', 'email', 'attribute', 'attribute'],
    })
    expect(found.analysis).toMatchObject({ rows: 2, telling: expect.stringMatching(/^José/) })
    expect(found.analysis.columns[0]).toMatchObject({
      name: 'Nombre completo',
      filled: 2,
      samples: ['José Ángel Nuñez', 'María\nFernanda'],
    })
    const mexican = { ...found.settings, country: 'MX' }
    const done = await run(found, { settings: mexican })
    expect(done.counts).toMatchObject({ rows: 2, created: 2 })
    expect(await all()).toMatchObject([
      {
        name: 'José Ángel Nuñez',
        phone: '+524151520843',
        attributes: { Escuela: 'Primaria "Benito"; Juárez', Saldo: '$1,240.50' },
      },
      { name: 'María Fernanda', phone: '+524156881127' },
    ])
  })

  it('reads a headerless list, ragged rows, double and missing headers', async () => {
    const bare = await create('Asha,9823011208\nRavi,9823011209\n')
    expect(bare.settings).toMatchObject({ header: false, columns: ['name', 'phone'] })
    expect(bare.analysis.columns[1]?.name).toBe('Column 2')
    const ragged = await create(
      'Name,Phone,City,City,\nAsha,9823011208\nRavi,9823011209,Pune,Kothrud,x,extra\n',
    )
    expect(ragged.analysis.columns.map(({ name }) => name)).toEqual([
      'Name',
      'Phone',
      'City',
      'City (2)',
      'Column 5',
      'Column 6',
    ])
    await run(ragged)
    expect((await all())[1]?.attributes).toEqual({
      City: 'Pune',
      'City (2)': 'Kothrud',
      'Column 5': 'x',
      'Column 6': 'extra',
    })
  })

  it('survives a quote that is never closed', async () => {
    const found = await create('Name,Phone\n"Asha,9823011208\nRavi,9823011209\n')
    expect(found.analysis.notes[0]).toContain('We read quotes as plain characters')
    expect((await run(found)).counts.created).toBe(2)
  })

  it('can be read again with another encoding', async () => {
    const found = await create('Name,Phone\nJosÃ©,9823011208\n')
    const { body } = await server.call(leads.analyseImport, {
      token: asha.token,
      params: { id: found.id },
      body: { encoding: 'windows-1252' },
    })
    expect(body.import.settings.encoding).toBe('windows-1252')
  })
})

describe('an import', () => {
  it('says before what it does after, row for row', async () => {
    await upload('Name,Phone\nKnown,9823011208\n')
    const content =
      'Name,Phone,Opt in\nKnown K,9823011208,yes\nNew,9823011209,no\nTwice,9823011209,yes\nExcel,9.19877E+11,\nGone,9823011210,opted out\n,,\n'
    const found = await create(content)
    const checked = await check(found.id, found.settings)
    expect(checked.counts).toMatchObject({ rows: 6, created: 2, updated: 1, skipped: 2, rejected: 1 })
    expect(checked.phones).toEqual([{ column: 1, readable: 4, unreadable: 1 }])
    expect(checked.examples).toContainEqual({
      cell: '9.19877E+11',
      phone: null,
      problem: expect.stringContaining('Excel'),
    })
    expect(checked.examples).toContainEqual({ cell: '9823011208', phone: '+919823011208', problem: null })
    expect(await all()).toHaveLength(1)
    const done = await run(found, { consent: { state: 'opted_in', source: 'Order form' } })
    expect(done.counts).toEqual(checked.counts)
    expect((await all()).map(({ name, consent }) => [name, consent])).toEqual([
      ['Known K', 'opted_in'],
      ['Twice', 'opted_in'],
      ['Gone', 'opted_out'],
    ])
  })

  it('gives the rejected rows back, and takes them again when they are mended', async () => {
    const done = await run(await create('Name;Phone;Shop\nA;9823011208;x\nB;12;"y;z"\n'))
    expect(done.has_rejects).toBe(true)
    const answer = await server.http.inject({
      url: leads.importRejects.path.replace('{id}', String(done.id)),
      headers: { authorization: `Bearer ${asha.token}` },
    })
    expect(answer.body).toBe(
      '\ufeffName,Phone,Shop,Problem\r\nB,12,"y;z",This number doesn\'t exist. Check its digits.\r\n',
    )
    const translated = await server.http.inject({
      url: leads.importRejects.path.replace('{id}', String(done.id)),
      headers: { authorization: `Bearer ${asha.token}`, 'accept-language': 'pt-BR' },
    })
    expect(translated.body).toContain('B,12,"y;z",Este número não existe. Confira os dígitos.')
    const again = await create(answer.body.replace('12', '9823011209'))
    expect(again.settings.columns).toEqual(['name', 'phone', 'attribute', 'skip'])
    expect((await run(again)).counts).toMatchObject({ rows: 1, created: 1 })
  })

  it('goes on after the last commit when its process died, and the books add up', async () => {
    // Rows of 50 kB, of which 100 are committed at once: three commits as of 45,000 short rows, in few leads.
    const note = 'x'.repeat(50_000)
    const people = Array.from({ length: 240 }, (_, at) => `P${at},98230${10_000 + (at % 230)}`)
    const found = await create(
      `Name,Phone,Note\n${people.map((one) => `${one},${note}`).join('\n')}\nbad,1,\n`,
    )
    // As if the first chunk had been committed by a process that is no more.
    await run(await create(`Name,Phone\n${people.slice(0, 100).join('\n')}\n`))
    await server.app.db
      .updateTable('lead_imports')
      .set({ rows_done: 100, created: 100 })
      .where('id', '=', found.id)
      .execute()
    const done = await run(found)
    expect(done.counts).toMatchObject({ rows: 241, created: 230, updated: 0, skipped: 10, rejected: 1 })
  })

  it('is cancelled: nothing of it stays', async () => {
    const note = 'x'.repeat(50_000)
    const rows = Array.from({ length: 300 }, (_, at) => `P${at},98230${10_000 + at},${note}`)
    const found = await create(`Name,Phone,Note\n${rows.join('\n')}\n`)
    await server.call(leads.startImport, {
      token: asha.token,
      params: { id: found.id },
      body: { settings: found.settings, tag: 'x', consent: { state: 'none' } },
    })
    await server.call(leads.cancelImport, { token: asha.token, params: { id: found.id } })
    expect((await ended(found.id)).status).toBe('cancelled')
    expect(await all()).toEqual([])
  })

  it('is not to be seen by others, nor started twice', async () => {
    const found = await create('Name,Phone\nA,9823011208\n')
    const other = await server.signUp()
    for (const endpoint of [leads.getImport, leads.cancelImport, leads.undoImport]) {
      expect((await server.call(endpoint, { token: other.token, params: { id: found.id } })).status).toBe(404)
    }
    await run(found)
    const { status } = await server.call(leads.startImport, {
      token: asha.token,
      params: { id: found.id },
      body: { settings: found.settings, tag: 'x', consent: { state: 'none' } },
    })
    expect(status).toBe(409)
  })
})

describe('a file with broken or odd text', () => {
  it('is imported: half characters, control characters and cut emoji harm nothing', async () => {
    const emoji = '😀'.repeat(700)
    const text = `Name,Phone,Note,Tag\nA\ud800B,9823011208,x\u0000y\udc00,t😀\nC,9823011209,${emoji},${emoji}\n'=1+1,9823011210,"a\tb\\N\nc","{x,""y""}"\n`
    const found = await create(iconv.encode(text, 'utf-16le', { addBOM: true }))
    const done = await run(found)
    expect(done.counts).toMatchObject({ rows: 3, created: 3 })
    const [a, c, d] = await all()
    expect(a).toMatchObject({ name: '', attributes: {}, tags: ['t😀', 'list'] })
    expect(c?.attributes.Note?.isWellFormed()).toBe(true)
    expect(d).toMatchObject({
      name: '=1+1',
      attributes: { Note: 'a\tb\\N\nc' },
      tags: ['{x', '"y"}', 'list'],
    })
  })
})

describe('a spreadsheet', () => {
  it('is read as it shows: numbers whole, dates as days', async () => {
    const found = await create(
      workbook([
        ['Name', 'Mobile', 'Joined'],
        ['Asha', 919823011208, '2026-01-02'],
        ['Ravi', '98230 11209', ''],
      ]),
      'people.xlsx',
    )
    expect(found).toMatchObject({
      kind: 'xlsx',
      analysis: { rows: 2 },
      settings: { columns: ['name', 'phone', 'attribute'] },
    })
    expect((await run(found)).counts).toMatchObject({ rows: 2, created: 2 })
    expect((await all()).map(({ phone }) => phone)).toEqual(['+919823011208', '+919823011209'])
  })
})

it('an import whose process died is taken up again by the clock', async () => {
  const found = await create('Name,Phone\nA,9823011208\n')
  await server.app.db
    .updateTable('lead_imports')
    .set({
      status: 'running',
      tag: 'x',
      consent: JSON.stringify({ state: 'none' }),
      applied_at: new Date(),
      progressed_at: new Date(Date.now() - 120_000),
    })
    .where('id', '=', found.id)
    .execute()
  await resumeImports(server.app)
  expect((await ended(found.id)).counts).toMatchObject({ rows: 1, created: 1 })
})
