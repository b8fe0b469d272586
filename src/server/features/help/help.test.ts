import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { help } from '#contract/help.ts'
import { openSession } from '#server/features/accounts/sessions.ts'
import { inLanguage } from '#server/messages/language.ts'
import { t } from '#server/messages/t.ts'
import type { Mail } from '#server/platform/mail.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { listHelpMessages, passOn } from './help.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const openSessionOf = async (user: { id: number; business_id: number }) => ({
  token: await openSession(server.app, user),
})

describe('a help message', () => {
  it('is kept for the operator', async () => {
    const asha = await server.signUp()
    const body = { email: 'asha@example.com', message: 'My campaign waits.' }
    expect((await server.call(help.send, { token: asha.token, body })).status).toBe(200)
    const kept = await server.app.db.selectFrom('help_messages').selectAll().executeTakeFirstOrThrow()
    expect(kept).toMatchObject({
      business_id: asha.businessId,
      user_id: asha.userId,
      ...body,
      mailed_at: null,
    })
  })

  it('is read by the operator alone, who sees which are new', async () => {
    const operator = await server.app.db
      .selectFrom('users')
      .select(['id', 'business_id'])
      .orderBy('id')
      .executeTakeFirstOrThrow()
    expect(operator.id).toBe(1)
    const { token } = await openSessionOf(operator)
    const ravi = await server.signUp('Ravi')
    for (const message of ['How do I start?', 'And where?']) {
      await server.call(help.send, { token: ravi.token, body: { email: 'ravi@example.com', message } })
    }
    for (const call of [
      server.call(help.inbox, { token: ravi.token, query: {} }),
      server.call(help.markRead, { token: ravi.token, body: { up_to: '999' } }),
    ]) {
      expect((await call).status).toBe(403)
    }
    const inbox = async (query: object = {}) => (await server.call(help.inbox, { token, query })).body
    const first = await inbox({ limit: 2 })
    expect(first.unread).toBe(3)
    expect(first.messages).toMatchObject([
      { name: 'Ravi', email: 'ravi@example.com', message: 'And where?', read: false },
      { name: 'Ravi', message: 'How do I start?', read: false },
    ])
    const second = await inbox({ limit: 2, cursor: first.next_cursor })
    expect(second.messages.map(({ message }) => message)).toEqual(['My campaign waits.'])
    expect(second.next_cursor).toBeNull()
    // What came after the operator looked stays new.
    const seen = first.messages[1]!.id
    const marked = await server.call(help.markRead, { token, body: { up_to: String(seen) } })
    expect(marked.body.unread).toBe(1)
    expect((await inbox()).messages.map(({ read }) => read)).toEqual([false, true, true])
    expect((await listHelpMessages(server.app, { limit: 9, unread: true })).messages).toHaveLength(1)
  })

  it('is mailed once where a mailbox is set, with the way back to the person', async () => {
    const sent: Mail[] = []
    const app = {
      ...server.app,
      mail: async (mail: Mail) => {
        sent.push(mail)
      },
      settings: { ...server.app.settings, supportEmail: 'support@example.com' },
    }
    const message = await app.db
      .selectFrom('help_messages')
      .select(['business_id', 'id'])
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await passOn(app, message)
    await passOn(app, message)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ to: 'support@example.com', replyTo: 'asha@example.com' })
    expect(sent[0]?.text).toContain('My campaign waits.')
  })

  it.each(['language', 'browser_language'])('is mailed in the %s of the operator', async (column) => {
    const [removed, operator] = [await server.signUp(), await server.signUp()]
    const to = `${column}@example.com`
    // Somebody who was removed had the address before.
    for (const [id, language, removedAt] of [
      [removed.userId, 'hi', new Date()],
      [operator.userId, 'es', null],
    ]) {
      await server.app.pool.query(
        `update users set ${column} = $2, removed_at = $3, email = $4 where id = $1`,
        [id, language, removedAt, to],
      )
    }
    const { token } = await server.signUp()
    await server.call(help.send, { token, body: { email: 'ravi@example.com', message: 'How much is it?' } })
    const message = await server.app.db
      .selectFrom('help_messages')
      .select(['business_id', 'id'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const sent: Mail[] = []
    const settings = { ...server.app.settings, supportEmail: to }
    const mail = async (one: Mail) => {
      sent.push(one)
    }
    await passOn({ ...server.app, mail, settings }, message)
    expect(sent[0]?.subject).toBe(
      inLanguage('es', () => t('help.mail.subject', { id: `${message.business_id}-${message.id}` })),
    )
    expect(sent[0]?.text).toContain('How much is it?')
  })

  it.each([
    [{ email: '', message: 'Hello' }, 'Email is required.'],
    [{ email: 'a@example.com', message: ' ' }, 'Message is required.'],
  ])('without %j is refused in words', async (body, sentence) => {
    const { token } = await server.signUp()
    const answer = await server.call(help.send, { token, body })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe(sentence)
  })
})
