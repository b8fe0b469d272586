import { afterAll, beforeAll, expect, it } from 'vitest'
import { optins } from '#contract/growth/optins.ts'
import { templates } from '#contract/templates.ts'
import { syncNow } from '#server/features/templates/provider/sync.ts'
import { type ConnectedAccount, connectSeededAccount } from '#test/connected.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { findQuestion } from './questions.ts'

let server: TestServer
let asha: Person
let account: ConnectedAccount
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
  asha = await server.signUp()
  account = await connectSeededAccount(server, asha)
})
afterAll(() => server.close())

it.each(['en_US', 'hi', 'es'])('asks to confirm by the template of the library in %s', async (language) => {
  const { token } = asha
  const ask = async () => (await server.call(optins.questions, { token })).body
  const questionIn = async () => (await ask()).questions.find((one) => one.language === language)
  expect(await questionIn()).toBeUndefined()
  expect((await ask()).in_review).toBe(false)
  const template_name = 'optin_confirmation'
  const made = await server.call(templates.submit, {
    token,
    body: { template_name, language, category: 'TRANSACTIONAL', use_predefined: true },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  expect(await questionIn()).toBeUndefined()
  expect((await ask()).in_review).toBe(true)
  const held = server.sandbox.world.templates
    .of(account.waba_id)
    .find((one) => one.name === template_name && one.language === language)
  expect(held).toMatchObject({ category: 'UTILITY' })
  if (held) held.status = 'APPROVED'
  await syncNow(server.app, asha.businessId)
  expect((await ask()).in_review).toBe(false)
  const library = (await server.call(templates.listPredefined, { token })).body.templates
  const ours = library.find((one) => one.template_name === template_name && one.language === language)
  expect(await questionIn()).toEqual({
    template_name,
    language,
    body: ours?.body,
    button: ours?.buttons[0]?.text,
  })
  const texts = [{ language: 'en' as const, heading: 'News', text: '', consent: 'I agree', button: 'Join' }]
  const confirm = { template_name, language }
  const body = { name: language, content: { ask_name: true, texts }, confirm }
  expect((await server.call(optins.create, { token, body })).body.form.confirm).toEqual(confirm)
})

it('asks in the language of the page, whichever country the template is of', async () => {
  const confirm = { template_name: 'optin_confirmation', language: 'hi' }
  const askedIn = async (wanted: string) =>
    (await findQuestion(server.app, asha.businessId, confirm, wanted))?.language
  expect([await askedIn('en'), await askedIn('es'), await askedIn('pt-BR')]).toEqual(['en_US', 'es', 'hi'])
})
