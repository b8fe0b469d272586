import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { security } from '#contract/security.ts'
import { team } from '#contract/team.ts'
import type { App } from '#server/app.ts'
import { inLanguage } from '#server/messages/language.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { authenticate, logIn, makeResetLink, setupCodeOf, signUp } from '../accounts.ts'
import { listSessions } from './device-sessions.ts'
import { listAccounts, signOutEverywhere, unlockAccount } from './operator.ts'
import { askForReset } from './password-reset.ts'
import { placesFile } from './places-file.fixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const password = 'correct horse'
const logInAs = (email: string, given = password) =>
  server.call(accounts.login, { body: { email, password: given } })
const sessionsOf = async (token: string) => (await server.call(security.sessions, { token })).body.sessions
const isGood = async (token: string) => (await server.call(accounts.me, { token })).status === 200

describe('a change of the own e-mail or password', () => {
  const save = (person: Person, body: object) =>
    server.call(accounts.saveSettings, {
      token: person.token,
      body: { name: 'Asha', email: person.email, ...body },
    })

  it.each([{ new_password: 'battery staple' }, { email: 'thief@example.com' }])(
    'asks for the current password: %o',
    async (change) => {
      const person = await server.signUp()
      const without = await save(person, change)
      expect([without.status, without.body.fields]).toEqual([
        400,
        { current_password: 'Enter your current password.' },
      ])
      const wrong = await save(person, { ...change, current_password: 'not it at all' })
      expect(wrong.body.fields).toEqual({ current_password: 'This is not your current password.' })
      expect((await logInAs(person.email)).status).toBe(200)
    },
  )

  it('is done with it; other changes need none', async () => {
    const person = await server.signUp()
    expect((await save(person, { business_name: 'Asha Sarees' })).status).toBe(200)
    const changed = await save(person, { new_password: 'battery staple', current_password: password })
    expect(changed.status).toBe(200)
    expect((await logInAs(person.email, 'battery staple')).status).toBe(200)
  })

  it.each([{ new_password: 'battery staple' }, { email: 'moved@example.com' }])(
    'ends links for a new password from before: %o',
    async (change) => {
      const person = await server.signUp()
      const token = (await makeResetLink(server.app, person.email))!.split('/').at(-1)!
      const saved = await save(person, { ...change, current_password: password })
      expect(saved.status).toBe(200)
      const reset = await server.call(security.reset, { body: { token, password: 'another horse 77' } })
      expect(reset.status).toBe(409)
    },
  )

  it('leaves an email that is not given as it is', async () => {
    const { token, email } = await server.signUp()
    const saved = await server.call(accounts.saveSettings, { token, body: { name: 'Asha K' } })
    expect([saved.status, saved.body.settings?.email]).toEqual([200, email])
  })

  it('cannot be guessed with a stolen token', async () => {
    const person = await server.signUp()
    const guess = (current_password: string) =>
      save(person, { new_password: 'battery staple', current_password })
    for (let guesses = 0; guesses < 10; guesses++) await guess(`guess ${guesses}`)
    expect((await guess(password)).status).toBe(429)
  })
})

describe('the password given again', () => {
  it('brings a new token, and the earlier one ends a moment later', async () => {
    const person = await server.signUp()
    const save = (body: object) =>
      server.call(accounts.saveSettings, {
        token: person.token,
        body: { name: 'Asha', email: person.email, ...body },
      })
    const plain = await save({ business_name: 'Asha Sarees' })
    const wrong = await save({ new_password: 'battery staple', current_password: 'wrong one' })
    expect([plain, wrong].map(({ headers }) => headers['session-token'])).toEqual([undefined, undefined])
    const changed = await save({ new_password: 'battery staple', current_password: password })
    const token = String(changed.headers['session-token'])
    const later = { ...server.app, now: () => new Date(Date.now() + 31_000) }
    const who = (app: App, of: string) => authenticate(app, `Bearer ${of}`)
    // Calls under way in other tabs are still answered.
    expect(await who(server.app, person.token)).toMatchObject({ userId: person.userId })
    await expect(who(later, person.token)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await who(later, token)).toMatchObject({ userId: person.userId })
    expect((await sessionsOf(token)).map(({ current }) => current)).toEqual([true])
  })

  it('is ended with all others at once, the replaced token too', async () => {
    const person = await server.signUp()
    const body = { name: 'Asha', email: person.email, new_password: 'battery staple' }
    const given = { ...body, current_password: password }
    const saved = await server.call(accounts.saveSettings, { token: person.token, body: given })
    expect(saved.headers).toHaveProperty('session-token')
    expect(await signOutEverywhere(server.app, person.email)).toBe(1)
    await expect(authenticate(server.app, `Bearer ${person.token}`)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })
})

describe('a new password', () => {
  const person = { name: 'Asha Kulkarni', email: 'asha.sarees@example.com' }
  it.each([
    ['password1', 'common'],
    ['QWERTYUIOP', 'common'],
    ['11111111', 'common'],
    ['kulkarni1', 'personal'],
    ['AshaKulkarni2026', 'personal'],
    ['asha.sarees!', 'personal'],
    ['tidings123', 'personal'],
  ])('that is guessed first is refused: %s', async (weak, kind) => {
    const answer = await server.call(accounts.signup, { body: { ...person, password: weak } })
    expect([answer.status, answer.body.fields?.password]).toEqual([
      400,
      kind === 'common'
        ? 'This password is one of the first that others try. Choose another.'
        : 'A password made of your name or email is easy to guess. Choose another.',
    ])
  })

  it.each(['kulkarni sells silk', 'मेरी साड़ी की दुकान', 'x9$kQ2!v'])('of the own is taken: %s', async (own) => {
    const email = `own-${Buffer.from(own).toString('hex').slice(0, 20)}@example.com`
    expect((await server.call(accounts.signup, { body: { ...person, email, password: own } })).status).toBe(
      200,
    )
  })
})

describe('sessions', () => {
  it('are listed with their browser, and ended one by one or all but this one', async () => {
    const person = await server.signUp()
    const agent =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
    const elsewhere = async () => {
      const answer = await server.http.inject({
        method: 'POST',
        url: accounts.login.path,
        headers: { 'user-agent': agent },
        payload: { email: person.email, password },
      })
      return answer.json().token as string
    }
    const [one, two, three] = [await elsewhere(), await elsewhere(), await elsewhere()]
    const listed = await sessionsOf(person.token)
    expect(listed.map(({ current, browser, system }) => ({ current, browser, system }))).toEqual([
      { current: true, browser: 'lightMyRequest', system: null },
      ...Array.from({ length: 3 }, () => ({ current: false, browser: 'Chrome', system: 'Windows' })),
    ])
    const id = (await sessionsOf(one)).find(({ current }) => current)!.id
    const end = (current_password: string) =>
      server.call(security.endSession, { token: person.token, params: { id }, body: { current_password } })
    expect([(await end('wrong one')).status, await isGood(one)]).toEqual([400, true])
    expect([(await end(password)).status, await isGood(one)]).toEqual([200, false])
    expect((await end(password)).status).toBe(404)
    const all = { current_password: password }
    const refused = await server.call(security.endOthers, { token: person.token, body: {} as typeof all })
    expect(refused.status).toBe(400)
    const { body } = await server.call(security.endOthers, { token: person.token, body: all })
    expect(body.ended).toBe(2)
    expect([await isGood(two), await isGood(three), await isGood(person.token)]).toEqual([false, false, true])
  })

  it('are listed with their place in words, where it is known', async () => {
    const person = await server.signUp()
    const path = join(server.app.settings.dataDir, 'places.mmdb')
    const cities = { en: 'Pune', hi: 'पुणे' }
    const places = {
      '203.0.113': { city: { names: cities }, country: { iso_code: 'IN' } },
      '198.51.100': { country_code: 'BR' },
    }
    await writeFile(path, placesFile(places))
    const from = ['127.0.0.1', '203.0.113.9', '::ffff:198.51.100.4', '192.168.1.7', '8.8.8.8', 'unknown']
    for (const address of from) {
      const device = { address, userAgent: undefined, cookies: undefined }
      await logIn(server.app, { email: person.email, password }, device)
    }
    const placesOf = async (placesFile?: string) => {
      const app = { ...server.app, settings: { ...server.app.settings, placesFile } }
      const caller = await authenticate(app, `Bearer ${person.token}`)
      const listed = await inLanguage('hi', () => listSessions(app, caller))
      return Object.fromEntries(listed.map(({ address, place }) => [address, place]))
    }
    const near = {
      '127.0.0.1': { kind: 'this_machine' },
      '192.168.1.7': { kind: 'local_network' },
      '8.8.8.8': null,
      unknown: null,
    }
    expect(await placesOf(path)).toMatchObject({
      ...near,
      '203.0.113.9': { kind: 'place', city: 'पुणे', country: 'IN' },
      '::ffff:198.51.100.4': { kind: 'place', city: null, country: 'BR' },
    })
    expect(await placesOf()).toMatchObject(near)
    expect(await placesOf(join(server.app.settings.dataDir, 'no-such-file'))).toMatchObject(near)
  })

  it("of somebody else can't be ended", async () => {
    const [own, other] = [await server.signUp(), await server.signUp()]
    const id = (await sessionsOf(other.token))[0]!.id
    const given = { token: own.token, params: { id }, body: { current_password: password } }
    expect((await server.call(security.endSession, given)).status).toBe(404)
    expect(await isGood(other.token)).toBe(true)
  })

  it('that nobody uses end, where the operator set a time', async () => {
    const { token } = await server.signUp()
    const hours = (count: number) => ({
      ...server.app,
      settings: { ...server.app.settings, sessionIdleHours: 8 },
      now: () => new Date(Date.now() + count * 3_600_000),
    })
    const bearer = `Bearer ${token}`
    await authenticate(hours(7), bearer)
    await authenticate(hours(14), bearer)
    await expect(authenticate(hours(23), bearer)).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})

it('answers with what no browser keeps, refusals included', async () => {
  const { token } = await server.signUp()
  const kept = async (authorization: string) => {
    const answer = await server.http.inject({ url: accounts.me.path, headers: { authorization } })
    return answer.headers['cache-control']
  }
  expect([await kept(`Bearer ${token}`), await kept('Bearer nonsense')]).toEqual(['no-store', 'no-store'])
})

describe('a forgotten password', () => {
  const tokenOf = (link: string) => link.split('/').at(-1)!

  it('is set by a link once; other sessions end, and the lock of failed logins is lifted', async () => {
    const person = await server.signUp()
    for (let failures = 0; failures < 11; failures++) await logInAs(person.email, 'wrong one')
    expect((await logInAs(person.email)).status).toBe(429)
    const earlier = await makeResetLink(server.app, person.email)
    const token = tokenOf((await makeResetLink(server.app, person.email))!)
    const set = (given: string) =>
      server.call(security.reset, { body: { token: given, password: 'battery staple' } })
    expect((await set(tokenOf(earlier!))).status).toBe(409)
    expect((await server.call(security.lookAtReset, { body: { token } })).body.usable).toBe(true)
    const answers = await Promise.all([set(token), set(token), set(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await server.call(security.lookAtReset, { body: { token } })).body.usable).toBe(false)
    expect(await isGood(person.token)).toBe(false)
    expect((await logInAs(person.email, 'battery staple')).status).toBe(200)
  })

  it('is mailed to the address of an account alone, and the answer tells no difference', async () => {
    const person = await server.signUp()
    const mails: { to: string; text: string }[] = []
    const app = { ...server.app, mail: async (mail: { to: string; text: string }) => void mails.push(mail) }
    await askForReset(app, 'nobody@example.com', { address: '203.0.113.7', userAgent: undefined })
    await askForReset(app, person.email, { address: '203.0.113.7', userAgent: undefined })
    await eventually('the mail', async () => mails.length > 0)
    expect(mails.map(({ to }) => to)).toEqual([person.email])
    const token = /reset\/(\S+)/.exec(mails[0]!.text)![1]!
    const { status } = await server.call(security.reset, { body: { token, password: 'battery staple' } })
    expect(status).toBe(200)
    const answers = await Promise.all(
      [person.email, 'nobody@example.com'].map((email) => server.call(security.forgot, { body: { email } })),
    )
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, { success: true, mails: false }],
      [200, { success: true, mails: false }],
    ])
  })

  it('has a link that ends after two hours, and takes no weak password', async () => {
    const person = await server.signUp()
    const old = { ...server.app, now: () => new Date(Date.now() - 2 * 3_600_000) }
    const late = tokenOf((await makeResetLink(old, person.email))!)
    const refused = await server.call(security.reset, { body: { token: late, password: 'battery staple' } })
    expect(refused.status).toBe(409)
    const token = tokenOf((await makeResetLink(server.app, person.email))!)
    expect(
      (await server.call(security.reset, { body: { token, password: 'password1' } })).body.fields,
    ).toHaveProperty('password')
    expect((await server.call(security.lookAtReset, { body: { token } })).body.usable).toBe(true)
  })

  it('brings nobody back who was removed', async () => {
    const owner = await server.signUp()
    const invited = await server.call(team.invite, { token: owner.token, body: {} })
    const email = `helper-${owner.userId}@example.com`
    const joined = await server.call(team.join, {
      body: { token: invited.body.link.split('/').at(-1)!, name: 'Ravi', email, password },
    })
    const token = tokenOf((await makeResetLink(server.app, email))!)
    await server.call(team.remove, { token: owner.token, params: { id: joined.body.user.id } })
    const { status } = await server.call(security.reset, { body: { token, password: 'battery staple' } })
    expect(status).toBe(409)
    expect(await makeResetLink(server.app, email)).toBeUndefined()
  })
})

describe('the operator', () => {
  it('lists accounts, and unlocks one', async () => {
    const person = await server.signUp()
    expect((await listAccounts(server.app)).map(({ email }) => email)).toContain(person.email)
    for (let failures = 0; failures < 11; failures++) await logInAs(person.email, 'wrong one')
    expect((await logInAs(person.email)).status).toBe(429)
    expect(await unlockAccount(server.app, person.email)).toBe(true)
    expect((await logInAs(person.email)).status).toBe(200)
    expect(await unlockAccount(server.app, 'nobody@example.com')).toBeUndefined()
  })

  it('ends all sessions of one person, and of nobody else', async () => {
    const [asha, ravi] = [await server.signUp(), await server.signUp('Ravi')]
    const second = (await logInAs(asha.email)).body.token
    expect(await signOutEverywhere(server.app, asha.email)).toBe(2)
    const me = async (token: string) => (await server.call(accounts.me, { token })).status
    expect([await me(asha.token), await me(second), await me(ravi.token)]).toEqual([401, 401, 200])
    expect((await logInAs(asha.email)).status).toBe(200)
    expect(await signOutEverywhere(server.app, 'nobody@example.com')).toBeUndefined()
  })

  it('closes sign-up, but for those who are invited', async () => {
    const owner = await server.signUp()
    const closed = (signup: 'invite' | 'closed') => withSettings(server.app, { signup })
    const body = { name: 'Ravi', email: 'ravi-closed@example.com', password }
    await expect(signUp(closed('invite'), body)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(signUp(closed('closed'), body)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await logIn(closed('closed'), { email: owner.email, password }, from)).toHaveProperty('token')
  })

  it('alone makes the first account of a public install', async () => {
    const fresh = await openTestServer()
    try {
      const { app } = fresh
      const open = withSettings(app, { publicUrl: 'https://tidings.example.com', signup: 'closed' })
      const body = { name: 'Asha', email: 'asha@example.org', password }
      const codeOf = (error: { fields?: object }) => error.fields
      const refused = await signUp(open, body).catch(codeOf)
      expect(refused).toEqual({ setup_code: "Enter the setup code. The server's terminal shows it." })
      const wrong = await signUp(open, { ...body, setup_code: 'AAAA-BBBB-CCCC' }).catch(codeOf)
      expect(wrong).toHaveProperty('setup_code')
      const setup_code = setupCodeOf(app.settings.jwtSecret).toLowerCase().replaceAll('-', ' ')
      const both = await Promise.allSettled([
        signUp(open, { ...body, setup_code }),
        signUp(open, { ...body, email: 'second@example.org', setup_code }),
      ])
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    } finally {
      await fresh.close()
    }
  })
})

const from = { address: '203.0.113.9', userAgent: undefined, cookies: undefined }

/** An app whose transactions have other settings too. */
function withSettings(app: App, changed: Partial<App['settings']>): App {
  const settings = { ...app.settings, ...changed }
  return { ...app, settings, transaction: (work) => app.transaction((tx) => work({ ...tx, settings })) }
}

it('so many accounts can be made from one network address, and then it waits', async () => {
  const app = { ...server.app, settings: { ...server.app.settings, signupLimit: 3 } }
  const from = { address: '198.51.100.77', userAgent: undefined }
  const make = (address = from.address) =>
    signUp(app, { name: 'Asha', email: `${crypto.randomUUID()}@example.com`, password }, { ...from, address })
      .then(() => 'made')
      .catch((error) => error.code as string)
  expect([await make(), await make(), await make(), await make()]).toEqual([
    'made',
    'made',
    'made',
    'rate_limited',
  ])
  expect(await make('198.51.100.78')).toBe('made')
})
