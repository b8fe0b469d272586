import { afterAll, beforeAll, expect, it } from 'vitest'
import { chatbotRules } from '#contract/chatbot/chatbot.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer()
  asha = await server.signUp()
})
afterAll(() => server.close())

it('stays switched off when it is changed by somebody who opened it before', async () => {
  const { token } = asha
  const body = {
    match: { kind: 'any' as const },
    action: { kind: 'reply' as const, text: 'We are open' },
  }
  const made = await server.call(chatbotRules.create, { token, body })
  expect(made.body.rule.enabled).toBe(true)
  const params = { id: made.body.rule.id }
  await server.call(chatbotRules.switch, { token, params, body: { enabled: false } })
  const saved = await server.call(chatbotRules.save, { token, params, body: { ...body, name: 'Hours' } })
  expect(saved.body.rule).toMatchObject({ name: 'Hours', enabled: false })
  const on = await server.call(chatbotRules.save, { token, params, body: { ...body, enabled: true } })
  expect(on.body.rule).toMatchObject({ enabled: true })
})
