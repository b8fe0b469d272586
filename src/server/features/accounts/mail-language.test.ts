import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import type { AnyLanguage, Language } from '#contract/messages/language.ts'
import { confirmEmail } from '#contract/security/confirm-email.ts'
import type { App } from '#server/app.ts'
import { inLanguage } from '#server/messages/language.ts'
import { t } from '#server/messages/t.ts'
import type { Mail } from '#server/platform/mail.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { mailDeletion } from './closing/deletion-mail.ts'
import { noteLock } from './security/lock-notice.ts'
import { askForReset } from './security/password-reset.ts'
import { inviteMember } from './team/invitations.ts'

let server: TestServer
let person: Person
const mails: Mail[] = []
beforeAll(async () => {
  server = await openTestServer({ mail: async (mail) => void mails.push(mail) })
  // The first is the operator.
  await server.signUp()
})
afterAll(() => server.close())
beforeEach(async () => {
  person = await server.signUp('Asha')
  await eventually('the first mail', async () => mails.some(({ to }) => to === person.email))
})

const keep = (values: {
  seen_at?: Date | null
  language?: Language | null
  browser_language?: Language | null
}) => server.app.db.updateTable('users').set(values).where('id', '=', person.userId).execute()
const noted = async () =>
  await server.app.db
    .selectFrom('users')
    .select('browser_language')
    .where('id', '=', person.userId)
    .executeTakeFirst()
    .then((row) => row?.browser_language)
const callIn = (language: string) =>
  server.call(accounts.me, { token: person.token, headers: { 'accept-language': language } })
const comeBack = async () => {
  await server.app.db
    .updateTable('sessions')
    .set({ seen_at: null })
    .where('user_id', '=', person.userId)
    .execute()
  await keep({ seen_at: null })
}

describe('the language of the browser', () => {
  it('is noted when the person is, and not at each call', async () => {
    expect(await noted()).toBe(null)
    await callIn('hi-IN,hi;q=0.9,en;q=0.8')
    expect(await noted()).toBe('hi')
    await callIn('es')
    expect(await noted()).toBe('hi')
    await comeBack()
    await callIn('es')
    expect(await noted()).toBe('es')
    // Of tests alone.
    await comeBack()
    await callIn('en-XA')
    expect(await noted()).toBe('es')
  })

  it('is not the one that was chosen for the screens', async () => {
    await callIn('hi')
    await keep({ language: 'pt-BR' })
    await comeBack()
    await callIn('pt-BR')
    expect(await noted()).toBe('hi')
  })
})

describe('a mail that somebody else or a job causes', () => {
  const from = { address: '203.0.113.9', userAgent: undefined }
  const subjectIn = (language: AnyLanguage, key: 'lock' | 'deletion' | 'change') =>
    inLanguage(language, () => t(`security.mail.${key}Subject`, { name: 'Asha' }))
  const subjectOf = (find: (mail: Mail) => boolean) =>
    eventually('the mail', async () => mails.findLast(find)?.subject)
  const causes: Record<'lock' | 'deletion', (app: App) => Promise<void>> = {
    lock: (app) => noteLock(app, { id: person.userId, business_id: person.businessId }, from),
    deletion: (app) => mailDeletion(app, person.businessId),
  }
  const cases = [
    [null, 'hi', 'hi'],
    ['pt-BR', 'hi', 'pt-BR'],
    [null, null, 'en'],
  ] as const

  it.each(cases)('with %s chosen and %s noted is in %s', async (language, browser_language, expected) => {
    await keep({ language, browser_language })
    for (const key of ['lock', 'deletion'] as const) {
      mails.length = 0
      await inLanguage('es', () => causes[key](server.app))
      expect(await subjectOf(({ to }) => to === person.email)).toBe(subjectIn(expected, key))
    }
  })

  it('tells the address that the account has of another in its own language', async () => {
    await keep({ seen_at: new Date(), browser_language: 'hi' })
    const { status } = await server.call(accounts.saveSettings, {
      token: person.token,
      body: { name: 'Asha', email: `new-${person.email}`, current_password: 'correct horse' },
      headers: { 'accept-language': 'es' },
    })
    expect(status).toBe(200)
    expect(await subjectOf(({ to, text }) => to === person.email && text.includes(`new-${to}`))).toBe(
      subjectIn('hi', 'change'),
    )
  })

  it('invites the person of an account in theirs', async () => {
    const inviter = await server.signUp('Ravi')
    await server.app.db.updateTable('users').set({ email_confirmed_at: new Date() }).execute()
    await keep({ browser_language: 'hi' })
    await inLanguage('es', () => inviteMember(server.app, inviter, person.email))
    expect(await subjectOf(({ replyTo }) => replyTo === inviter.email)).toBe(
      inLanguage('hi', () => t('team.mail.subject', { name: 'Ravi', business: 'Ravi' })),
    )
  })
})

describe('a mail that a person asks for', () => {
  it('is in the language of that request, where they have chosen none', async () => {
    await keep({ seen_at: new Date(), browser_language: 'hi' })
    mails.length = 0
    await server.call(confirmEmail.send, {
      token: person.token,
      headers: { 'accept-language': 'es' },
    })
    await inLanguage('es', () =>
      askForReset(server.app, person.email, { address: '203.0.113.7', userAgent: undefined }),
    )
    const own = () => mails.filter(({ to }) => to === person.email)
    await eventually('both mails', async () => own().length === 2)
    expect(own().map(({ subject }) => subject)).toEqual(
      inLanguage('es', () => [t('security.mail.confirmSubject'), t('security.mail.subject')]),
    )
  })
})
