import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { onboarding } from '#contract/onboarding.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { connectSeededAccount, newSandboxAccount } from '#test/connected.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { findOwners, getSender, markReconnect, ownerOf } from './onboarding.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const connectToken = (person: Person, body: { token: string; waba_id?: string; phone_number_id?: string }) =>
  server.call(onboarding.connectToken, { token: person.token, body })
const statusOf = async (person: Person) => {
  const { body } = await server.call(onboarding.fetchStatus, { token: person.token })
  return body.onboarding_status
}

const approvedTemplate = (business_id: number, waba_id: string) => ({
  business_id,
  waba_id,
  id: `9${waba_id}`,
  name: 'hello',
  language: 'en_US',
  category: 'UTILITY',
  status: 'APPROVED',
  components: '[]',
})

describe('before anything is connected', () => {
  it('says so in both forms, and sends nothing', async () => {
    const person = await server.signUp()
    const { body } = await server.call(onboarding.getStatus, { token: person.token })
    expect(body.onboardingStatus).toMatchObject({
      user_id: person.userId,
      businessRegistered: false,
      templateApproved: false,
      accessToken: false,
      wabaId: null,
      phoneNumberId: null,
      messagingStatus: null,
      isReady: false,
    })
    expect(body.onboarding_status).toMatchObject({
      is_verified: false,
      app_permission_granted: false,
      phone_number_verified: false,
      terms_accepted: false,
      has_waba_and_phone_id: false,
      business_verification_docs: false,
      is_ready: false,
    })
    await expect(getSender(server.app, person.businessId)).rejects.toThrow('No WhatsApp number is connected')
  })
})

describe('a pasted token', () => {
  it('connects account and number found by themselves, and the sender speaks with it', async () => {
    const person = await server.signUp()
    const account = await connectSeededAccount(server, person)
    const sender = await getSender(server.app, person.businessId)
    expect(sender).toMatchObject({
      waba_id: account.waba_id,
      phone_number_id: account.phone_number_id,
      portfolio_id: account.portfolio_id,
      phone: '+12125550142',
      status: 'CONNECTED',
      token: account.token,
      throughput_per_second: 80,
      messaging_limit: null,
    })
    const status = await statusOf(person)
    expect(status).toMatchObject({
      is_verified: true,
      app_permission_granted: true,
      phone_number_verified: true,
      terms_accepted: true,
      has_waba_and_phone_id: true,
      business_verification_docs: true,
      is_ready: true,
      messagingStatus: 'APPROVED',
      countryCode: '+1',
      accessToken: true,
    })
    expect(JSON.stringify(status)).not.toContain(account.token)
    // The token lies in the database encrypted only.
    const stored = await server.app.db
      .selectFrom('whatsapp_accounts')
      .select('token_ciphertext')
      .where('business_id', '=', person.businessId)
      .executeTakeFirstOrThrow()
    expect(stored.token_ciphertext?.toString('latin1')).not.toContain(account.token)
    const waba = server.sandbox.world.accounts.wabas.get(account.waba_id)
    expect(waba?.subscriptions.map(({ appId }) => appId)).toContain(sandboxSeed.app.id)
  })

  it('registers a verified number with a PIN of its own, kept encrypted', async () => {
    const person = await server.signUp()
    const account = newSandboxAccount(server, { registered: false, status: 'PENDING', pin: null })
    const { body } = await connectToken(person, { token: account.token })
    expect(body.steps.find(({ step }) => step === 'registered')).toMatchObject({ ok: true })
    const phone = server.sandbox.world.accounts.phones.get(account.phone_number_id)
    expect(phone).toMatchObject({ registered: true, status: 'CONNECTED' })
    expect(phone?.pin).toMatch(/^\d{6}$/)
    expect(await getSender(server.app, person.businessId)).toMatchObject({ status: 'CONNECTED' })
  })

  it('stays connected when the number has another PIN, says so, and takes the right one', async () => {
    const person = await server.signUp()
    const account = newSandboxAccount(server, { registered: false, status: 'PENDING', pin: '424242' })
    const { body } = await connectToken(person, { token: account.token })
    expect(body.outcome).toBe('connected')
    expect(body.steps.find(({ step }) => step === 'registered')).toMatchObject({ ok: false })
    await server.app.db
      .insertInto('provider_templates')
      .values(approvedTemplate(person.businessId, account.waba_id))
      .execute()
    // Connected, with an approved template, and yet nothing can be sent: not ready.
    const unregistered = await statusOf(person)
    expect(unregistered).toMatchObject({
      templateApproved: true,
      isReady: false,
      is_ready: false,
      phone_number_verified: true,
      messagingStatus: 'PENDING',
      registration: { pin_needed: true, detail: expect.stringContaining('PIN') },
    })
    const { body: before } = await server.call(onboarding.connection, { token: person.token })
    expect(before.connection.number).toMatchObject({ state: 'waiting', word: 'Not registered yet' })
    expect(before.connection.accounts[0]?.phone_numbers[0]).toMatchObject({ needs: 'pin' })
    const register = (pin: string) =>
      server.call(onboarding.registerNumber, {
        token: person.token,
        body: { phone_number_id: account.phone_number_id, pin },
      })
    const wrong = await register('111111')
    expect(wrong.status).toBe(422)
    expect(wrong.body.fields).toHaveProperty('pin')
    const malformed = await register('12')
    expect(malformed.status).toBe(400)
    const right = await register('424242')
    expect(right.status).toBe(200)
    expect(right.body.number).toMatchObject({ status: 'CONNECTED', register_error: null, needs: null })
    expect(await statusOf(person)).toMatchObject({ isReady: true, registration: null })
  })

  it('verifies a number by code before it registers it', async () => {
    const person = await server.signUp()
    const account = newSandboxAccount(server, {
      registered: false,
      status: 'PENDING',
      pin: null,
      codeStatus: 'NOT_VERIFIED',
    })
    const { body } = await connectToken(person, { token: account.token })
    expect(body.steps.find(({ step }) => step === 'registered')?.sentence).toContain('not verified')
    const id = { phone_number_id: account.phone_number_id }
    expect((await statusOf(person)).phone_number_verified).toBe(false)
    await server.call(onboarding.requestCode, { token: person.token, body: id })
    const wrong = await server.call(onboarding.verifyCode, {
      token: person.token,
      body: { ...id, code: '999999' },
    })
    expect(wrong.status).toBe(422)
    expect(wrong.body.fields).toEqual({ code: expect.stringContaining('wrong or too old') })
    const right = await server.call(onboarding.verifyCode, {
      token: person.token,
      body: { ...id, code: sandboxSeed.smsCode },
    })
    expect(right.body.number).toMatchObject({ status: 'CONNECTED', code_verification_status: 'VERIFIED' })
  })

  it('keeps a number verified whose registration needs a PIN that only its owner knows', async () => {
    const person = await server.signUp()
    const account = newSandboxAccount(server, {
      registered: false,
      status: 'PENDING',
      pin: '424242',
      codeStatus: 'NOT_VERIFIED',
    })
    await connectToken(person, { token: account.token })
    const id = { phone_number_id: account.phone_number_id }
    await server.call(onboarding.requestCode, { token: person.token, body: id })
    const { status, body } = await server.call(onboarding.verifyCode, {
      token: person.token,
      body: { ...id, code: sandboxSeed.smsCode },
    })
    expect(status).toBe(200)
    expect(body.number).toMatchObject({ code_verification_status: 'VERIFIED', needs: 'pin' })
  })

  it.each([
    ['an unknown token', () => `EAA${'x'.repeat(100)}`, /does not know this access token/],
    ['an expired token', () => server.sandbox.token({ expires_in_seconds: -60 }), /has expired/],
    ['a withdrawn token', () => server.sandbox.token({ dead: 467 }), /was withdrawn/],
    [
      'a token from before a new password',
      () => server.sandbox.token({ dead: 460 }),
      /password of the Facebook account was changed/,
    ],
    [
      'a token without the permission to send',
      () => server.sandbox.token({ scopes: ['whatsapp_business_management'] }),
      /whatsapp_business_messaging/,
    ],
    ['a token that reaches nothing', () => server.sandbox.token({ waba_ids: [] }), /has no WhatsApp account/],
  ])('refuses %s with the reason, and keeps nothing', async (_, token, reason) => {
    const person = await server.signUp()
    const { status, body } = await connectToken(person, { token: token() })
    expect(status).toBe(422)
    expect(body.message).toMatch(reason)
    expect(await statusOf(person)).toMatchObject({ accessToken: false, wabaId: null })
  })

  it('refuses an account or a number that the token does not reach, at its field', async () => {
    const person = await server.signUp()
    const account = newSandboxAccount(server)
    const foreign = await connectToken(person, { token: account.token, waba_id: '1' })
    expect(foreign.status).toBe(422)
    expect(foreign.body.fields).toHaveProperty('waba_id')
    const number = await connectToken(person, {
      token: account.token,
      waba_id: account.waba_id,
      phone_number_id: sandboxSeed.phone.id,
    })
    expect(number.status).toBe(422)
    expect(number.body.fields).toHaveProperty('phone_number_id')
  })

  it('connects an account to one business only', async () => {
    const [first, second] = [await server.signUp(), await server.signUp()]
    const account = newSandboxAccount(server)
    await connectToken(first, { token: account.token })
    const taken = await connectToken(second, { token: account.token })
    expect(taken.status).toBe(409)
    expect(taken.body.message).toContain('Another business')
    expect(await statusOf(second)).toMatchObject({ accessToken: false })
    await server.call(onboarding.disconnect, { token: first.token, body: { waba_id: account.waba_id } })
    expect((await connectToken(second, { token: account.token })).status).toBe(200)
    const named = { wabaId: account.waba_id, phoneNumberId: account.phone_number_id }
    const owners = await findOwners(server.app, [named])
    expect(ownerOf(owners, named)).toEqual({ businessId: second.businessId })
  })
})

describe('several accounts', () => {
  it('asks which one, lists them, and connects the chosen one', async () => {
    const person = await server.signUp()
    const [one, two] = [newSandboxAccount(server), newSandboxAccount(server)]
    const token = server.sandbox.token({ waba_ids: [one.waba_id, two.waba_id] })
    const { body } = await connectToken(person, { token })
    expect(body.outcome).toBe('choose')
    expect(await statusOf(person)).toMatchObject({ accessToken: true, choice_needed: true, is_ready: false })
    const { body: listed } = await server.call(onboarding.assets, { token: person.token })
    expect(listed.assets.wabas.map(({ id }) => id).sort()).toEqual([one.waba_id, two.waba_id].sort())
    expect(listed.assets.phone_numbers.map(({ id }) => id)).toContain(two.phone_number_id)
    const missing = await server.call(onboarding.saveDetails, {
      token: person.token,
      body: { waba_id: two.waba_id },
    })
    expect(missing.status).toBe(400)
    expect(missing.body.message).toBe('Missing WABA or Phone Number ID.')
    const saved = await server.call(onboarding.saveDetails, {
      token: person.token,
      body: {
        waba_id: two.waba_id,
        phone_id: two.phone_number_id,
        verified_name: 'Not the real name',
        category: 'RETAIL',
      },
    })
    expect(saved.status).toBe(200)
    expect(saved.body.message).toBe('Business details saved.')
    const status = await statusOf(person)
    expect(status).toMatchObject({ wabaId: two.waba_id, choice_needed: false, category: 'RETAIL' })
    expect(status.verified_name).not.toBe('Not the real name')
  })

  it('makes another number the default', async () => {
    const person = await server.signUp()
    const account = await connectSeededAccount(server, person)
    const { body } = await server.call(onboarding.connection, { token: person.token })
    expect(body.connection.number).toMatchObject({ state: 'ready', word: 'Connected' })
    const unknown = await server.call(onboarding.setDefaultNumber, {
      token: person.token,
      body: { phone_number_id: sandboxSeed.secondPhone.id },
    })
    expect(unknown.status).toBe(404)
    const same = await server.call(onboarding.setDefaultNumber, {
      token: person.token,
      body: { phone_number_id: account.phone_number_id },
    })
    expect(same.status).toBe(200)
  })
})

describe('a token that dies', () => {
  it('marks the account, stops the sender with the reason, and connecting again resumes', async () => {
    const person = await server.signUp()
    const account = await connectSeededAccount(server, person)
    server.sandbox.token({ value: account.token, dead: 460 })
    await server.call(onboarding.sync, { token: person.token, body: {} })
    await expect(getSender(server.app, person.businessId)).rejects.toThrow(
      'password of the Facebook account was changed',
    )
    expect(await statusOf(person)).toMatchObject({
      is_ready: false,
      isReady: false,
      messagingStatus: 'RECONNECT',
    })
    const { body } = await server.call(onboarding.connection, { token: person.token })
    expect(body.connection.number).toMatchObject({ state: 'stopped' })
    expect(body.connection.notices).toMatchObject([
      {
        stops: true,
        sentence: expect.stringMatching(
          / can't send messages\. The password of the Facebook account was changed/,
        ),
        action: 'Paste a new token',
      },
    ])
    const fresh = server.sandbox.token({ waba_ids: [account.waba_id] })
    expect((await connectToken(person, { token: fresh })).body.outcome).toBe('connected')
    expect(await getSender(server.app, person.businessId)).toMatchObject({ token: fresh })
  })

  it('is found alive again by a sync', async () => {
    const person = await server.signUp()
    const account = await connectSeededAccount(server, person)
    await markReconnect(server.app, person.businessId, account.waba_id, 'The access has ended.')
    await expect(getSender(server.app, person.businessId)).rejects.toThrow('The access has ended.')
    await server.call(onboarding.sync, { token: person.token, body: {} })
    expect(await getSender(server.app, person.businessId)).toMatchObject({ token: account.token })
  })

  it('gives way to the provider API key of the account settings', async () => {
    const person = await server.signUp()
    const account = await connectSeededAccount(server, person)
    const key = server.sandbox.token({ waba_ids: [account.waba_id] })
    await server.call(accounts.saveSettings, {
      token: person.token,
      body: { name: 'Asha', email: person.email, api_key: key },
    })
    expect(await getSender(server.app, person.businessId)).toMatchObject({ token: key })
  })

  it('warns 14 and 3 days before it ends', async () => {
    const person = await server.signUp()
    const account = newSandboxAccount(server)
    const token = server.sandbox.token({ waba_ids: [account.waba_id], expires_in_seconds: 10 * 86_400 })
    await connectToken(person, { token })
    const notices = async () =>
      (await server.call(onboarding.connection, { token: person.token })).body.connection.notices
    expect(await notices()).toMatchObject([
      { kind: 'yours', sentence: expect.stringContaining('in 10 days') },
    ])
    server.sandbox.token({ value: token, expires_in_seconds: 2 * 86_400 - 60 })
    await server.call(onboarding.sync, { token: person.token, body: {} })
    expect(await notices()).toMatchObject([{ kind: 'error', sentence: expect.stringContaining('in 2 days') }])
    server.sandbox.token({ value: token, expires_in_seconds: 3_600 })
    await server.call(onboarding.sync, { token: person.token, body: {} })
    expect(await notices()).toMatchObject([
      { kind: 'error', sentence: expect.stringContaining('within 24 hours') },
    ])
  })
})

describe('an API key in the account settings', () => {
  it('connects by a sync, without any login', async () => {
    const person = await server.signUp()
    const account = newSandboxAccount(server)
    await server.call(accounts.saveSettings, {
      token: person.token,
      body: { name: 'Asha', email: person.email, api_key: account.token },
    })
    const { body } = await server.call(onboarding.sync, { token: person.token, body: {} })
    expect(body.message).toBe('Onboarding status synced.')
    expect(body.onboarding_status).toMatchObject({ wabaId: account.waba_id, is_ready: true })
  })
})
