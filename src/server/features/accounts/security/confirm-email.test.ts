import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { hooks } from '#contract/api/hooks.ts'
import { apiKeys } from '#contract/api/keys.ts'
import { audit } from '#contract/audit/audit.ts'
import { confirmEmail } from '#contract/security/confirm-email.ts'
import { security } from '#contract/security.ts'
import { team } from '#contract/team.ts'
import type { Mail } from '#server/platform/mail.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { makeResetLink } from '../accounts.ts'
import { forgetOldConfirmations } from './confirm-email.ts'

const password = 'correct horse'
const mails: Mail[] = []
let isDown = false
let server: TestServer
let operator: Person
beforeAll(async () => {
  server = await openTestServer({
    mail: async (mail) => {
      if (isDown) throw new Error('the mail server is down')
      mails.push(mail)
    },
  })
  operator = await server.signUp()
})
afterAll(() => server.close())
beforeEach(() => {
  isDown = false
})

const tokenFor = (email: string): Promise<string> =>
  eventually('the mail with a link', async () => {
    const mail = mails.findLast(({ to, text }) => to === email && text.includes('/confirm-email/'))
    return mail && /confirm-email\/(\S+)/.exec(mail.text)?.[1]
  })
const confirm = (token: string) => server.call(confirmEmail.confirm, { body: { token } })
const isConfirmed = async ({ token }: Pick<Person, 'token'>) =>
  (await server.call(accounts.me, { token })).body.email_confirmed
const statusOfLogin = async (email: string) =>
  (await server.call(accounts.login, { body: { email, password } })).status
const change = (person: Person, email: string, more: object = {}) =>
  server.call(accounts.saveSettings, {
    token: person.token,
    body: { name: 'Asha', email, current_password: password, ...more },
  })
const confirmed = async (): Promise<Person> => {
  const person = await server.signUp()
  await confirm(await tokenFor(person.email))
  return person
}

describe('the email of a new account', () => {
  it('is confirmed by the link of a mail, once; until then nothing is made that outlasts or leaves it', async () => {
    const person = await server.signUp()
    const { token } = person
    const tries = async () => [
      await server.call(apiKeys.create, {
        token,
        body: { name: 'Shop', scopes: ['leads:read'], expires_in_days: 30, current_password: password },
      }),
      await server.call(hooks.add, {
        token,
        body: { url: 'https://shop.example/hook', events: ['lead.created'], current_password: password },
      }),
      await server.call(team.invite, { token, body: { email: `friend-${person.userId}@example.com` } }),
    ]
    expect(await isConfirmed(person)).toBe(false)
    for (const { status, body } of await tries()) {
      expect([status, body.code, body.message]).toEqual([
        403,
        'forbidden',
        'Confirm your email first: open the link in the mail we sent you.',
      ])
    }
    // A link by hand mails to no other.
    expect((await server.call(team.invite, { token, body: {} })).status).toBe(200)
    const link = await tokenFor(person.email)
    const both = await Promise.all([confirm(link), confirm(link)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 200)?.body).toMatchObject({
      email: person.email,
      changed: false,
    })
    expect(await isConfirmed(person)).toBe(true)
    expect((await tries()).map(({ status }) => status)).toEqual([200, 200, 200])
    const { events } = (await server.call(audit.list, { token })).body
    expect(events.map(({ kind }) => kind)).toContain('email_confirmed')
  })

  it('gets a newer link when asked, which ends the earlier one; links run out and are forgotten', async () => {
    const person = await server.signUp()
    const first = await tokenFor(person.email)
    expect((await server.call(confirmEmail.send, { token: person.token })).body.mailed).toBe(true)
    const second = await tokenFor(person.email)
    expect((await confirm(first)).body).toMatchObject({ code: 'conflict' })
    expect((await confirm('x'.repeat(43))).status).toBe(409)
    const later = (hours: number) => ({
      ...server.app,
      now: () => new Date(Date.now() + hours * 3_600_000),
    })
    await server.app.db
      .updateTable('email_confirmations')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('user_id', '=', person.userId)
      .execute()
    expect((await confirm(second)).status).toBe(409)
    expect(await isConfirmed(person)).toBe(false)
    const kept = async () =>
      (
        await server.app.db
          .selectFrom('email_confirmations')
          .selectAll()
          .where('user_id', '=', person.userId)
          .execute()
      ).length
    await forgetOldConfirmations(later(24))
    expect(await kept()).toBe(2)
    await forgetOldConfirmations(later(24 * 8))
    expect(await kept()).toBe(0)
  })

  it('is mailed a few times, and no more', async () => {
    const { token } = await server.signUp()
    const statuses: number[] = []
    for (let times = 0; times < 6; times++) {
      statuses.push((await server.call(confirmEmail.send, { token })).status)
    }
    expect(statuses.at(0)).toBe(200)
    expect(statuses.at(-1)).toBe(429)
  })

  it('leads to the install, whatever host the caller names', async () => {
    const settings = server.app.settings as { anyHost?: boolean }
    settings.anyHost = true
    try {
      const email = `${crypto.randomUUID()}@example.com`
      const body = { name: 'Asha', email, password }
      expect((await server.call(accounts.signup, { body, headers: { host: 'evil.example' } })).status).toBe(
        200,
      )
      await tokenFor(email)
      const mail = mails.find(({ to }) => to === email)
      expect(mail?.text).toContain('http://localhost:5002/marketing/confirm-email/')
      expect(mail?.text).not.toContain('evil.example')
    } finally {
      settings.anyHost = false
    }
  })

  it('is asked of neither the operator nor an install without a mail server, and a mail server that is down stops no sign-up', async () => {
    expect(await isConfirmed(operator)).toBe(true)
    expect(mails.filter(({ to }) => to === operator.email)).toEqual([])
    isDown = true
    const person = await server.signUp()
    expect((await server.call(confirmEmail.send, { token: person.token })).body.mailed).toBe(false)
    const other = await openTestServer()
    await other.signUp()
    const { token } = await other.signUp()
    expect((await other.call(accounts.me, { token })).body.email_confirmed).toBe(true)
    await other.close()
  })

  it('is confirmed by the mailed link of an invitation, and not by one that is shown or handed on', async () => {
    const owner = await confirmed()
    const join = async (email: string, invited?: string, by: 'screen' | 'mail' = 'screen') => {
      const { body } = await server.call(team.invite, {
        token: owner.token,
        body: invited ? { email: invited } : {},
      })
      const mail = mails.findLast(({ to }) => to === email)?.text ?? ''
      const link = by === 'mail' ? /\S+\/join\/\S+/.exec(mail)?.[0] : body.link
      const token = link?.split('/').at(-1) ?? ''
      return (await server.call(team.join, { body: { token, name: 'Ravi', email, password } })).body
    }
    const [mailed, handed] = [`mailed-${owner.userId}@example.com`, `handed-${owner.userId}@example.com`]
    const shown = `shown-${owner.userId}@example.com`
    expect(await isConfirmed(await join(mailed, mailed, 'mail'))).toBe(true)
    expect(await isConfirmed(await join(shown, shown))).toBe(false)
    expect(await isConfirmed(await join(handed))).toBe(false)
    expect((await confirm(await tokenFor(handed))).status).toBe(200)
  })
})

describe('a new email', () => {
  it('sends mail to no long list of strangers', async () => {
    const person = await confirmed()
    const before = mails.length
    const statuses: number[] = []
    for (let times = 0; times < 15; times++) {
      statuses.push((await change(person, `list-${times}-${person.userId}@example.com`)).status)
    }
    expect(statuses.at(0)).toBe(200)
    expect(statuses.at(-1)).toBe(429)
    // One to each stranger and one notice, for at most ten tries.
    expect(mails.length - before).toBeLessThanOrEqual(20)
  })

  it('waits for its link: the earlier one logs in until then and is told', async () => {
    const person = await confirmed()
    const next = `next-${person.userId}@example.com`
    const saved = await change(person, next)
    expect(saved.body.message).toContain(`Open the link we sent to ${next}.`)
    expect(saved.body.settings).toMatchObject({ email: person.email, pending_email: next })
    expect([await statusOfLogin(person.email), await statusOfLogin(next)]).toEqual([200, 401])
    await eventually('the notice', async () =>
      mails.some(({ to, text }) => to === person.email && text.includes(next)),
    )
    const reset = (await makeResetLink(server.app, person.email))?.split('/').at(-1) ?? ''
    expect((await confirm(await tokenFor(next))).body).toMatchObject({ email: next, changed: true })
    expect([await statusOfLogin(person.email), await statusOfLogin(next)]).toEqual([401, 200])
    const { usable } = (await server.call(security.lookAtReset, { body: { token: reset } })).body
    expect(usable).toBe(false)
    const { settings } = (await server.call(accounts.getSettings, { token: person.token })).body
    expect(settings).toMatchObject({ email: next, pending_email: null })
  })

  it('is not taken from another account, also when that one comes first', async () => {
    const [person, other] = [await confirmed(), await confirmed()]
    expect((await change(person, other.email)).body.fields).toEqual({
      email: 'Another account uses this email.',
    })
    const gone = `gone-${person.userId}@example.com`
    const removed = { business_id: other.businessId, name: 'Gone', email: gone, password_hash: 'none' }
    await server.app.db
      .insertInto('users')
      .values({ ...removed, removed_at: new Date() })
      .execute()
    expect((await change(person, gone)).status).toBe(200)
    const wanted = `wanted-${person.userId}@example.com`
    await change(person, wanted)
    const link = await tokenFor(wanted)
    await server.call(accounts.signup, { body: { name: 'First', email: wanted, password } })
    expect((await confirm(link)).status).toBe(409)
    expect(await statusOfLogin(person.email)).toBe(200)
  })

  it('that a stranger asked for ends with a new password', async () => {
    const person = await confirmed()
    const strangers = `stranger-${person.userId}@example.com`
    await change(person, strangers)
    const token = (await makeResetLink(server.app, person.email))?.split('/').at(-1) ?? ''
    await server.call(security.reset, { body: { token, password: 'battery staple' } })
    expect((await confirm(await tokenFor(strangers))).status).toBe(409)
  })

  it('whose link cannot be mailed changes nothing', async () => {
    const person = await confirmed()
    isDown = true
    const refused = await change(person, `down-${person.userId}@example.com`, { business_name: 'New' })
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
    const { settings } = (await server.call(accounts.getSettings, { token: person.token })).body
    expect(settings).toMatchObject({
      email: person.email,
      pending_email: null,
      business_name: 'Asha Kulkarni',
    })
  })
})
