import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { templates } from '#contract/templates.ts'
import { type ConnectedAccount, connectSeededAccount } from '#test/connected.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'

let server: TestServer
let person: Person
let account: ConnectedAccount
beforeAll(async () => {
  server = await openTestServer({ jobs: true, sandbox: { delays: { review: [30, 60], account: [5, 10] } } })
})
afterAll(() => server.close())

const message = 'Hello {{name}}, your parcel has been sent today and reaches you soon.'
let count = 0
/** Words that no other template of this file has. */
const fresh = (): { title: string; message: string } => {
  count += 1
  return {
    title: `Parcel ${count}`,
    message: `${message} Lot ${'abcdefghij'.repeat(count % 3)} ${count} of our shop.`,
  }
}
const add = async (body: object) =>
  await server.call(templates.add, { token: person.token, body: { ...fresh(), ...body } })
const get = async (id: number) => {
  const { body } = await server.call(templates.get, { token: person.token, params: { id } })
  return body.template
}
const approved = (id: number) =>
  eventually('the approval', async () => {
    const template = await get(id)
    return template.status === 'approved' && template
  })
const added = async (body: object = {}) => {
  const answer = await add(body)
  expect(answer.body.message).toBe('Template added')
  return answer.body.template
}

describe('without an account', () => {
  beforeAll(async () => {
    person = await server.signUp()
  })

  it('a template is kept, and is pending', async () => {
    const template = await added({ title: 'Diwali Offer 2026!', type: 'transactional' })
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
    const answer = await add(body)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe('Title and content are required')
    expect(Object.keys(answer.body.fields ?? {})).toEqual(fields)
  })

  it.each([
    [{ title: 'a'.repeat(101) }, 'title', /101 characters; 100 are allowed/],
    [{ message: `Hello ${'a'.repeat(1019)}` }, 'message', /1025 characters; WhatsApp allows 1024/],
    [{ message: '{{1}}, your order is on its way to you now' }, 'message', /cannot begin with/],
    [{ message: 'Hello {{1}}, your order is here.', samples: { body: {} } }, 'samples.body.1', /sample/],
    [{ header: 'a'.repeat(61) }, 'header', /header has 61 characters/],
    [{ language: 'klingon' }, 'language', /no templates in "klingon"/],
    [{ header: { format: 'IMAGE', media_id: 999_999 } }, 'header', /not found/],
  ])('a broken rule is said at its field: %j', async (body, field, says) => {
    const answer = await add(body)
    expect([400, 422]).toContain(answer.status)
    expect(answer.body.fields?.[field]).toMatch(says)
  })

  it('takes exactly 100 and 1,024 characters', async () => {
    const template = await added({
      title: 'a'.repeat(100),
      message: `Hello ${'ab '.repeat(339)}!`.padEnd(1024, '!'),
    })
    expect(template.title).toHaveLength(100)
    expect(template.message).toHaveLength(1024)
  })

  it('refuses the same words twice, as the provider would', async () => {
    const words = fresh()
    await added(words)
    const answer = await add({ ...words, title: 'Another title' })
    expect(answer.status).toBe(422)
    expect(answer.body.fields?.message).toMatch(/has the same words already/)
  })

  it('gives titles of the same words, or of other scripts, names of their own', async () => {
    const [one, two] = [await added({ title: 'Same' }), await added({ title: 'Same' })]
    expect([one.template_name, two.template_name]).toEqual(['same', 'same_2'])
    const hindi = await added({ title: 'दिवाली' })
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
    const { id } = await added()
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

  it('has no provider templates and says why', async () => {
    const { body } = await server.call(templates.listMeta, { token: person.token })
    expect(body).toMatchObject({ templates: [], connected: false })
    expect(body.message).toMatch(/Connect a WhatsApp account/)
    const sync = await server.call(templates.sync, { token: person.token, body: undefined } as never)
    expect(sync.status).toBe(422)
  })

  it('is submitted by itself as soon as an account is connected', async () => {
    const other = await server.signUp()
    const body = fresh()
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

describe('with an account', () => {
  beforeAll(async () => {
    person = await server.signUp()
    account = await connectSeededAccount(server, person)
    await eventually('the first sync', async () => {
      const { body } = await server.call(templates.listMeta, { token: person.token })
      return body.synced_at && body.templates.length > 0
    })
  })

  it('a template goes to WhatsApp and its approval comes back', async () => {
    const template = await added({
      type: 'transactional',
      header: 'Order news',
      footer: 'Thank you',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Where is it?' },
        { type: 'URL', text: 'Track', url: 'https://shop.example/t/{{1}}' },
        { type: 'PHONE_NUMBER', text: 'Call us', phone_number: '+919876543210' },
      ],
    })
    const done = await approved(template.id)
    expect(done).toMatchObject({ problem: null, category: 'TRANSACTIONAL', status_label: 'Approved' })
    expect(done.variables.map(({ key }) => key)).toEqual(['name', 'button.1'])
    const held = server.sandbox.world.templates.byId.get(done.provider_template_id!)!
    expect(held).toMatchObject({ category: 'UTILITY', parameterFormat: 'NAMED', language: 'en_US' })
    expect(held.components.map(({ type }) => type)).toEqual(['HEADER', 'BODY', 'FOOTER', 'BUTTONS'])
    expect(held.components[3]!.buttons).toEqual([
      { type: 'QUICK_REPLY', text: 'Where is it?' },
      {
        type: 'URL',
        text: 'Track',
        url: 'https://shop.example/t/{{1}}',
        example: ['https://shop.example/t/A-1042'],
      },
      { type: 'PHONE_NUMBER', text: 'Call us', phone_number: '+919876543210' },
    ])
  })

  it('a rejection says why and what to change, and saving other words sends it again', async () => {
    const { id } = await added({ title: 'Reject promotional' })
    const rejected = await eventually('the rejection', async () => {
      const template = await get(id)
      return template.status === 'rejected' && template
    })
    expect(rejected.status_reason).toMatch(/takes it for advertising/)
    expect(rejected.status_advice).toMatch(/Send it as MARKETING/)
    expect(rejected.edit).toMatchObject({ allowed: true, left_in_30_days: null })
    const body = {
      title: 'Reject promotional',
      message: 'Hello {{name}}, here are other words for you.',
      type: 'transactional',
    }
    const changed = await server.call(templates.change, {
      token: person.token,
      params: { id },
      body: body as never,
    })
    expect(changed.body.template.status).toBeUndefined()
    expect(server.sandbox.world.templates.byId.get(rejected.provider_template_id!)?.category).toBe('UTILITY')
  })

  it('a one-time code has the words of WhatsApp', async () => {
    const { body } = await server.call(templates.submit, {
      token: person.token,
      body: { template_name: 'door_code', category: 'OTP', body: 'anything', otp: { expires_minutes: 5 } },
    })
    expect(body.message).toBe('Template submitted.')
    const done = await approved(body.template.id)
    expect(done.message).toMatch(/\{\{1\}\}.*verification code/)
    expect(done.otp).toMatchObject({ expires_minutes: 5, security_advice: true })
    expect(done.variables).toMatchObject([{ key: '1', where: 'body', max_length: 15 }])
    const { body: held } = await server.call(templates.listMeta, {
      token: person.token,
      query: { search: 'door_code' },
    })
    expect(held.templates[0]).toMatchObject({ category: 'OTP', footer: 'This code expires in 5 minutes.' })
  })

  it('submitting needs a name and a body', async () => {
    const { status, body } = await server.call(templates.submit, {
      token: person.token,
      body: { body: 'Hello' },
    })
    expect(status).toBe(400)
    expect(body.message).toBe('Template name and body are required.')
    expect(Object.keys(body.fields ?? {})).toEqual(['template_name'])
  })

  it('a refusal shows the words of WhatsApp and adds nothing', async () => {
    const before = await server.call(templates.list, { token: person.token })
    server.sandbox.world.templates.locks.set(`${account.waba_id}/locked_name/en_US`, Date.now() + 86_400_000)
    const { status, body } = await server.call(templates.submit, {
      token: person.token,
      body: { template_name: 'locked_name', body: fresh().message },
    })
    expect(status).toBe(502)
    expect(body.fields?.template_name).toMatch(
      /content can't be added while the existing .* is being deleted/,
    )
    const after = await server.call(templates.list, { token: person.token })
    expect(after.body.total).toBe(before.body.total)
  })

  it('a name that WhatsApp has locked is replaced where it came from a title', async () => {
    server.sandbox.world.templates.locks.set(`${account.waba_id}/summer/en_US`, Date.now() + 86_400_000)
    expect((await added({ title: 'Summer' })).template_name).toBe('summer_2')
  })

  it('an edit goes to WhatsApp, once in 24 hours; a refused one leaves the row as it was', async () => {
    const { id, title } = await added()
    await approved(id)
    const edit = (text: string) =>
      server.call(templates.change, { token: person.token, params: { id }, body: { title, message: text } })
    const words = `${fresh().message} Changed.`
    expect((await edit(words)).body.template.status).toBeUndefined()
    const done = await approved(id)
    expect(done.message).toBe(words)
    expect(done.edit).toMatchObject({ allowed: false, left_in_30_days: 9 })
    const second = await edit(`${words} Again.`)
    expect(second.status).toBe(409)
    expect(second.body.message).toMatch(/once in 24 hours/)
    // The provider's own refusal, where it counts differently from us.
    await server.app.db
      .updateTable('provider_templates')
      .set({ edited_at: [] })
      .where('id', '=', done.provider_template_id!)
      .execute()
    const refused = await edit(`${words} Again.`)
    expect(refused.status).toBe(502)
    expect(refused.body.message).toMatch(/limit of one edit in 24 hours/)
    expect((await get(id)).message).toBe(words)
    // A new title is nobody else's business.
    const renamed = await server.call(templates.change, {
      token: person.token,
      params: { id },
      body: { title: 'Renamed', message: words },
    })
    expect(renamed.body.template).toMatchObject({ title: 'Renamed', status: 'approved' })
  })

  it('the category of an approved template stays', async () => {
    const { id, title, message: text } = await added({ type: 'marketing' })
    await approved(id)
    const { status, body } = await server.call(templates.change, {
      token: person.token,
      params: { id },
      body: { title, message: text, type: 'transactional' },
    })
    expect(status).toBe(422)
    expect(body.fields?.type).toMatch(/does not let the category/)
  })

  it('is not changed while it is being reviewed', async () => {
    const { id, title } = await added({ title: 'Stays pending' })
    const { status, body } = await server.call(templates.change, {
      token: person.token,
      params: { id },
      body: { title, message: 'Some other words for it.' },
    })
    expect(status).toBe(409)
    expect(body.message).toMatch(/is reviewing it/)
  })

  it('deleting deletes at WhatsApp too; a refused deletion leaves both', async () => {
    const one = await added()
    const { provider_template_id } = await approved(one.id)
    await server.call(templates.remove, { token: person.token, params: { id: one.id } })
    expect(server.sandbox.world.templates.byId.has(provider_template_id!)).toBe(false)

    const other = await approved((await added()).id)
    server.sandbox.templateEvent({ id: other.provider_template_id!, event: 'DISABLE' })
    await eventually('the end of it', async () => (await get(other.id)).status === 'disabled')
    const refused = await server.call(templates.removeMeta, {
      token: person.token,
      params: { id: other.provider_template_id! },
    })
    expect(refused.status).toBe(502)
    expect(refused.body.message).toMatch(/disabled message template can't be deleted/)
    expect((await get(other.id)).status).toBe('disabled')
  })

  it.each([
    ['PAUSE', 'paused', /paused it because people blocked/],
    ['DISABLE', 'disabled', /switched it off for good/],
  ] as const)('follows %s', async (event, status, says) => {
    const { id } = await added()
    const { provider_template_id } = await approved(id)
    server.sandbox.templateEvent({ id: provider_template_id!, event })
    const template = await eventually(event, async () => {
      const now = await get(id)
      return now.status === status && now
    })
    expect(template.problem).toMatch(says)
  })

  it('tells of a category before and after WhatsApp changes it', async () => {
    const { id } = await added({ type: 'transactional' })
    const { provider_template_id } = await approved(id)
    server.sandbox.templateEvent({ id: provider_template_id!, event: 'CATEGORY_SOON', category: 'MARKETING' })
    const warned = await eventually('the warning', async () => (await get(id)).category_change)
    expect(warned).toMatchObject({ from: 'TRANSACTIONAL', to: 'MARKETING', done: false })
    server.sandbox.templateEvent({ id: provider_template_id!, event: 'CATEGORY', category: 'MARKETING' })
    const done = await eventually('the change', async () => {
      const { category, category_change } = await get(id)
      return category === 'MARKETING' && category_change
    })
    expect(done).toMatchObject({ from: 'TRANSACTIONAL', to: 'MARKETING', done: true })
  })

  it('says so when a template was approved as another category', async () => {
    const { id } = await added({ title: 'Turns marketing', type: 'transactional' })
    const { category, category_change } = await approved(id)
    expect(category).toBe('MARKETING')
    expect(category_change).toMatchObject({ from: 'TRANSACTIONAL', to: 'MARKETING', done: true })
  })

  it('finds by comparing what no webhook told', async () => {
    const { id } = await added()
    const { provider_template_id } = await approved(id)
    const held = server.sandbox.world.templates.byId.get(provider_template_id!)!
    const body = held.components.find(({ type }) => type === 'BODY')!
    body.text = 'Hello {{name}}, these words were changed in WhatsApp Manager.'
    held.status = 'PAUSED'
    server.sandbox.world.templates.remove(
      server.sandbox.world.templates.of(account.waba_id).find(({ name }) => name === 'hello_world')!,
    )
    const { body: counts } = await server.call(templates.sync, { token: person.token } as never)
    expect(counts).toMatchObject({ removed: 1 })
    expect(counts.changed).toBeGreaterThanOrEqual(1)
    expect(await get(id)).toMatchObject({ status: 'paused', message: body.text })
    const { body: list } = await server.call(templates.list, {
      token: person.token,
      query: { status: 'deleted' },
    })
    expect(list.templates.map(({ template_name }) => template_name)).toEqual(['hello_world'])
  })

  it('is submitted later when WhatsApp cannot be reached, exactly once', async () => {
    const words = fresh()
    const meta = server.app.meta.templates
    const create = meta.create
    // The answer of the first attempt is lost on its way back.
    meta.create = async (...given) => {
      meta.create = create
      await create(...given)
      const { transportError } = await import('#server/providers/meta/meta-error.ts')
      throw transportError('silent', { delivery: 'unknown', message: 'the answer is lost' })
    }
    const { status, body } = await server.call(templates.add, { token: person.token, body: words })
    expect(status).toBe(200)
    expect(body.message).toMatch(/is saved\. WhatsApp did not answer in time/)
    expect(body.template.status_label).toBe('Not submitted')
    const { submitInBackground } = await import('./submit.ts')
    await submitInBackground(server.app, person.businessId, body.template.id)
    const done = await approved(body.template.id)
    const held = server.sandbox.world.templates.of(account.waba_id)
    expect(held.filter(({ name }) => name.startsWith(done.template_name))).toHaveLength(1)
  })
})

describe('a file for the header', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const upload = async (name: string, type: string, content: Buffer) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)], { type }), name)
    const answer = await fetch(`${server.url}${templates.uploadMedia.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}` },
      body: form,
    })
    return {
      status: answer.status,
      body: (await answer.json()) as { media: { id: number; kind: string }; message?: string },
    }
  }

  it('is kept once, shown again, and goes to WhatsApp with the template', async () => {
    const first = await upload('shop.png', 'image/png', png)
    expect(first.body.media).toMatchObject({ kind: 'IMAGE', mime_type: 'image/png', bytes: png.length })
    const second = await upload('again.png', 'image/png', png)
    expect(second.body.media.id).toBe(first.body.media.id)
    const shown = await server.http.inject({
      method: 'GET',
      url: templates.getMedia.path.replace('{id}', String(first.body.media.id)),
      headers: { authorization: `Bearer ${person.token}` },
    })
    expect(shown.rawPayload.equals(png)).toBe(true)
    const { id } = await added({ header: { format: 'IMAGE', media_id: first.body.media.id } })
    const done = await approved(id)
    expect(done.problem).toBeNull()
    const held = server.sandbox.world.templates.byId.get(done.provider_template_id!)!
    expect(held.components[0]).toMatchObject({ type: 'HEADER', format: 'IMAGE' })
    expect(JSON.stringify(held.components[0])).toMatch(/\d+::/)

    const { getSendable, headerMediaFor } = await import('./templates.ts')
    const sendable = await getSendable(server.app, person.businessId, id)
    const sender = { phone_number_id: account.phone_number_id, token: account.token }
    const media = await headerMediaFor(server.app, person.businessId, sendable, sender)
    expect(media).toMatchObject({ id: expect.stringMatching(/^\d+$/) })
    expect(await headerMediaFor(server.app, person.businessId, sendable, sender)).toEqual(media)
  })

  it.each([
    [
      'words.txt',
      'image/png',
      Buffer.from('only words'),
      415,
      /does not take this kind of file.*JPEG or PNG/,
    ],
    ['large.png', 'image/png', Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]), 413, /too large.*5 MB/],
  ])('%s is refused', async (name, type, content, status, says) => {
    const answer = await upload(name, type, content)
    expect(answer.status).toBe(status)
    expect(answer.body.message).toMatch(says)
  })

  it('of another kind than the header is refused', async () => {
    const { body } = await upload('shop.png', 'image/png', png)
    const answer = await add({ header: { format: 'VIDEO', media_id: body.media.id } })
    expect(answer.status).toBe(400)
    expect(answer.body.fields?.header).toMatch(/not a video/)
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
    const { id } = await added()
    for (const call of [
      server.call(templates.get, { token: other.token, params: { id } }),
      server.call(templates.usage, { token: other.token, params: { id } }),
      server.call(templates.remove, { token: other.token, params: { id } }),
      server.call(templates.submitAgain, { token: other.token, params: { id } }),
      server.call(templates.change, { token: other.token, params: { id }, body: fresh() }),
    ]) {
      expect((await call).status).toBe(404)
    }
  })
})
