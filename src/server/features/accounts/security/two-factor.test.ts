import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { audit } from '#contract/audit/audit.ts'
import { passkeys } from '#contract/security/passkeys.ts'
import { security } from '#contract/security.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { liftTwoFactor, logIn, makeResetLink } from '../accounts.ts'

let server: TestServer
beforeAll(async () => {
  // Half a step from the next code: on a busy machine the one of the step before grew too old on its way.
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Math.floor(Date.now() / 30_000) * 30_000 + 15_000)
  server = await openTestServer()
})
afterAll(async () => {
  vi.useRealTimers()
  await server.close()
})

const password = 'correct horse'
const codeAt = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
const logInWith = ({ email }: Person, code?: string, given = password) =>
  server.call(accounts.login, { body: { email, password: given, code } })

/** Turned on with the code of the step before, so that a test can still use the present ones. */
async function turnOn(person: Person) {
  const { token } = person
  const { body } = await server.call(security.startTwoFactor, { token, body: { current_password: password } })
  const { secret } = body
  const confirmed = await server.call(security.confirmTwoFactor, {
    token,
    body: { code: codeAt(secret, -1) },
  })
  expect(confirmed.status).toBe(200)
  return { secret, codes: confirmed.body.recovery_codes, uri: body.uri }
}

describe('two-factor authentication', () => {
  it('is turned on with the password and a code, and ends the other sessions', async () => {
    const person = await server.signUp()
    const other = (await logInWith(person)).body.token
    const { token } = person
    const wrong = await server.call(security.startTwoFactor, { token, body: { current_password: 'no' } })
    expect(wrong.body.fields).toEqual({ current_password: 'This is not your current password.' })
    const early = await server.call(security.confirmTwoFactor, { token, body: { code: '123456' } })
    expect(early.status).toBe(409)
    const { codes, uri } = await turnOn(person)
    expect(uri).toContain(`otpauth://totp/Tidings:${encodeURIComponent(person.email)}`)
    expect(new Set(codes).size).toBe(10)
    // 120 bits: nobody finds a code by its plain hash.
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/)
    expect((await server.call(accounts.me, { token: other })).status).toBe(401)
    expect((await server.call(accounts.me, { token })).status).toBe(200)
    const { body } = await server.call(security.twoFactor, { token })
    expect(body).toMatchObject({ on: true, recovery_codes_left: 10 })
  })

  it('asks for a code after the password, and takes each code once, also twice at once', async () => {
    const person = await server.signUp()
    const { secret } = await turnOn(person)
    const asked = await logInWith(person)
    expect([asked.status, asked.body.code, asked.body.fields]).toEqual([401, 'two_factor_needed', undefined])
    const wrongPassword = await logInWith(person, codeAt(secret), 'not it at all')
    expect(wrongPassword.body.code).toBe('wrong_credentials')
    const code = codeAt(secret)
    const both = await Promise.all([logInWith(person, code), logInWith(person, code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await logInWith(person, code)).body.fields).toEqual({
      code: 'This code is wrong, too old, or was used already.',
    })
    expect((await logInWith(person, codeAt(secret, 1))).status).toBe(200)
    // An earlier one than the last that was accepted.
    expect((await logInWith(person, codeAt(secret, -1))).status).toBe(401)
    expect((await logInWith(person, codeAt(secret, 20))).status).toBe(401)
  })

  it('counts wrong codes as wrong passwords, and a login without a code as neither', async () => {
    const person = await server.signUp()
    await turnOn(person)
    for (let tries = 0; tries < 12; tries++) {
      expect((await logInWith(person)).body.code).toBe('two_factor_needed')
    }
    const from = { address: '203.0.113.20', userAgent: undefined, cookies: undefined }
    const guess = (code: string) =>
      logIn(server.app, { email: person.email, password, code }, from).catch((error) => error.code as string)
    for (let tries = 0; tries < 10; tries++) expect(await guess('000000')).toBe('two_factor_needed')
    expect(await guess('000000')).toBe('rate_limited')
  })

  it('takes a recovery code once, however it is typed, and tells so', async () => {
    const person = await server.signUp()
    const { codes } = await turnOn(person)
    const typed = codes[0]!.toUpperCase().replaceAll('-', ' ')
    const entered = await logInWith(person, typed)
    expect(entered.status).toBe(200)
    expect((await logInWith(person, codes[0]!)).status).toBe(401)
    const { token } = entered.body
    expect((await server.call(security.twoFactor, { token })).body.recovery_codes_left).toBe(9)
    const { events } = (await server.call(audit.list, { token })).body
    expect(events.map(({ kind }) => kind)).toContain('recovery_code_used')
  })

  it('is turned off with password and code alone; new recovery codes end the earlier', async () => {
    const person = await server.signUp()
    const { token } = person
    const { secret, codes } = await turnOn(person)
    const renew = (current_password: string) =>
      server.call(security.renewRecoveryCodes, { token, body: { current_password, code: codeAt(secret) } })
    expect((await renew('wrong one')).body.fields).toHaveProperty('current_password')
    const renewed = await renew(password)
    expect(renewed.body.recovery_codes).toHaveLength(10)
    const end = (code: string, current_password = password) =>
      server.call(security.endTwoFactor, { token, body: { code, current_password } })
    expect((await end(codes[1]!)).body.fields).toHaveProperty('code')
    expect((await end(codeAt(secret, 1), 'wrong one')).body.fields).toHaveProperty('current_password')
    expect((await end(renewed.body.recovery_codes[0]!)).status).toBe(200)
    expect((await logInWith(person)).status).toBe(200)
    expect((await end('123456')).status).toBe(409)
  })

  it('is asked for before a new email, password or passkey', async () => {
    const person = await server.signUp()
    const { secret } = await turnOn(person)
    const { token, email } = person
    const save = (code?: string) =>
      server.call(accounts.saveSettings, {
        token,
        body: { name: 'Asha', email, new_password: 'battery staple', current_password: password, code },
      })
    expect((await save()).body.fields).toEqual({ code: 'Enter the code of your authenticator app.' })
    expect((await save('000000')).body.fields).toHaveProperty('code')
    expect((await logInWith(person, codeAt(secret), 'battery staple')).status).toBe(401)
    const start = await server.call(passkeys.start, { token, body: { current_password: password } })
    expect(start.body.fields).toHaveProperty('code')
    expect((await save(codeAt(secret))).status).toBe(200)
  })

  it('limits wrong codes within a session, though the password is right', async () => {
    const person = await server.signUp()
    const { secret } = await turnOn(person)
    const { token, email } = person
    const end = (code: string) =>
      server.call(security.endTwoFactor, { token, body: { current_password: password, code } })
    const save = (code: string) =>
      server.call(accounts.saveSettings, {
        token,
        body: { name: 'Asha', email, new_password: 'battery staple', current_password: password, code },
      })
    const guesses = Array.from({ length: 6 }, () => [end, save]).flat()
    const statuses: number[] = []
    for (const guess of guesses) statuses.push((await guess('000000')).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429])
    expect((await end(codeAt(secret))).status).toBe(429)
    const link = (await makeResetLink(server.app, email))!.split('/').at(-1)!
    const reset = await server.call(security.reset, {
      body: { token: link, password: 'battery staple', code: '000000' },
    })
    expect(reset.status).toBe(429)
  })

  it('is asked for by a link for a new password too, and the link stays good meanwhile', async () => {
    const person = await server.signUp()
    const { secret } = await turnOn(person)
    const token = (await makeResetLink(server.app, person.email))!.split('/').at(-1)!
    const reset = (code?: string) =>
      server.call(security.reset, { body: { token, password: 'battery staple', code } })
    expect((await reset()).body.code).toBe('two_factor_needed')
    expect((await reset('000000')).body.fields).toHaveProperty('code')
    expect((await logInWith(person, undefined, 'battery staple')).body.code).toBe('wrong_credentials')
    expect((await reset(codeAt(secret))).status).toBe(200)
  })

  it('is lifted by the operator at the server', async () => {
    const person = await server.signUp()
    await turnOn(person)
    expect(await liftTwoFactor(server.app, person.email)).toBe(true)
    expect((await logInWith(person)).status).toBe(200)
    expect(await liftTwoFactor(server.app, 'nobody@example.com')).toBeUndefined()
  })

  it('can be demanded of everybody: without it nothing else is answered', async () => {
    const person = await server.signUp()
    const { token } = person
    const settings = server.app.settings as { twoFactor?: 'optional' | 'required' | undefined }
    settings.twoFactor = 'required'
    try {
      const list = () => server.call(audit.list, { token })
      expect([(await list()).status, (await list()).body.code]).toEqual([403, 'two_factor_required'])
      expect((await server.call(accounts.me, { token })).status).toBe(200)
      expect((await logInWith(person)).status).toBe(200)
      await turnOn(person)
      expect((await list()).status).toBe(200)
    } finally {
      settings.twoFactor = 'optional'
    }
  })

  it('stays as it is when somebody starts it again', async () => {
    const person = await server.signUp()
    const { secret } = await turnOn(person)
    const again = await server.call(security.startTwoFactor, {
      token: person.token,
      body: { current_password: password },
    })
    expect(again.status).toBe(409)
    expect((await logInWith(person, codeAt(secret))).status).toBe(200)
  })
})
