import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { optins } from '#contract/growth/optins.ts'
import { sandboxSeed } from '#sandbox/sandbox.ts'
import { newTemplate } from '#sandbox/world/seed.ts'
import { syncNow } from '#server/features/templates/provider/sync.ts'
import { webhookPath } from '#server/features/webhooks/webhooks.ts'
import { signWebhook } from '#server/providers/meta/webhooks/webhook-signature.ts'
import { type ConnectedAccount, connectSeededAccount } from '#test/connected.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { markPage } from './page-mark.ts'

let server: TestServer
let asha: Person
let account: ConnectedAccount
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
  asha = await server.signUp()
  account = await connectSeededAccount(server, asha)
  const components = [
    { type: 'BODY', text: 'Do you want our offers on WhatsApp?' },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Yes, confirm' }] },
  ]
  server.sandbox.world.templates.add({
    ...newTemplate(account.waba_id, 'confirm_optin', 'en_US', 'UTILITY', components),
    status: 'APPROVED',
  })
  await syncNow(server.app, asha.businessId)
})
afterAll(() => server.close())

/** Beyond endings for which the sandbox has a fate. */
let nr = 100
const newDigits = () => `9198226${String(++nr).padStart(5, '0')}`
const confirm = { template_name: 'confirm_optin', language: 'en_US' }

async function openForm() {
  const text = { language: 'en' as const, heading: 'News', text: '', consent: 'I agree', button: 'Join' }
  const { body } = await server.call(optins.create, {
    token: asha.token,
    body: { name: 'Counter', tag: 'Festival', content: { ask_name: true, texts: [text] }, confirm },
  })
  const { id, url } = body.form
  await server.call(optins.open, { token: asha.token, params: { id }, body: { is_open: true } })
  return { path: new URL(url).pathname, code: url.split('/').at(-1) ?? '' }
}
async function submit({ path, code }: { path: string; code: string }, digits: string): Promise<void> {
  const at = new Date(server.app.now().getTime() - 60_000)
  const page = markPage(server.app, { code, version: 1, language: 'en', way: 'qr', at })
  const answer = await server.http.inject({
    method: 'POST',
    url: path,
    remoteAddress: `203.0.${++nr}.7`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ page, name: 'Meera', phone: `+${digits}`, consent: 'yes' }).toString(),
  })
  expect(answer.statusCode).toBe(200)
}
/** A message of somebody, signed, through the front door. */
async function says(digits: string, content: object) {
  const id = `wamid.OB${++nr}`
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '12125550142', phone_number_id: account.phone_number_id },
    contacts: [{ profile: { name: 'Rukmini' }, wa_id: digits }],
    messages: [{ from: digits, id, timestamp: String(Math.floor(Date.now() / 1000)), ...content }],
  }
  const changes = [{ field: 'messages', value }]
  const body = { object: 'whatsapp_business_account', entry: [{ id: account.waba_id, changes }] }
  const payload = Buffer.from(JSON.stringify(body))
  const headers = {
    'content-type': 'application/json',
    'x-hub-signature-256': signWebhook(payload, sandboxSeed.app.secret),
  }
  const answer = await server.http.inject({ method: 'POST', url: webhookPath, payload, headers })
  expect(answer.statusCode).toBe(200)
  await eventually('the webhook is applied', async () => {
    const { rows } = await sql`select from inbound_messages where wamid = ${id}`.execute(server.app.db)
    return rows.length > 0
  })
}
const press = (wamid: string, label: string) => ({
  type: 'button',
  button: { text: label, payload: label },
  context: { from: '12125550142', id: wamid },
})
const messagesTo = (digits: string) =>
  server.app.db
    .selectFrom('messages')
    .select(['wamid', 'status'])
    .where('recipient_phone', '=', `+${digits}`)
    .execute()
const questionTo = (digits: string) =>
  eventually('the question', async () => (await messagesTo(digits)).find(({ wamid }) => wamid)?.wamid)
/** By the clock of India. */
const clockAt = (hours: number) => new Date(Date.now() + (hours + 5.5) * 3600_000).toISOString().slice(11, 16)
/** Hours in which nothing leaves, around now. */
const held = () => ({ from: clockAt(-2), to: clockAt(2) })
const templateId = async (name: string) =>
  (
    await server.app.db
      .selectFrom('templates as t')
      .innerJoin('provider_templates as p', (join) =>
        join.onRef('p.business_id', '=', 't.business_id').onRef('p.id', '=', 't.provider_template_id'),
      )
      .select('t.id')
      .where('t.business_id', '=', asha.businessId)
      .where('p.name', '=', name)
      .executeTakeFirstOrThrow()
  ).id
const addLead = async (digits: string, consent: 'none' | 'opted_in') =>
  (
    await server.app.db
      .insertInto('leads')
      .values({ business_id: asha.businessId, phone: `+${digits}`, name: 'Meera', consent, tags: [] })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
/** A campaign whose owner states that these people gave permission. */
const campaignTo = async (leadIds: number[], more: object = {}) => ({
  template_id: await templateId('weekend_offer'),
  leads: leadIds,
  consent_statement: 'They signed the list in our shop.',
  timezone: 'UTC',
  ...more,
})
const schedule = async (leadIds: number[], more: object = {}) => {
  const body = (await campaignTo(leadIds, more)) as never
  const answer = await server.call(campaigns.schedule, { token: asha.token, body })
  expect([answer.status, answer.body.message]).toEqual([200, 'Campaign scheduled successfully!'])
  return answer.body.campaign.id
}
const outcomeIn = (campaignId: number, digits: string) =>
  eventually('the plan', async () => {
    const row = await server.app.db
      .selectFrom('messages')
      .select(['status', 'reason'])
      .where('campaign_id', '=', campaignId)
      .where('recipient_phone', '=', `+${digits}`)
      .executeTakeFirst()
    return row && [row.status, row.reason]
  })

it('no campaign writes to a lead who was asked to confirm, planned before or after, until they do', async () => {
  const form = await openForm()
  const [digits, other] = [newDigits(), newDigits()]
  const [lead, agreed] = [await addLead(digits, 'none'), await addLead(other, 'opted_in')]
  const before = await schedule([lead, agreed], { quiet: held() })
  expect(await outcomeIn(before, digits)).toEqual(['queued', null])
  await submit(form, digits)
  const wamid = await questionTo(digits)
  expect(await outcomeIn(before, digits)).toEqual(['skipped', 'awaits_confirmation'])
  expect(await outcomeIn(before, other)).toEqual(['queued', null])
  const body = (await campaignTo([lead])) as never
  const { checks } = (await server.call(campaigns.check, { token: asha.token, body })).body
  expect(checks.left_out).toEqual([{ reason: 'awaits_confirmation', label: 'Asked to confirm', count: 1 }])
  const during = await schedule([lead, agreed])
  expect(await outcomeIn(during, digits)).toEqual(['skipped', 'awaits_confirmation'])
  // Only the question was sent.
  expect((await messagesTo(digits)).filter((one) => one.wamid !== null)).toHaveLength(1)
  await says(digits, press(wamid, 'Yes, confirm'))
  const after = await schedule([lead])
  expect((await outcomeIn(after, digits))[0]).not.toBe('skipped')
})

it('a question that failed keeps nothing back, and is asked again', async () => {
  const form = await openForm()
  const digits = newDigits()
  const lead = await addLead(digits, 'none')
  await submit(form, digits)
  await questionTo(digits)
  await sql`
    update messages set status = 'failed', failed_at = now(), error_code = '131049'
    where recipient_phone = ${`+${digits}`}`.execute(server.app.db)
  expect(await outcomeIn(await schedule([lead], { quiet: held() }), digits)).toEqual(['queued', null])
  await sql`update optin_attempts set count = 0`.execute(server.app.db)
  await submit(form, digits)
  const { rows } = await sql`
    select from messages where recipient_phone = ${`+${digits}`} and campaign_id is null`.execute(
    server.app.db,
  )
  expect(rows).toHaveLength(2)
})
