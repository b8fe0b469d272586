import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { help } from '#contract/help.ts'
import type { Mail } from '#server/platform/mail.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { passOn } from './help.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

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
      .executeTakeFirstOrThrow()
    await passOn(app, message)
    await passOn(app, message)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ to: 'support@example.com', replyTo: 'asha@example.com' })
    expect(sent[0]?.text).toContain('My campaign waits.')
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
