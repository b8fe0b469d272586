import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveFacts, type MetaFacts } from '#test/meta-facts/derive.ts'
import { buildTemplateComponents } from './calls/message-payload.ts'
import { templateMessageBody } from './calls/messages.ts'
import { MetaError } from './errors/meta-error.ts'
import { isObject } from './graph/graph-json.ts'
import { json, type Loopback, serveHttp } from './loopback-servers.ts'
import { createMeta, type Meta } from './meta.ts'
import { readWebhook } from './webhooks/webhook-events.ts'

/**
 * Our requests and our reading of answers against the facts of Meta's OpenAPI file in `test/meta-facts/facts.json`.
 * Where the file is beside the checkout, the two are compared; `UPDATE_META_FACTS=yes` rewrites the facts.
 */
const root = resolve(import.meta.dirname, '../../../..')
const file = resolve(root, '..', 'shared', 'facts', 'business-messaging-api_v23.0.yaml')
const table = resolve(root, 'test', 'meta-facts', 'facts.json')

const number = '/{Version}/{Phone-Number-ID}'
const waba = '/{Version}/{WABA-ID}'
const business = '/{Version}/{Business-ID}'

type Case = {
  /** As the file names it. */
  operation: readonly ['get' | 'post' | 'delete', string]
  /** Where the file has only a sketch of the answer. */
  unlike?: string[]
  call: (meta: Meta) => Promise<unknown>
}

const components = [{ type: 'BODY', text: 'Hi {{1}}.', example: { body_text: [['Asha']] } }]

/** Our calls that are in the file. */
const cases: Record<string, Case> = {
  sendTemplate: {
    operation: ['post', `${number}/messages`],
    unlike: ['Send typing indicator and read receipt'],
    call: (meta) =>
      meta.sendTemplate('t', '1', {
        to: '+16505551234',
        name: 'order_update',
        language: 'en_US',
        components: [{ type: 'body', parameters: [{ type: 'text', text: 'Asha' }] }],
        callbackData: 'msg_42',
      }),
  },
  'sendMessage with text': {
    operation: ['post', `${number}/messages`],
    unlike: ['Send typing indicator and read receipt'],
    call: (meta) => meta.sendMessage('t', '1', { to: '+16505551234', type: 'text', text: { body: 'Hello' } }),
  },
  'templates.list': {
    operation: ['get', `${waba}/message_templates`],
    call: (meta) => all(meta.templates.list('t', '1', { name: 'a', status: 'APPROVED' })),
  },
  'templates.create': {
    operation: ['post', `${waba}/message_templates`],
    call: (meta) =>
      meta.templates.create('t', '1', { name: 'a', language: 'en_US', category: 'MARKETING', components }),
  },
  'templates.delete': {
    operation: ['delete', `${waba}/message_templates`],
    call: (meta) => meta.templates.delete('t', '1', { name: 'a', templateId: '2' }),
  },
  'templates.get': {
    operation: ['get', '/{Version}/{TEMPLATE_ID}'],
    call: (meta) => meta.templates.get('t', '1'),
  },
  'templates.edit': {
    operation: ['post', '/{Version}/{TEMPLATE_ID}'],
    call: (meta) => meta.templates.edit('t', '1', { components }),
  },
  'phoneNumbers.list': {
    operation: ['get', `${waba}/phone_numbers`],
    call: (meta) => meta.phoneNumbers.list('t', '1'),
  },
  'phoneNumbers.register': {
    operation: ['post', `${number}/register`],
    call: (meta) => meta.phoneNumbers.register('t', '1', { pin: '123456', dataLocalizationRegion: 'IN' }),
  },
  'phoneNumbers.requestCode': {
    operation: ['post', `${number}/request_code`],
    call: (meta) => meta.phoneNumbers.requestCode('t', '1', { method: 'SMS', language: 'en_US' }),
  },
  'phoneNumbers.verifyCode': {
    operation: ['post', `${number}/verify_code`],
    call: (meta) => meta.phoneNumbers.verifyCode('t', '1', '123-456'),
  },
  'waba.get': { operation: ['get', waba], call: (meta) => meta.waba.get('t', '1') },
  'waba.health': { operation: ['get', waba], call: (meta) => meta.waba.health('t', '1') },
  'waba.ownedBy': {
    operation: ['get', `${business}/owned_whatsapp_business_accounts`],
    call: (meta) => meta.waba.ownedBy('t', '1'),
  },
  'waba.clientsOf': {
    operation: ['get', `${business}/client_whatsapp_business_accounts`],
    call: (meta) => meta.waba.clientsOf('t', '1'),
  },
  'subscribedApps.list': {
    operation: ['get', `${waba}/subscribed_apps`],
    call: (meta) => meta.subscribedApps.list('t', '1'),
  },
  'subscribedApps.subscribe': {
    operation: ['post', `${waba}/subscribed_apps`],
    call: (meta) => meta.subscribedApps.subscribe('t', '1'),
  },
  'subscribedApps.subscribe with an override': {
    operation: ['post', `${waba}/subscribed_apps`],
    call: (meta) =>
      meta.subscribedApps.subscribe('t', '1', { callbackUrl: 'https://x.example', verifyToken: 'v' }),
  },
  'subscribedApps.unsubscribe': {
    operation: ['delete', `${waba}/subscribed_apps`],
    call: (meta) => meta.subscribedApps.unsubscribe('t', '1'),
  },
  'media.upload': {
    operation: ['post', `${number}/media`],
    call: (meta) =>
      meta.media.upload('t', '1', { name: 'a.png', mimeType: 'image/png', content: Buffer.from('png') }),
  },
  'media.address': {
    operation: ['get', '/{Version}/{Media-ID}'],
    call: (meta) => meta.media.address('t', '1', '2'),
  },
  'media.delete': {
    operation: ['delete', '/{Version}/{Media-ID}'],
    call: (meta) => meta.media.delete('t', '1'),
  },
}

const operations = [...new Set(Object.values(cases).map(({ operation }) => operation.join(' ')))]
if (existsSync(file)) {
  const derived = deriveFacts(readFileSync(file, 'utf8'), operations)
  if (process.env.UPDATE_META_FACTS === 'yes') writeFileSync(table, `${JSON.stringify(derived, null, 1)}\n`)
  it("are what Meta's OpenAPI file says", () => expect(facts).toEqual(derived))
}
const facts = JSON.parse(readFileSync(table, 'utf8')) as MetaFacts

describe("the facts of Meta's OpenAPI file", () => {
  let ajv: Ajv2020
  let server: Loopback
  let meta: Meta
  let next: { status: number; body: unknown } = { status: 200, body: {} }

  beforeAll(async () => {
    ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    ajv.addSchema(facts, 'facts')
    server = await serveHttp((_request, response) => json(response, next.status, next.body))
    meta = createMeta({ graphUrl: server.url, version: 'v23.0', appId: '1', appSecret: 'secret' })
  })

  afterAll(async () => {
    await meta.close()
    await server.close()
  })

  const validator = (...path: string[]): ValidateFunction => {
    const pointer = path.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))
    return ajv.compile({ $ref: `facts#/${pointer.join('/')}` })
  }
  const factsOf = ({ operation }: Case) => {
    const found = facts.operations[operation.join(' ')]
    if (!found) throw new Error(`the table has no ${operation.join(' ')}`)
    return found
  }

  it.each(Object.entries(cases))(
    '%s sends what they describe and reads every answer they show',
    async (_name, one) => {
      const [method, path] = one.operation
      const { body, answers } = factsOf(one)
      const successes = answers.filter(({ status, name }) => status === 200 && !one.unlike?.includes(name))
      const usable = successes.length > 0 ? successes : [{ name: 'plain success', value: { success: true } }]
      for (const { name, value } of usable) {
        server.received.length = 0
        next = { status: 200, body: value }
        await one.call(meta).catch((error: unknown) => {
          throw new Error(`the answer “${name}” was not read: ${String(error)}`)
        })
        const [request] = server.received
        expect(request?.method.toLowerCase()).toBe(method)
        const form = path.replace(/\{[^}]+\}/g, (part) => (part === '{Version}' ? 'v23[.]0' : '[0-9]+'))
        expect(request?.url.split('?')[0]).toMatch(new RegExp(`^${form}$`))
        if (!body || request?.headers['content-type'] !== 'application/json') continue
        const validate = validator('operations', one.operation.join(' '), 'body')
        expect(validate(JSON.parse(request.body)), JSON.stringify(validate.errors)).toBe(true)
      }
    },
  )

  it.each(Object.entries(cases))('%s reads every refusal they show', async (_name, one) => {
    const refusals = factsOf(one).answers.filter(({ status }) => status >= 400 && status <= 500)
    for (const { status, name, value } of refusals) {
      next = { status, body: value }
      const error: unknown = await one.call(meta).catch((thrown: unknown) => thrown)
      if (!(error instanceof MetaError)) throw new Error(`“${name}” was not taken as a failure`)
      const code = isObject(value) && isObject(value.error) ? value.error.code : undefined
      expect(error).toMatchObject({ delivery: 'refused', code, httpStatus: status })
    }
  })

  it('finds our template messages as they should be', () => {
    const validate = validator('schemas', 'TemplateMessage')
    const built = [
      buildTemplateComponents(
        {
          components: [
            { type: 'HEADER', format: 'IMAGE' },
            { type: 'BODY', text: 'Hi {{1}}, {{2}}.' },
            {
              type: 'BUTTONS',
              buttons: [
                { type: 'QUICK_REPLY', text: 'No' },
                { type: 'URL', text: 'Go', url: 'https://x.example/{{1}}' },
                { type: 'COPY_CODE', text: 'Copy' },
              ],
            },
          ],
        },
        {
          headerMedia: { link: 'https://x.example/a.png' },
          body: { 1: 'Asha', 2: 'A-17' },
          buttons: { 0: 'no', 1: '17', 2: 'SAVE20' },
        },
      ),
      buildTemplateComponents({ category: 'AUTHENTICATION', components: [] }, { code: '123456' }),
      [],
    ]
    for (const list of built) {
      const message = templateMessageBody({
        to: '+16505551234',
        name: 'x',
        language: 'en_US',
        components: list,
        callbackData: 'msg_42',
      })
      expect(validate(message), JSON.stringify(validate.errors)).toBe(true)
    }
    // The check is one: it does find something wrong.
    expect(validate({ messaging_product: 'whatsapp', to: '+1', type: 'template' })).toBe(false)
  })

  it('show no webhook that we do not know', () => {
    const examples = Object.entries(facts.webhooks)
    expect(examples.length).toBeGreaterThan(10)
    for (const [name, example] of examples) {
      // Groups are not used here: they come out whole, as unknown.
      if (name.startsWith('Group')) continue
      const events = readWebhook(example)
      expect(events, name).not.toEqual([])
      for (const event of events) {
        expect(event.kind, name).toBe('message')
        if (event.kind === 'message') expect(event.content.type, name).not.toBe('other')
      }
    }
  })
})

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}
