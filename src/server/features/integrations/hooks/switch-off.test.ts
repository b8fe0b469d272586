import { afterAll, beforeAll, expect, it } from 'vitest'
import { inLanguage } from '#server/messages/language.ts'
import { t } from '#server/messages/t.ts'
import type { Mail } from '#server/platform/mail.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { addHookOf, openReceiver, receiverHost } from './hooks.fixture.ts'
import { switchOff } from './switch-off.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ linkNetworks: [`${receiverHost}/32`] })
})
afterAll(() => server.close())

it('is mailed to whoever added the webhook, in the language of their browser', async () => {
  const receiver = await openReceiver()
  const person = await server.signUp()
  const { body } = await addHookOf(server, person, receiver.url, ['lead.created'])
  await receiver.close()
  await server.app.db
    .updateTable('users')
    .set({ browser_language: 'es' })
    .where('id', '=', person.userId)
    .execute()
  const mails: Mail[] = []
  const app = { ...server.app, mail: async (mail: Mail) => void mails.push(mail) }
  await switchOff(app, person.businessId, body.hook.id, 'gone')
  await switchOff(app, person.businessId, body.hook.id, 'gone')
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [person.email, inLanguage('es', () => t('hooks.mail.subject'))],
  ])
})
