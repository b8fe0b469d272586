import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { audit } from '#contract/audit/audit.ts'
import { leads } from '#contract/leads.ts'
import { security } from '#contract/security.ts'
import { team } from '#contract/team.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { logIn } from '../accounts.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const password = 'correct horse'
const logInAs = (email: string, given = password) =>
  server.call(accounts.login, { body: { email, password: given } })
const eventsOf = async ({ token }: Person, query = {}) =>
  (await server.call(audit.list, { token, query })).body.events
const kindsOf = async (person: Person, query = {}) => (await eventsOf(person, query)).map(({ kind }) => kind)

describe('the activity log', () => {
  it('tells of logins, right and wrong, with their address', async () => {
    const person = await server.signUp('Asha')
    await logInAs(person.email, 'not it at all')
    await logInAs(person.email)
    const events = await eventsOf(person)
    expect(events.map(({ kind, by, email, address }) => ({ kind, by, email, address }))).toEqual([
      { kind: 'login', by: 'Asha', email: null, address: '127.0.0.1' },
      { kind: 'login_failed', by: null, email: person.email, address: '127.0.0.1' },
      { kind: 'signed_up', by: 'Asha', email: null, address: '127.0.0.1' },
    ])
  })

  it('tells of data that left or was deleted, with its number', async () => {
    const person = await server.signUp()
    const { token } = person
    const given = { leads: [{ phone: '+919876543210', name: 'Ravi', source: 'api' }] }
    await server.call(leads.upload, { token, body: given } as never)
    const [lead] = (await server.call(leads.list, { token })).body.leads
    await server.call(leads.remove, { token, params: { id: lead!.id } })
    await server.http.inject({
      url: leads.export.path,
      headers: { authorization: `Bearer ${token}` },
    })
    const told = (await eventsOf(person, { group: 'data' })).map(({ kind, subject }) => [kind, subject])
    expect(told).toEqual([
      ['leads_exported', null],
      ['lead_deleted', String(lead!.id)],
    ])
  })

  it('tells nothing of what was refused', async () => {
    const person = await server.signUp()
    const { token } = person
    expect((await server.call(leads.remove, { token, params: { id: 999_999 } })).status).toBe(404)
    expect(await kindsOf(person, { group: 'data' })).toEqual([])
  })

  it('is of one business, filtered by person, and read page by page', async () => {
    const [person, other] = [await server.signUp(), await server.signUp()]
    for (let count = 0; count < 60; count++) {
      await server
        .call(team.invite, { token: person.token, body: {} })
        .then(({ body, status }) =>
          status === 200
            ? server.call(team.revoke, { token: person.token, params: { id: body.invitation.id } })
            : undefined,
        )
    }
    const first = (await server.call(audit.list, { token: person.token })).body
    const second = (
      await server.call(audit.list, { token: person.token, query: { cursor: first.next_cursor ?? '' } })
    ).body
    expect(first.events).toHaveLength(50)
    const ids = [...first.events, ...second.events].map(({ id }) => id)
    expect(ids).toEqual([...ids].sort((one, two) => two - one))
    expect(new Set(ids).size).toBe(ids.length)
    expect(await kindsOf(other)).toEqual(['signed_up'])
    expect(await kindsOf(other, { user_id: person.userId })).toEqual([])
  })

  it('cannot be changed', async () => {
    await server.signUp()
    for (const change of [sql`update audit_events set kind = 'login'`, sql`delete from audit_events`]) {
      await expect(change.execute(server.app.db)).rejects.toThrow('never changed')
    }
  })

  it('is saved as a file, with names that are no formulas', async () => {
    const person = await server.signUp('=1+1')
    const answer = await server.http.inject({
      url: audit.export.path,
      headers: { authorization: `Bearer ${person.token}` },
    })
    expect(answer.body).toContain("signed_up,'=1+1")
    expect(answer.body.split('\r\n')[0]).toContain('time,kind,by')
  })

  it('tells of changed passwords and emails, and of links for a new password', async () => {
    const person = await server.signUp()
    const change = { name: 'Asha', current_password: password }
    await server.call(accounts.saveSettings, {
      token: person.token,
      body: { ...change, email: `new-${person.email}`, new_password: 'battery staple' },
    })
    await server.call(security.endOthers, {
      token: person.token,
      body: { current_password: 'battery staple' },
    })
    expect(await kindsOf(person, { group: 'logins' })).toEqual([
      'other_sessions_ended',
      'email_changed',
      'password_changed',
      'signed_up',
    ])
  })
})

describe('wrong passwords', () => {
  const wrong = { password: 'not it at all' }
  const from = (address: string) => ({ address, userAgent: undefined, cookies: undefined })

  it('lock an account, which its owner is told once', async () => {
    const person = await server.signUp('Asha')
    const mails: { to: string; text: string }[] = []
    const app = { ...server.app, mail: async (mail: { to: string; text: string }) => void mails.push(mail) }
    const guess = (address: string) =>
      logIn(app, { email: person.email, ...wrong }, from(address)).catch((error) => error.code as string)
    for (let tries = 0; tries < 10; tries++) await guess('203.0.113.9')
    const locked = await Promise.all(Array.from({ length: 8 }, () => guess('203.0.113.10')))
    expect(new Set(locked)).toEqual(new Set(['rate_limited']))
    await eventually('the mail', async () => mails.length > 0)
    expect(mails.map(({ to }) => to)).toEqual([person.email])
    expect(mails[0]!.text).toContain('203.0.113.10')
    expect((await kindsOf(person)).filter((kind) => kind === 'login_locked')).toHaveLength(1)
  })

  it('make the wait longer the longer they go on', async () => {
    const person = await server.signUp()
    const start = Date.now()
    const guessAt = async (minutes: number) => {
      const app = { ...server.app, now: () => new Date(start + minutes * 60_000) }
      return await logIn(app, { email: person.email, ...wrong }, from(`198.51.100.${minutes % 200}`)).catch(
        (error) => (error.code === 'rate_limited' ? (error.retryAfterSeconds as number) / 60 : 0),
      )
    }
    const tryTen = async (minutes: number) => {
      for (let tries = 0; tries < 10; tries++) await guessAt(minutes)
    }
    await tryTen(0)
    expect(await guessAt(0)).toBe(15)
    await tryTen(16)
    // Twice as many as are let through in a quarter of an hour: an hour from the first of them.
    expect(await guessAt(32)).toBe(28)
    await tryTen(61)
    await tryTen(77)
    // Forty in a day.
    expect(await guessAt(140)).toBe(24 * 60 - 140)
  })
})
