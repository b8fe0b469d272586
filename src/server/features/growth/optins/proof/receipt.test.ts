import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { optins } from '#contract/growth/optins.ts'
import { leads } from '#contract/leads.ts'
import { privacy } from '#contract/privacy.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { markPage } from '../page-mark.ts'

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer()
  asha = await server.signUp()
})
afterAll(() => server.close())

const withToken = <T extends object>(input: T) => ({ token: asha.token, ...input })
const receiptOf = async (id: number, record: 'proof' | 'change') =>
  (await server.call(optins.receipt, withToken({ params: { id }, query: { record } }))).body.receipt
const consentsOf = async (lead_id: number, token = asha.token) =>
  (await server.call(optins.consents, { token, query: { lead_id } })).body.consents
async function addLead(phone: string): Promise<number> {
  const body = { leads: [{ name: 'Rukmini', phone, source: 'api' }] }
  const added = await server.call(leads.upload, withToken({ body }) as never)
  return added.body.leads?.[0]?.id ?? 0
}

it('says whose it is, where the person agreed, and what its hash is of', async () => {
  const text = { language: 'en' as const, heading: 'News', text: '', consent: 'I agree', button: 'Join' }
  const email = { is: 'email' as const, required: false, labels: { en: 'Your email' } }
  const made = await server.call(
    optins.create,
    withToken({
      body: { name: 'Counter', tag: null, content: { ask_name: true, fields: [email], texts: [text] } },
    }),
  )
  const { id, url } = made.body.form
  await server.call(optins.open, withToken({ params: { id }, body: { is_open: true } }))
  const code = url.split('/').at(-1) ?? ''
  const at = new Date(server.app.now().getTime() - 60_000)
  const page = markPage(server.app, { code, version: 1, language: 'en', way: 'qr', at })
  const sent = await server.http.inject({
    method: 'POST',
    url: new URL(url).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ page, name: 'Meera', phone: '98223 60001', consent: 'yes' }).toString(),
  })
  expect(sent.statusCode).toBe(200)
  const { body } = await server.call(optins.proofs, withToken({ query: { form_id: id } }))
  const receipt = await receiptOf(body.proofs[0]?.id ?? 0, 'proof')
  expect(receipt).toMatchObject({ business: 'Asha Kulkarni', page: url, form: 'Counter', version: 1 })
  expect(receipt.hash?.of).toBe('News\n\nI agree\nJoin\nYour email')
  expect(
    createHash('sha256')
      .update(receipt.hash?.of ?? '')
      .digest('hex'),
  ).toBe(receipt.hash?.hex)
  const file = await server.http.inject({
    url: `/marketing/api/optins/receipts/${receipt.id}/receipt.json`,
    headers: { authorization: `Bearer ${asha.token}` },
  })
  expect(file.headers['content-disposition']).toBe(`attachment; filename="opt-in-proof-${receipt.id}.json"`)
  expect(file.json()).toEqual(receipt)
})

it('is there for each change of a consent without a form, which nothing but an erasure removes', async () => {
  const ravi = await server.signUp('Ravi')
  const before = (await server.call(optins.list, withToken({}))).body.recent.opted_out
  const id = await addLead('+919822360002')
  for (const change of [
    { consent: 'opted_in' as const, details: 'Signed the card at the counter' },
    { consent: 'opted_out' as const, details: 'Told us in the shop' },
  ])
    expect((await server.call(leads.setConsent, withToken({ params: { id }, body: change }))).status).toBe(
      200,
    )
  const [withdrawal, optIn, ...others] = await consentsOf(id)
  expect(others).toEqual([])
  const team = { record: 'change', way: 'team', by: 'Asha Kulkarni', address: '+919822360002', lead_id: id }
  expect(withdrawal).toMatchObject({
    ...team,
    outcome: 'opted_out',
    answers: { details: 'Told us in the shop' },
  })
  expect(optIn).toMatchObject({ ...team, outcome: 'opted_in' })
  expect(await receiptOf(optIn?.id ?? 0, 'change')).toMatchObject({ ...optIn, business: 'Asha Kulkarni' })
  expect(await consentsOf(id, ravi.token)).toEqual([])
  expect((await server.call(optins.list, withToken({}))).body.recent.opted_out).toBe(before + 1)

  const { db } = server.app
  const ofLead = sql`where business_id = ${asha.businessId} and lead_id = ${id}`
  await expect(sql`update consent_changes set details = 'x' ${ofLead}`.execute(db)).rejects.toThrow(/never/)
  await expect(sql`delete from consent_changes ${ofLead}`.execute(db)).rejects.toThrow(/never/)
  // A deleted lead leaves its records.
  await server.call(leads.remove, withToken({ params: { id } }))
  const left = () =>
    sql`select from consent_changes where business_id = ${asha.businessId}
      and phone = '+919822360002'`.execute(db)
  expect((await left()).rows).toHaveLength(2)
  const again = await addLead('+919822360002')
  expect(await consentsOf(again)).toHaveLength(2)
  const erase = { params: { id: again }, body: { confirm: true as const } }
  expect((await server.call(privacy.erase, withToken(erase))).status).toBe(200)
  expect((await left()).rows).toEqual([])
})
