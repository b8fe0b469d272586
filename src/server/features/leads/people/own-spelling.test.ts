import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { LeadImport } from '#contract/leads/imports.ts'
import { leads } from '#contract/leads.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { recordInbound } from '../inbound/inbound.ts'

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
})
afterAll(() => server.close())
beforeEach(async () => {
  asha = await server.signUp()
})

/** WhatsApp names a person by one spelling, people type the other. */
const spellings = [
  ['Brazil', '+551187654321', '+5511987654321'],
  ['Mexico', '+5215512345678', '+525512345678'],
  ['Argentina', '+541123456789', '+5491123456789'],
] as const

async function writes(phone: string): Promise<void> {
  const event = {
    phone,
    bsuid: null,
    name: 'Rukmini',
    text: 'Oi',
    kind: 'text',
    wamid: phone,
    at: new Date(),
  }
  await recordInbound(server.app, [{ businessId: asha.businessId, ...event }])
}

it.each(spellings)(
  'the check of a file finds who wrote from %s as the lead they are',
  async (_, shown, typed) => {
    await writes(shown)
    const form = new FormData()
    form.append('file', new Blob([`Name,Phone\nRukmini,${typed}\nRavi,+919822310001\n`]), 'people.csv')
    const answer = await fetch(`${server.url}${leads.createImport.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${asha.token}` },
      body: form,
    })
    const { import: made } = (await answer.json()) as { import: LeadImport }
    const input = { token: asha.token, params: { id: made.id }, body: made.settings }
    const { body } = await server.call(leads.checkImport, input)
    expect(body.check.counts).toMatchObject({ rows: 2, created: 1, updated: 1 })
  },
)

it('a lead cannot get the number that another one has in its other spelling, but its own in either', async () => {
  const [, shown, typed] = spellings[0]
  await writes(shown)
  const input = { leads: [{ name: 'Ravi', phone: '+919822310001', source: 'api' }] }
  const { body } = await server.call(leads.upload, { token: asha.token, body: input as never })
  const change = (id: number, phone: string) =>
    server.call(leads.update, { token: asha.token, params: { id }, body: { phone } })
  const refused = await change(body.leads![0]!.id, typed)
  const taken = 'Another lead has the number +551187654321. Change or delete that lead first.'
  expect([refused.status, (refused.body as { fields?: object }).fields]).toEqual([409, { phone: taken }])
  const listed = await server.call(leads.list, { token: asha.token, query: { search: '87654321' } })
  const own = await change(listed.body.leads[0]!.id, typed)
  expect([own.status, own.body.lead.phone]).toEqual([200, typed])
})

it('who wrote after they were deleted is not brought back beside themselves', async () => {
  const [, shown, typed] = spellings[0]
  const two = [typed, '+919822310001'].map((phone) => ({ name: 'Rukmini', phone, source: 'api' }))
  await server.call(leads.upload, { token: asha.token, body: { leads: two } as never })
  const everybody = { audience: { all: true }, action: 'delete' }
  const removed = await server.call(leads.bulk, { token: asha.token, body: everybody as never })
  await writes(shown)
  const undone = await server.call(leads.undoChange, {
    token: asha.token,
    params: { id: removed.body.change.id },
  })
  expect(undone.body.change).toMatchObject({ status: 'undone', undone: 1, kept: 1 })
  const { body } = await server.call(leads.list, { token: asha.token, query: { sort: 'oldest' } })
  expect(body.leads.map(({ phone }) => phone).sort()).toEqual([shown, '+919822310001'])
})

it.each(['a file', 'a program'])('%s that gives a number in both spellings gives one person', async (by) => {
  const [, , [, landline, mobile]] = spellings
  await writes(mobile)
  const phones = ['011 15 2345-6789', landline, '+5491123456781', '+541123456781']
  if (by === 'a program') {
    const people = phones.map((phone) => ({ name: 'Rukmini', phone, source: 'api', tags: [phone] }))
    await server.call(leads.upload, { token: asha.token, body: { leads: people } as never })
  } else {
    const form = new FormData()
    form.append('tag', 'list')
    form.append('country', 'AR')
    form.append(
      'file',
      new Blob([`Name,Phone\n${phones.map((one) => `Rukmini,${one}`).join('\n')}\n`]),
      'people.csv',
    )
    const headers = { authorization: `Bearer ${asha.token}` }
    const answer = await fetch(`${server.url}${leads.upload.path}`, { method: 'POST', headers, body: form })
    expect(await answer.json()).toMatchObject({ rows: 4, created: 1, updated: 1, skipped: 2 })
  }
  const { body } = await server.call(leads.list, { token: asha.token, query: { sort: 'oldest' } })
  expect(body.leads.map(({ phone }) => phone)).toEqual([mobile, '+5491123456781'])
})
