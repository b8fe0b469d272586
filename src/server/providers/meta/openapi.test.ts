import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { isObject, type Json } from './graph-json.ts'
import { json, type Loopback, serveHttp } from './loopback-servers.ts'
import { buildTemplateComponents } from './message-payload.ts'
import { templateMessageBody } from './messages.ts'
import { createMeta, type Meta } from './meta.ts'
import { MetaError } from './meta-error.ts'
import { readWebhook } from './webhook-events.ts'

/**
 * Our requests and our reading of answers against Meta's own OpenAPI file, wherever that covers them. The file
 * is Meta's and no part of this repository: it is looked for beside the checkout.
 */
const root = resolve(import.meta.dirname, '../../../..')
const file = resolve(root, '..', 'shared', 'facts', 'business-messaging-api_v23.0.yaml')
const present = existsSync(file)

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

/** Every call of ours that the file knows. */
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
  'phoneNumbers.get': { operation: ['get', number], call: (meta) => meta.phoneNumbers.get('t', '1') },
  'phoneNumbers.health': { operation: ['get', number], call: (meta) => meta.phoneNumbers.health('t', '1') },
  'phoneNumbers.add': {
    operation: ['post', `${waba}/phone_numbers`],
    call: (meta) =>
      meta.phoneNumbers.add('t', '1', {
        countryCode: '+1',
        phoneNumber: '650 555-1234',
        verifiedName: 'Shop',
      }),
  },
  'phoneNumbers.register': {
    operation: ['post', `${number}/register`],
    call: (meta) => meta.phoneNumbers.register('t', '1', { pin: '123456', dataLocalizationRegion: 'IN' }),
  },
  'phoneNumbers.deregister': {
    operation: ['post', `${number}/deregister`],
    call: (meta) => meta.phoneNumbers.deregister('t', '1'),
  },
  'phoneNumbers.requestCode': {
    operation: ['post', `${number}/request_code`],
    call: (meta) => meta.phoneNumbers.requestCode('t', '1', { method: 'SMS', language: 'en_US' }),
  },
  'phoneNumbers.verifyCode': {
    operation: ['post', `${number}/verify_code`],
    call: (meta) => meta.phoneNumbers.verifyCode('t', '1', '123-456'),
  },
  'phoneNumbers.setPin': {
    operation: ['post', number],
    unlike: ['message_sent'],
    call: (meta) => meta.phoneNumbers.setPin('t', '1', '123456'),
  },
  'phoneNumbers.setWebhookOverride': {
    operation: ['post', number],
    unlike: ['message_sent'],
    call: (meta) =>
      meta.phoneNumbers.setWebhookOverride('t', '1', { callbackUrl: 'https://x.example', verifyToken: 'v' }),
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
  'profile.get': {
    operation: ['get', `${number}/whatsapp_business_profile`],
    call: (meta) => meta.profile.get('t', '1'),
  },
  'profile.set': {
    operation: ['post', `${number}/whatsapp_business_profile`],
    call: (meta) =>
      meta.profile.set('t', '1', {
        about: 'Plants',
        description: 'Succulents of all kinds.',
        email: 'shop@example.com',
        websites: ['https://shop.example/'],
        vertical: 'RETAIL',
        pictureHandle: '4::aW',
      }),
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

describe.skipIf(!present)(
  present ? "Meta's OpenAPI file" : "Meta's OpenAPI file: skipped, it does not lie beside the checkout",
  () => {
    let spec: Json
    let ajv: Ajv2020
    let server: Loopback
    let meta: Meta
    let next: { status: number; body: unknown } = { status: 200, body: {} }

    beforeAll(async () => {
      spec = mended(parse(readFileSync(file, 'utf8')))
      ajv = new Ajv2020({ strict: false, allErrors: true })
      addFormats.default(ajv)
      ajv.addSchema(spec, 'spec')
      server = await serveHttp((_request, response) => json(response, next.status, next.body))
      meta = createMeta({ graphUrl: server.url, version: 'v23.0', appId: '1', appSecret: 'secret' })
    }, 60_000)

    afterAll(async () => {
      await meta.close()
      await server.close()
    })

    const at = (...path: string[]): unknown =>
      path.reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), spec)

    const validator = (...path: string[]): ValidateFunction => {
      const pointer = path.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))
      return ajv.compile({ $ref: `spec#/${pointer.join('/')}` })
    }

    /** The examples an operation gives for answers of a status. */
    const examplesOf = ([method, path]: Case['operation'], status: string) => {
      const found = at('paths', path, method, 'responses', status, 'content', 'application/json', 'examples')
      return Object.entries(isObject(found) ? found : {}).map(([name, example]) => {
        const value = isObject(example) ? example.value : undefined
        return { name, value: typeof value === 'string' ? JSON.parse(value) : value }
      })
    }

    it.each(Object.entries(cases))(
      '%s sends what it describes and reads every answer it shows',
      async (_name, one) => {
        const [method, path] = one.operation
        expect(at('paths', path, method), `${method} ${path} is in the file`).toBeDefined()
        const answers = examplesOf(one.operation, '200').filter(({ name }) => !one.unlike?.includes(name))
        const usable = answers.length > 0 ? answers : [{ name: 'plain success', value: { success: true } }]
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
          const schemaAt = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema']
          const isJson = request?.headers['content-type'] === 'application/json'
          if (!isJson || at(...schemaAt) === undefined) continue
          const validate = validator(...schemaAt)
          expect(validate(JSON.parse(request.body)), JSON.stringify(validate.errors)).toBe(true)
        }
      },
    )

    it.each(Object.entries(cases))('%s reads every refusal it shows', async (_name, one) => {
      for (const status of ['400', '401', '403', '404', '409', '422', '429', '500']) {
        for (const { name, value } of examplesOf(one.operation, status)) {
          next = { status: Number(status), body: value }
          const error: unknown = await one.call(meta).catch((thrown: unknown) => thrown)
          if (!(error instanceof MetaError)) throw new Error(`“${name}” was not taken as a failure`)
          const code = isObject(value) && isObject(value.error) ? value.error.code : undefined
          expect(error).toMatchObject({ delivery: 'refused', code, httpStatus: Number(status) })
        }
      }
    })

    it('finds our template messages as they should be', () => {
      const validate = validator('components', 'schemas', 'TemplateMessage')
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

    it('shows no webhook that we do not know', () => {
      const content = at('paths', '/whatsapp/webhooks', 'post', 'requestBody', 'content', 'application/json')
      const examples = isObject(content) && isObject(content.examples) ? Object.entries(content.examples) : []
      expect(examples.length).toBeGreaterThan(10)
      for (const [name, example] of examples) {
        // Groups are not used here: they come out whole, as unknown.
        if (name.startsWith('Group')) continue
        const events = readWebhook(isObject(example) ? example.value : undefined)
        expect(events, name).not.toEqual([])
        for (const event of events) {
          expect(event.kind, name).toBe('message')
          if (event.kind === 'message') expect(event.content.type, name).not.toBe('other')
        }
      }
    })
  },
)

/** The file's known errors, mended where our requests would stumble over them. */
function mended(spec: unknown): Json {
  if (!isObject(spec)) throw new Error('the OpenAPI file is no object')
  const component = pick(spec, 'components', 'schemas', 'TemplateComponent', 'properties')
  // A character class that was meant as a list of numbers.
  delete pick(component, 'index').pattern
  // Each message is all of the common part and its own, and its own allows nothing of the common part.
  for (const schema of Object.values(pick(spec, 'components', 'schemas'))) {
    const parts = isObject(schema) && Array.isArray(schema.allOf) ? schema.allOf : []
    for (const part of parts) if (isObject(part)) delete part.additionalProperties
  }
  // Kinds that the manual describes.
  pick(component, 'sub_type').enum = ['quick_reply', 'url', 'catalog', 'copy_code', 'flow', 'mpm']
  return spec
}

function pick(node: Json, ...path: string[]): Json {
  return path.reduce<Json>((current, key) => {
    const child = current[key]
    if (!isObject(child)) throw new Error(`the OpenAPI file has no ${path.join('.')}`)
    return child
  }, node)
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}
