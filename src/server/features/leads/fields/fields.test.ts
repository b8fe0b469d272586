import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fields, mostFields } from '#contract/leads/fields.ts'
import type { ImportSettings, LeadImport } from '#contract/leads/imports.ts'
import { leads } from '#contract/leads.ts'
import { officeHours } from '#contract/office-hours.ts'
import { connectSeededAccount } from '#test/connected.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'

let server: TestServer
let asha: Person
let stranger: Person
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
  asha = await server.signUp()
  stranger = await server.signUp()
})
afterAll(() => server.close())

const add = (body: object, token = asha.token) => server.call(fields.add, { token, body: body as never })

describe('custom fields', () => {
  it('belong to the business, and a name is taken once', async () => {
    const { body } = await add({ name: 'Shoe size', kind: 'number' })
    expect(body.field).toMatchObject({ name: 'Shoe size', kind: 'number', choices: [] })
    expect((await add({ name: 'SHOE size', kind: 'text' })).status).toBe(409)
    expect((await add({ name: 'phone', kind: 'text' })).status).toBe(409)
    expect((await add({ name: 'a\u202eb', kind: 'text' })).status).toBe(400)
    expect((await add({ name: 'Size', kind: 'choice', choices: [] })).status).toBe(422)
    expect((await add({ name: 'Size', kind: 'choice', choices: ['S', 's'] })).status).toBe(422)
    expect((await server.call(fields.list, { token: stranger.token })).body.fields).toEqual([])
    const params = { id: body.field.id }
    expect((await server.call(fields.remove, { token: stranger.token, params })).status).toBe(404)
    expect(
      (await server.call(fields.change, { token: stranger.token, params, body: { choices: [] } })).status,
    ).toBe(404)
  })

  it('hold values of their kind alone', async () => {
    await add({ name: 'Birthday', kind: 'date' })
    await add({ name: 'Member', kind: 'yes_no' })
    await add({ name: 'Colour', kind: 'choice', choices: ['Red', 'Blue'] })
    await server.call(leads.upload, {
      token: asha.token,
      body: { leads: [{ name: 'Ravi', phone: '+919822300001', source: 'api' }] } as never,
    })
    const id = (await server.call(leads.list, { token: asha.token, query: {} })).body.leads[0]!.id
    const save = (attributes: Record<string, string>) =>
      server.call(leads.update, { token: asha.token, params: { id }, body: { attributes } })
    const { body } = await save({ Birthday: '2000-02-29', Member: 'YES', Colour: 'red', Note: 'as typed' })
    expect(body.lead.attributes).toEqual({
      Birthday: '2000-02-29',
      Member: 'yes',
      Colour: 'Red',
      Note: 'as typed',
    })
    const faults: Record<string, string>[] = [
      { Birthday: '2001-02-29' },
      { Member: 'perhaps' },
      { Colour: 'Green' },
      { 'Shoe size': '4e9' },
    ]
    for (const wrong of faults) {
      const refused = await save(wrong)
      expect([wrong, refused.status]).toEqual([wrong, 422])
    }
    expect((await save({ Birthday: '', Note: 'as typed' })).body.lead.attributes).toEqual({
      Note: 'as typed',
    })
  })

  it('take from a file only values of their kind, and the check says what is left out', async () => {
    const { token } = asha
    const form = new FormData()
    const rows = [
      'Phone,Shoe SIZE,Birthday,Member,Colour,Remark',
      '9822300011,42,1990-05-01,yes,blue,first',
      '9822300012,big,01/05/1990,maybe,Green,second',
      '9822300013,,,,,third',
    ]
    form.set('file', new Blob([rows.join('\n')]), 'people.csv')
    const sent = await fetch(`${server.url}${leads.createImport.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    const made = ((await sent.json()) as { import: LeadImport }).import
    const params = { id: made.id }
    const settings: ImportSettings = {
      ...made.settings,
      columns: ['phone', 'attribute', 'attribute', 'attribute', 'attribute', 'attribute'],
    }
    const { body } = await server.call(leads.checkImport, { token, params, body: settings })
    expect(body.check.unfit).toEqual([
      { name: 'Shoe size', kind: 'number', count: 1, example: 'big' },
      { name: 'Birthday', kind: 'date', count: 1, example: '01/05/1990' },
      { name: 'Member', kind: 'yes_no', count: 1, example: 'maybe' },
      { name: 'Colour', kind: 'choice', count: 1, example: 'Green' },
    ])
    await server.call(leads.startImport, {
      token,
      params,
      body: { settings, tag: 'file', consent: { state: 'none' } },
    })
    await eventually('the end of the import', async () => {
      const now = await server.call(leads.getImport, { token, params })
      return now.body.import.status === 'done'
    })
    const { body: list } = await server.call(leads.list, { token, query: { tag: 'file', sort: 'oldest' } })
    expect(list.leads.map(({ attributes }) => attributes)).toEqual([
      { 'Shoe size': '42', Birthday: '1990-05-01', Member: 'yes', Colour: 'Blue', Remark: 'first' },
      { Remark: 'second' },
      { Remark: 'third' },
    ])
  })

  it('are at most fifty, also when they come at once', async () => {
    const results = await Promise.all(
      Array.from({ length: mostFields + 5 }, (_, nr) =>
        add({ name: `Field ${nr}`, kind: 'text' }, stranger.token),
      ),
    )
    expect(results.filter(({ status }) => status === 200)).toHaveLength(mostFields)
  })
})

describe('office hours of a number', () => {
  it('are set, read and removed by its business alone', async () => {
    const { phone_number_id } = await connectSeededAccount(server, asha)
    const params = { phone_number_id }
    const token = asha.token
    const hours = {
      timezone: 'Asia/Kolkata',
      week: Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }]),
      holidays: [],
    }
    expect((await server.call(officeHours.get, { token, params })).body).toMatchObject({
      hours: null,
      open_now: null,
    })
    const saved = await server.call(officeHours.save, { token, params, body: hours })
    expect(saved.body).toMatchObject({ hours, open_now: true })
    expect((await server.call(officeHours.get, { token: stranger.token, params })).status).toBe(404)
    expect((await server.call(officeHours.save, { token: stranger.token, params, body: hours })).status).toBe(
      404,
    )
    expect((await server.call(officeHours.remove, { token: stranger.token, params })).status).toBe(404)
    const back = [{ from: '18:00', to: '09:00' }]
    const wrong = { ...hours, week: [back, [], [], [], [], [], []] }
    expect((await server.call(officeHours.save, { token, params, body: wrong })).status).toBe(400)
    expect((await server.call(officeHours.remove, { token, params })).status).toBe(200)
    expect((await server.call(officeHours.get, { token, params })).body.hours).toBeNull()
  })
})
