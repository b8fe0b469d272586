import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { templates } from '#contract/templates.ts'
import { connectSeededAccount } from '#test/connected.ts'
import { eventually, type Person, type TestServer } from '#test/server.ts'
import { freshText, openTemplates, type TemplateCalls } from './templates.fixture.ts'

let server: TestServer
let person: Person
let mine: TemplateCalls
beforeAll(async () => {
  const opened = await openTemplates()
  server = opened.server
  person = await server.signUp()
  mine = opened.of(person)
})
afterAll(() => server.close())

describe('without an account', () => {
  it('a template is kept, and is pending', async () => {
    const template = await mine.added({ title: 'Diwali Offer 2026!', type: 'transactional' })
    expect(template).toMatchObject({
      template_name: 'diwali_offer_2026',
      type: 'transactional',
      language: 'en_US',
    })
    expect(template.status).toBeUndefined()
    expect(template.problem).toMatch(/not approved yet.*as soon as an account is connected/)
    const { body } = await server.call(templates.list, { token: person.token })
    expect(body.templates.map(({ title }) => title)).toContain('Diwali Offer 2026!')
  })

  it.each([
    [{ title: '', message: 'Hello' }, ['title']],
    [{ title: 'A', message: ' ' }, ['message']],
    [{ title: ' ', message: '' }, ['title', 'message']],
  ])('title and content are required: %j', async (body, fields) => {
    const answer = await mine.add(body)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe('Title and content are required')
    expect(Object.keys(answer.body.fields ?? {})).toEqual(fields)
  })

  it.each([
    [{ title: 'a'.repeat(101) }, 'title', /101 characters. The limit is 100/],
    [{ message: `Hello ${'a'.repeat(1019)}` }, 'message', /1,025 characters. WhatsApp allows 1,024/],
    [{ message: '{{1}}, your order is on its way to you now' }, 'message', /can't begin with/],
    [{ message: 'Hello {{1}}, your order is here.', samples: { body: {} } }, 'samples.body.1', /sample/],
    [{ header: 'a'.repeat(61) }, 'header', /header has 61 characters/],
    [{ language: 'klingon' }, 'language', /no templates in "klingon"/],
    [{ header: { format: 'IMAGE', media_id: 999_999 } }, 'header', /not found/],
  ])('a broken rule is said at its field: %j', async (body, field, says) => {
    const answer = await mine.add(body)
    expect([400, 422]).toContain(answer.status)
    expect(answer.body.fields?.[field]).toMatch(says)
  })

  it('takes exactly 100 and 1,024 characters', async () => {
    const template = await mine.added({
      title: 'a'.repeat(100),
      message: `Hello ${'ab '.repeat(339)}!`.padEnd(1024, '!'),
    })
    expect(template.title).toHaveLength(100)
    expect(template.message).toHaveLength(1024)
  })

  it('refuses the same words twice, as the provider would', async () => {
    const words = freshText()
    await mine.added(words)
    const answer = await mine.add({ ...words, title: 'Another title' })
    expect(answer.status).toBe(422)
    expect(answer.body.fields?.message).toMatch(/has the same text/)
  })

  it('gives titles of the same words, or of other scripts, names of their own', async () => {
    const [one, two] = [await mine.added({ title: 'Same' }), await mine.added({ title: 'Same' })]
    expect([one.template_name, two.template_name]).toEqual(['same', 'same_2'])
    const hindi = await mine.added({ title: 'दिवाली' })
    expect(hindi.template_name).toMatch(/^template_\d{14}$/)
  })

  it('a predefined one is added by its name, once', async () => {
    const body = { use_predefined: true, template_name: 'order_confirmed', language: 'hi' }
    const answer = await server.call(templates.add, { token: person.token, body })
    expect(answer.body.template).toMatchObject({
      title: 'Order confirmed',
      language: 'hi',
      type: 'transactional',
    })
    const again = await server.call(templates.add, { token: person.token, body })
    expect(again.status).toBe(409)
    const unknown = await server.call(templates.add, {
      token: person.token,
      body: { use_predefined: true, template_name: 'no_such' },
    })
    expect(unknown.status).toBe(400)
  })

  it('is changed and deleted here alone', async () => {
    const { id } = await mine.added()
    const changed = await server.call(templates.change, {
      token: person.token,
      params: { id },
      body: { title: 'New title', message: 'Other words for this one.', type: 'marketing' },
    })
    expect(changed.body.message).toBe('Template updated')
    expect(changed.body.template).toMatchObject({ title: 'New title', message: 'Other words for this one.' })
    const removed = await server.call(templates.remove, { token: person.token, params: { id } })
    expect(removed.body.message).toBe('Template deleted')
    expect((await server.call(templates.get, { token: person.token, params: { id } })).status).toBe(404)
  })

  it('is not written over by an edit of what it was before', async () => {
    const { id, updated_at } = await mine.added()
    const change = (body: object) =>
      server.call(templates.change, { token: person.token, params: { id }, body: body as never })
    const theirs = { title: 'Of a colleague', message: 'We open at eight from now on.' }
    expect((await change({ ...theirs, updated_at })).status).toBe(200)
    for (const mine of [
      { title: 'Mine', message: 'We open at nine.' },
      { ...theirs, title: 'Mine' },
    ]) {
      const refused = await change({ ...mine, updated_at })
      expect(refused.status).toBe(409)
      expect(refused.body).toMatchObject({ code: 'conflict' })
    }
    const { body } = await server.call(templates.get, { token: person.token, params: { id } })
    expect(body.template).toMatchObject(theirs)
    expect((await change({ ...theirs, title: 'Mine', updated_at: body.template.updated_at })).status).toBe(
      200,
    )
  })

  it('has no provider templates and says why', async () => {
    const { body } = await server.call(templates.listMeta, { token: person.token })
    expect(body).toMatchObject({ templates: [], connected: false })
    expect(body.message).toMatch(/Connect a WhatsApp account/)
    const sync = await server.call(templates.sync, { token: person.token, body: undefined } as never)
    expect(sync.status).toBe(422)
  })

  it('is submitted by itself as soon as an account is connected', async () => {
    const other = await server.signUp()
    const body = freshText()
    const { body: first } = await server.call(templates.add, { token: other.token, body })
    await connectSeededAccount(server, other)
    const template = await eventually('the approval', async () => {
      const answer = await server.call(templates.get, {
        token: other.token,
        params: { id: first.template.id },
      })
      return answer.body.template.status === 'approved' && answer.body.template
    })
    expect(template.problem).toBeNull()
    // What the account had before is here too, so that campaigns can pick it.
    const { body: list } = await server.call(templates.list, { token: other.token })
    expect(list.templates.map(({ template_name }) => template_name)).toEqual(
      expect.arrayContaining(['hello_world', 'order_shipped']),
    )
  })
})

describe('what a message costs', () => {
  it('is what the owner entered', async () => {
    const before = await server.call(templates.getRates, { token: person.token })
    expect(before.body.rates).toBeNull()
    const rates = { currency: 'INR', MARKETING: 0.88, TRANSACTIONAL: 0.12, OTP: null }
    await server.call(templates.saveRates, { token: person.token, body: rates })
    expect((await server.call(templates.getRates, { token: person.token })).body.rates).toEqual(rates)
  })
})

describe("another business's template", () => {
  it('is not there', async () => {
    const other = await server.signUp()
    const { id } = await mine.added()
    for (const call of [
      server.call(templates.get, { token: other.token, params: { id } }),
      server.call(templates.usage, { token: other.token, params: { id } }),
      server.call(templates.remove, { token: other.token, params: { id } }),
      server.call(templates.submitAgain, { token: other.token, params: { id } }),
      server.call(templates.change, { token: other.token, params: { id }, body: freshText() }),
    ]) {
      expect((await call).status).toBe(404)
    }
  })
})
