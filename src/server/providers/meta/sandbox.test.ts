import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxSeed, startSandbox } from '#sandbox/sandbox.ts'
import { buildTemplateComponents } from './calls/message-payload.ts'
import { neededValues } from './calls/template-variables.ts'
import type { GraphTemplate } from './calls/templates.ts'
import { wabaIdsOf } from './calls/tokens.ts'
import { MetaError } from './errors/meta-error.ts'
import { createMeta, type Meta } from './meta.ts'

/** The client against the fake Graph API, which was built from the manual independently. */

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let meta: Meta
const token = sandboxSeed.systemUserToken
const wabaId = sandboxSeed.waba.id
const phoneId = sandboxSeed.phone.id

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  meta = createMeta({
    graphUrl: sandbox.url,
    version: 'v23.0',
    appId: sandboxSeed.app.id,
    appSecret: sandboxSeed.app.secret,
    configId: sandboxSeed.app.configId,
  })
})

afterAll(async () => {
  await meta.close()
  await sandbox.close()
})

async function failure(work: Promise<unknown>): Promise<MetaError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof MetaError)) throw new Error(`expected a MetaError, got ${String(error)}`)
  return error
}

/** Some value for everything the template asks for. */
function anyValues(template: GraphTemplate): Parameters<typeof buildTemplateComponents>[1] {
  const needed = neededValues(template)
  const texts = (place: 'header' | 'body') =>
    Object.fromEntries(
      needed.flatMap((one) => (one.place === place && 'name' in one ? [[one.name, 'Asha']] : [])),
    )
  return {
    headerText: texts('header'),
    headerMedia: { link: 'https://example.com/picture.jpg' },
    headerLocation: { latitude: 1, longitude: 2, name: 'Shop', address: 'Street 1' },
    body: texts('body'),
    buttons: Object.fromEntries(
      needed.flatMap((one) => (one.place === 'button' ? [[one.index, 'A17']] : [])),
    ),
    code: '123456',
  }
}

describe('the stand-in for Graph', () => {
  it('takes every approved template filled in by us', async () => {
    const sent: string[] = []
    for await (const template of meta.templates.list(token, wabaId, { pageSize: 2 })) {
      if (template.status !== 'APPROVED') continue
      const components = buildTemplateComponents(template, anyValues(template))
      const { name, language } = template
      const to = `+1650555${String(1000 + sent.length)}`
      const message = { to, name, language, components, callbackData: `msg_${sent.length}` }
      sent.push((await meta.sendTemplate(token, phoneId, message)).wamid)
    }
    expect(sent.length).toBeGreaterThan(2)
    expect(new Set(sent).size).toBe(sent.length)
  })

  it('refuses what is wrong with the codes that we know', async () => {
    const message = { to: '+16505550100', name: 'no_such_template', language: 'en_US', components: [] }
    expect(await failure(meta.sendTemplate(token, phoneId, message))).toMatchObject({
      delivery: 'refused',
      code: 132001,
      action: 'stop_campaign',
    })
    expect(await failure(meta.sendTemplate('EAAwrong', phoneId, message))).toMatchObject({
      delivery: 'refused',
      code: 190,
      action: 'stop_account',
    })
    expect(await failure(meta.sendTemplate(token, '999999', message))).toMatchObject({
      delivery: 'refused',
      action: 'stop_number',
    })
  })

  it('shows numbers, account and token as we read them', async () => {
    const numbers = await meta.phoneNumbers.list(token, wabaId)
    expect(numbers.find(({ id }) => id === phoneId)).toMatchObject({
      displayPhoneNumber: sandboxSeed.phone.display,
      verifiedName: sandboxSeed.phone.verifiedName,
      status: 'CONNECTED',
      messagesPerSecond: 80,
      messagingLimit: null,
    })
    expect((await meta.waba.health(token, wabaId)).canSend).toBe('AVAILABLE')
    expect(await meta.waba.get(token, wabaId)).toMatchObject({ id: wabaId, name: sandboxSeed.waba.name })
    const owned = await meta.waba.ownedBy(token, sandboxSeed.business.id)
    expect(owned.map(({ id }) => id)).toContain(wabaId)
    const facts = await meta.debugToken(token)
    expect(facts).toMatchObject({ valid: true, appId: sandboxSeed.app.id, type: 'SYSTEM_USER' })
    expect(facts.scopes).toContain('whatsapp_business_messaging')
    expect(wabaIdsOf(facts) ?? [wabaId]).toContain(wabaId)
    expect((await meta.debugToken('EAAwrong')).valid).toBe(false)
  })

  it('registers a number by its code', async () => {
    const id = sandboxSeed.secondPhone.id
    await meta.phoneNumbers.requestCode(token, id, { method: 'SMS', language: 'en_US' })
    expect((await failure(meta.phoneNumbers.verifyCode(token, id, '000000'))).delivery).toBe('refused')
    await meta.phoneNumbers.verifyCode(token, id, sandboxSeed.smsCode)
    await meta.phoneNumbers.register(token, id, { pin: '314159' })
    const numbers = await meta.phoneNumbers.list(token, wabaId)
    expect(numbers.find((number) => number.id === id)).toMatchObject({
      status: 'CONNECTED',
      codeVerificationStatus: 'VERIFIED',
    })
  })

  it('subscribes our app and forgets it again', async () => {
    await meta.subscribedApps.subscribe(token, wabaId)
    expect((await meta.subscribedApps.list(token, wabaId)).map(({ appId }) => appId)).toEqual([
      sandboxSeed.app.id,
    ])
    await meta.subscribedApps.unsubscribe(token, wabaId)
    expect(await meta.subscribedApps.list(token, wabaId)).toEqual([])
  })

  it('takes a new template, and the picture of its header', async () => {
    const file = { name: 'a.png', mimeType: 'image/png', content: Buffer.alloc(2_000, 7) }
    const { handle } = await meta.uploads.upload(token, file)
    const created = await meta.templates.create(token, wabaId, {
      name: 'client_test',
      language: 'en_US',
      category: 'MARKETING',
      components: [
        { type: 'HEADER', format: 'IMAGE', example: { header_handle: [handle] } },
        { type: 'BODY', text: 'Hello {{1}}, come in.', example: { body_text: [['Asha']] } },
      ],
    })
    expect(created).toMatchObject({ status: 'PENDING', category: 'MARKETING' })
    expect(await meta.templates.get(token, created.id)).toMatchObject({
      name: 'client_test',
      language: 'en_US',
    })
    await meta.templates.delete(token, wabaId, { name: 'client_test', templateId: created.id })
  })

  it('takes media', async () => {
    const file = { name: 'a.png', mimeType: 'image/png', content: Buffer.alloc(2_000, 7) }
    const { id } = await meta.media.upload(token, phoneId, file)
    expect((await meta.media.address(token, id)).mimeType).toBe('image/png')
  })
})
