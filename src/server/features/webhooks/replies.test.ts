import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { leads } from '#contract/leads.ts'
import { sandboxSeed } from '#sandbox/sandbox.ts'
import { signWebhook } from '#server/providers/meta/webhooks/webhook-signature.ts'
import { connectSeededAccount } from '#test/connected.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { webhookPath } from './webhooks.ts'

let server: TestServer
let asha: Person
let account: { waba_id: string; phone_number_id: string }
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
  asha = await server.signUp()
  account = await connectSeededAccount(server, asha)
})
afterAll(() => server.close())

let nr = 0
const newDigits = () => `9198300${String(++nr).padStart(5, '0')}`

/** A message of somebody, signed, through the front door. @returns the webhook's bytes. */
async function says(digits: string, content: object, at = Date.now()): Promise<Buffer> {
  const message = {
    from: digits,
    id: `wamid.RE${++nr}`,
    timestamp: String(Math.floor(at / 1000)),
    ...content,
  }
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '12125550142', phone_number_id: account.phone_number_id },
    contacts: [{ profile: { name: 'Rukmini' }, wa_id: digits }],
    messages: [message],
  }
  const changes = [{ field: 'messages', value }]
  const body = { object: 'whatsapp_business_account', entry: [{ id: account.waba_id, changes }] }
  const bytes = Buffer.from(JSON.stringify(body))
  await deliver(bytes)
  return bytes
}
async function deliver(bytes: Buffer): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'x-hub-signature-256': signWebhook(bytes, sandboxSeed.app.secret),
  }
  const { statusCode } = await server.http.inject({
    method: 'POST',
    url: webhookPath,
    payload: bytes,
    headers,
  })
  expect(statusCode).toBe(200)
}
const text = (body: string) => ({ type: 'text', text: { body } })
const templateButton = (text: string, payload: string) => ({ type: 'button', button: { text, payload } })
const reply = ({ id, title }: { id: string; title: string }) => ({
  type: 'interactive',
  interactive: { type: 'button_reply', button_reply: { id, title } },
})

async function addLead(consent: 'opted_in' | 'none' = 'opted_in'): Promise<string> {
  const digits = newDigits()
  const lead = { name: 'Rukmini', phone: `+${digits}`, tag: 'shop', consent, consent_source: 'till' }
  await server.call(leads.upload, { token: asha.token, body: { leads: [lead] } } as never)
  const yesterday = new Date(Date.now() - 86_400_000)
  await server.app.db
    .updateTable('leads')
    .set({ consent_at: consent === 'none' ? null : yesterday })
    .where('phone', '=', `+${digits}`)
    .execute()
  return digits
}
const stateOf = async (digits: string) => {
  const { body } = await server.call(leads.list, { token: asha.token, query: { search: digits } })
  const id = body.leads[0]?.id
  if (id === undefined) return undefined
  const one = await server.call(leads.get, { token: asha.token, params: { id } })
  return { consent: one.body.lead.consent, held: one.body.suppressed, history: one.body.history }
}
const questionsTo = async (digits: string) =>
  (
    await server.app.db
      .selectFrom('messages as m')
      .innerJoin('message_contents as c', (join) =>
        join.onRef('c.business_id', '=', 'm.business_id').onRef('c.id', '=', 'm.content_id'),
      )
      .select(['m.status', 'c.fixed'])
      .where('m.business_id', '=', asha.businessId)
      .where('m.recipient_phone', '=', `+${digits}`)
      .where('m.status', '!=', 'queued')
      .execute()
  ).map((row) => row.fixed as { reply_buttons: { text: string; buttons: { id: string; title: string }[] } })
const question = (digits: string) =>
  eventually('the question', async () => (await questionsTo(digits))[0]?.reply_buttons)
const when = (digits: string, consent: string, held: boolean) =>
  eventually(`${consent}, ${held ? 'held' : 'not held'}`, async () => {
    const state = await stateOf(digits)
    return state?.consent === consent && state.held === held
  })
/** Everything that was delivered before is applied when this person's opt-out is. */
async function untilApplied(): Promise<void> {
  const digits = await addLead()
  await says(digits, text('STOP'))
  await when(digits, 'opted_out', true)
}

describe('a doubtful reply', () => {
  it('is asked back once, with two buttons, and holds marketing until it is answered', async () => {
    const digits = await addLead()
    const bytes = await says(digits, text('stop by tomorrow?'))
    await when(digits, 'opted_in', true)
    const { text: asked, buttons } = await question(digits)
    expect(asked).toContain('Do you want to stop')
    expect(buttons.map(({ title }) => title)).toEqual(['Stop messages', 'Keep messages'])
    await says(digits, text('Para'))
    await deliver(bytes)
    await untilApplied()
    expect(await questionsTo(digits)).toHaveLength(1)
    await says(digits, reply(buttons[1]!))
    await when(digits, 'opted_in', false)
  })

  it('is an opt-out once the person says so, by the button or by its words', async () => {
    const [pressed, typed] = [await addLead(), await addLead()]
    for (const digits of [pressed, typed]) await says(digits, text('Para'))
    const { text: asked, buttons } = await question(pressed)
    expect(asked).toContain('dejar de recibir')
    await says(pressed, reply(buttons[0]!))
    await when(pressed, 'opted_out', true)
    await question(typed)
    await says(typed, text(buttons[0]!.title))
    await when(typed, 'opted_out', true)
    const reasons = await server.app.db
      .selectFrom('suppressions')
      .select('reason')
      .where('address', 'in', [`+${pressed}`, `+${typed}`])
      .execute()
    expect(reasons.map(({ reason }) => reason)).toEqual(['reply', 'reply'])
  })

  it('is not answered with the button of somebody else', async () => {
    const [first, second] = [await addLead(), await addLead()]
    for (const digits of [first, second]) await says(digits, text('Para'))
    const { buttons } = await question(first)
    await question(second)
    await says(second, reply(buttons[1]!))
    await untilApplied()
    expect(await stateOf(second)).toMatchObject({ consent: 'opted_in', held: true })
  })

  it('ends as the owner records it by hand', async () => {
    const digits = await addLead()
    await says(digits, text('Para'))
    await when(digits, 'opted_in', true)
    const { body } = await server.call(leads.list, { token: asha.token, query: { search: digits } })
    const recorded = await server.call(leads.setConsent, {
      token: asha.token,
      params: { id: body.leads[0]!.id },
      body: { consent: 'opted_in', details: 'Asked on the phone' },
    } as never)
    expect(recorded.status).toBe(200)
    expect(await stateOf(digits)).toMatchObject({ consent: 'opted_in', held: false })
  })
})

describe('the word Start', () => {
  it.each(['Start', 'Anmelden', 'START_SHOPPING'])('on the button %j lifts no opt-out', async (title) => {
    const digits = await addLead()
    await says(digits, text('STOP'))
    await when(digits, 'opted_out', true)
    await says(digits, templateButton(title, 'start'))
    await untilApplied()
    expect(await stateOf(digits)).toMatchObject({ consent: 'opted_out', held: true })
    expect(await questionsTo(digits)).toEqual([])
  })

  it('typed by somebody who opted out asks whether they want messages, and their yes counts', async () => {
    const digits = await addLead()
    await says(digits, text('STOP'), Date.now() - 5000)
    await when(digits, 'opted_out', true)
    await says(digits, text('START'))
    const { text: asked, buttons } = await question(digits)
    expect(asked).toContain('Do you want to get')
    expect(await stateOf(digits)).toMatchObject({ consent: 'opted_out', held: true })
    await says(digits, reply(buttons[1]!))
    await when(digits, 'opted_in', false)
  })
})

it('the payload of a button opts out where its title does not say so', async () => {
  const digits = await addLead()
  await says(digits, templateButton('Not for me', 'OPT_OUT'))
  await when(digits, 'opted_out', true)
})

it('a lead shows the ads and posts from which the person wrote, each once, and nobody else’s', async () => {
  const digits = await addLead()
  const other = await addLead()
  const from = (referral: object) => ({
    ...text('Hello'),
    referral: { source_url: 'https://fb.me/1', ...referral },
  })
  const bytes = await says(
    digits,
    from({ source_type: 'ad', source_id: '77', headline: 'New <b>prints</b>' }),
  )
  await deliver(bytes)
  await says(digits, from({ source_type: 'post', source_id: '88', headline: ' ' }))
  await says(digits, from({ source_type: 'ad' }))
  await says(other, text('Hello'))
  const cameFrom = async (of: string) =>
    ((await stateOf(of))?.history ?? [])
      .filter(({ kind, sentence }) => kind === 'inbound' && sentence.startsWith('Came from'))
      .map(({ sentence }) => sentence)
      .sort()
  await eventually('three arrivals', async () => (await cameFrom(digits)).length === 3)
  expect(await cameFrom(digits)).toEqual([
    'Came from an ad',
    'Came from the ad “New <b>prints</b>”',
    'Came from the post “88”',
  ])
  expect(await cameFrom(other)).toEqual([])
})

it('what somebody wrote is kept once, and shown on the lead', async () => {
  const digits = await addLead()
  const bytes = await says(digits, text('Do you have it in blue?'))
  await deliver(bytes)
  await untilApplied()
  const history = (await stateOf(digits))!.history.filter(({ kind }) => kind === 'inbound')
  expect(history).toMatchObject([{ sentence: 'Messaged you', details: 'Do you have it in blue?' }])
})

it('a reply is shown on the campaign that it answers, to its own business only', async () => {
  const digits = await addLead()
  const campaignId = await addCampaign()
  await server.app.db
    .insertInto('messages')
    .values({
      business_id: asha.businessId,
      campaign_id: campaignId,
      content_id: 1,
      phone_number_id: account.phone_number_id,
      recipient_phone: `+${digits}`,
      status: 'sent',
      wamid: `wamid.OUT${campaignId}`,
      accepted_at: new Date(Date.now() - 60_000),
    })
    .execute()
  await says(digits, text('Is it still on?'))
  await says(digits, { ...text('Remove my number'), context: { id: `wamid.OUT${campaignId}` } })
  const replies = await eventually('both replies', async () => {
    const { body } = await server.call(campaigns.replies, { token: asha.token, params: { id: campaignId } })
    return body.replies.length === 2 && body.replies
  })
  expect(replies).toMatchObject([
    { name: 'Rukmini', text: 'Remove my number', opted_out: true, waits: false },
    { name: 'Rukmini', text: 'Is it still on?', opted_out: false },
  ])
  const other = await server.signUp()
  const foreign = await server.call(campaigns.replies, { token: other.token, params: { id: campaignId } })
  expect(foreign.status).toBe(404)
})

async function addCampaign(): Promise<number> {
  const { id } = await server.app.db
    .insertInto('campaigns')
    .values({
      business_id: asha.businessId,
      name: 'Diwali',
      status: 'Completed',
      template_id: 1,
      content_id: 1,
      phone_number_id: account.phone_number_id,
      audience: '{}',
      scheduled_at: new Date(),
      timezone: 'Asia/Kolkata',
      created_by: asha.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
