import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messages } from '#contract/messages.ts'
import { templates } from '#contract/templates.ts'
import type { ConnectedAccount } from '#test/connected.ts'
import { eventually, type Person, quiet, type TestServer } from '#test/server.ts'
import {
  freshText,
  openConnectedTemplates,
  type TemplateCalls,
  withoutReviews,
} from '../templates.fixture.ts'

let server: TestServer
let person: Person
let account: ConnectedAccount
let mine: TemplateCalls
beforeAll(async () => {
  ;({ server, person, account, mine } = await openConnectedTemplates())
})
afterAll(() => server.close())

describe('with an account', () => {
  it('a template goes to WhatsApp and its approval comes back', async () => {
    const template = await mine.added({
      type: 'transactional',
      header: 'Order news',
      footer: 'Thank you',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Where is it?' },
        { type: 'URL', text: 'Track', url: 'https://shop.example/t/{{1}}' },
        { type: 'PHONE_NUMBER', text: 'Call us', phone_number: '+919876543210' },
      ],
    })
    const done = await mine.approved(template.id)
    expect(done).toMatchObject({ problem: null, category: 'TRANSACTIONAL', status_label: 'Approved' })
    expect(done.variables.map(({ key }) => key)).toEqual(['name', 'button.1'])
    const remote = server.sandbox.world.templates.byId.get(done.provider_template_id!)!
    expect(remote).toMatchObject({ category: 'UTILITY', parameterFormat: 'NAMED', language: 'en_US' })
    expect(remote.components.map(({ type }) => type)).toEqual(['HEADER', 'BODY', 'FOOTER', 'BUTTONS'])
    expect(remote.components[3]!.buttons).toEqual([
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
    const { id } = await mine.added({ title: 'Reject promotional' })
    const rejected = await eventually('the rejection', async () => {
      const template = await mine.get(id)
      return template.status === 'rejected' && template
    })
    expect(rejected.status_reason).toMatch(/it is advertising/)
    expect(rejected.status_advice).toMatch(/Send it as MARKETING/)
    expect(rejected.edit).toMatchObject({ allowed: true, left_in_30_days: null })
    const body = {
      title: 'Reject promotional',
      message: 'Hello {{name}}, here are other words for you.',
      type: 'transactional',
    }
    await withoutReviews(server, async () => {
      const changed = await server.call(templates.change, {
        token: person.token,
        params: { id },
        body: body as never,
      })
      expect(changed.body.template.status).toBeUndefined()
    })
    expect(server.sandbox.world.templates.byId.get(rejected.provider_template_id!)?.category).toBe('UTILITY')
  })

  it('a one-time code has the words of WhatsApp', async () => {
    const { body } = await server.call(templates.submit, {
      token: person.token,
      body: { template_name: 'door_code', category: 'OTP', body: 'anything', otp: { expires_minutes: 5 } },
    })
    expect(body.message).toBe('Template submitted.')
    const done = await mine.approved(body.template.id)
    expect(done.message).toMatch(/\{\{1\}\}.*verification code/)
    expect(done.otp).toMatchObject({ expires_minutes: 5, security_advice: true })
    expect(done.variables).toMatchObject([{ key: '1', where: 'body', max_length: 15 }])
    const { body: remote } = await server.call(templates.listMeta, {
      token: person.token,
      query: { search: 'door_code' },
    })
    expect(remote.templates[0]).toMatchObject({ category: 'OTP', footer: 'This code expires in 5 minutes.' })
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
      body: { template_name: 'locked_name', body: freshText().message },
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
    expect((await mine.added({ title: 'Summer' })).template_name).toBe('summer_2')
  })

  it('an edit goes to WhatsApp, once in 24 hours; a refused one leaves the row as it was', async () => {
    const { id, title } = await mine.added()
    await mine.approved(id)
    const edit = (text: string) =>
      server.call(templates.change, { token: person.token, params: { id }, body: { title, message: text } })
    const words = `${freshText().message} Changed.`
    await withoutReviews(server, async () => {
      expect((await edit(words)).body.template.status).toBeUndefined()
    })
    const { provider_template_id: edited } = await mine.get(id)
    server.sandbox.templateEvent({ id: edited!, event: 'APPROVE' })
    const done = await mine.approved(id)
    expect(done.message).toBe(words)
    expect(done.edit).toMatchObject({ allowed: false, left_in_30_days: 9 })
    const second = await edit(`${words} Again.`)
    expect(second.status).toBe(409)
    expect(second.body.message).toMatch(/last 24 hours/)
    // The provider's own refusal, where it counts differently from us.
    await server.app.db
      .updateTable('provider_templates')
      .set({ edited_at: [] })
      .where('id', '=', done.provider_template_id!)
      .execute()
    const refused = await edit(`${words} Again.`)
    expect(refused.status).toBe(502)
    expect(refused.body.message).toMatch(/limit of one edit in 24 hours/)
    expect((await mine.get(id)).message).toBe(words)
    // A new title is nobody else's business.
    const renamed = await server.call(templates.change, {
      token: person.token,
      params: { id },
      body: { title: 'Renamed', message: words },
    })
    expect(renamed.body.template).toMatchObject({ title: 'Renamed', status: 'approved' })
  })

  it('the category of an approved template stays', async () => {
    const { id, title, message: text } = await mine.added({ type: 'marketing' })
    await mine.approved(id)
    const { status, body } = await server.call(templates.change, {
      token: person.token,
      params: { id },
      body: { title, message: text, type: 'transactional' },
    })
    expect(status).toBe(422)
    expect(body.fields?.type).toMatch(/doesn't let you change the category/)
  })

  it('is not changed while it is being reviewed', async () => {
    const { id, title } = await mine.added({ title: 'Stays pending' })
    const { status, body } = await server.call(templates.change, {
      token: person.token,
      params: { id },
      body: { title, message: 'Some other words for it.' },
    })
    expect(status).toBe(409)
    expect(body.message).toMatch(/is reviewing it/)
  })

  it('deleting deletes at WhatsApp too; a refused deletion leaves both', async () => {
    const one = await mine.added()
    const { provider_template_id } = await mine.approved(one.id)
    await server.call(templates.remove, { token: person.token, params: { id: one.id } })
    expect(server.sandbox.world.templates.byId.has(provider_template_id!)).toBe(false)

    const other = await mine.approved((await mine.added()).id)
    server.sandbox.templateEvent({ id: other.provider_template_id!, event: 'DISABLE' })
    await eventually('the end of it', async () => (await mine.get(other.id)).status === 'disabled')
    const refused = await server.call(templates.removeMeta, {
      token: person.token,
      params: { id: other.provider_template_id! },
    })
    expect(refused.status).toBe(502)
    expect(refused.body.message).toMatch(/disabled message template can't be deleted/)
    expect((await mine.get(other.id)).status).toBe('disabled')
  })

  it.each([
    ['PAUSE', 'paused', /paused it because people blocked/],
    ['DISABLE', 'disabled', /disabled it for good/],
  ] as const)('follows %s', async (event, status, says) => {
    const { id } = await mine.added()
    const { provider_template_id } = await mine.approved(id)
    server.sandbox.templateEvent({ id: provider_template_id!, event })
    const template = await eventually(event, async () => {
      const now = await mine.get(id)
      return now.status === status && now
    })
    expect(template.problem).toMatch(says)
  })

  it('tells of a category before and after WhatsApp changes it', async () => {
    const { id } = await mine.added({ type: 'transactional' })
    const { provider_template_id } = await mine.approved(id)
    server.sandbox.templateEvent({ id: provider_template_id!, event: 'CATEGORY_SOON', category: 'MARKETING' })
    const warned = await eventually('the warning', async () => (await mine.get(id)).category_change)
    expect(warned).toMatchObject({ from: 'TRANSACTIONAL', to: 'MARKETING', done: false })
    server.sandbox.templateEvent({ id: provider_template_id!, event: 'CATEGORY', category: 'MARKETING' })
    const done = await eventually('the change', async () => {
      const { category, category_change } = await mine.get(id)
      return category === 'MARKETING' && category_change
    })
    expect(done).toMatchObject({ from: 'TRANSACTIONAL', to: 'MARKETING', done: true })
  })

  it('tells what WhatsApp takes its words for', async () => {
    const { id } = await mine.added({ type: 'transactional' })
    const { provider_template_id } = await mine.approved(id)
    server.sandbox.templateEvent({ id: provider_template_id!, event: 'DETECT', category: 'MARKETING' })
    const reason = await eventually('the warning', async () => {
      const { status_reason } = await mine.get(id)
      return status_reason?.includes('WhatsApp says') && status_reason
    })
    expect(reason).toContain('WhatsApp says that its text fits MARKETING, not TRANSACTIONAL.')
    // The warning is stored as a code: each reader gets it in their language.
    const answer = await server.http.inject({
      url: `/marketing/api/templates/${id}`,
      headers: { authorization: `Bearer ${person.token}`, 'accept-language': 'pt-BR' },
    })
    expect(answer.json().template).toMatchObject({
      status_label: 'Aprovado',
      status_reason: expect.stringContaining('O WhatsApp diz que o texto corresponde a MARKETING'),
      submission: 'submitted',
    })
  })

  it('templates that WhatsApp made by itself are shown apart, and no campaign offers them', async () => {
    const { id } = await mine.added({ type: 'transactional' })
    const { provider_template_id } = await mine.approved(id)
    const remote = server.sandbox.world.templates.byId.get(provider_template_id!)!
    const made = {
      ...remote,
      id: `${remote.id}9`,
      name: 'auto_generated_1',
      source: 'AUTO_GENERATED' as const,
    }
    server.sandbox.world.templates.add(made)
    await server.call(templates.sync, { token: person.token })
    const list = await eventually('the template', async () => {
      const { body } = await server.call(templates.listMeta, { token: person.token })
      return body.templates.some(({ id: one }) => one === made.id) && body.templates
    })
    expect(list.find(({ id: one }) => one === made.id)).toMatchObject({
      auto_generated: true,
      local_id: null,
    })
    expect(list.find(({ id: one }) => one === remote.id)?.auto_generated).toBe(false)
    const removed = await server.call(templates.removeMeta, { token: person.token, params: { id: made.id } })
    expect(removed.body.message).toContain('Direct Send templates cannot be deleted.')
  })

  it('says so when a template was approved as another category', async () => {
    const { id } = await mine.added({ title: 'Turns marketing', type: 'transactional' })
    const { category, category_change } = await mine.approved(id)
    expect(category).toBe('MARKETING')
    expect(category_change).toMatchObject({ from: 'TRANSACTIONAL', to: 'MARKETING', done: true })
  })

  it('finds by comparing what no webhook told', async () => {
    const { id } = await mine.added()
    const { provider_template_id } = await mine.approved(id)
    await quiet(server)
    const remote = server.sandbox.world.templates.byId.get(provider_template_id!)!
    const body = remote.components.find(({ type }) => type === 'BODY')!
    body.text = 'Hello {{name}}, these words were changed in WhatsApp Manager.'
    remote.status = 'PAUSED'
    server.sandbox.world.templates.remove(
      server.sandbox.world.templates.of(account.waba_id).find(({ name }) => name === 'hello_world')!,
    )
    const { body: counts } = await server.call(templates.sync, { token: person.token } as never)
    expect(counts).toMatchObject({ removed: 1 })
    expect(counts.changed).toBeGreaterThanOrEqual(1)
    expect(await mine.get(id)).toMatchObject({ status: 'paused', message: body.text })
    const { body: list } = await server.call(templates.list, {
      token: person.token,
      query: { status: 'deleted' },
    })
    expect(list.templates.map(({ template_name }) => template_name)).toEqual(['hello_world'])
  })

  it('is submitted later when WhatsApp cannot be reached, exactly once', async () => {
    const words = freshText()
    const meta = server.app.meta.templates
    const create = meta.create
    // The answer of the first attempt is lost on its way back.
    meta.create = async (...given) => {
      meta.create = create
      await create(...given)
      const { transportError } = await import('#server/providers/meta/errors/meta-error.ts')
      throw transportError('silent', { delivery: 'unknown', message: 'the answer is lost' })
    }
    const { status, body } = await server.call(templates.add, { token: person.token, body: words })
    expect(status).toBe(200)
    expect(body.message).toMatch(/is saved\. WhatsApp did not answer in time/)
    expect(body.template.status_label).toBe('Not submitted')
    const { submitInBackground } = await import('./submit.ts')
    await submitInBackground(server.app, person.businessId, body.template.id)
    const done = await mine.approved(body.template.id)
    const remote = server.sandbox.world.templates.of(account.waba_id)
    expect(remote.filter(({ name }) => name.startsWith(done.template_name))).toHaveLength(1)
  })

  it('is submitted once by two submissions at the same time', async () => {
    const words = freshText()
    const { body } = await server.call(templates.add, { token: person.token, body: words })
    const { template_name } = body.template
    const again = await Promise.all(
      [1, 2, 3].map(() =>
        server.call(templates.submitAgain, { token: person.token, params: { id: body.template.id } }),
      ),
    )
    expect(again.map(({ status }) => status)).toEqual([409, 409, 409])
    const remote = server.sandbox.world.templates.of(account.waba_id)
    expect(remote.filter(({ name }) => name === template_name)).toHaveLength(1)
  })

  it('goes on when WhatsApp is asked, where its pacing paused it', async () => {
    const { id } = await mine.added()
    const { provider_template_id } = await mine.approved(id)
    const ask = () => server.call(templates.unpause, { token: person.token, params: { id } })
    expect((await ask()).body.message).toBe('This template is not paused.')
    server.sandbox.templateEvent({ id: provider_template_id!, event: 'PAUSE' })
    await mine.withStatus(id, 'paused')
    const refused = await ask()
    expect(refused.status).toBe(409)
    expect(refused.body.message).toMatch(/ends automatically/)
    server.sandbox.templateEvent({ id: provider_template_id!, event: 'UNPAUSE' })
    await mine.approved(id)
    server.sandbox.templateEvent({ id: provider_template_id!, event: 'PACING_PAUSE' })
    await mine.withStatus(id, 'paused')
    expect((await ask()).body.template.status).toBe('approved')
  })

  it('counts what became of its messages', async () => {
    const { id, template_name } = await mine.approved((await mine.added()).id)
    await server.call(messages.send, {
      token: person.token,
      body: { to: '+919876543210', template_name, language: 'en_US', parameters: ['Asha'] },
    })
    const usage = await eventually('the delivery', async () => {
      const { body } = await server.call(templates.usage, { token: person.token, params: { id } })
      // The price comes with a status of its own time.
      return body.usage.delivery_rate === 1 && body.usage.billed.length > 0 && body.usage
    })
    expect(usage.outcomes.total).toBe(1)
    expect(usage.campaign_count).toBe(0)
    expect(usage.billed).toEqual([{ category: 'MARKETING', messages: 1, free: 0 }])
  })
})
