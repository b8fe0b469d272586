import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { audit } from '#contract/audit/audit.ts'
import { passkeys } from '#contract/security/passkeys.ts'
import { team } from '#contract/team.ts'
import { softAuthenticator } from '#test/passkey.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  asha = await server.signUp()
})
afterAll(() => server.close())

const site = () => {
  const { origin, hostname: rpId } = new URL(server.app.settings.publicUrl)
  return { origin, rpId }
}
const start = async ({ token }: Person, current_password = 'correct horse') =>
  await server.call(passkeys.start, { token, body: { current_password } })
const askLogin = async () => (await server.call(passkeys.startLogin, {})).body
const given = ({ challenge }: { challenge: string }) => ({ challenge, rpId: site().rpId })

/** A passkey of this person, as their device has it. */
async function add(person: Person, name = 'Phone') {
  const device = softAuthenticator(site().origin)
  const { body } = await start(person)
  const credential = device.create(given(body.options))
  const added = await server.call(passkeys.add, {
    token: person.token,
    body: { challenge_id: body.challenge_id, name, credential },
  })
  expect(added.status).toBe(200)
  return { device, passkey: added.body.passkey }
}

describe('passkeys', () => {
  it('log their owner in, without password and code, and are named in a list', async () => {
    const { device, passkey } = await add(asha, 'Fingerprint')
    expect(passkey).toMatchObject({ name: 'Fingerprint', used_at: null })
    const { challenge_id, options } = await askLogin()
    expect(options).toMatchObject({ rpId: site().rpId, userVerification: 'required' })
    const opened = await server.call(passkeys.logIn, {
      body: { challenge_id, credential: device.get(given(options)) },
    })
    expect(opened.status).toBe(200)
    const me = await server.call(accounts.me, { token: opened.body.token })
    expect(me.body.user.email).toBe(asha.email)
    const [listed] = (await server.call(passkeys.list, { token: asha.token })).body.passkeys
    expect(listed?.used_at).not.toBeNull()
    const { events } = (await server.call(audit.list, { token: asha.token, query: {} })).body
    expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['passkey_added', 'login']))
  })

  it('answer a challenge once, also twice at once', async () => {
    const { device } = await add(asha)
    const { challenge_id, options } = await askLogin()
    const body = { challenge_id, credential: device.get(given(options)) }
    const answers = await Promise.all([
      server.call(passkeys.logIn, { body }),
      server.call(passkeys.logIn, { body }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await server.call(passkeys.logIn, { body })).status).toBe(401)
  })

  it('log nobody in from another site, for another challenge, with another key or without the person', async () => {
    const { device } = await add(asha)
    const logIn = async (
      make: (asked: { challenge: string; rpId: string }) => ReturnType<typeof device.get>,
      challenge?: string,
    ) => {
      const { challenge_id, options } = await askLogin()
      const asked = { ...given(options), ...(challenge && { challenge }) }
      return (await server.call(passkeys.logIn, { body: { challenge_id, credential: make(asked) } })).status
    }
    const elsewhere = softAuthenticator('https://tidings.example.org')
    const stolen = { id: device.id, rawId: device.id }
    expect(await logIn((asked) => ({ ...elsewhere.get(asked), ...stolen }))).toBe(401)
    expect(await logIn((asked) => ({ ...softAuthenticator(site().origin).get(asked), ...stolen }))).toBe(401)
    expect(await logIn((asked) => device.get({ ...asked, rpId: 'example.org' }))).toBe(401)
    expect(await logIn((asked) => device.get(asked), 'c29tZXRoaW5nLWVsc2U')).toBe(401)
    // Somebody touched it; nobody unlocked it.
    expect(await logIn((asked) => device.get(asked, { flags: 0x01 }))).toBe(401)
    expect(await logIn((asked) => device.get(asked))).toBe(200)
  })

  it('that count their signatures refuse a copy that counts less', async () => {
    const { device } = await add(asha)
    const logIn = async (count: number) => {
      const { challenge_id, options } = await askLogin()
      const credential = device.get(given(options), { count })
      return (await server.call(passkeys.logIn, { body: { challenge_id, credential } })).status
    }
    expect([await logIn(5), await logIn(5), await logIn(4), await logIn(6)]).toEqual([200, 401, 401, 200])
  })

  it('are added with the password, to the own challenge, and each once', async () => {
    expect((await start(asha, 'wrong')).status).toBe(400)
    const ravi = await server.signUp('Ravi')
    const device = softAuthenticator(site().origin)
    const { challenge_id, options } = (await start(asha)).body
    const body = { challenge_id, name: 'Mine', credential: device.create(given(options)) }
    expect((await server.call(passkeys.add, { token: ravi.token, body })).status).toBe(400)
    expect((await server.call(passkeys.add, { token: asha.token, body })).status).toBe(200)
    expect((await server.call(passkeys.add, { token: asha.token, body })).status).toBe(400)
    const again = (await start(ravi)).body
    const same = { ...again, name: 'Same', credential: device.create(given(again.options)) }
    expect((await server.call(passkeys.add, { token: ravi.token, body: same })).status).toBe(409)
    const unverified = (await start(ravi)).body
    const touched = softAuthenticator(site().origin).create(given(unverified.options), 0x41)
    const answer = await server.call(passkeys.add, {
      token: ravi.token,
      body: { challenge_id: unverified.challenge_id, name: 'Touched', credential: touched },
    })
    expect(answer.status).toBe(400)
  })

  it('stand for the second factor on an install that demands one', async () => {
    const { device } = await add(asha)
    const { challenge_id, options } = await askLogin()
    const credential = device.get(given(options))
    const opened = await server.call(passkeys.logIn, { body: { challenge_id, credential } })
    const settings = server.app.settings as { twoFactor?: 'optional' | 'required' | undefined }
    settings.twoFactor = 'required'
    try {
      const list = (token: string) => server.call(passkeys.list, { token })
      expect([(await list(asha.token)).status, (await list(opened.body.token)).status]).toEqual([403, 200])
    } finally {
      settings.twoFactor = 'optional'
    }
  })

  it('end when they or their owner are removed', async () => {
    const { device, passkey } = await add(asha)
    const ravi = await server.signUp('Ravi')
    const remove = (token: string, current_password = 'correct horse') =>
      server.call(passkeys.remove, { token, params: { id: passkey.id }, body: { current_password } })
    expect((await remove(ravi.token)).status).toBe(404)
    expect((await remove(asha.token, 'wrong')).status).toBe(400)
    expect((await remove(asha.token)).status).toBe(200)
    const logIn = async (key: typeof device) => {
      const { challenge_id, options } = await askLogin()
      return (
        await server.call(passkeys.logIn, { body: { challenge_id, credential: key.get(given(options)) } })
      ).status
    }
    expect(await logIn(device)).toBe(401)
    const { link } = (await server.call(team.invite, { token: asha.token, body: {} })).body
    const joined = await server.call(team.join, {
      body: {
        token: link.split('/').at(-1) ?? '',
        name: 'Mira',
        email: `${crypto.randomUUID()}@example.com`,
        password: 'correct horse',
      },
    })
    const mira = { ...asha, token: joined.body.token }
    const theirs = await add(mira)
    expect(await logIn(theirs.device)).toBe(200)
    const removed = await server.call(team.remove, {
      token: asha.token,
      params: { id: joined.body.user.id },
    })
    expect(removed.status).toBe(200)
    expect(await logIn(theirs.device)).toBe(401)
  })
})
