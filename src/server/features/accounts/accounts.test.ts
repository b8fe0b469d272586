import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { dashboard } from '#contract/dashboard.ts'
import { authenticate } from '#server/features/accounts/accounts.ts'
import { checkEventStreams } from '#server/platform/http/event-stream.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { knownDeviceCookie, knownDeviceOf } from './known-device.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const person = { name: 'Asha Kulkarni', email: 'Asha@Example.com', password: 'correct horse' }

describe('signing up', () => {
  it('opens a session for a new person, whose e-mail is kept in lower case', async () => {
    const { status, body } = await server.call(accounts.signup, { body: person })
    expect(status).toBe(200)
    expect(body.success).toBe(true)
    expect(body.user).toEqual({
      id: body.user.id,
      user_id: body.user.id,
      name: person.name,
      email: 'asha@example.com',
      role: 'admin',
      avatar: true,
      language: null,
    })
    const me = await server.call(accounts.me, { token: body.token })
    expect(me.body.user.email).toBe('asha@example.com')
  })

  it('refuses an e-mail that is taken', async () => {
    const { status, body } = await server.call(accounts.signup, {
      body: { ...person, email: 'asha@example.com ' },
    })
    expect(status).toBe(409)
    expect(body.fields).toHaveProperty('email')
    expect(body.error).toBe(body.message)
  })

  it('names each field that is missing', async () => {
    const answer = await server.http.inject({ method: 'POST', url: accounts.signup.path, payload: {} })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({
      name: 'This is required.',
      email: 'This is required.',
      password: 'This is required.',
    })
    expect(answer.json().message).toBe('Name is required.')
  })
})

describe('logging in', () => {
  it('accepts the right password', async () => {
    const { status, body } = await server.call(accounts.login, {
      body: { email: person.email, password: person.password },
    })
    expect(status).toBe(200)
    expect(body.token.length).toBeGreaterThan(20)
  })

  it('answers a wrong password and an unknown e-mail alike', async () => {
    const wrong = await server.call(accounts.login, { body: { email: person.email, password: 'not it' } })
    const unknown = await server.call(accounts.login, {
      body: { email: 'nobody@example.com', password: 'not it' },
    })
    expect(wrong.status).toBe(401)
    expect({ ...wrong.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
    expect(wrong.body.message).toBe('Login failed. Please check your credentials.')
  })

  it('hashes a password again whose hash costs a guesser less than today', async () => {
    const { email, userId } = await server.signUp()
    const stored = () => {
      const row = server.app.db.selectFrom('users').select('password_hash').where('id', '=', userId)
      return row.executeTakeFirstOrThrow()
    }
    const cheap = await hash('correct horse', { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
    await server.app.db.updateTable('users').set({ password_hash: cheap }).where('id', '=', userId).execute()
    const logIn = (password: string) => server.call(accounts.login, { body: { email, password } })
    await logIn('not it')
    expect((await stored()).password_hash).toBe(cheap)
    expect((await logIn('correct horse')).status).toBe(200)
    const again = await stored()
    expect(again.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await logIn('correct horse')).status).toBe(200)
    expect(await stored()).toEqual(again)
  })

  it('makes a guesser wait, and the right password with them', async () => {
    const email = 'guessed@example.com'
    await server.call(accounts.signup, { body: { ...person, email } })
    for (let guess = 0; guess < 10; guess++) {
      await server.call(accounts.login, { body: { email, password: `guess ${guess}` } })
    }
    const { status, headers } = await server.call(accounts.login, {
      body: { email, password: person.password },
    })
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })

  it('lets the owner in on a known browser, whatever others tried elsewhere', async () => {
    const email = 'owner@example.com'
    const cookieOf = ({ headers }: { headers: Record<string, unknown> }): string =>
      String(headers['set-cookie']).split(';')[0]!
    const signedUp = await server.call(accounts.signup, { body: { ...person, email } })
    const known = cookieOf(signedUp)
    expect(String(signedUp.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax$/)
    const logIn = (password: string, cookie?: string, address = '10.0.0.1') =>
      server.http.inject({
        method: 'POST',
        url: accounts.login.path,
        payload: { email, password },
        remoteAddress: address,
        ...(cookie && { headers: { cookie } }),
      })
    // From anywhere, and from the owner's own address.
    for (let guess = 0; guess < 60; guess++) await logIn(`guess ${guess}`)
    expect((await logIn(person.password)).statusCode).toBe(429)
    expect((await logIn(person.password, known)).statusCode).toBe(200)
    // Its own limit holds, and knowing the browser of one person says nothing about another, nor does a forged mark.
    const others = cookieOf(
      await server.call(accounts.signup, { body: { ...person, email: 'o2@example.com' } }),
    )
    const renamed = others.replace(/^known_device_\d+/, known.split('=')[0]!)
    for (const cookie of [others, renamed, `${known.slice(0, -1)}${known.endsWith('A') ? 'B' : 'A'}`]) {
      expect((await logIn(person.password, cookie)).statusCode).toBe(429)
    }
    for (let guess = 0; guess < 10; guess++) await logIn(`guess ${guess}`, known)
    expect((await logIn(person.password, known)).statusCode).toBe(429)
    // Another browser that is logged in already is marked when it next opens the product.
    const me = await server.call(accounts.me, { token: signedUp.body.token })
    expect((await logIn(person.password, cookieOf(me))).statusCode).toBe(200)
  })
})

describe('the mark of a known browser', () => {
  it('is kept for this host and https alone, and one from before the install had https still counts', () => {
    const { app } = server
    const https = { ...app, settings: { ...app.settings, publicUrl: 'https://tidings.example.com' } }
    const cookie = knownDeviceCookie(https, 7)
    expect(cookie).toMatch(
      /^__Host-known_device_7=[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
    )
    const [mark = ''] = cookie.split(';')
    expect(knownDeviceOf(https, mark, 7)).toMatch(/^[\w-]{16}$/)
    expect(knownDeviceOf(https, mark.replace('_7=', '_8='), 8)).toBeUndefined()
    const [earlier = ''] = knownDeviceCookie(app, 7).split(';')
    expect(knownDeviceOf(https, earlier, 7)).toMatch(/^[\w-]{16}$/)
  })
})

describe('a session', () => {
  it('is not refused where it cannot be noted that it was used', async () => {
    const quiet = await openTestServer({ log: 'fatal' })
    try {
      const { token } = await quiet.signUp()
      await sql`create function refuse() returns trigger language plpgsql as $$
        begin raise exception 'no'; end $$`.execute(quiet.app.db)
      await sql`create trigger refuse before update of seen_at on users
        for each row execute function refuse()`.execute(quiet.app.db)
      await sql`update sessions set seen_at = now() - interval '1 day'`.execute(quiet.app.db)
      expect((await quiet.call(accounts.me, { token })).status).toBe(200)
    } finally {
      await quiet.close()
    }
  })

  it('does not wait for those who change the person, and is noted by a later call', async () => {
    const { token, userId, businessId } = await server.signUp()
    const { app } = server
    const yesterday = sql`now() - interval '1 day'`
    await sql`update sessions set seen_at = ${yesterday} where user_id = ${userId}`.execute(app.db)
    await sql`update users set seen_at = ${yesterday} where id = ${userId}`.execute(app.db)
    const isNoted = async (): Promise<boolean[]> => {
      const { rows } = await sql<{ noted: boolean }>`
        select seen_at > now() - interval '1 hour' as noted from sessions where user_id = ${userId}
        union all select seen_at > now() - interval '1 hour' from users where id = ${userId}`.execute(app.db)
      return rows.map(({ noted }) => noted)
    }
    await app.transaction(async (tx) => {
      await sql`select from users where business_id = ${businessId} and id = ${userId} for update`.execute(
        tx.db,
      )
      expect((await server.call(accounts.me, { token })).status).toBe(200)
    })
    expect(await isNoted()).toEqual([false, false])
    expect((await server.call(accounts.me, { token })).status).toBe(200)
    expect(await isNoted()).toEqual([true, true])
  })

  it('is not used by a live page that only stays open, and ends with it', async () => {
    const { token, userId } = await server.signUp()
    const settings = server.app.settings as { sessionIdleHours?: number | undefined }
    const open = await fetch(server.url + dashboard.live.path, {
      headers: { authorization: `Bearer ${token}` },
    })
    let ended = false
    const reading = (async () => {
      for await (const _ of open.body ?? []);
      ended = true
    })()
    const ago = new Date(Date.now() - 7 * 3_600_000)
    const { id } = await server.app.db
      .updateTable('sessions')
      .set({ seen_at: ago })
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirstOrThrow()
    await checkEventStreams([id])
    const seen = server.app.db.selectFrom('sessions').select('seen_at').where('id', '=', id)
    expect(await seen.executeTakeFirst()).toEqual({ seen_at: ago })
    expect(ended).toBe(false)
    settings.sessionIdleHours = 6
    await checkEventStreams([id]).finally(() => {
      settings.sessionIdleHours = 0
    })
    await reading
    expect(ended).toBe(true)
  })

  it('lets no more guesses through when they come all at once', async () => {
    const { email } = await server.signUp()
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, at) =>
        server.call(accounts.login, { body: { email, password: `a guess ${at}` } }),
      ),
    )
    const looked = answers.filter(({ status }) => status === 401).length
    expect(looked).toBeLessThanOrEqual(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25 - looked)
  })

  it('ends at logout: its token is worth nothing afterwards', async () => {
    const { token } = await server.signUp()
    expect((await server.call(accounts.logout, { token })).status).toBe(200)
    const { status, body } = await server.call(accounts.me, { token })
    expect(status).toBe(401)
    expect(body.message).toBe('Session expired. Please login again.')
  })

  it('is opened by its own token alone however often that was used, and until its end', async () => {
    const { token, userId } = await server.signUp()
    const read = (given: string, now = server.app.now) =>
      authenticate({ ...server.app, now }, `Bearer ${given}`)
    for (let time = 0; time < 2; time++) expect(await read(token)).toMatchObject({ userId })
    const [head, , signature] = token.split('.')
    const { token: others } = await server.signUp()
    for (const forged of [`${head}.${others.split('.')[1]}.${signature}`, `${token.slice(0, -4)}AAAA`])
      await expect(read(forged)).rejects.toMatchObject({ code: 'unauthenticated' })
    const later = new Date(server.app.now().getTime() + 31 * 86_400_000)
    await expect(read(token, () => later)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await read(token)).toMatchObject({ userId })
  })

  it.each(['', 'x', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'])(
    'is not opened by the token "%s"',
    async (token) => {
      const answer = await server.http.inject({
        method: 'GET',
        url: accounts.me.path,
        headers: { authorization: `Bearer ${token}` },
      })
      expect(answer.statusCode).toBe(401)
    },
  )

  it('of others ends when the password changes, this one stays', async () => {
    const person = await server.signUp()
    const other = await server.call(accounts.login, {
      body: { email: person.email, password: 'correct horse' },
    })
    const saved = await server.call(accounts.saveSettings, {
      token: person.token,
      body: {
        name: 'Asha K',
        email: person.email,
        new_password: 'battery staple',
        current_password: 'correct horse',
      },
    })
    expect(saved.body.message).toBe('Settings updated successfully!')
    expect((await server.call(accounts.me, { token: other.body.token })).status).toBe(401)
    expect((await server.call(accounts.me, { token: person.token })).body.user.name).toBe('Asha K')
  })
})

it('settings without a name leave it as it is, and compares a new password with it', async () => {
  const { token } = await server.signUp('Asha Quillmarzipan')
  const saved = await server.call(accounts.saveSettings, { token, body: { avatar: false } })
  expect([saved.status, saved.body.settings?.name, saved.body.settings?.avatar]).toEqual([
    200,
    'Asha Quillmarzipan',
    false,
  ])
  const own = await server.call(accounts.saveSettings, {
    token,
    body: { new_password: 'Quillmarzipan1', current_password: 'correct horse' },
  })
  expect([own.status, Object.keys(own.body.fields ?? {})]).toEqual([400, ['new_password']])
})

describe('the provider API key', () => {
  it('is stored encrypted and never sent back', async () => {
    const { token, email, businessId } = await server.signUp()
    const key = server.sandbox.token({})
    const body = { name: 'Asha', email, api_key: key }
    const saved = await server.call(accounts.saveSettings, { token, body })
    expect(saved.body.settings.has_api_key).toBe(true)
    expect(JSON.stringify(saved.body)).not.toContain(key)
    const row = await server.app.db
      .selectFrom('businesses')
      .select('provider_key_ciphertext')
      .where('id', '=', businessId)
      .executeTakeFirstOrThrow()
    expect(row.provider_key_ciphertext?.includes(key)).toBe(false)
  })
})

describe('a malformed request', () => {
  it.each([
    ['{"email":', 'application/json', 400, 'The request body is not valid JSON.'],
    ['email=a', 'text/csv', 415, 'This content type is not accepted. Send JSON.'],
    [
      JSON.stringify({ email: 'x'.repeat(2_000_000) }),
      'application/json',
      413,
      'The request body is too large.',
    ],
    [JSON.stringify({ email: 7, password: [] }), 'application/json', 400, undefined],
  ])('%# gets a sentence and its true status', async (payload, type, status, sentence) => {
    const answer = await server.http.inject({
      method: 'POST',
      url: accounts.login.path,
      payload,
      headers: { 'content-type': type },
    })
    expect(answer.statusCode).toBe(status)
    const body = answer.json()
    expect(body.success).toBe(false)
    expect(body.request_id).toBe(answer.headers['x-request-id'])
    if (sentence) expect(body.message).toBe(sentence)
    expect(answer.body).not.toMatch(/\bat .*\.ts|node_modules/)
  })
})

describe('a call without a body', () => {
  it('may say that it carries JSON', async () => {
    const { token } = await server.signUp()
    const answer = await server.http.inject({
      method: 'POST',
      url: accounts.logout.path,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    expect(answer.statusCode).toBe(200)
  })
})
