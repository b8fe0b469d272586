import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { optins } from '#contract/growth/optins.ts'
import { connectSeededAccount } from '#test/connected.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'

let server: TestServer
let asha: Person
let pdfium: PDFiumLibrary
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
  asha = await server.signUp('कुलकर्णी मिठाई')
  await connectSeededAccount(server, asha)
  pdfium = await PDFiumLibrary.init()
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer as ArrayBuffer } })
})
afterAll(async () => {
  pdfium.destroy()
  await server.close()
})

const english = {
  language: 'en' as const,
  heading: 'Sweet news',
  text: 'Few messages',
  consent: 'I agree',
  button: 'Join',
}
const hindi = {
  ...english,
  language: 'hi' as const,
  heading: 'क्षत्रिय समाचार',
  text: '',
  consent: 'मैं सहमत हूँ।',
}

async function makeForm(
  heading = english.heading,
  name = 'Counter',
  keyword: string | null = null,
): Promise<number> {
  const content = { ask_name: true, texts: [{ ...english, heading }, hindi] }
  const made = await server.call(optins.create, {
    token: asha.token,
    body: { name, tag: null, content, keyword },
  })
  return made.body.form.id
}
const fetchPdf = (id: number, query: string) =>
  server.http.inject({
    url: `/marketing/api/optins/${id}/poster.pdf?${query}`,
    headers: { authorization: `Bearer ${asha.token}` },
  })

/** Size in points, text and QR code of the file's one page. */
async function read(pdf: Buffer) {
  const document = await pdfium.loadDocument(pdf)
  const page = document.getPage(0)
  const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
  const text = page.getText()
  // It closes the page.
  const picture = await page.render({
    scale: 2,
    render: (drawn) =>
      sharp(drawn.data, { raw: { width: drawn.width, height: drawn.height, channels: 4 } })
        .png()
        .toBuffer(),
  })
  const found = {
    pages: document.getPageCount(),
    size: [Math.round(width), Math.round(height)],
    text,
    codes: (await readBarcodes(new Uint8Array(picture.data))).map((one) => one.text),
  }
  document.destroy()
  return found
}

it.each([
  ['a4', 'en', [595, 842]],
  ['a6', 'hi', [298, 420]],
] as const)(
  'is one sheet of %s in %s whose code opens the message of its text',
  async (size, lang, points) => {
    const id = await makeForm()
    const { body } = await server.call(optins.poster, { token: asha.token, params: { id }, query: { lang } })
    const answer = await fetchPdf(id, `size=${size}&lang=${lang}`)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="poster-${id}-${lang}-${size}.pdf"`,
    })
    const found = await read(answer.rawPayload)
    expect(found).toMatchObject({ pages: 1, size: points, codes: [body.poster.address] })
    expect(found.text).toContain(/JOIN Counter [A-Z]\d[A-Z]/.exec(body.poster.without)?.[0])
    if (lang === 'en') expect(found.text).toContain('Sweet news')
  },
)

it('leaves the name of the form out of the message where it cannot show it', async () => {
  const id = await makeForm(english.heading, 'நல்ல செய்தி')
  const { body } = await server.call(optins.poster, { token: asha.token, params: { id }, query: {} })
  expect(body.poster.without).toMatch(/“JOIN [A-Z]\d[A-Z]”/)
  expect((await fetchPdf(id, 'size=a4&lang=en')).statusCode).toBe(200)
})

it('has people send the keyword where the owner wants that and the form has one', async () => {
  const id = await makeForm(english.heading, 'Counter', 'Mithai')
  const posterBy = async (form: number, by: 'code' | 'keyword') =>
    (await server.call(optins.poster, { token: asha.token, params: { id: form }, query: { by } })).body.poster
  const poster = await posterBy(id, 'keyword')
  expect(poster.without).toMatch(/^No camera\? Send “MITHAI” to \+/)
  expect(poster.steps[1]?.text).toBe('WhatsApp opens with “MITHAI”. Press send.')
  expect(poster.address).toMatch(/^https:\/\/wa\.me\/\d+\?text=MITHAI$/)
  const found = await read((await fetchPdf(id, 'size=a4&lang=en&by=keyword')).rawPayload)
  expect(found).toMatchObject({ pages: 1, codes: [poster.address] })
  expect((await posterBy(id, 'code')).without).toMatch(/“JOIN Counter [A-Z]\d[A-Z]”/)
  expect((await posterBy(await makeForm(), 'keyword')).without).toMatch(/“JOIN Counter [A-Z]\d[A-Z]”/)
})

it('says which letters it cannot show', async () => {
  const answer = await fetchPdf(await makeForm('News 🎉 நல்ல'), 'size=a4&lang=en')
  expect(answer.statusCode).toBe(422)
  expect(answer.json().message).toContain('🎉')
})
