import { afterAll, beforeAll, expect, it } from 'vitest'
import { fields } from '#contract/leads/fields.ts'
import { leads } from '#contract/leads.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer()
  asha = await server.signUp()
})
afterAll(() => server.close())

let nr = 0
async function newLead(more: object): Promise<number> {
  nr += 1
  const phone = `+9198223100${String(nr).padStart(2, '0')}`
  const { body } = await server.call(leads.upload, {
    token: asha.token,
    body: { leads: [{ name: 'Ravi', phone, source: 'api', ...more }] },
  })
  return body.leads![0]!.id
}
const change = (id: number, body: object) =>
  server.call(leads.update, { token: asha.token, params: { id }, body: body as never })
const get = async (id: number) =>
  (await server.call(leads.get, { token: asha.token, params: { id } })).body.lead

it('gets and loses single tags, whatever others change meanwhile', async () => {
  const id = await newLead({ tags: ['Regular', 'Old', 'Older'] })
  await Promise.all([
    change(id, { add_tags: ['Diwali'] }),
    change(id, { add_tags: ['Sweets', 'Sweets'] }),
    change(id, { remove_tags: ['Old'] }),
    change(id, { remove_tags: ['Older', 'None'] }),
  ])
  const { tags } = await get(id)
  expect([tags[0], ...tags.slice(1).sort()]).toEqual(['Regular', 'Diwali', 'Sweets'])
  const { body } = await change(id, { add_tags: ['Regular', 'Newest'] })
  expect(body.lead).toMatchObject({ tags: [...tags, 'Newest'], tag: 'Newest' })
  const known = await server.call(leads.tags, { token: asha.token })
  expect(known.body.tags).toContainEqual({ tag: 'Newest', leads: 1 })
  expect((await change(id, { tags: ['Only'], add_tags: ['And'] })).body.lead.tags).toEqual(['Only', 'And'])
  expect((await change(999_999, { add_tags: ['Lost'] })).status).toBe(404)
})

it('has at most 50 tags, and more than that can be made fewer', async () => {
  const id = await newLead({ tags: Array.from({ length: 50 }, (_, tag) => `tag ${tag}`) })
  const refused = await change(id, { add_tags: ['One more'] })
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({ fields: { tags: 'A lead has at most 50 tags. Remove one first.' } })
  await server.app.db
    .updateTable('leads')
    .set({ tags: Array.from({ length: 60 }, (_, tag) => `tag ${tag}`) })
    .where('id', '=', id)
    .execute()
  expect((await change(id, { remove_tags: ['tag 7'] })).body.lead.tags).toHaveLength(59)
})

it('gets and loses the values of single fields, whatever others change meanwhile', async () => {
  const { token } = asha
  await server.call(fields.add, { token, body: { name: 'Birthday', kind: 'date' } as never })
  const id = await newLead({ attributes: { City: 'Pune', Note: 'Calls at noon' } })
  await Promise.all([
    change(id, { set_attributes: { Birthday: '2000-02-29' } }),
    change(id, { set_attributes: { City: 'Nashik' } }),
    change(id, { set_attributes: { Note: '' } }),
  ])
  expect((await get(id)).attributes).toEqual({ Birthday: '2000-02-29', City: 'Nashik' })
  const refused = await change(id, { set_attributes: { Birthday: 'soon' } })
  expect(refused.status).toBe(422)
  expect(Object.keys(refused.body.fields ?? {})).toEqual(['set_attributes.Birthday'])
  await change(id, { set_attributes: { Birthday: '' } })
  expect((await get(id)).attributes).toEqual({ City: 'Nashik' })
  expect((await change(id, { attributes: { Area: 'Baner' } })).body.lead.attributes).toEqual({
    Area: 'Baner',
  })
})
