import { writeFileSync } from 'node:fs'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { optins } from '#contract/growth/optins.ts'
import { leads } from '#contract/leads.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { markPage } from '../page-mark.ts'
import { receiptPdf } from './receipt-pdf.ts'

let server: TestServer
let asha: Person
let pdfium: PDFiumLibrary
beforeAll(async () => {
  server = await openTestServer()
  asha = await server.signUp()
  pdfium = await PDFiumLibrary.init()
})
afterAll(async () => {
  pdfium.destroy()
  await server.close()
})

const fetchPdf = (id: number, record: 'proof' | 'change', language = 'en', token = asha.token) =>
  server.http.inject({
    url: `/marketing/api/optins/receipts/${id}/receipt.pdf?record=${record}`,
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
  })

/** The text of each page. */
async function read(pdf: Buffer): Promise<string[]> {
  const document = await pdfium.loadDocument(pdf)
  const pages: string[] = []
  for (const page of document.pages()) {
    pages.push(page.getText().replaceAll(/\s+/g, ' '))
    const { data } = await page.render({
      scale: 1,
      render: (drawn) =>
        sharp(drawn.data, { raw: { width: drawn.width, height: drawn.height, channels: 4 } })
          .png()
          .toBuffer(),
    })
    if (process.env.KEEP_PDF) writeFileSync(`${process.env.KEEP_PDF}-${pages.length}.png`, data)
  }
  document.destroy()
  return pages
}

/** Somebody agrees on a public page. @returns the proof's id */
async function agree(name: string): Promise<number> {
  const texts = [
    {
      language: 'en' as const,
      heading: 'Sweet news',
      text: '',
      consent: 'I agree to offers.',
      button: 'Join',
    },
  ]
  const body = { name: 'Counter', tag: null, content: { ask_name: true, texts } }
  const { id, url } = (await server.call(optins.create, { token: asha.token, body })).body.form
  await server.call(optins.open, { token: asha.token, params: { id }, body: { is_open: true } })
  const at = new Date(server.app.now().getTime() - 60_000)
  const code = url.split('/').at(-1) ?? ''
  const page = markPage(server.app, { code, version: 1, language: 'en', way: 'qr', at })
  const sent = await server.http.inject({
    method: 'POST',
    url: new URL(url).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ page, name, phone: '98223 60091', consent: 'yes' }).toString(),
  })
  expect(sent.statusCode).toBe(200)
  const { proofs } = (await server.call(optins.proofs, { token: asha.token, query: { form_id: id } })).body
  return proofs[0]?.id ?? 0
}

it('has all of a receipt, in the reader’s language, and a dot for a letter that no font has', async () => {
  const id = await agree('Meera மீரா')
  const answer = await fetchPdf(id, 'proof')
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="opt-in-proof-${id}.pdf"`,
  })
  const [page = '', ...more] = await read(answer.rawPayload)
  expect(more).toEqual([])
  const { receipt } = (
    await server.call(optins.receipt, { token: asha.token, params: { id }, query: { record: 'proof' } })
  ).body
  for (const part of [
    'Receipt of an opt-in',
    'Business Asha Kulkarni',
    `Number ${id}`,
    receipt.at,
    '+91 98223 60091',
    'Name given Meera •',
    'Outcome Agreed',
    'How they came QR code',
    'Form Counter, Version 1',
    'Sweet news I agree to offers. Join',
    receipt.hash?.hex ?? '',
    '• stands for a letter that this file cannot show.',
  ])
    expect(page).toContain(part)
  const [spanish = ''] = await read((await fetchPdf(id, 'proof', 'es')).rawPayload)
  expect(spanish).toContain('Asha Kulkarni')
  expect(spanish).not.toContain('Business')
  expect((await fetchPdf(id, 'proof', 'en', (await server.signUp('Ravi')).token)).statusCode).toBe(404)
})

it('goes on over pages where what a person wrote is long, and breaks words without an end', async () => {
  const body = { leads: [{ name: 'Rukmini', phone: '+919822360092', source: 'api' }] }
  const added = await server.call(leads.upload, { token: asha.token, body } as never)
  const lead_id = added.body.leads?.[0]?.id ?? 0
  const details = 'Told us at the counter.'
  await server.call(leads.setConsent, {
    token: asha.token,
    params: { id: lead_id },
    body: { consent: 'opted_out', details },
  })
  const { consents } = (await server.call(optins.consents, { token: asha.token, query: { lead_id } })).body
  const id = consents[0]?.id ?? 0
  const [short = ''] = await read((await fetchPdf(id, 'change')).rawPayload)
  for (const part of ['Receipt of an opt-out', details]) expect(short).toContain(part)

  const { receipt } = (
    await server.call(optins.receipt, { token: asha.token, params: { id }, query: { record: 'change' } })
  ).body
  const message = `${'Stop now, please. '.repeat(180)}${'x'.repeat(700)} END`
  const pages = await read(
    await receiptPdf({ ...receipt, answers: { ...receipt.answers, message } }, 'Asia/Kolkata'),
  )
  expect(pages).toHaveLength(2)
  const all = pages.join(' ')
  expect(all.match(/Stop now, please\./g)).toHaveLength(180)
  expect(all.match(/x{5,}/g)?.join('')).toHaveLength(700)
  expect(pages[1]).toContain('END')
})
