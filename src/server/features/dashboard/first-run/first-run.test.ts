import { afterAll, beforeAll, expect, it } from 'vitest'
import { conversations } from '#contract/conversations.ts'
import { dashboard } from '#contract/dashboard.ts'
import { leads } from '#contract/leads.ts'
import { onboarding } from '#contract/onboarding.ts'
import { testPhone } from '#contract/test-phone.ts'
import { addLeads } from '#server/features/campaigns/campaigns.fixture.ts'
import { newSandboxAccount } from '#test/connected.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { greetTestPhone } from './greet.ts'
import { readTestPhone } from './test-phone.ts'

const longMs = 60_000
let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
  server.sandbox.settings({ delays: { sent: [1, 5], delivered: [5, 10], read: [20, 40] } })
}, longMs)
afterAll(() => server.close(), longMs)

const steps = async ({ token }: Person) => {
  const { body } = await server.call(dashboard.firstRun, { token })
  return { shown: body.shown, done: body.steps.filter(({ done_at }) => done_at).map(({ code }) => code) }
}
const phoneOf = async ({ token }: Person) => (await server.call(testPhone.read, { token })).body
const lines = async (person: Person) => (await phoneOf(person)).lines
/** What onboarding says of a person: whether they are connected, and with what. */
const connectionOf = async ({ token }: Person) => {
  const { body } = await server.call(onboarding.connection, { token })
  const status = (await server.call(onboarding.fetchStatus, { token })).body.onboarding_status
  const own = body.connection.accounts.filter((one) => one.status === 'connected' && !one.for_test_phone)
  return {
    own: own.map(({ waba_id }) => waba_id),
    number: body.connection.number?.state ?? null,
    registered: status.businessRegistered,
    templates: status.templateCreated,
    waba: status.wabaId,
  }
}
const unconnected = { own: [], number: null, registered: false, templates: false, waba: null }
const leadsOf = async ({ token }: Person) =>
  (await server.call(leads.list, { token, query: {} })).body.leads.map(({ phone, consent }) => ({
    phone,
    consent,
  }))
const inboxOf = async ({ token }: Person) =>
  (await server.call(conversations.list, { token, query: {} })).body.conversations

it(
  'sends one test message, which is answered by text and by button, and shows the answers in the inbox',
  async () => {
    const ngozi = await server.signUp('Ngozi Adeyemi')
    expect(await steps(ngozi)).toEqual({ shown: true, done: ['account'] })
    expect(await phoneOf(ngozi)).toMatchObject({ state: 'off', lines: [] })
    // Nothing was sent: there is nothing to answer.
    const early = await server.call(testPhone.write, {
      token: ngozi.token,
      body: { type: 'text', text: 'Hi' },
    })
    expect(early.status).toBe(422)

    const started = await Promise.all([1, 2].map(() => server.call(testPhone.start, { token: ngozi.token })))
    expect(started.map(({ status }) => status)).toEqual([200, 200])
    const [message] = await eventually(
      'the message is on the phone',
      async () => {
        const shown = await lines(ngozi)
        return shown.length > 0 && shown
      },
      longMs,
    )
    expect(message).toMatchObject({ from: 'business', text: expect.stringContaining('Ngozi') })
    await server.call(testPhone.start, { token: ngozi.token })
    await server.sandbox.settled()
    expect(await lines(ngozi)).toHaveLength(1)
    await eventually(
      'the step is done',
      async () => {
        const { done } = await steps(ngozi)
        return done.includes('message') && done
      },
      longMs,
    )
    // The phone itself is no customer, and the account is nobody's own.
    expect(await steps(ngozi)).toEqual({ shown: true, done: ['account', 'message'] })

    // Nobody connected anything, as the owner sees it, and the phone is a lead only when it writes.
    expect(await connectionOf(ngozi)).toEqual(unconnected)
    expect(await leadsOf(ngozi)).toEqual([])

    const answer = message!.buttons.find(({ answers }) => answers)!
    const press = { type: 'button' as const, line: message!.id, button: answer.id }
    expect((await server.call(testPhone.write, { token: ngozi.token, body: press })).status).toBe(200)
    const text = { type: 'text' as const, text: 'Do you open on Sunday? <b>' }
    expect((await server.call(testPhone.write, { token: ngozi.token, body: text })).status).toBe(200)
    const conversation = await eventually(
      'both answers are in the inbox',
      async () => {
        const [one] = await inboxOf(ngozi)
        return one?.unread === 2 && one
      },
      longMs,
    )
    expect(conversation.preview.text).toBe(text.text)
    const { body } = await server.call(conversations.timeline, {
      token: ngozi.token,
      params: { id: conversation.id },
      query: {},
    })
    const said = body.items.map(({ type, text: words }) => [type, words])
    expect(said).toContainEqual(['in', answer.title])
    expect(said.filter(([type]) => type === 'out')).toHaveLength(1)

    const { number } = await phoneOf(ngozi)
    expect(await leadsOf(ngozi)).toEqual([{ phone: number, consent: 'opted_in' }])

    const foreign = { ...press, line: 'wamid.foreign' }
    expect((await server.call(testPhone.write, { token: ngozi.token, body: foreign })).status).not.toBe(200)
    const stranger = await server.signUp('Ravi')
    expect(await phoneOf(stranger)).toMatchObject({ state: 'off', lines: [] })
  },
  2 * longMs,
)

it(
  "makes the test phone's account the owner's own when they ask for one, and ends it when they connect another",
  async () => {
    const greet = async () => {
      const person = await server.signUp()
      expect((await server.call(testPhone.start, { token: person.token })).status).toBe(200)
      expect(await connectionOf(person)).toEqual(unconnected)
      return person
    }
    const [asked, connected] = [await greet(), await greet()]
    const { body } = await server.call(onboarding.usePractice, { token: asked.token })
    expect(body.outcome).toBe('connected')
    expect(await connectionOf(asked)).toMatchObject({ own: [body.waba_id], number: 'ready' })
    expect((await phoneOf(asked)).state).toBe('on')
    expect((await server.call(onboarding.usePractice, { token: asked.token })).status).toBe(409)

    const account = newSandboxAccount(server)
    const given = { token: connected.token, body: { token: account.token } }
    expect((await server.call(onboarding.connectToken, given)).body.outcome).toBe('connected')
    expect(await connectionOf(connected)).toMatchObject({ own: [account.waba_id], waba: account.waba_id })
    const { accounts } = (await server.call(onboarding.connection, { token: connected.token })).body
      .connection
    expect(accounts.map(({ status }) => status)).toEqual(['connected', 'disconnected'])
  },
  longMs,
)

it('ticks customers by a lead of their own, and is put away for good', async () => {
  const asha = await server.signUp()
  await addLeads(server, asha.businessId, [{ phone: '+919811100001' }])
  expect((await steps(asha)).done).toEqual(['account', 'customers'])
  for (const _ of [1, 2]) {
    expect((await server.call(dashboard.dismissFirstRun, { token: asha.token })).status).toBe(200)
  }
  expect((await steps(asha)).shown).toBe(false)
  const other = await server.signUp()
  expect((await steps(other)).shown).toBe(true)
})

it('has no test phone on an install that is connected to Meta', async () => {
  const person = await server.signUp()
  const live = { ...server.app, settings: { ...server.app.settings, testUsers: false, practice: false } }
  expect(await readTestPhone(live, person.businessId)).toMatchObject({ state: 'none', lines: [] })
  await expect(greetTestPhone(live, person as never)).rejects.toThrow('This install has no test phone.')
})
